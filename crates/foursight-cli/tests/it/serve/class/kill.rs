//! `kill -9` at random moments while pupils join and hand in: everything acknowledged is there afterwards.

use std::process::Command;
use std::sync::mpsc;
use std::thread;

use tempfile::TempDir;

use super::attack::BEHIND_PROXY;
use super::{ANN, Room, multipart};
use crate::serve::is_full;

/// The number of pupils who join and hand in at the same time.
const N_AT_ONCE: usize = 4;

/// A pupil whose joining was acknowledged, with the number of acknowledged uploads.
struct Pupil {
    number: usize,
    n_uploads: usize,
}

/// Joins as a new pupil and hands in until the server is gone; reports each acknowledgement.
fn join_and_hand_in(
    room: &Room<'_>,
    number: usize,
    code: &str,
    acknowledged: &mpsc::Sender<()>,
) -> Option<Pupil> {
    let joined = room.join_from(number, code).ok()?;
    assert_eq!(joined.status, 303, "pupil {number}: {}", joined.text);
    let mut n_uploads = 0;
    while let Ok(answer) = room.upload_from(number, &joined.cookie, &multipart("bot.py", ANN)) {
        assert_eq!(answer.status, 303, "pupil {number}: {}", answer.text);
        n_uploads += 1;
        // The test may no longer be waiting for uploads.
        let _ = acknowledged.send(());
    }
    Some(Pupil { number, n_uploads })
}

impl Room<'_> {
    /// Checks that the class has all of a pupil's acknowledged uploads, and at most one more, which the server was about
    /// to acknowledge.
    fn check(&self, pupil: &Pupil) {
        let query =
            "SELECT folder FROM version WHERE pupil = (SELECT id FROM pupil WHERE nickname = ?)";
        let database = self.database();
        let mut query = database.prepare(query).expect("a query");
        let name = format!("Pupil{}", pupil.number);
        let folders = query.query_map([&name], |row| row.get(0)).expect("versions");
        let folders: Vec<String> = folders.map(|folder| folder.expect("a name")).collect();
        let n_uploads = pupil.n_uploads;
        assert!((n_uploads..=n_uploads + 1).contains(&folders.len()), "{name}: {folders:?}");
        for folder in folders {
            let file = self.class.join("uploads").join(folder).join("bot.py");
            assert_eq!(std::fs::read_to_string(file).expect("an upload"), ANN, "{name}");
        }
    }
}

#[test]
fn acknowledged_uploads_survive_kills_under_load() {
    let n_kills = if is_full() { 60 } else { 2 };
    let folder = TempDir::new().expect("a folder");
    let (data, class) = (folder.path().join("data"), folder.path().join("class"));
    let mut room = Room::start_with(&data, &class, &BEHIND_PROXY);
    let mut pupils = Vec::new();
    for round in 0..n_kills {
        let code = room.code();
        let (sender, acknowledged) = mpsc::channel();
        let joined = thread::scope(|scope| {
            let pupils = (0..N_AT_ONCE).map(|number| {
                let (room, code, sender) = (&room, &code, sender.clone());
                let number = round * N_AT_ONCE + number;
                scope.spawn(move || join_and_hand_in(room, number, code, &sender))
            });
            let pupils: Vec<_> = pupils.collect();
            // By then, the other uploads are at random points of their way.
            acknowledged.iter().take(fastrand::usize(4..20)).for_each(drop);
            let id = room.server.process.id().to_string();
            let status = Command::new("kill").args(["-KILL", &id]).status();
            assert!(status.expect("kill is there").success());
            pupils
                .into_iter()
                .filter_map(|pupil| pupil.join().expect("no panic"))
                .collect::<Vec<_>>()
        });
        assert!(joined.iter().any(|pupil| pupil.n_uploads > 0), "there was load");
        pupils.extend(joined);
        room.restart();
        for pupil in &pupils {
            room.check(pupil);
        }
        if pupils.len() + N_AT_ONCE > 100 {
            // The class is full.
            assert_eq!(room.press("delete", b"sure=yes").status, 303);
            pupils.clear();
        }
    }
}
