//! Games in which the second player takes over the first disc.

use serde_json::Value;
use tempfile::TempDir;

use super::text;
use crate::run;

/// A player of `CodinGame` that steals when it may, and else fills columns from the left.
const THIEF: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight-arena/tests/data/players/codingame_bot.py");

#[test]
fn a_theft_is_told() {
    let args = ["match", "--trust", "--steal", "--size=9x7", "--games=1", THIEF, THIEF];
    let told = run(&args, "");
    assert!(told.stdout.contains("a line is complete, the first disc stolen\n"), "{}", told.stdout);
    let json = run(&[&args[..], &["--json"]].concat(), "");
    let game: Value = serde_json::from_str(json.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(game["stolen"], true, "{game}");
    let honest = run(&["match", "random", "random", "--games=1", "--json"], "");
    assert!(honest.stdout.contains("\"stolen\":false"), "{}", honest.stdout);

    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = ["arena", "run", "--trust", "--steal", "--size=9x7", "--no-grades", "--out", out];
    let ran = run(&[&args[..], &["a=random", THIEF]].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains(", the first disc stolen\n"), "{}", ran.stdout);
    // The thief is told as the player of the first disc, and the other one as who chose it.
    let games = text(&folder.path().join("games.csv"));
    assert!(games.contains(",codingame_bot,a,true,"), "{games}");
    assert!(text(&folder.path().join("games.txt")).contains("[Stolen \"yes\"]"));
    assert!(text(&folder.path().join("report.html")).contains("\"stolen\":true"));
}

#[test]
fn no_opening_goes_with_stealing() {
    let refused = run(&["match", "random", "random", "--steal", "--opening-plies", "2"], "");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("--steal: only an empty board"), "{}", refused.stderr);
    let allowed = ["match", "random", "random", "--steal", "--opening-plies", "0", "--games", "1"];
    assert_eq!(run(&allowed, "").code, Some(0));
}
