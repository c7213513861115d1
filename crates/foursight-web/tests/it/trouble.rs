//! A database that is damaged, locked by another program, or readable by too many.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use foursight_web::App;
use futures_util::FutureExt;
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::database::database;
use crate::played::Played;
use crate::running::{Running, exchange};
use crate::{Site, config};

#[track_caller]
fn refused(folder: &TempDir) -> String {
    App::new(config(folder.path())).err().expect("it does not start").to_string()
}

#[tokio::test]
async fn what_is_no_database_is_said_so() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("foursight.db"), "this is no database at all").unwrap();
    let error = refused(&folder);
    assert!(error.contains("foursight.db"), "{error}");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(App::new(config(&file)).is_err(), "a file is no folder");
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_folder_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("of/the/server");
    App::new(config(&data)).unwrap();
    let mode = fs::metadata(&data).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[cfg(unix)]
#[tokio::test]
async fn new_files_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let site = Site::new();
    fs::set_permissions(site.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["foursight.db", "foursight.db-wal", "foursight.db-shm", "lock"] {
        let mode = fs::metadata(site.folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

/// The files are as an earlier version or a copy left them.
#[cfg(unix)]
#[tokio::test]
async fn files_that_exist_become_their_owners_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Arc::new(TempDir::new().unwrap());
    let names = ["foursight.db", "foursight.db-wal", "foursight.db-shm", "lock"];
    Site::in_folder(&folder, |_| {}).close().await;
    for name in names {
        let file = folder.path().join(name);
        fs::File::options().create(true).append(true).open(&file).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o664)).unwrap();
    }
    let _site = Site::in_folder(&folder, |_| {});
    for name in names {
        let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

/// Damages everything but the first page, which has the tables.
fn damage(folder: &TempDir) {
    let path = folder.path().join("foursight.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0xff);
    fs::File::options().write(true).open(&path).unwrap().write_all(&bytes).unwrap();
}

/// Damages the page of the database that contains a text and that no start needs to read.
fn damage_page_of(folder: &TempDir, text: &[u8]) {
    let path = folder.path().join("foursight.db");
    let mut bytes = fs::read(&path).unwrap();
    let place = bytes.windows(text.len()).position(|bytes| bytes == text).unwrap();
    let page = place / 4096 * 4096;
    bytes[page..page + 4096].fill(0xff);
    fs::write(&path, bytes).unwrap();
}

#[tokio::test]
async fn a_damaged_database_does_not_start() {
    let folder = Arc::new(TempDir::new().unwrap());
    let site = Site::in_folder(&folder, |_| {});
    site.post("/api/games", &json!({ "name": "Ann of the game" })).await;
    site.close().await;
    damage_page_of(&folder, b"Ann of the game");
    let error = refused(&folder);
    assert!(error.contains("foursight.db is damaged"), "{error}");
    assert!(error.contains("restore a backup"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_that_shows_later_makes_a_server_unready() {
    let server = Running::new().await;
    let get = async |address, path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        exchange(address, &request).await
    };
    database(&server.folder).execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    assert!(get(server.admin, "/ready").await.starts_with("HTTP/1.1 200"));
    damage(&server.folder);
    let answer = get(server.address, "/api/puzzles/1").await;
    assert!(answer.starts_with("HTTP/1.1 500"), "{answer}");
    assert!(!get(server.admin, "/ready").await.starts_with("HTTP/1.1 200"));
    server.stop().await;
}

/// The environment variable that, set to a database's path, makes the next test run as the process that locks it.
const LOCKED: &str = "FOURSIGHT_TEST_LOCKED";

#[tokio::test]
async fn whoever_has_locked_the_database_is_named() {
    if let Some(path) = std::env::var_os(LOCKED) {
        let connection = Connection::open(path).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        println!("locked");
        std::io::stdin().read_line(&mut String::new()).unwrap();
        return;
    }
    let folder = Arc::new(TempDir::new().unwrap());
    Site::in_folder(&folder, |_| {}).close().await;
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(&program);
    command.args(["--exact", "trouble::whoever_has_locked_the_database_is_named", "--nocapture"]);
    command.env(LOCKED, folder.path().join("foursight.db"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(output.any(|line| line.ends_with("locked")), "the database is locked");
    let error = refused(&folder);
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert!(error.contains("has locked the database"), "{error}");
    if cfg!(target_os = "linux") {
        // The kernel keeps 15 bytes of a program's name.
        let name = &program.file_name().unwrap().to_str().unwrap()[..15];
        assert!(error.contains(&format!("{name} (process {})", child.id())), "{error}");
    }
    Site::in_folder(&folder, |_| {}).close().await;
}

/// Another program is writing, such as one that makes a copy.
#[tokio::test]
async fn a_lock_stalls_no_reads_and_loses_no_move() {
    let folder = Arc::new(TempDir::new().unwrap());
    let site = Site::in_folder(&folder, |_| {});
    let stored = Played::new(&site, json!({})).await.path;
    site.close().await;
    let site = Site::in_folder(&folder, |_| {});
    let game = Played::new(&site, json!({})).await;
    let other = database(&folder);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut moving = Box::pin(game.play(&game.red, 4, 0));
    for _ in 0..50 {
        assert!((&mut moving).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    assert_eq!(site.get(&stored).await.status, 200);
    assert!((&mut moving).now_or_never().is_none(), "the move waits");
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(moving.await.json()["pos"], "4");
}
