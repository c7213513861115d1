//! Backups of a class, and a damaged database.

use std::io::BufRead;
use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::{ANN, BOB, Room, Server, serve, until};
use crate::serve::Client;

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// A server that plays and takes uploads is copied, killed and lost; another one continues from the copy.
#[test]
fn a_class_continues_from_its_backup() {
    let folder = TempDir::new().expect("a folder");
    let [data, class, copy] = ["data", "class", "copy"].map(|name| folder.path().join(name));
    let mut room = Room::small(&data, &class);
    std::fs::write(class.join("rubric.toml"), super::RUBRIC).expect("it can be written");
    let [ann, bob] = ["Ann", "Bob"].map(|name| room.join(name));
    assert_eq!(room.upload(&ann, "ann.py", ANN).status, 303);
    assert_eq!(room.upload(&bob, "bob.py", BOB).status, 303);
    room.wait("/class/me", &ann, "/class/game/");
    let before = room.games();
    let args = ["serve", "backup", "--class", text(&class), text(&copy)];
    let copied = thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..5 {
                assert_eq!(room.upload(&bob, "bob.py", BOB).status, 303);
            }
        });
        crate::run(&args, "")
    });
    assert_eq!((copied.code, copied.stderr.as_str()), (Some(0), ""));
    assert!(copied.stdout.contains(": pupils 2, versions "), "{}", copied.stdout);
    let again = crate::run(&args, "").failed(2, "copy: it exists; choose the name of a new");
    assert_eq!(again.stderr.matches("it exists").count(), 1, "said once: {}", again.stderr);

    room.server.kill();
    std::fs::remove_dir_all(&class).expect("the class is lost");
    let room =
        Room { server: serve(&data, &copy, room.options), data: &data, class: &copy, ..room };
    let after = room.games();
    for (game, text) in &before {
        assert_eq!(after.get(game), Some(text), "game {game} is as it was");
    }
    let uploads = copy.join("uploads").read_dir().expect("there are uploads").count();
    let listed = format!(", versions {uploads}, ");
    assert!(copied.stdout.contains(&listed), "as many as the database lists: {}", copied.stdout);
    assert!(copy.join("rubric.toml").exists());
    assert_eq!(room.upload(&ann, "ann.py", ANN).status, 303);
    room.wait("/class/me", &ann, "Version 2 has passed its check");
    until(|| room.games().len() > after.len());
}

#[test]
fn damage_is_told_at_the_start_and_later() {
    let folder = TempDir::new().expect("a folder");
    let [data, class, copy] = ["data", "class", "copy"].map(|name| folder.path().join(name));
    let options = ["--rate", "0", "--class", text(&class), "--admin", "127.0.0.1:0"];
    let mut server = Server::start_with(&data, &options);
    let mut admin = String::new();
    server.stdout.read_line(&mut admin).expect("it is printed");
    let admin = admin.trim().rsplit_once("http://").expect("it is an address").1;
    let mut room = Room::of(server, &data, &class, &[]);
    let ready = || {
        let mut client = Client::connect(admin).expect("the server listens");
        let request = format!("GET /ready HTTP/1.1\r\nhost: {admin}\r\n\r\n");
        client.send_raw(request.as_bytes()).expect("the server answers").0
    };
    assert_eq!(ready(), 200);
    // Removing a pupil empties the log, so everything is in one file.
    room.join("Ann");
    let kind = "application/x-www-form-urlencoded";
    room.ask("POST", "/class/pupil/1/remove", &room.teacher, kind, b"sure=yes");
    let database = class.join("class.db");
    let whole = std::fs::read(&database).expect("the database is there");
    let mut bytes = whole.clone();
    bytes[4096..].fill(0x55);
    std::fs::write(&database, bytes).expect("it can be written");
    // Whatever used the database meanwhile may keep it locked for a moment.
    until(|| room.ask("GET", "/class/report", &room.teacher, "", b"").status == 500);
    assert_eq!(ready(), 500);
    room.server.kill();

    // One page that no query reads at the start; its beginning, because nobody reads the free space after it.
    let mut bytes = whole;
    let last = bytes.len() - 4096;
    bytes[last..last + 64].fill(0x55);
    std::fs::write(&database, bytes).expect("it can be written");
    for file in ["class.db-wal", "class.db-shm"] {
        std::fs::remove_file(class.join(file)).expect("a killed server leaves it");
    }
    let expected = format!("{} is damaged or not a database; restore a backup", database.display());
    let serve =
        ["serve", "--listen", "localhost:0", "--data", text(&data), "--class", text(&class)];
    let check = [&serve[..], &["--check"]].concat();
    for args in [&serve[..], &check, &["serve", "backup", "--class", text(&class), text(&copy)]] {
        // A server that notices nothing does not end.
        let mut command = crate::foursight(args);
        crate::Outcome::of(command.timeout(Duration::from_mins(1))).failed(1, &expected);
    }
    assert!(!copy.exists());
}
