//! The scores of columns.

use foursight_answers::ProblemKind;
use serde_json::Value;

use crate::ask;

#[track_caller]
fn check(target: &str, expected: &str) {
    assert_eq!(ask(target).expect("it is solved").text, expected, "{target}");
}

#[test]
fn boards_of_all_sizes_are_solved() {
    check("/solve?pos=443", r#"{"pos":"443","score":[-18,2,-18,-18,2,-18,-18]}"#);
    check("/solve?pos=444444", r#"{"pos":"444444","score":[-1,0,1,100,1,0,-1]}"#);
    check("/solve?pos=0&size=4x4", r#"{"pos":"0","score":[0,0,0,0]}"#);
    check("/solve?size=3x3&connect=3", r#"{"pos":"","score":[0,0,0]}"#);
}

#[track_caller]
fn check_problem(target: &str, kind: ProblemKind, field: Option<&str>, message: &str) {
    let problem = ask(target).expect_err(target);
    let found = (problem.kind, problem.field, problem.message.as_str());
    assert_eq!(found, (kind, field, message), "{target}");
}

#[test]
fn wrong_questions_say_what_is_wrong() {
    let invalid = ProblemKind::Invalid;
    check_problem("/solve?pos=8", invalid, Some("pos"), "move 1: '8' is not a column from 1 to 7");
    check_problem(
        "/solve?connect=x",
        invalid,
        None,
        "connect: \"x\" is not a whole number, or is too large",
    );
    let message =
        "puzzles are numbered from 1 to 1000000; higher numbers are daily puzzles, up to today's";
    check_problem("/api/puzzles/2000000", ProblemKind::NotFound, None, message);
    let message = "\"x\" is not a whole number, or is too large";
    check_problem("/api/puzzles/x", invalid, None, message);
}

/// The answers about finished games, full columns and invalid rows, which all ways into the program share.
#[test]
fn what_has_no_moves_has_one_answer() {
    let answers = include_str!("../../../foursight/tests/data/answers.json");
    for expected in serde_json::from_str::<Vec<Value>>(answers).unwrap() {
        let pos = expected["pos"].as_str().unwrap();
        let [score, columns] =
            ["/api/score", "/solve"].map(|path| ask(&format!("{path}?pos={pos}")));
        if let Some(message) = expected["error"].as_str() {
            assert_eq!([score, columns].map(|answer| answer.unwrap_err().message), [message; 2]);
            continue;
        }
        let [score, columns] = [score, columns].map(|answer| {
            serde_json::from_str::<Value>(&answer.unwrap().text).unwrap()["score"].clone()
        });
        let mut full_is_100 = expected["columns"].clone();
        let numbers = full_is_100.as_array_mut().unwrap().iter_mut();
        numbers.filter(|number| number.is_null()).for_each(|number| *number = 100.into());
        assert_eq!((score, columns), (expected["score"].clone(), full_is_100), "{pos}");
    }
}
