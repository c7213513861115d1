//! A database that is damaged, locked by another program, or readable by too many.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use foursight_web::App;
use futures_util::FutureExt;
use serde_json::json;
use tempfile::TempDir;

use crate::database::database;
use crate::played::Played;
use crate::running::{Running, get};
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

/// New files, and those that an earlier version or a copy left.
#[cfg(unix)]
#[tokio::test]
async fn files_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("of/the/server");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let names = ["foursight.db", "foursight.db-wal", "foursight.db-shm", "lock"];
    for are_new in [true, false] {
        let app = App::new(config(&data)).unwrap();
        for file in names.map(|name| data.join(name)) {
            assert_eq!(mode(&file), 0o600, "{} {are_new}", file.display());
        }
        if are_new {
            assert_eq!(mode(&data), 0o700);
        }
        app.close().await;
        fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
        for file in names.map(|name| data.join(name)) {
            fs::File::options().create(true).append(true).open(&file).unwrap();
            fs::set_permissions(file, fs::Permissions::from_mode(0o664)).unwrap();
        }
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
    database(&server.folder).execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    assert!(get(server.admin, "/ready").await.starts_with("HTTP/1.1 200"));
    damage(&server.folder);
    let answer = get(server.address, "/api/games/aaaaaaaaaaaaaaaa").await;
    assert!(answer.starts_with("HTTP/1.1 500"), "{answer}");
    assert!(!get(server.admin, "/ready").await.starts_with("HTTP/1.1 200"));
    server.stop().await;
}

#[tokio::test]
async fn a_server_does_not_start_on_a_locked_database() {
    let folder = Arc::new(TempDir::new().unwrap());
    Site::in_folder(&folder, |_| {}).close().await;
    let other = database(&folder);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = refused(&folder);
    assert!(error.contains("another program has locked the database"), "{error}");
    other.execute_batch("ROLLBACK").unwrap();
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
