//! Games with opening rules: one player places the first discs, and the other may swap sides.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::text;
use crate::{run, words, words_to};

/// A `CodinGame` player that steals if it may, and otherwise fills columns from the left.
const THIEF: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight-arena/tests/data/players/codingame_bot.py");

#[test]
fn a_swap_is_told() {
    let match_line = "arena match --trust --opening-rule=pie --size=9x7 --games=1 random";
    let args = [&words(match_line)[..], &[THIEF]].concat();
    let told = run(&args, "");
    assert!(told.stdout.contains(", sides swapped\n"), "{}", told.stdout);
    // The player who swapped is listed first, with the first disc.
    assert!(told.stdout.contains("  codingame_bot - random  "), "{}", told.stdout);
    let json = run(&[&args[..], &["--json"]].concat(), "");
    let lines = json.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let [game, score]: [Value; 2] = lines.collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((&game["swapped"], &game["opening_rule"]), (&true.into(), &"pie".into()), "{game}");
    assert_eq!(
        (&game["first"], &game["second"]),
        (&"codingame_bot".into(), &"random".into()),
        "{game}"
    );
    let moves = game["moves"].as_str().unwrap();
    if game["ending"] == "line" {
        let has_red_won = moves.len() % 2 == 1;
        assert_eq!(game["result"], if has_red_won { "1-0" } else { "0-1" }, "{game}");
        assert_eq!(score["losses"] == 1, has_red_won, "random has yellow: {score}");
    }
    let honest = run(&["arena", "match", "random", "random", "--games=1", "--json"], "");
    assert!(honest.stdout.contains("\"swapped\":false"), "{}", honest.stdout);

    let folder = TempDir::new().unwrap();
    let line = "arena run --trust --opening-rule=pie --size=9x7 --no-grades --output";
    let args = [&words_to(line, folder.path())[..], &["a=random", THIEF]].concat();
    let ran = run(&args, "").succeeded();
    assert!(ran.stdout.contains(", sides swapped\n"), "{}", ran.stdout);
    // The player who swapped is listed first, with the first disc.
    let games = text(&folder.path().join("games.csv"));
    assert!(games.contains(",codingame_bot,a,pie,true,"), "{games}");
    assert!(text(&folder.path().join("games.txt")).contains("[Swapped \"yes\"]"));
    let report = text(&folder.path().join("report.html"));
    assert!(report.contains("\"placed\":1,") && report.contains("\"swapped\":true"));
}

#[test]
fn no_imposed_opening_goes_with_a_rule() {
    for (option, remedy) in
        [("--openings=random:2", "set openings to none"), ("--opening=44", "leave --opening out")]
    {
        let refused =
            run(&["arena", "match", "random", "random", "--opening-rule=pie", option], "");
        let message = "opening-rule: the players open on an empty board";
        refused.failed(2, &format!("{message}; {remedy}\n"));
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("class.toml");
    fs::write(&file, "[tournament]\nopening-rule = \"pie\"\nopenings = \"random:2\"\n").unwrap();
    let file = file.to_str().unwrap();
    let refused = run(&["arena", "run", file, "a=random", "b=random"], "");
    let message = "opening-rule: the players open on an empty board; set openings to none";
    assert_eq!((refused.stderr, refused.code), (format!("error: {file}: {message}\n"), Some(2)));
    let allowed = "arena match random random --opening-rule=pie --openings none --games 1";
    assert_eq!(run(&words(allowed), "").code, Some(0));
}

/// Random openings were the default on boards other than 7x6.
#[test]
fn a_run_resumes_with_the_default_openings_of_earlier_versions() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = ["arena", "run", "--size=5x4", "--no-grades", "--output", out, "random", "b=random"];
    run(&[&args[..], &["--openings=random:6"]].concat(), "").succeeded();
    run(&args, "").succeeded();
}
