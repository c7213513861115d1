//! The jobs of a class's threads, and the automatic deletion of a class.

#[path = "../../../tests/it/equipment.rs"]
mod equipment;
#[cfg(target_os = "linux")]
mod simulation;
mod upgrade;

use std::cell::Cell;
use std::fs;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use foursight_arena::Transcript;
use foursight_files::secrets::Secret;
use tempfile::TempDir;

use self::equipment::equipment;
use super::*;
use crate::class::{ClassOptions, Upload};
use crate::nickname::Nickname;
use crate::store::clock::{Clock, Reading};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// The tables that grow with a class.
const TABLES: [&str; 6] = ["pupil", "version", "pair", "game", "final", "mark"];

fn open(folder: &TempDir, clock: Clock) -> (Arc<Class>, Option<Secret>) {
    let options = ClassOptions {
        folder: folder.path().into(),
        n_slots: 1,
        public_url: None,
        pause: Duration::ZERO,
    };
    Class::open_at(options, equipment(), clock).unwrap()
}

/// A class that is kept for two weeks, with a row in each table and a folder of each kind; its ladder is paused.
fn class(folder: &TempDir, clock: Clock) -> (Arc<Class>, Secret) {
    let (class, secret) = open(folder, clock);
    let mut inner = class.lock();
    let mut settings = inner.store.settings().unwrap();
    (settings.weeks, settings.is_paused) = (2, true);
    inner.store.save_settings(&settings).unwrap();
    let name = Nickname { text: "Ann".to_owned(), look: "ann".to_owned() };
    assert!(inner.store.join(&name, &Secret::random(), true).unwrap());
    let ann = inner.store.pupils().unwrap().remove(0);
    drop(inner);
    let file = ("bot.py".to_owned(), Bytes::from_static(b"x"));
    class.hand_in(&ann, &Upload { files: vec![file] }).unwrap();
    let mut inner = class.lock();
    let version = inner.store.versions_of(ann.id).unwrap().remove(0);
    inner.store.checked(version.id, true, "fit to play").unwrap();
    inner.store.add_pair([Bot::Version(version.id), Bot::Level(0)], "").unwrap();
    let fixture = inner.store.unplayed().unwrap().remove(0);
    let game = StoredGame::unplayed(fixture.pair as usize, [0, 1]);
    let played = LoggedGame { game, transcript: Transcript::default() };
    inner.store.finish(&fixture, &played).unwrap();
    let finals = "0123456789abcdef";
    inner
        .store
        .write(|connection| {
            connection.execute("INSERT INTO mark VALUES (?, '', '')", [version.id])?;
            let insert = "INSERT INTO final (folder, form, plan, started_at, state) VALUES (?, '', '', 0, 'ended')";
            connection.execute(insert, [finals])
        })
        .unwrap();
    drop(inner);
    for (kind, name) in
        [("programs", &*version.folder), ("marking", &version.folder), ("finals", finals)]
    {
        fs::create_dir_all(folder.path().join(kind).join(name)).unwrap();
    }
    (class, secret.unwrap())
}

/// The tables that contain rows.
fn filled(inner: &mut Inner) -> Vec<&'static str> {
    let has_rows = |table: &&str| {
        let query = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        inner.store.write(|connection| connection.query_row(&query, [], |row| row.get(0))).unwrap()
    };
    TABLES.into_iter().filter(has_rows).collect()
}

/// The kinds of folders that are not empty.
fn kept(folder: &TempDir) -> Vec<&'static str> {
    let has_any = |kind: &&str| fs::read_dir(folder.path().join(kind)).unwrap().next().is_some();
    ["uploads", "programs", "marking", "finals"].into_iter().filter(has_any).collect()
}

/// One pupil opens 3,000 games and hands in a bot that thinks for a minute, again and again.
#[test]
fn a_pupil_does_not_hold_up_the_ladder_or_another_pupil() {
    let folder = TempDir::new().unwrap();
    let (class, _) = class(&folder, Clock::system());
    let mut inner = class.lock();
    let mut settings = inner.store.settings().unwrap();
    settings.is_paused = false;
    inner.store.save_settings(&settings).unwrap();
    let name = Nickname { text: "Bob".to_owned(), look: "bob".to_owned() };
    inner.store.join(&name, &Secret::random(), true).unwrap();
    let (mut seconds, mut bobs_check) = ([0; 2], None);
    for number in 0..200 {
        inner.store.hand_in(1, "bot.py", &format!("ann{number}")).unwrap();
        if number == 100 {
            inner.store.hand_in(2, "bot.py", "bob").unwrap();
        }
        (0..3000).for_each(|game| inner.want_grades(game, Some(1)));
        inner.want_grades(5000 + number, None);
        assert!(inner.wanted.iter().filter(|wanted| wanted.pupil == Some(1)).count() <= 20);
        let job = inner.next_request().unwrap().unwrap();
        let (kind, time) = match &job {
            Job::Check(version) if version.pupil == 2 => {
                inner.store.checked(version.id, false, "").unwrap();
                bobs_check = Some(number);
                (0, 60)
            }
            Job::Check(_) => (0, 60),
            _ => (1, 20),
        };
        inner.charge(&job.running(), Duration::from_secs(time));
        seconds[kind] += time;
        assert!(inner.next_play().unwrap().is_some(), "the ladder has a thread of its own");
    }
    let [checks, grades] = seconds;
    assert!(grades * 3 >= checks && checks >= grades, "{checks}, {grades} s");
    assert_eq!(bobs_check, Some(100), "at once");
}

/// Events in the life of an unused class.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// The server is up.
    Up(Duration),
    /// No server is up, and then there is a new one; the time of day may run backward meanwhile.
    Down(i64),
    /// Somebody sets the time of day.
    Set(i64),
}

use Event::{Down, Set, Up};

/// Checks whether these events, which start with a visit, delete the class.
#[track_caller]
fn check(events: &[Event], is_deleted: bool) {
    let folder = TempDir::new().unwrap();
    let reading = Reading { uptime: Duration::ZERO, wall_ms: 1_800_000_000_000 };
    let now = Arc::new(Mutex::new(reading));
    let shared = Arc::clone(&now);
    let clock = Clock::from_fn(move || *shared.lock().unwrap());
    let (mut class, secret) = class(&folder, clock.clone());
    assert_eq!(filled(&mut class.lock()), TABLES);
    let code = class.lock().store.code().unwrap();
    assert_eq!(kept(&folder).len(), 4);
    for &event in events {
        let ms = match event {
            Up(time) => time.as_millis() as i64,
            Down(ms) | Set(ms) => ms,
        };
        now.lock().unwrap().wall_ms += ms;
        match event {
            Up(time) => now.lock().unwrap().uptime += time,
            Down(_) => {
                drop(class);
                now.lock().unwrap().uptime = Duration::ZERO;
                class = open(&folder, clock.clone()).0;
            }
            Set(_) => {}
        }
        assert!(
            class.look(&mut class.lock(), Inner::next_play).unwrap().is_none(),
            "the ladder rests"
        );
    }
    let mut inner = class.lock();
    assert!(inner.store.is_teacher(&secret).unwrap(), "the link outlives the class");
    assert_eq!(inner.store.code().unwrap() != code, is_deleted, "{events:?}");
    assert_eq!(inner.store.settings().unwrap().weeks, if is_deleted { 8 } else { 2 });
    assert_eq!(filled(&mut inner), if is_deleted { &[][..] } else { &TABLES });
    assert_eq!(kept(&folder).len(), if is_deleted { 0 } else { 4 });
}

const DAY_MS: i64 = 24 * 3600 * 1000;

#[test]
fn a_class_is_deleted_after_the_weeks_that_the_teacher_set() {
    check(&[Up(14 * DAY + HOUR)], true);
    check(&[Up(HOUR), Up(7 * DAY), Set(-40 * DAY_MS), Up(7 * DAY)], true);
    check(&[Down(DAY_MS / 2), Up(DAY / 2)].repeat(15), true);
    check(&[Down(63 * DAY_MS), Up(HOUR), Down(63 * DAY_MS), Up(2 * HOUR)], true);
}

#[test]
fn a_class_is_kept_until_then() {
    check(&[Up(6 * DAY)], false);
    check(&[Up(13 * DAY + 23 * HOUR)], false);
    check(&[Down(60_000), Up(HOUR / 60)].repeat(50), false);
}

#[test]
fn a_clock_that_is_set_deletes_nothing() {
    const YEAR_MS: i64 = 365 * DAY_MS;
    check(&[Set(63 * DAY_MS), Up(2 * HOUR)], false);
    check(&[Set(-YEAR_MS), Up(6 * DAY), Set(YEAR_MS), Up(2 * HOUR)], false);
    check(&[Down(63 * DAY_MS), Up(2 * HOUR)], false);
    // A dead battery sets the clock to 1970, and the network sets it right.
    let restart = [Down(-57 * YEAR_MS), Up(HOUR / 60), Set(57 * YEAR_MS), Up(2 * HOUR)];
    check(&restart.repeat(20), false);
}

#[test]
fn a_thread_goes_on_after_a_panic_and_its_job_is_over() {
    let (class, _) = class(&TempDir::new().unwrap(), Clock::system());
    let n_steps = Cell::new(0);
    class.repeat(LADDER, || {
        n_steps.set(n_steps.get() + 1);
        let running = Running::Mark(1);
        class.lock().running.push(running.clone());
        let _running = InProgress { class: &class, running };
        assert!(n_steps.get() > 1, "on purpose");
        class.is_stopping.store(true, Ordering::Relaxed);
    });
    assert_eq!((n_steps.get(), class.lock().running.len()), (2, 0));
}

/// Somebody may have started it to use the class.
#[test]
fn a_server_that_has_just_started_deletes_nothing() {
    check(&[Down(1000 * DAY_MS), Down(1000 * DAY_MS), Down(1000 * DAY_MS), Up(HOUR / 2)], false);
}

#[test]
fn ratings_that_fail_are_computed_again() {
    let folder = TempDir::new().unwrap();
    let (class, _) = class(&folder, Clock::system());
    let rename = |from: &str, to: &str| {
        let rename = format!("ALTER TABLE {from} RENAME TO {to}");
        class.lock().store.write(|connection| connection.execute(&rename, [])).unwrap();
    };
    rename("game", "lost");
    class.rate();
    assert!(!class.lock().has_current_ratings);
    rename("lost", "game");
    class.rate();
    assert!(class.lock().has_current_ratings);
}
