//! Explanations as people read them: each idea and each sentence with a position that brings it about.

use foursight::notation::moves;
use foursight::{AnySize, Column};
use foursight_engine::why::{Idea, Why};
use foursight_engine::{AnySolver, Control, Goal, MoveScores, Solve, TableSize};

const EXPLANATIONS: &str = include_str!("../data/explanations.txt");

/// The explanation of a position, or of the move after the comma.
fn why(text: &str) -> Why {
    let (moves, column) = text.split_once(',').unwrap_or((text, ""));
    let position = moves::position(moves, AnySize::default()).unwrap();
    let mut solver = AnySolver::new(position.size(), TableSize::from_mib(1));
    let control = &mut Control::default();
    let scores = solver.solve_moves(&position, Goal::Score, control);
    match column.chars().next().and_then(Column::from_symbol) {
        Some(column) => Why::of_move(&position, column, &scores, &mut solver, control),
        None => Why::of_position(&position, &scores, &mut solver, control),
    }
}

#[test]
fn every_idea_has_its_words() {
    let mut ideas = Vec::new();
    for line in EXPLANATIONS.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(" | ");
        let mut next = || parts.next().unwrap_or_else(|| panic!("{line:?} lacks a part"));
        let (text, idea, sentences) = (next(), next(), next());
        let why = why(text);
        assert_eq!(why.sentences.join(" "), sentences, "{text}");
        assert_eq!(why.idea.map_or("-", Idea::name), idea, "{text}");
        assert!(why.sentences.len() <= 3, "{text}");
        ideas.extend(why.idea);
    }
    for idea in Idea::ALL {
        assert!(ideas.contains(&idea), "no position shows {idea}");
    }
}

#[test]
fn the_last_move_is_explained() {
    let sentences = |text| why(text).sentences;
    assert_eq!(sentences("112233,4"), ["Red plays d1 and completes a1-b1-c1-d1."]);
    let filled = sentences("72145334444455755533332222266666611177771,1");
    assert_eq!(filled, ["Yellow plays a6 and holds: the board is full without a line."]);
}

#[test]
fn the_line_shows_what_the_sentences_say() {
    let line = |text| moves::write(&why(text).line);
    assert_eq!(line("4131251222,7"), "433", "d2, the block in c2, and c3");
    assert_eq!(line("11745724442422543535,3"), "3", "the step has been played");
    assert_eq!(line("7214533444445575553333222226").chars().rev().nth(1), Some('6'), "f3 is left");
}

#[test]
fn a_win_is_explained_although_nothing_is_solved() {
    let position = moves::position("5566", AnySize::new(10, 10, 4).unwrap()).unwrap();
    let mut solver = AnySolver::new(position.size(), TableSize::from_mib(1));
    let limits = foursight_engine::Limits { nodes: Some(1), ..Default::default() };
    let mut control = Control::limited(limits);
    let scores = MoveScores::unproved(&position);
    let why = Why::of_position(&position, &scores, &mut solver, &mut control);
    assert_eq!(why.idea, Some(Idea::DoubleThreat));
    assert_eq!(why.sentences[1], "Yellow can block only one.");
}

#[test]
fn without_a_proof_nothing_is_claimed() {
    let position = moves::position("", AnySize::new(10, 10, 5).unwrap()).unwrap();
    let mut solver = AnySolver::new(position.size(), TableSize::from_mib(1));
    let limits = foursight_engine::Limits { nodes: Some(1), ..Default::default() };
    let mut control = Control::limited(limits);
    let scores = MoveScores::unproved(&position);
    let why = Why::of_position(&position, &scores, &mut solver, &mut control);
    assert_eq!(why.sentences, ["The result is not proved."]);
    assert_eq!(why.explanation.proof(), None);
}
