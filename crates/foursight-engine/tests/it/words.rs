//! Explanations as people read them: each idea and each sentence, with a position that produces it.

use foursight::notation::moves;
use foursight::{AnySize, Column};
use foursight_engine::why::{Idea, PartKind, Tier, Why};
use foursight_engine::{AnySolver, Control, Goal, MoveScores, Progress, Solve, TableSize};

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

/// A line of the file: the position or move, the tier and the idea of its explanation, and the whole explanation.
fn described(text: &str) -> String {
    let why = why(text);
    assert!(why.parts.len() <= 3, "{text}");
    let said: Vec<String> = why.lines().iter().map(|line| line.trim().to_owned()).collect();
    let (tier, idea) = (why.tier.number(), why.idea.map_or("-", Idea::name));
    format!("{text} | {tier} | {idea} | {}", said.join(" "))
}

/// `UPDATE_EXPECT=1` rewrites the file.
#[test]
fn every_idea_and_tier_has_its_words() {
    let mut lines = Vec::new();
    for line in EXPLANATIONS.lines() {
        let is_comment = line.starts_with('#');
        let text = line.split(" | ").next().unwrap();
        lines.push(if is_comment { line.to_owned() } else { described(text) });
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/explanations.txt");
        std::fs::write(path, lines.join("\n") + "\n").unwrap();
    } else {
        assert_eq!(lines, EXPLANATIONS.lines().collect::<Vec<_>>());
    }
    for idea in Idea::ALL {
        let column = format!("| {idea} |");
        assert!(lines.iter().any(|line| line.contains(&column)), "no position shows {idea}");
    }
    // A test of plans shows the other one.
    for tier in Tier::ALL.into_iter().filter(|tier| *tier != Tier::Plan) {
        let column = format!(" | {} | ", tier.number());
        assert!(lines.iter().any(|line| line.contains(&column)), "no position shows {tier:?}");
    }
}

#[test]
fn the_last_move_is_explained() {
    let lines = |text| why(text).lines();
    assert_eq!(lines("112233,4"), ["Red plays d1 and completes a1-b1-c1-d1."]);
    let filled = lines("72145334444455755533332222266666611177771,1");
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
    assert!(why.sentences()[0].ends_with(": Yellow can block only one."));
    assert!(why.parts.iter().all(|part| part.kind == PartKind::Reason && part.items.is_empty()));
}

#[test]
fn progress_goes_on_while_a_reason_is_looked_for() {
    let position = moves::position("7535164256444354", AnySize::default()).unwrap();
    let mut solver = AnySolver::new(position.size(), TableSize::from_mib(1));
    let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
    let best = scores.best().unwrap();
    let mut n_reports = 0;
    // A search would report nodes.
    let mut report = |progress: &Progress| {
        let is_known = (progress.lower, progress.upper) == (best.lower, best.upper);
        n_reports += usize::from(progress.nodes == 0 && is_known);
    };
    let mut control = Control { progress: Some(&mut report), ..Control::default() };
    Why::of_position(&position, &scores, &mut solver, &mut control);
    assert!(n_reports > 100, "{n_reports}");
}

#[test]
fn without_a_proof_nothing_is_claimed() {
    let position = moves::position("", AnySize::new(8, 8, 5).unwrap()).unwrap();
    let mut solver = AnySolver::new(position.size(), TableSize::from_mib(1));
    let limits = foursight_engine::Limits { nodes: Some(1), ..Default::default() };
    let mut control = Control::limited(limits);
    let scores = MoveScores::unproved(&position);
    let why = Why::of_position(&position, &scores, &mut solver, &mut control);
    assert_eq!(why.sentences(), ["The result is not proved."]);
    assert_eq!(why.explanation.proof(), None);
}
