//! Years of a class in minutes: pupils, their teacher and the jobs of the threads in turn, clocks that jump, disks and logs
//! that fail, kills and restarts, all from one seed.
//!
//! Nothing runs at the same time, so a seed repeats a failure; only the last part starts the threads.

#[path = "../../../../../foursight-files/tests/disk/simulate.rs"]
mod simulate;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use fastrand::Rng;
use foursight_files::secrets::Secret;
use http_body_util::BodyExt;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use self::simulate::{
    FAULTS, NO_LOG, ON_PURPOSE, n_days, n_threads, set_faults, simulate, watch_panics,
};
use super::*;
use crate::client::Client;
use crate::routes::router;
use crate::store::OpenError;

/// The weeks for which the teacher keeps the class.
const WEEKS: u32 = 2;

thread_local! {
    static HAS_PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// A log that panics at every second line that it cannot write, so that the report of a panic causes no other: the
/// threads must go on.
struct Brittle;

impl tracing::Subscriber for Brittle {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, _: &tracing::Event<'_>) {
        let is_fine = io::stderr().write_all(b"x").is_ok();
        let panics = !is_fine && !HAS_PANICKED.get();
        HAS_PANICKED.set(panics);
        assert!(!panics, "{ON_PURPOSE}");
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

struct Pupil {
    id: i64,
    name: String,
    cookie: String,
    /// The contents of the uploads that were acknowledged.
    uploads: Vec<String>,
}

struct World {
    rng: Rng,
    now: Arc<Mutex<Reading>>,
    folder: TempDir,
    /// `None` while one server ends and the next one starts.
    server: Option<Arc<Class>>,
    router: Router,
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

fn client(request: &axum::http::request::Parts) -> Client {
    let network = request.headers.get("x-client").unwrap().to_str().unwrap().parse().unwrap();
    Client { network, n_people: 1000 }
}

/// Calls `visit` with each file in and below a folder.
fn each_file(folder: &Path, visit: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { each_file(&path, visit) } else { visit(&path) }
    }
}

impl World {
    fn new(root: &Path, seed: u64) -> Self {
        let rng = Rng::with_seed(seed);
        tracing::subscriber::set_global_default(Brittle).expect("it is the first");
        let reading = Reading { uptime: Duration::ZERO, wall_ms: 1_800_000_000_000 };
        let now = Arc::new(Mutex::new(reading));
        let shared = Arc::clone(&now);
        let clock = Clock::from_fn(move || *shared.lock().unwrap());
        let folder = TempDir::new_in(root).unwrap();
        let (class, secret) = open(&folder, clock);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let router = router(Arc::clone(&class), client);
        let teacher = format!("class_teacher={}", secret.unwrap().text());
        let code = class.lock().store.code().unwrap();
        let world = Self {
            rng,
            now,
            folder,
            server: Some(class),
            router,
            runtime,
            teacher,
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
        world.set_weeks();
        world
    }

    fn class(&self) -> Arc<Class> {
        Arc::clone(self.server.as_ref().expect("there is a server"))
    }

    fn set_weeks(&self) {
        let class = self.class();
        let mut inner = class.lock();
        let mut settings = inner.store.settings().unwrap();
        settings.weeks = WEEKS;
        inner.store.save_settings(&settings).unwrap();
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

    fn pass(&mut self, time: Duration) {
        let mut now = self.now.lock().unwrap();
        now.uptime += time;
        now.wall_ms += time.as_millis() as i64;
        self.up += time;
        self.age += time;
    }

    fn next_number(&mut self) -> u32 {
        self.n_made += 1;
        self.n_made
    }

    /// The cookie and the text of the answer to a request that was carried out; `None` if it was refused, or if that is
    /// not known.
    fn post(&mut self, path: &str, cookie: &str, kind: &str, body: String) -> Option<String> {
        let network = std::net::Ipv4Addr::from(self.next_number() | 0x0a00_0000).to_string();
        let request = Request::post(path).header(header::HOST, "class.test");
        let request = request.header("x-client", network).header(header::COOKIE, cookie);
        let request = request.header(header::CONTENT_TYPE, kind).body(Body::from(body)).unwrap();
        let asking = self.router.clone().oneshot(request);
        let asked = AssertUnwindSafe(|| self.runtime.block_on(asking).unwrap());
        let Ok(answer) = catch_unwind(asked) else { return self.expect_faults(path) };
        let head = answer.headers().get(header::SET_COOKIE).cloned();
        let status = answer.status();
        let body = AssertUnwindSafe(|| self.runtime.block_on(answer.into_body().collect()));
        let _ = catch_unwind(body);
        if status.is_server_error() {
            return self.expect_faults(path);
        }
        let cookie = head.map_or(String::new(), |cookie| cookie.to_str().unwrap().to_owned());
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        status.is_redirection().then_some(cookie)
    }

    fn expect_faults(&self, path: &str) -> Option<String> {
        assert_ne!(self.faults, 0, "nothing fails now, but {path} does");
        None
    }

    fn press(&mut self, path: &str, form: &str) -> bool {
        let teacher = self.teacher.clone();
        self.post(path, &teacher, "application/x-www-form-urlencoded", form.to_owned()).is_some()
    }

    fn new_name(&mut self) -> String {
        let letter = |n: u32| char::from(b'a' + (n % 26) as u8);
        let n = self.next_number();
        format!("Qvx{}", (0..6).map(|place| letter(n / 26_u32.pow(place))).collect::<String>())
    }

    fn join(&mut self) {
        let name = self.new_name();
        let form = format!("code={}&nickname={name}", self.code);
        let joined = self.post("/class/join", "", "application/x-www-form-urlencoded", form);
        let Some(cookie) = joined.filter(|cookie| !cookie.is_empty()) else { return };
        self.visited = self.age;
        let secret = Secret::from_text(cookie.split_once('=').unwrap().1);
        let known = self.class().lock().store.pupil_with(&secret);
        let Some(known) = known.expect("it can be read") else { panic!("{name} is lost") };
        self.pupils.push(Pupil { id: known.id, name, cookie, uploads: Vec::new() });
        if self.pupils.len() > 20 {
            self.remove_pupil();
        }
    }

    fn any(&mut self) -> Option<usize> {
        let n_pupils = self.pupils.len();
        (n_pupils > 0).then(|| self.rng.usize(..n_pupils))
    }

    fn upload(&mut self) {
        let Some(place) = self.any() else { return };
        let content = format!("# {} wrote this", self.new_name());
        let form = format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bot.sh\"\r\n\r\n{content}\r\n--x--\r\n"
        );
        let cookie = self.pupils[place].cookie.clone();
        let kind = "multipart/form-data; boundary=x";
        if self.post("/class/upload", &cookie, kind, form).is_some() {
            self.visited = self.age;
            self.pupils[place].uploads.push(content);
        }
    }

    /// The versions of a pupil, each with its content.
    fn versions(&self, place: usize) -> Vec<(Version, String)> {
        let versions = self.class().lock().store.versions_of(self.pupils[place].id).unwrap();
        let content = |version: &Version| {
            let file = self.class().folder(&version.folder).join("bot.sh");
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{version:?}: {error}"))
        };
        versions.into_iter().map(|version| (version.clone(), content(&version))).collect()
    }

    fn remove_version(&mut self) {
        let Some(place) = self.any() else { return };
        let mut versions = self.versions(place);
        if versions.is_empty() {
            return;
        }
        let (version, content) = versions.swap_remove(self.rng.usize(..versions.len()));
        let (path, cookie) =
            (format!("/class/version/{}/remove", version.id), self.pupils[place].cookie.clone());
        let kind = "application/x-www-form-urlencoded";
        if self.post(&path, &cookie, kind, "sure=yes".to_owned()).is_some() {
            self.pupils[place].uploads.retain(|upload| *upload != content);
            self.nowhere.push(content);
        } else if self.faults != 0 {
            // It may be gone.
            self.pupils[place].uploads.retain(|upload| *upload != content);
        }
    }

    fn rename(&mut self) {
        let Some(place) = self.any() else { return };
        let (name, id) = (self.new_name(), self.pupils[place].id);
        if self.press(&format!("/class/pupil/{id}/rename"), &format!("nickname={name}")) {
            let old = std::mem::replace(&mut self.pupils[place].name, name);
            self.nowhere.push(old);
        } else {
            self.pupils.swap_remove(place);
        }
    }

    /// A removal that fails may yet be carried out, in part or when the server starts again: then nobody looks for the
    /// pupil any more. The same applies to names.
    fn remove_pupil(&mut self) {
        let Some(place) = self.any() else { return };
        let pupil = self.pupils.swap_remove(place);
        if self.press(&format!("/class/pupil/{}/remove", pupil.id), "sure=yes") {
            self.nowhere.push(pupil.name);
            self.nowhere.extend(pupil.uploads);
        }
    }

    fn visit(&mut self) {
        let kind = "application/x-www-form-urlencoded";
        let teacher = self.teacher.clone();
        let settings = format!("name=8b&board=7x6&connect=4&clock=1s&games=8&weeks={WEEKS}");
        self.post("/class/teacher/settings", &teacher, kind, settings);
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
        for pupil in std::mem::take(&mut self.pupils) {
            self.nowhere.push(pupil.name);
            self.nowhere.extend(pupil.uploads);
        }
        self.games.clear();
        let faults = self.faults;
        set_faults(0);
        self.set_weeks();
        set_faults(faults);
    }

    fn delete(&mut self) {
        if self.rng.u32(..4) != 0 {
            return;
        }
        if self.press("/class/teacher/delete", "sure=yes") {
            let code = self.class().lock().store.code().unwrap();
            self.is_deleted(code);
        } else {
            // It may be deleted when the server starts again.
            self.visited = Duration::ZERO;
        }
    }

    /// Checks that everything acknowledged is there, and that nothing removed is anywhere.
    fn check(&mut self) {
        self.fail(0);
        let class = self.class();
        let mut inner = class.lock();
        class.remove_remains(&mut inner);
        assert_eq!(inner.removal_trouble(), None);
        let known = inner.store.pupils().unwrap();
        let pupils: Vec<i64> = self.pupils.iter().map(|pupil| pupil.id).collect();
        self.games.retain(|(_, bots)| {
            let is_there = |bot: &Bot| match bot {
                Bot::Level(_) => true,
                Bot::Version(id) => {
                    inner.store.author(*id).unwrap().is_some_and(|pupil| pupils.contains(&pupil))
                }
            };
            bots.iter().all(is_there)
        });
        for (game, _) in &self.games {
            assert!(inner.store.game(*game).unwrap().is_some(), "game {game} is lost");
        }
        drop(inner);
        for (place, pupil) in self.pupils.iter().enumerate() {
            let is_known = known.iter().any(|p| p.id == pupil.id && p.nickname == pupil.name);
            assert!(is_known, "{} is lost", pupil.name);
            let versions = self.versions(place);
            for upload in &pupil.uploads {
                let n = versions.iter().filter(|(_, content)| content == upload).count();
                assert_eq!(n, 1, "{upload:?}");
            }
        }
        let last = self.nowhere.len().saturating_sub(60);
        self.nowhere.drain(..last);
        each_file(self.folder.path(), &mut |path| {
            if !path.ends_with("reserve") {
                let bytes = fs::read(path).unwrap();
                let text = String::from_utf8_lossy(&bytes);
                let found = self.nowhere.iter().find(|gone| text.contains(&***gone));
                assert_eq!(found, None, "removed, but in {}", path.display());
            }
        });
    }

    /// Stops or kills the server, and starts another one, perhaps at another time of day.
    fn restart(&mut self) {
        // Whoever starts a server has a log.
        self.fail(self.faults & !NO_LOG);
        if self.rng.bool() {
            // What a killed server leaves: the log's index is made again.
            set_faults(0);
            let copy = TempDir::new_in(self.folder.path().parent().unwrap()).unwrap();
            let from = self.folder.path().to_owned();
            each_file(&from, &mut |path| {
                let to = copy.path().join(path.strip_prefix(&from).unwrap());
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                if !path.ends_with("class.db-shm") {
                    fs::copy(path, to).unwrap();
                }
            });
            self.folder = copy;
            set_faults(self.faults);
        }
        let jump = [0, 60_000, DAY_MS / 3, 400 * DAY_MS, -400 * DAY_MS][self.rng.usize(..5)];
        let mut now = self.now.lock().unwrap();
        (now.uptime, now.wall_ms) = (Duration::ZERO, now.wall_ms + jump);
        drop(now);
        self.age += 7 * DAY;
        self.router = Router::new();
        let class = self.class();
        let options = ClassOptions { folder: self.folder.path().into(), ..class.options.clone() };
        let clock = class.clock.clone();
        drop(class);
        // The old server's lock ends with it.
        self.server = None;
        let class = loop {
            match Class::open_at(options.clone(), equipment(), clock.clone()) {
                Ok((class, _)) => break class,
                // The thread of a request has not ended yet.
                Err(OpenError::InUse(_)) => thread::sleep(Duration::from_millis(2)),
                Err(error) => {
                    assert_ne!(self.faults, 0, "nothing fails now: {error}");
                    self.fail(0);
                }
            }
        };
        self.router = router(Arc::clone(&class), client);
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
