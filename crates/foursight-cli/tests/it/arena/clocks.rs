//! Clocks of individual players and of dialects.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::text;
use crate::run;

/// A player that takes a third of a second for each move.
const SLOW: &str = "slow=columns:sh -c 'while read line; do sleep 0.35; echo 0; done'";

/// The first game of a match, in JSON.
fn game(players: [&str; 2], clock: &str) -> Value {
    let args = ["arena", "match", "--trust", "--json", "--games=1", "--seed=1", "--clock", clock];
    let outcome = run(&[&args[..], &players].concat(), "").succeeded();
    serde_json::from_str(outcome.stdout.lines().next().unwrap()).unwrap()
}

#[test]
fn a_player_has_its_own_clock() {
    let handicap = game([&format!("{SLOW}@100ms"), "random"], "30s");
    assert_eq!(handicap["ending"], "late", "{handicap}");
    assert_eq!(handicap["clocks"], json!(["100ms", "30s"]));
    let help = game([&format!("{SLOW}@30s"), "b=random@20s"], "100ms");
    assert_ne!(help["ending"], "late", "{help}");
    assert_eq!(help["clocks"], json!(["30s", "20s"]));
    let dialects = game([SLOW, "theaigames:sh -c 'exit 3'"], "dialect");
    assert_eq!(dialects["clocks"], json!(["1.1s", "theaigames"]));
    for (player, message) in [
        ("random@2x", "random@2x: \"2x\" is not a clock; write"),
        ("human@2s", "human@2s: a human player cannot have a clock"),
    ] {
        run(&["arena", "match", player, "random"], "").failed(2, message);
    }
}

/// The stored clocks of the players and of the games.
fn clocks(folder: &TempDir) -> (Value, Vec<Value>) {
    let plan = text(&folder.path().join("arena/tournament.json"));
    let plan: Value = serde_json::from_str(&plan).unwrap();
    let games = text(&folder.path().join("arena/games.jsonl"));
    let games = games.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    (plan["clocks"].clone(), games.map(|game| game["clocks"].clone()).collect())
}

#[test]
fn a_class_has_the_clocks_of_its_dialects() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("class.toml");
    fs::write(folder.path().join("agent.py"), "def agent(observation, configuration): pass\n")
        .unwrap();
    let class = "[tournament]\nclock = \"dialect\"\nopenings = \"none\"\n\
        [[player]]\nname = \"a\"\nplayer = \"random\"\n\
        [[player]]\nname = \"b\"\nplayer = \"kaggle:agent.py\"\n\
        [[player]]\nname = \"c\"\nplayer = \"random\"\nclock = \"3s\"\n";
    let play = |class: &str, more: &[&str]| {
        fs::write(&file, class).unwrap();
        let args = ["arena", "run", "--trust", "--no-grades", file.to_str().unwrap()];
        run(&[&args[..], more].concat(), "")
    };
    play(class, &[]).succeeded();
    let (players, games) = clocks(&folder);
    assert_eq!(players, json!(["1s", "kaggle", "3s"]));
    assert_eq!(games.len(), 6);
    assert!(games.contains(&json!(["1s", "kaggle"])) && games.contains(&json!(["3s", "1s"])));
    let report = text(&folder.path().join("arena/report.html"));
    assert!(report.contains("the clocks of the dialects") && report.contains("<td>kaggle</td>"));
    // Games are played again only if a clock has changed.
    let handicap = class.replace("3s", "4s");
    let refused = play(&handicap, &[]);
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    let message = "the clock of c: \"3s\" when its games were played, \"4s\" now; replay its games with --again c, \
                   or choose another folder with --output";
    assert!(refused.stderr.contains(message), "{}", refused.stderr);
    assert_eq!(play(&handicap, &["--again", "c"]).code, Some(0));
    assert!(clocks(&folder).1.contains(&json!(["4s", "1s"])));
}
