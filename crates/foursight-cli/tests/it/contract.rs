//! The command line prints the same JSON as the server.

use foursight_answers::{Context, Endpoint, Request, Solvers};
use foursight_engine::{Limits, OpeningBooks};

use crate::run;

/// Checks that the command prints the server's answer to the same question, plus the fields `more` that only it knows.
#[track_caller]
fn check_contract(args: &[&str], endpoint: Endpoint, query: &str, more: &[&str]) {
    let printed = run(args, "").stdout;
    let mut object: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let fields = object.as_object_mut().unwrap();
    for name in more {
        assert!(fields.remove(*name).is_some(), "{args:?}: no {name}");
    }
    let request = Request { endpoint, id: "", query, body: b"" };
    let question = request.read(Context { today: 0, seed: 0 }).unwrap();
    let solvers = &mut Solvers::new(OpeningBooks::embedded());
    let answer = question.answer(solvers, Limits::default());
    let answered: serde_json::Value = serde_json::from_str(&answer.unwrap().text).unwrap();
    assert_eq!(object, answered, "{args:?}");
}

#[test]
fn json_is_that_of_the_server() {
    let pos = "37313333717124171162542";
    let query = format!("pos={pos}");
    check_contract(&["convert", "--to", "json", pos], Endpoint::Position, &query, &[]);
    check_contract(&["solve", "--json", pos], Endpoint::Score, &query, &[]);
    let more = ["columns", "nodes", "book", "micros"];
    check_contract(&["solve", "--json", "--all", "--stats", pos], Endpoint::Score, &query, &more);
    check_contract(&["analyze", "--json", pos], Endpoint::Analyze, &query, &["nodes"]);
    check_contract(&["bits", "--json", pos], Endpoint::Bits, &query, &[]);
    // Reasons have a time limit, which this board never reaches.
    let review = ["review", "--json", "--size", "5x4", "33311245"];
    check_contract(&review, Endpoint::Review, "pos=33311245&size=5x4&why=true", &[]);
    let level = format!("{query}&level=3&seed=7");
    let chosen = ["move", "--json", "--level", "3", "--seed", "7", pos];
    check_contract(&chosen, Endpoint::Move, &level, &[]);
    check_contract(&["why", "--json", "7443", "4"], Endpoint::Why, "pos=7443&column=4", &[]);
}

#[test]
fn a_position_that_no_game_reaches_is_converted_to_json_and_back() {
    let grid = "....\n....\nXX..\nOO..";
    let json = run(&["convert", "--to", "json", grid], "").stdout;
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(object["pos"].as_str().unwrap().starts_with("[0, 0"), "{json}");
    assert_eq!(object["rows"][3], "YY..");
    let back = run(&["convert", "--from", "json", "--to", "grid"], &json);
    assert_eq!(back.stdout, run(&["convert", "--to", "grid", grid], "").stdout, "{}", back.stderr);
}
