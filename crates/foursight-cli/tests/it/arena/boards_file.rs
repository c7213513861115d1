//! The boards of running games, as other programs see them.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::text;
use crate::run;

#[test]
fn a_file_has_the_boards_of_running_games() {
    let folder = TempDir::new().unwrap();
    let [out, boards] = ["out", "boards.json"].map(|name| folder.path().join(name));
    let [out, file] = [&out, &boards].map(|path| path.to_str().unwrap());
    let args = ["arena", "run", "a=random", "b=level:1", "--size=5x4", "-o", out, "--boards", file];
    run(&args, "").succeeded();
    let boards: Vec<Value> = serde_json::from_str(&text(&boards)).unwrap();
    // The last game is over; each core that plays has a place.
    let games = text(&folder.path().join("out/games.jsonl"));
    for board in &boards {
        assert_eq!(board["is_over"], true, "{board}");
        let moves = board["moves"].as_str().unwrap();
        assert!(moves.len() >= 7, "{board}");
        let is_game = |line: &str| {
            let game: Value = serde_json::from_str(line).unwrap();
            let all = ["opening", "moves"].map(|part| game[part].as_str().unwrap()).concat();
            let players = game["players"].as_array().unwrap().iter();
            let names: Vec<&str> =
                players.map(|p| ["a", "b"][p.as_u64().unwrap() as usize]).collect();
            all == moves && board["players"] == json!(names)
        };
        assert!(games.lines().any(is_game), "{board}: {games}");
    }
    assert!(!boards.is_empty());
}

#[test]
fn a_file_of_boards_that_cannot_be_written_is_refused_before_the_first_game() {
    let folder = TempDir::new().unwrap();
    let [out, file] = ["out", "none/boards.json"].map(|name| folder.path().join(name));
    let [out, file] = [&out, &file].map(|path| path.to_str().unwrap());
    let outcome = run(&["arena", "run", "random", "level:1", "-o", out, "--boards", file], "");
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    let expected = format!("--boards {file}: No such file or directory");
    assert!(outcome.stderr.contains(&expected), "{}", outcome.stderr);
    assert!(outcome.stdout.is_empty(), "{}", outcome.stdout);
}
