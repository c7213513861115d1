//! Years of a class in minutes: pupils, their teacher and the jobs of the threads in turn, clocks that jump, disks and logs
//! that fail, kills and restarts, all from one seed.
//!
//! Nothing runs at the same time, so a seed repeats a failure; only the last part starts the threads.

mod people;
#[path = "../../../../../foursight-files/tests/disk/simulate.rs"]
mod simulate;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use tokio::runtime::Runtime;

use self::people::Pupil;
use self::simulate::{
    FAULTS, NO_LOG, ON_PURPOSE, n_days, n_threads, set_faults, simulate, watch_panics,
};
use super::*;
use crate::store::OpenError;

/// The weeks for which the teacher keeps the class.
const WEEKS: u32 = 2;

thread_local! {
    static HAS_PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// A log that panics at every second line that it cannot write, so that the report of a panic causes no other: the
/// threads must go on.
struct Brittle;

impl Write for Brittle {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let is_fine = io::stderr().write_all(b"x").is_ok();
        let panics = !is_fine && !HAS_PANICKED.get();
        HAS_PANICKED.set(panics);
        assert!(!panics, "{ON_PURPOSE}");
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct World {
    rng: Rng,
    now: Arc<Mutex<Reading>>,
    folder: TempDir,
    /// `None` while one server ends and the next one starts.
    server: Option<Arc<Class>>,
    runtime: Runtime,
    teacher: String,
    code: String,
    pupils: Vec<Pupil>,
    /// Names and uploads that were removed.
    nowhere: Vec<String>,
    /// Stored games, each with its versions.
    games: Vec<(i64, [Bot; 2])>,
    /// The number of names, uploads and senders so far.
    n_made: u32,
    /// The uptime of all servers, the same with a week for each restart, and when that was at the last visit.
    up: Duration,
    age: Duration,
    visited: Duration,
    faults: u8,
    n_faulty: u32,
}

impl World {
    fn new(root: &Path, seed: u64) -> Self {
        tracing_subscriber::fmt().with_writer(|| Brittle).init();
        let reading = Reading { uptime: Duration::ZERO, wall_ms: 1_800_000_000_000 };
        let now = Arc::new(Mutex::new(reading));
        let shared = Arc::clone(&now);
        let clock = Clock::from_fn(move || *shared.lock().unwrap());
        let folder = TempDir::new_in(root).unwrap();
        let (class, secret) = open(&folder, clock);
        let code = class.lock().store.code().unwrap();
        let mut world = Self {
            rng: Rng::with_seed(seed),
            now,
            folder,
            server: Some(class),
            runtime: tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap(),
            teacher: format!("class_teacher={}", secret.unwrap().text()),
            code,
            pupils: Vec::new(),
            nowhere: Vec::new(),
            games: Vec::new(),
            n_made: 0,
            up: Duration::ZERO,
            age: Duration::ZERO,
            visited: Duration::ZERO,
            faults: 0,
            n_faulty: 0,
        };
        world.visit();
        world
    }

    fn class(&self) -> Arc<Class> {
        Arc::clone(self.server.as_ref().expect("there is a server"))
    }

    fn step(&mut self) {
        self.n_faulty = self.n_faulty.saturating_sub(1);
        if self.n_faulty == 0 && self.faults != 0 {
            self.fail(0);
        }
        match self.rng.u32(0..200) {
            0..16 => self.join(),
            16..60 => self.upload(),
            60..70 => self.remove_version(),
            70..80 => self.rename(),
            80..86 => self.remove_pupil(),
            86..96 => self.visit(),
            96..150 => self.work(),
            150..180 => {
                let ms = self.rng.u64(0..100_000);
                self.pass(Duration::from_millis(ms));
            }
            180..185 => {
                let hours = self.rng.u32(1..12);
                self.pass(hours * HOUR);
            }
            185 if self.rng.u32(..8) == 0 => (0..self.rng.u32(1..20)).for_each(|_| {
                self.pass(DAY);
                self.work();
            }),
            186..190 => {
                let faults = FAULTS[self.rng.usize(..4)] | FAULTS[self.rng.usize(..4)];
                self.n_faulty = self.rng.u32(2..30);
                self.fail(faults);
            }
            190..193 => self.now.lock().unwrap().wall_ms += self.rng.i64(-400..400) * DAY_MS,
            193..196 => self.restart(),
            196..199 => self.check(),
            _ => self.delete(),
        }
    }

    fn fail(&mut self, faults: u8) {
        self.faults = faults;
        set_faults(faults);
    }

    fn expect_faults(&self, what: &str) {
        assert_ne!(self.faults, 0, "nothing fails now, but {what} does");
    }

    fn pass(&mut self, time: Duration) {
        let mut now = self.now.lock().unwrap();
        now.uptime += time;
        now.wall_ms += time.as_millis() as i64;
        self.up += time;
        self.age += time;
    }

    /// What the threads do, one job of each kind; checks and games need no processes here.
    fn work(&mut self) {
        for next in [Inner::next_request as NextJob, Inner::next_play] {
            let class = self.class();
            let step = AssertUnwindSafe(|| -> rusqlite::Result<()> {
                let mut inner = class.lock();
                class.remove_remains(&mut inner);
                let job = class.look(&mut inner, next)?;
                let Some(job) = job else { return Ok(()) };
                let store = &mut inner.store;
                match &job {
                    Job::Check(version) => store.checked(version.id, true, "fit to play")?,
                    Job::Pair(bots) => drop(store.add_pair(*bots, "")?),
                    Job::Half(fixture) => {
                        let game = StoredGame::unplayed(fixture.pair as usize, [0, 1]);
                        let transcript = Transcript::default();
                        let played = LoggedGame { game, transcript };
                        let id = store.finish(fixture, &played)?.expect("it was not played");
                        self.games.push((id, fixture.bots));
                        let again = store.finish(fixture, &played);
                        assert!(!matches!(again, Ok(Some(_))), "game {id} is stored twice");
                    }
                    _ => {}
                }
                inner.changed();
                Ok(())
            });
            if !matches!(catch_unwind(step), Ok(Ok(()))) {
                self.expect_faults("a thread");
            }
        }
        self.look_for_deletion();
    }

    fn look_for_deletion(&mut self) {
        let code = self.class().lock().store.code().unwrap();
        if code != self.code {
            let unused = self.age.checked_sub(self.visited).expect("the last visit was before");
            assert!(unused >= WEEKS * 7 * DAY, "deleted after {unused:?}");
            self.is_deleted(code);
        }
    }

    fn is_deleted(&mut self, code: String) {
        self.code = code;
        self.visited = self.age;
        self.nowhere.extend(self.pupils.drain(..).flat_map(Pupil::traces));
        self.games.clear();
        set_faults(0);
        self.visit();
        set_faults(self.faults);
    }

    /// Stops or kills the server, and starts another one, perhaps at another time of day.
    fn restart(&mut self) {
        // Whoever starts a server has a log.
        self.fail(self.faults & !NO_LOG);
        if self.rng.bool() {
            // What a killed server leaves: the log's index is made again.
            set_faults(0);
            let copy = TempDir::new_in(self.folder.path().parent().unwrap()).unwrap();
            let mut copying = Command::new("cp");
            copying.arg("-r").arg(self.folder.path().join(".")).arg(copy.path());
            assert!(copying.status().unwrap().success(), "there is room");
            fs::remove_file(copy.path().join("class.db-shm")).unwrap();
            self.folder = copy;
            set_faults(self.faults);
        }
        let jump = [0, 60_000, DAY_MS / 3, 400 * DAY_MS, -400 * DAY_MS][self.rng.usize(..5)];
        let mut now = self.now.lock().unwrap();
        (now.uptime, now.wall_ms) = (Duration::ZERO, now.wall_ms + jump);
        drop(now);
        self.age += 7 * DAY;
        // The old server's lock ends with it.
        let class = self.server.take().expect("there is a server");
        let options = ClassOptions { folder: self.folder.path().into(), ..class.options.clone() };
        let clock = class.clock.clone();
        drop(class);
        let class = loop {
            match Class::open_at(options.clone(), equipment(), clock.clone()) {
                Ok((class, _)) => break class,
                // The thread of a request has not ended yet.
                Err(OpenError::InUse(_)) => thread::sleep(Duration::from_millis(2)),
                Err(error) => {
                    self.expect_faults(&error.to_string());
                    self.fail(0);
                }
            }
        };
        self.server = Some(class);
    }

    /// The threads go on, whatever fails.
    fn check_threads(&mut self) {
        self.fail(0);
        while !self.class().lock().store.waiting().unwrap().is_empty() {
            self.work();
        }
        self.press("/class/teacher/pause", "");
        self.class().start().unwrap();
        self.fail(FAULTS.iter().sum());
        for _ in 0..30 {
            self.pass(HOUR);
            self.class().wake();
            thread::sleep(Duration::from_millis(100));
        }
        self.fail(0);
        for thread in ["ladder 0", "checks", "finals", "ratings"] {
            assert!(n_threads(thread) > 0, "`{thread}` is dead");
        }
        self.class().stop();
    }
}

#[test]
fn years_of_a_class() {
    simulate("class::work::tests::simulation::years_of_a_class", |root, seed| {
        watch_panics();
        let mut world = World::new(root, seed);
        let mut n_steps = 0;
        while world.up < n_days() as u32 * DAY {
            world.step();
            n_steps += 1;
        }
        world.check();
        println!("{} days of a class in {n_steps} steps", n_days());
        world.check_threads();
    });
}
