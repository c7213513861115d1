//! The data of a server are backed up, lost and restored: all games are as they were, and go on.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::Server;

#[test]
fn games_go_on_from_their_backup() {
    let folder = TempDir::new().expect("a folder");
    let [data, copy] = ["data", "copy.db"].map(|name| folder.path().join(name));
    let [data_text, copy_text] = [&data, &copy].map(|path| path.to_str().expect("a plain path"));
    let mut server = Server::start(&data);
    let game = |settings: Value, requests: &[(usize, &str, Value)]| {
        let (path, secrets) = server.game(&settings);
        for (seat, what, body) in requests {
            let state = server.send("POST", &format!("{path}/{what}"), &secrets[*seat], body);
            assert!(state["seq"].is_u64(), "{state}");
        }
        (path, secrets)
    };
    let play =
        |seat, column: usize, ply: usize| (seat, "moves", json!({ "column": column, "ply": ply }));
    let act = |seat, action: &str| (seat, "actions", json!({ "action": action }));
    let clock = json!({ "initial_s": 600, "increment_s": 5 });
    let pie = json!({ "name": "Ann", "opening_rule": "pie", "size": "8x7", "clock": clock });
    let games = [
        game(
            pie,
            &[
                play(0, 4, 0),
                act(1, "swap"),
                play(0, 5, 1),
                act(1, "say_thanks"),
                act(0, "offer_draw"),
            ],
        ),
        game(
            json!({ "pos": "44" }),
            &[act(0, "resign"), act(1, "offer_rematch"), act(0, "accept_rematch")],
        ),
        game(
            json!({}),
            &[play(0, 1, 0), play(1, 2, 1), act(1, "offer_takeback"), act(0, "accept_takeback")],
        ),
    ];
    let state = |server: &Server, path: &str| {
        let mut state = server.send("GET", path, "", &Value::Null);
        // A clock may be running.
        state["clock"] = json!(state["clock"]["increment_s"]);
        state
    };
    let mut paths: Vec<String> = games.iter().map(|(path, _)| path.clone()).collect();
    let rematch = state(&server, &paths[1])["rematch_id"].as_str().expect("it began").to_owned();
    paths.push(format!("/api/games/{rematch}"));
    let states = |server: &Server| paths.iter().map(|path| state(server, path)).collect::<Vec<_>>();
    let before = states(&server);
    let copied = crate::run(&["serve", "backup", copy_text, "--data", data_text], "").succeeded();
    assert!(copied.stdout.contains(": 4 games, "), "{}", copied.stdout);
    let late = server.send(
        "POST",
        &format!("{}/moves", paths[2]),
        &games[2].1[1],
        &json!({ "column": 3, "ply": 1 }),
    );
    assert_eq!(late["pos"], "13", "it comes after the backup, and is lost");

    server.kill();
    std::fs::remove_dir_all(&data).expect("the data are lost");
    std::fs::create_dir(&data).expect("a folder");
    std::fs::rename(&copy, data.join("foursight.db")).expect("it can be restored");
    let server = Server::start(&data);
    assert_eq!(states(&server), before);
    let (path, secrets) = &games[2];
    let body = json!({ "column": 7, "ply": 1 });
    let state = server.send("POST", &format!("{path}/moves"), &secrets[1], &body);
    assert_eq!(state["pos"], "17", "the seats are the players' still");
}
