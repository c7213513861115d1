//! A database of the first version, as that version made it, opens with everything in it.

use std::sync::Arc;

use foursight_files::secrets::Secret;
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::Site;

/// Tables and games as the first version wrote them: an open one, one with swapped sides, clocks and an offer, and one that
/// was resigned, with its rematch.
const FIRST: &str = "
    CREATE TABLE game (
        id TEXT NOT NULL PRIMARY KEY,
        seq INTEGER NOT NULL,
        size TEXT NOT NULL,
        moves TEXT NOT NULL,
        n_start INTEGER NOT NULL,
        red_secret BLOB,
        yellow_secret BLOB,
        red_name TEXT,
        yellow_name TEXT,
        ending TEXT CHECK (ending IN ('resigned', 'time')),
        winner TEXT CHECK (winner IN ('red', 'yellow')),
        is_over INTEGER NOT NULL,
        clock_initial_ms INTEGER,
        clock_increment_ms INTEGER,
        clock_red_ms INTEGER,
        clock_yellow_ms INTEGER,
        clock_running_since INTEGER,
        pie INTEGER NOT NULL,
        swapped INTEGER NOT NULL,
        takeback TEXT CHECK (takeback IN ('red', 'yellow')),
        rematch TEXT CHECK (rematch IN ('red', 'yellow')),
        rematch_id TEXT,
        rematch_of TEXT,
        owner BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_games_of_owner ON game (owner) WHERE NOT is_over;
    CREATE INDEX games_by_age ON game (updated_at);
    CREATE TABLE puzzle (
        id INTEGER NOT NULL PRIMARY KEY,
        moves TEXT NOT NULL,
        goal TEXT NOT NULL CHECK (goal IN ('win', 'draw')),
        solution INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE run (
        id INTEGER NOT NULL PRIMARY KEY,
        started_at INTEGER NOT NULL,
        alive_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE salt (value BLOB NOT NULL) STRICT;
    INSERT INTO salt VALUES (x'000102030405060708090a0b0c0d0e0f');
    INSERT INTO run VALUES (1, 1000, 5000);
    INSERT INTO game VALUES
        ('AAAAAAAAAAAAAAAA', 4, '7x6', '44', 0, randomblob(32), ?1, 'Ann', 'Bob', NULL, NULL, 0,
            NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, x'aa', 1000, 2000),
        ('BBBBBBBBBBBBBBBB', 6, '8x7', '45', 0, ?1, randomblob(32), 'Bob', 'Ann', NULL, NULL, 0,
            60000, 2000, 50000, 40000, 3000, 1, 1, 'yellow', NULL, NULL, NULL, x'aa', 1000, 3000),
        ('CCCCCCCCCCCCCCCC', 7, '7x6', '434', 1, randomblob(32), ?1, NULL, 'Bob', 'resigned', 'red', 1,
            NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, 'red', 'DDDDDDDDDDDDDDDD', NULL, x'aa', 1000, 4000),
        ('DDDDDDDDDDDDDDDD', 1, '7x6', '4', 1, ?1, randomblob(32), 'Bob', NULL, NULL, NULL, 0,
            NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, 'CCCCCCCCCCCCCCCC', x'aa', 4000, 4000);
    PRAGMA user_version = 1;";

#[tokio::test]
async fn the_first_database_opens() {
    let folder = Arc::new(TempDir::new().unwrap());
    let secret = Secret::random();
    let hash =
        secret.hash().bytes().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let database = Connection::open(folder.path().join("foursight.db")).unwrap();
    database.execute_batch(&FIRST.replace("?1", &format!("x'{hash}'"))).unwrap();
    drop(database);
    let site = Site::in_folder(&folder, |_| {});
    let game = async |letter: &str| site.json(&format!("/api/games/{}", letter.repeat(16))).await;
    let open = game("A").await;
    assert_eq!(
        (&open["pos"], &open["seq"], &open["to_move"]),
        (&json!("44"), &json!(4), &json!("red"))
    );
    assert_eq!((&open["seats"]["red"]["name"], &open["updated_at"]), (&json!("Ann"), &json!(2000)));
    let swapped = game("B").await;
    assert_eq!(
        [
            &swapped["size"],
            &swapped["opening_rule"],
            &swapped["swapped"],
            &swapped["offers"]["takeback"]
        ],
        [&json!("8x7"), &json!("pie"), &json!(true), &json!("yellow")]
    );
    // The server's last sign of life is 2 s after the last move.
    let left = swapped["clock"]["red_ms"].as_i64().unwrap();
    assert!((47_000..=48_000).contains(&left), "time without a server does not count: {swapped}");
    let over = game("C").await;
    assert_eq!(
        [&over["start"], &over["ending"], &over["outcome"], &over["rematch_id"]],
        [&json!("4"), &json!("resigned"), &json!("red"), &json!("DDDDDDDDDDDDDDDD")]
    );
    let body = json!({ "column": 5, "ply": 2 });
    let seat = format!("Bearer {}", secret.text());
    let path = format!("/api/games/{}/moves", "B".repeat(16));
    let answer = site.post_with(&path, &[("authorization", &seat)], &body).await;
    assert_eq!(
        (answer.json()["pos"].clone(), answer.json()["seq"].clone()),
        (json!("455"), json!(7))
    );
    assert_eq!(game("D").await["seats"]["red"]["name"], "Bob");
    let kept = "SELECT (keep_until - updated_at) / 86400000 FROM game ORDER BY id";
    let database = crate::database::database(&folder);
    let mut kept = database.prepare(kept).unwrap();
    let days: Vec<i64> =
        kept.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(days[0], 180, "{days:?}");
    assert_eq!(days[3], 7, "{days:?}");
}
