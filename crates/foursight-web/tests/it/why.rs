//! Reasons, and games against the strategies behind them.

use serde_json::{Value, json};

use crate::Site;

#[tokio::test]
async fn a_move_has_the_reason_of_what_it_gave_away() {
    let site = Site::new();
    let why = site.json("/api/why?pos=7443&column=4").await;
    assert_eq!((&why["pos"], &why["kind"]), (&json!("74434"), &json!("certain")));
    assert_eq!((&why["hero"], &why["better"]), (&json!("yellow"), &json!(2)));
    assert_eq!(why["better_question"], json!({ "pos": "7443", "column": 2 }));
    assert_eq!((&why["line"], &why["line_cells"]), (&json!("251"), &json!(["b1", "e1", "a1"])));
}

/// Lets the strategy play until the game is over, against the first of `replies` that can be played each time; returns
/// the outcome.
async fn escape(site: &Site, pos: &str, replies: &[char]) -> String {
    let mut moves = String::new();
    loop {
        let answer = site.json(&format!("/api/why/answer?pos={pos}&moves={moves}")).await;
        let after = answer["pos"].as_str().unwrap().to_owned();
        assert_eq!(answer["column"].to_string(), after[after.len() - 1..], "{answer}");
        let state = site.json(&format!("/api/position?pos={after}")).await;
        if state["to_move"].is_null() {
            return state["outcome"].as_str().unwrap().to_owned();
        }
        let legal = state["legal"].as_array().unwrap();
        let can = |reply: &&char| legal.contains(&json!(reply.to_digit(10).unwrap()));
        let reply = replies.iter().find(can).expect("a column has room");
        moves = format!("{}{reply}", &after[pos.len()..]);
    }
}

#[tokio::test]
async fn whoever_tries_to_escape_loses_to_a_plan_of_the_whole_game() {
    let site = Site::new();
    let why = site.json("/api/why?pos=1&proof=true").await;
    let said = (&why["kind"], &why["hero"], &why["claim"]);
    assert_eq!(said, (&json!("certain"), &json!("yellow"), &json!("wins")), "{why}");
    assert!(why["plan_positions"].as_u64() > Some(100), "{why}");
    let after = why["strategies"][0]["after"].as_str().unwrap();
    assert!(why["line"].as_str().unwrap().starts_with(after), "the end of the main line: {why}");
    // The tests of the rules play many games against plans.
    let replies: Vec<char> = "4261537".chars().collect();
    assert_eq!(escape(&site, "1", &replies).await, "yellow");
    let no_plan = site.json("/api/why?pos=74434").await;
    assert_eq!(no_plan["plan_positions"], Value::Null, "a single strategy");
}

/// A strategy that holds for the side that wins; maps of the better move and of a position, which also have strategies
/// after some moves.
#[tokio::test]
async fn every_reason_that_is_shown_has_answers() {
    let site = Site::new();
    for (query, kind) in [
        ("pos=7637266314&column=5", "certain"),
        ("pos=64117125671623&column=3", "kept"),
        ("pos=36376766517472612&column=1", "replies"),
    ] {
        // On a busy machine the time may run out; what was proved until then is known the next time.
        let mut why = Value::Null;
        while why["kind"] != kind {
            why = site.json(&format!("/api/why?{query}&proof=true")).await;
        }
        let strategies = why["strategies"].as_array().unwrap();
        assert!(!strategies.is_empty(), "{why}");
        for strategy in strategies {
            let (pos, moves) = (why["pos"].as_str().unwrap(), strategy["after"].as_str().unwrap());
            let path = format!("/api/why/answer?pos={pos}&moves={moves}");
            let mut answer = site.get(&path).await;
            while answer.status == 503 {
                answer = site.get(&path).await;
            }
            let expected = &strategy["turn"]["cell"];
            assert_eq!((answer.status.as_u16(), &answer.json()["cell"]), (200, expected), "{path}");
        }
    }
}

#[tokio::test]
async fn without_a_reason_there_is_no_strategy() {
    let site = Site::new();
    let ask = async || site.get("/api/why/answer?pos=444432").await;
    let mut answer = ask().await;
    // On a busy machine the time may run out.
    while answer.status == 503 {
        assert_eq!(answer.error_code(), "not_solved_in_time");
        answer = ask().await;
    }
    answer.check_error(404, "no_strategy");
}

#[tokio::test]
async fn a_review_has_the_reasons_of_mistakes() {
    let site = Site::new();
    let plain = site.json("/api/review?pos=744345").await;
    assert_eq!(plain["moves"][4]["why"], Value::Null, "it was not asked for");
    let mut review = Value::Null;
    // On a busy machine the time may run out; what was proved until then is known the next time.
    while review["moves"][4]["why"].is_null() {
        review = site.json("/api/review?pos=744345&why=true").await;
    }
    assert_eq!(review["moves"][4]["symbol"], "??");
    let alone = site.json("/api/why?pos=7443&column=4").await;
    assert_eq!(review["moves"][4]["why"], alone);
    assert_eq!(review["moves"][5]["why"], Value::Null, "it was a best move");
}
