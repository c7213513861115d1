//! Power cuts at any moment while games are played and bots handed in: everything acknowledged is there afterwards.
//!
//! The server writes a journal of its writes and syncs, in which the test notes each acknowledgement. From any part of
//! the journal follows a disk that a power cut may leave.

#[path = "../../../../../foursight-files/tests/disk/disk.rs"]
mod disk;
#[path = "../../../../../foursight-files/tests/disk/journal.rs"]
mod journal;

use std::path::Path;

use fastrand::Rng;
use rusqlite::{Connection, OptionalExtension};
use serde_json::{Value, json};
use tempfile::TempDir;

use self::disk::Disk;
use self::journal::{Record, acknowledge, cut, read};
use super::{APART, Room, Server};

/// Something that the server has acknowledged.
enum Acknowledged {
    /// A game's path, and its moves.
    Moves(String, String),
    /// A pupil's upload.
    Upload(String, String),
    /// A pupil's upload was removed.
    Removed(String),
}

/// What is wrong with a folder after a power cut.
fn faults(root: &Path, acknowledged: &[&Acknowledged]) -> Result<(), String> {
    let [data, class] = ["data", "class"].map(|name| root.join(name));
    let config = foursight_web::Config::new(data.clone());
    foursight_web::App::check(&config).map_err(|error| format!("{error:?}"))?;
    let has_pupils = acknowledged.iter().any(|known| !matches!(known, Acknowledged::Moves(..)));
    if has_pupils {
        foursight_class::check_class(&class).map_err(|error| format!("{error:?}"))?;
    }
    let database = |path: &Path| Connection::open(path).map_err(|error| error.to_string());
    let (games, class_database) =
        (database(&data.join("foursight.db"))?, database(&class.join("class.db"))?);
    for known in acknowledged {
        match known {
            Acknowledged::Moves(path, pos) => {
                let query = "SELECT moves FROM game WHERE '/api/games/' || id = ?";
                let moves =
                    games.query_row(query, [path], |row| row.get::<_, String>(0)).optional();
                let moves = moves.map_err(|error| error.to_string())?;
                if !moves.as_ref().is_some_and(|moves| moves.starts_with(pos)) {
                    return Err(format!("{pos} of {path} is lost: {moves:?}"));
                }
            }
            Acknowledged::Upload(name, content) => {
                let query = "SELECT folder FROM version WHERE name = ?";
                let folder = class_database.query_row(query, [name], |row| row.get::<_, String>(0));
                let folder = folder.map_err(|error| format!("{name}: {error}"))?;
                let file = class.join("uploads").join(folder).join(name);
                let text =
                    std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
                if text != *content {
                    return Err(format!("{name} is damaged: {text:?}"));
                }
            }
            Acknowledged::Removed(name) => {
                let query = "SELECT COUNT(*) FROM version WHERE name = ?";
                let count = class_database.query_row(query, [name], |row| row.get::<_, i64>(0));
                if count != Ok(0) {
                    return Err(format!("{name} is back: {count:?}"));
                }
            }
        }
    }
    Ok(())
}

/// Lets games be played and bots be handed in on a disk; returns the journal, and what was acknowledged.
fn record(disk: &Disk, rng: &mut Rng, n_steps: u64) -> (Vec<Record>, Vec<Acknowledged>) {
    let [data, class] = ["data", "class"].map(|name| disk.root().join(name));
    let journal = disk.file("journal");
    let folder = class.to_str().expect("a plain path");
    let options = ["--rate", "0", "--trust-network", "127.0.0.1=100", "--class", folder];
    let mut serve = Server::command(&APART, &data, &options);
    disk.load(&mut serve);
    serve.env("DISK_JOURNAL", &journal);
    let mut room = Room::of(Server::of(serve), &data, &class, &[]);
    let pupil = room.join("Ann");
    let mut games: Vec<(String, [String; 2], usize)> = Vec::new();
    let mut acknowledged = Vec::new();
    for step in 0..n_steps {
        let kind = rng.u32(..10);
        let done = if kind == 0 || games.is_empty() {
            let (path, secrets) = room.server.game(&json!({ "size": "10x10", "connect": 6 }));
            games.push((path.clone(), secrets, 0));
            Acknowledged::Moves(path, String::new())
        } else if kind < 8 {
            let place = rng.usize(..games.len());
            let (path, secrets, ply) = &mut games[place];
            let body = json!({ "column": rng.usize(1..=10), "ply": ply });
            let moves = format!("{path}/moves");
            let state: Value = room.server.send("POST", &moves, &secrets[*ply % 2], &body);
            // A full column changes nothing, nor does a game that is over.
            let Some(pos) = state["pos"].as_str() else { continue };
            *ply = pos.len();
            Acknowledged::Moves(path.clone(), pos.to_owned())
        } else if kind == 8 || step < 5 {
            let (name, content) =
                (format!("bot{step}.py"), format!("# {}\n", "x".repeat(rng.usize(..9000))));
            assert_eq!(room.upload(&pupil, &name, &content).status, 303);
            Acknowledged::Upload(name, content)
        } else {
            let kept =
                acknowledged.iter().rposition(|known| matches!(known, Acknowledged::Upload(..)));
            let Some(place) = kept else { continue };
            let Acknowledged::Upload(name, _) = &acknowledged[place] else { continue };
            let name = name.clone();
            let query = "SELECT id FROM version WHERE name = ?";
            let id: i64 =
                room.database().query_row(query, [&name], |row| row.get(0)).expect("it is there");
            let form = "application/x-www-form-urlencoded";
            let path = format!("/class/version/{id}/remove");
            if room.ask("POST", &path, &pupil, form, b"sure=yes").status != 303 {
                continue;
            }
            // From now on, nobody looks for the upload itself.
            acknowledged[place] = Acknowledged::Moves(games[0].0.clone(), String::new());
            Acknowledged::Removed(name)
        };
        acknowledge(&journal, acknowledged.len() as u64);
        acknowledged.push(done);
    }
    room.server.kill();
    (read(&journal), acknowledged)
}

#[test]
fn everything_acknowledged_survives_power_cuts() {
    let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    let (n_steps, n_cuts) = if is_slow { (2000, 1000) } else { (60, 30) };
    let seed = std::env::var("SEED").map_or(1, |seed| seed.parse().expect("SEED is a number"));
    let mut rng = Rng::with_seed(seed);
    let disk = Disk::new();
    let (records, acknowledged) = record(&disk, &mut rng, n_steps);
    let first = records.iter().position(|record| record.acknowledged().is_some());
    let first = first.expect("something was acknowledged");
    let mut n_lost = 0;
    for number in 0..n_cuts {
        let end = rng.usize(first + 1..=records.len());
        let known: Vec<&Acknowledged> = records[..end]
            .iter()
            .filter_map(Record::acknowledged)
            .map(|number| &acknowledged[number as usize])
            .collect();
        for syncs in [true, false] {
            let left = TempDir::new_in(disk.file("")).expect("a folder");
            cut(&records[..end], &disk.root(), syncs, &mut rng, left.path());
            let found = faults(left.path(), &known);
            if syncs {
                assert_eq!(found, Ok(()), "SEED={seed}, cut {number} after {end} records");
            } else {
                n_lost += usize::from(found.is_err());
            }
        }
    }
    println!("{n_cuts} power cuts lost nothing; without syncs, {n_lost} lost something");
    assert!(n_lost * 2 > n_cuts, "a disk without syncs must lose something: {n_lost}");
}
