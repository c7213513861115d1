//! The database: opening it, and failing writes.

use std::sync::Arc;

use foursight_web::App;
use futures_util::future::join_all;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::played::Played;
use crate::running::{Running, get};
use crate::{HttpAnswer, Site, config};

/// A second connection to a server's database.
pub(crate) fn database(folder: &TempDir) -> Connection {
    let connection = Connection::open(folder.path().join("foursight.db")).unwrap();
    connection.busy_timeout(crate::PATIENCE).unwrap();
    connection
}

pub(crate) fn n_games(folder: &TempDir) -> usize {
    let count: i64 =
        database(folder).query_row("SELECT COUNT(*) FROM game", [], |row| row.get(0)).unwrap();
    count as usize
}

#[tokio::test]
async fn a_folder_has_one_server() {
    let site = Site::new();
    let second = App::new(config(site.folder.path()));
    let error = second.err().expect("the folder is taken").to_string();
    assert!(error.contains("another server is using this folder"), "{error}");
}

#[tokio::test]
async fn a_later_database_is_left_alone() {
    let folder = Arc::new(TempDir::new().unwrap());
    Site::in_folder(&folder, |_| {}).close().await;
    database(&folder).pragma_update(None, "user_version", 99).unwrap();
    let error = App::new(config(folder.path())).err().expect("99 is later").to_string();
    assert!(error.contains("written by a later version of this program (schema 99"), "{error}");
}

/// A column that a later version added, or a different column order, must not mix up the data.
#[tokio::test]
async fn rows_are_written_by_the_names_of_their_columns() {
    let site = Site::new();
    database(&site.folder).execute_batch("ALTER TABLE game ADD COLUMN note TEXT").unwrap();
    let game = Played::new(&site, json!({ "name": "Ann" })).await;
    assert_eq!(game.play_all(&[4]).await["seats"]["red"]["name"], "Ann");
}

/// Aborts the transaction of every game whose first player is `name`, as a full disk does.
fn refuse(folder: &TempDir, name: &str) {
    let trigger = format!(
        "CREATE TRIGGER refused BEFORE INSERT ON game WHEN NEW.red_name = '{name}' \
         BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END"
    );
    database(folder).execute_batch(&trigger).unwrap();
}

fn refuse_nothing(folder: &TempDir) {
    database(folder).execute_batch("DROP TRIGGER refused").unwrap();
}

#[tokio::test]
async fn what_cannot_be_stored_has_not_happened() {
    let site = Site::new();
    let game = Played::new(&site, json!({ "name": "Ann" })).await;
    game.play_all(&[4]).await;
    let before = game.state().await;
    refuse(&site.folder, "Ann");
    let refused = game.play(&game.yellow, 4, 1).await;
    refused.check_error(503, "not_stored");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(game.state().await, before, "nobody has seen the move");
    refuse_nothing(&site.folder);
    assert_eq!(game.play(&game.yellow, 4, 1).await.json()["pos"], "44", "the same again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_cannot_store_is_not_ready() {
    let server = Running::new().await;
    assert!(get(server.admin, "/ready").await.starts_with("HTTP/1.1 200"));
    let full = "CREATE TRIGGER full BEFORE UPDATE ON run BEGIN SELECT RAISE(ROLLBACK, 'full'); END";
    database(&server.folder).execute_batch(full).unwrap();
    assert!(get(server.admin, "/ready").await.starts_with("HTTP/1.1 503"));
    database(&server.folder).execute_batch("DROP TRIGGER full").unwrap();
    assert!(get(server.admin, "/ready").await.starts_with("HTTP/1.1 200"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_has_stopped_leaves_one_file() {
    let server = Running::new().await;
    for _ in 0..10 {
        server.game(json!({})).await;
    }
    let log = server.folder.path().join("foursight.db-wal");
    assert!(log.metadata().unwrap().len() > 0, "what is new is there first");
    let folder = server.stop().await;
    let log = folder.path().join("foursight.db-wal");
    assert!(!log.exists());
    assert_eq!(n_games(&folder), 10);
}

/// Requests that arrive together share a transaction; if it fails, none of them may be stored on its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_stored_that_was_answered_as_lost() {
    let site = Site::with(|config| config.limits.open_games = 1000);
    refuse(&site.folder, "full");
    let bodies: Vec<Value> =
        (0..300).map(|n| json!({ "name": if n % 20 == 7 { "full" } else { "Ann" } })).collect();
    let answers: Vec<HttpAnswer> =
        join_all(bodies.iter().map(|body| site.post("/api/games", body))).await;
    let made: Vec<&HttpAnswer> = answers.iter().filter(|answer| answer.status == 201).collect();
    let n_lost = answers.iter().filter(|answer| answer.status == 503).count();
    assert_eq!(made.len() + n_lost, bodies.len());
    assert!(n_lost >= 15, "{n_lost}");
    assert_eq!(n_games(&site.folder), made.len());
    for answer in made {
        site.json(&answer.game_path()).await;
    }
}
