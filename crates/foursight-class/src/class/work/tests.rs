//! Automatic deletion of a class.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use foursight::{AnySize, Column};
use foursight_arena::report::Drawing;
use foursight_arena::{GradedGame, Transcript};
use foursight_sandbox::Sandbox;
use tempfile::TempDir;

use super::*;
use crate::class::{ClassOptions, Upload};
use crate::host::{Checked, Host};
use crate::nickname::Nickname;
use crate::secret::Secret;
use crate::store::now;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// The tables that grow with a class.
const TABLES: [&str; 6] = ["pupil", "version", "pair", "game", "final", "mark"];

/// A host that does nothing: neither uploads nor deletions need a host.
struct NoHost;

const UNUSED: &str = "nothing is played or shown";

impl Host for NoHost {
    fn sandbox(&self) -> &Sandbox {
        unreachable!("{UNUSED}")
    }

    fn give_way(&self) {}

    fn check(&self, _: &Path, _: Rules) -> Result<Checked, String> {
        unreachable!("{UNUSED}")
    }

    fn player(&self, _: &Path, _: &str, _: Rules) -> Result<Contestant, String> {
        unreachable!("{UNUSED}")
    }

    fn level(&self, _: u8, _: Rules, _: u64) -> Contestant {
        unreachable!("{UNUSED}")
    }

    fn tournament(&self, _: &Path, _: &Path, _: &dyn Fn() -> bool) -> Result<(), String> {
        unreachable!("{UNUSED}")
    }

    fn marks(&self, _: &Path, _: &dyn Fn() -> bool) -> Result<String, String> {
        unreachable!("{UNUSED}")
    }

    fn opening(&self, _: AnySize, _: u64) -> Vec<Column> {
        unreachable!("{UNUSED}")
    }

    fn grade(&self, _: &StoredGame, _: AnySize) -> GradedGame {
        unreachable!("{UNUSED}")
    }

    fn refuses_name(&self, _: &str) -> bool {
        unreachable!("{UNUSED}")
    }

    fn look(&self, _: &str) -> String {
        unreachable!("{UNUSED}")
    }

    fn board(&self, _: AnySize, _: &[Column]) -> String {
        unreachable!("{UNUSED}")
    }

    fn code(&self, _: &str) -> Option<String> {
        unreachable!("{UNUSED}")
    }

    fn drawing(&self) -> &Drawing {
        unreachable!("{UNUSED}")
    }

    fn styles(&self) -> String {
        unreachable!("{UNUSED}")
    }
}

/// A class that is kept for two weeks, with a row in each table and a folder of each kind; its ladder is paused.
fn class(folder: &TempDir) -> (Arc<Class>, Secret) {
    let options = ClassOptions {
        folder: folder.path().into(),
        n_slots: 1,
        public_url: None,
        pause: Duration::ZERO,
    };
    let (class, secret) = Class::open(options, Box::new(NoHost)).unwrap();
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
    inner.store.plan([Seat::Version(version.id), Seat::Level(0)], "").unwrap();
    let fixture = inner.store.unplayed().unwrap().remove(0);
    let played = LoggedGame { game: blank(&fixture), transcript: Transcript::default() };
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

/// Checks whether a single look for work, this long after the last visit and the server's start, deletes the class.
#[track_caller]
fn check(unused: Duration, uptime: Duration, is_deleted: bool) {
    let folder = TempDir::new().unwrap();
    let (mut class, secret) = class(&folder);
    let started = Instant::now().checked_sub(uptime).expect("clocks may be negative");
    Arc::get_mut(&mut class).expect("no thread has it").started = started;
    let visited = now() - unused.as_millis() as i64;
    let mut inner = class.lock();
    let visit = "UPDATE class SET visited_at = ?";
    inner.store.write(|connection| connection.execute(visit, [visited])).unwrap();
    assert_eq!(filled(&mut inner), TABLES);
    let code = inner.store.code().unwrap();
    drop(inner);
    assert_eq!(kept(&folder).len(), 4);
    assert!(class.next_job().is_none(), "the ladder rests");
    let mut inner = class.lock();
    assert!(inner.store.is_teacher(&secret).unwrap(), "the link outlives the class");
    assert_eq!(inner.store.code().unwrap() != code, is_deleted);
    assert_eq!(inner.store.settings().unwrap().weeks, if is_deleted { 8 } else { 2 });
    assert_eq!(filled(&mut inner), if is_deleted { &[][..] } else { &TABLES });
    assert_eq!(kept(&folder).len(), if is_deleted { 0 } else { 4 });
}

#[test]
fn a_class_is_deleted_after_the_weeks_that_the_teacher_set() {
    check(14 * DAY + HOUR, 2 * HOUR, true);
}

#[test]
fn a_class_is_kept_until_then() {
    check(13 * DAY, 2 * HOUR, false);
    check(13 * DAY + 23 * HOUR, 2 * HOUR, false);
}

#[test]
fn a_thread_goes_on_after_a_panic_and_its_job_is_over() {
    let (class, _) = class(&TempDir::new().unwrap());
    let n_steps = Cell::new(0);
    class.repeat(|| {
        n_steps.set(n_steps.get() + 1);
        let running = Running::Grades(1);
        class.lock().running.push(running.clone());
        let _running = InProgress { class: &class, running };
        assert!(n_steps.get() > 1, "on purpose");
        class.is_stopping.store(true, Ordering::Relaxed);
    });
    assert_eq!((n_steps.get(), class.lock().running.len()), (2, 0));
}

/// Somebody may have changed the clock in the meantime.
#[test]
fn a_server_that_has_just_started_deletes_nothing() {
    check(1000 * DAY, HOUR / 2, false);
}
