//! Games with opening rules: one player places the first discs, and the other may swap sides.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::text;
use crate::run;

/// A `CodinGame` player that steals if it may, and otherwise fills columns from the left.
const THIEF: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight-arena/tests/data/players/codingame_bot.py");

#[test]
fn a_swap_is_told() {
    let args =
        ["match", "--trust", "--opening-rule=pie", "--size=9x7", "--games=1", "random", THIEF];
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
    let honest = run(&["match", "random", "random", "--games=1", "--json"], "");
    assert!(honest.stdout.contains("\"swapped\":false"), "{}", honest.stdout);

    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = [
        "arena",
        "run",
        "--trust",
        "--opening-rule=pie",
        "--size=9x7",
        "--no-grades",
        "--out",
        out,
    ];
    let ran = run(&[&args[..], &["a=random", THIEF]].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains(", sides swapped\n"), "{}", ran.stdout);
    // The player who swapped is listed first, with the first disc.
    let games = text(&folder.path().join("games.csv"));
    assert!(games.contains(",codingame_bot,a,pie,true,"), "{games}");
    assert!(text(&folder.path().join("games.txt")).contains("[Swapped \"yes\"]"));
    assert!(text(&folder.path().join("report.html")).contains("\"placed\":1,\"swapped\":true"));
}

#[test]
fn no_imposed_opening_goes_with_a_rule() {
    for (option, remedy) in
        [("--opening-plies=2", "use --opening-plies 0"), ("--opening=44", "leave --opening out")]
    {
        let refused = run(&["match", "random", "random", "--opening-rule=pie", option], "");
        let message = "error: --opening-rule: the players open on an empty board";
        assert_eq!((refused.stderr, refused.code), (format!("{message}; {remedy}\n"), Some(2)));
    }
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("class.toml");
    fs::write(&file, "[tournament]\nopening-rule = \"pie\"\nopenings = \"random:2\"\n").unwrap();
    let file = file.to_str().unwrap();
    let refused = run(&["arena", "run", file, "a=random", "b=random"], "");
    let message = "opening-rule: the players open on an empty board; set openings to none";
    assert_eq!((refused.stderr, refused.code), (format!("error: {file}: {message}\n"), Some(2)));
    let allowed =
        ["match", "random", "random", "--opening-rule=pie", "--opening-plies", "0", "--games", "1"];
    assert_eq!(run(&allowed, "").code, Some(0));
}

/// The perfect level leaves the sides even, and takes the winning side if a newcomer opened.
#[test]
fn levels_place_discs_and_swap_sides() {
    let games = |first: &str, rule: &str| {
        let rule = format!("--opening-rule={rule}");
        let args = ["match", first, "level:10", &rule, "--games=1", "--json", "--seed=1"];
        let played = run(&args, "");
        let line = played.stdout.lines().next().unwrap_or_else(|| panic!("{}", played.stderr));
        serde_json::from_str::<Value>(line).unwrap()
    };
    for rule in ["pie", "swap"] {
        let game = games("level:10", rule);
        assert_eq!((&game["swapped"], &game["result"]), (&false.into(), &"1/2".into()), "{game}");
    }
    let moves = games("level:10", "pie")["moves"].as_str().unwrap().to_owned();
    assert!(moves.starts_with(['3', '5']), "both are draws: {moves}");
    let wrong = run(&["match", "random", "random", "--opening-rule=pi"], "");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("[possible values: none, pie, swap]"), "{}", wrong.stderr);
}

/// Random openings were the default on boards other than 7x6.
#[test]
fn a_run_resumes_with_the_default_openings_of_earlier_versions() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = ["arena", "run", "--size=5x4", "--no-grades", "--out", out, "random", "b=random"];
    let earlier = run(&[&args[..], &["--openings=random:6"]].concat(), "");
    assert_eq!(earlier.code, Some(0), "{}", earlier.stderr);
    let resumed = run(&args, "");
    assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
}
