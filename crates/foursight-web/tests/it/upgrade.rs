//! A database of the first version, as that version made it, opens with everything in it.

use std::sync::Arc;

use foursight_files::secrets::Secret;
use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::Site;

const FIRST: &str = include_str!("../data/first.sql");

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
