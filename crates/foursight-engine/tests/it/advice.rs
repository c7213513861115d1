//! The moves to point out, and what to say about them.

use foursight::{Column, Position, STANDARD, Score, Size};
use foursight_engine::{Advice, MoveScores};

/// The advice in a position of the standard board with these scores: the columns to point out, the columns to mark as
/// good, and the words.
#[track_caller]
fn check(pos: &str, scores: [i8; 7], columns: &[usize], recommended: &[usize], words: &str) {
    let position: Position = pos.parse().unwrap();
    let of_column =
        |column: Column| position.can_play(column).then(|| Score::new(scores[column.index()]));
    let scores = MoveScores::exact(STANDARD.columns().map(of_column));
    let advice = Advice::new(&scores, &position).unwrap();
    let numbers = |columns: &[Column]| columns.iter().map(|c| c.index() + 1).collect::<Vec<_>>();
    assert_eq!(numbers(advice.columns()), columns, "{words}");
    assert_eq!(numbers(advice.recommended()), recommended, "{words}");
    assert_eq!(advice.to_string(), words);
}

#[test]
fn the_best_moves_are_recommended() {
    check("", [-2, -1, 0, 1, 0, -1, -2], &[4], &[4], "column d wins in 21 moves");
    check(
        "",
        [-2, 1, 0, 1, 0, 1, -2],
        &[2, 4, 6],
        &[2, 4, 6],
        "columns b, d and f win in 21 moves",
    );
    check("", [-2, 0, -1, -1, -1, 0, -2], &[2, 6], &[2, 6], "columns b and f draw");
}

#[test]
fn where_all_moves_lose_one_resists_longest() {
    let one = "all moves lose; column e holds out longest";
    check("", [-9, -9, -9, -9, -2, -9, -9], &[5], &[], one);
    let two = "all moves lose; columns b and e hold out longest";
    check("", [-9, -3, -9, -9, -3, -9, -9], &[2, 5], &[], two);
}

#[test]
fn where_all_moves_are_alike_none_is_pointed_at() {
    check("3443", [-19; 7], &[], &[], "all moves lose in 1 move");
    check("3443", [-18; 7], &[], &[], "all moves lose in 2 moves");
    check("", [0; 7], &[], &[], "all moves draw");
    check("444444", [3; 7], &[], &[], "all moves win in 16 moves");
}

#[test]
fn an_only_move_is_named() {
    let pos = "325642551314142231554156261443662633";
    check(pos, [-2; 7], &[7], &[], "column g, the only move, loses in 2 moves");
    check(pos, [2; 7], &[7], &[7], "column g, the only move, wins in 2 moves");
}

#[test]
fn without_a_proof_there_is_no_advice() {
    let position = Position::new();
    assert_eq!(Advice::new(&MoveScores::unproved(&position), &position), None);
    let over: Position = "1212121".parse().unwrap();
    assert_eq!(Advice::new(&MoveScores::unproved(&over), &over), None);
}
