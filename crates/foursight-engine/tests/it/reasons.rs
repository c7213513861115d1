//! Reasons that the finder proves, and how many.

use std::collections::HashSet;

use foursight::reason::{Answers, Claim, Follow, Reason, Start, Turn};
use foursight::{AnySize, Cell, Column, Player, Position, Size, Verdict};
use foursight_engine::why::prove;

use crate::naive::{Negamax, random_position, size};
use crate::scores::slow_tests;

/// The winner, found by trying everything.
fn winner(position: &Position<AnySize>, negamax: &mut Negamax<AnySize>) -> Option<Player> {
    match negamax.score(position).verdict() {
        Verdict::Win => Some(position.side_to_move()),
        Verdict::Loss => Some(position.side_to_move().other()),
        Verdict::Draw => None,
    }
}

fn is_true(hero: Player, claim: Claim, winner: Option<Player>) -> bool {
    winner.map_or(claim == Claim::Holds, |winner| winner == hero)
}

/// Looks for a reason for every claim, even for false ones; returns the number of reasons found.
fn check(position: &Position<AnySize>, negamax: &mut Negamax<AnySize>) -> usize {
    let (winner, width) = (winner(position, negamax), position.size().width());
    let columns: Vec<Column> = position.moves().collect();
    let mirrored_columns: Vec<Column> =
        columns.iter().map(|column| Column::new(width - 1 - column.index())).collect();
    let claims = [Claim::Wins, Claim::Holds];
    let cases = [Player::First, Player::Second].map(|hero| claims.map(|claim| (hero, claim)));
    let mut n_found = 0;
    for (hero, claim) in cases.into_iter().flatten() {
        let found = prove(position, hero, claim, &columns);
        assert!(found.is_none() || is_true(hero, claim, winner), "{hero:?} {claim:?} {position:?}");
        n_found += usize::from(found.is_some());
        if position.mirror() != *position {
            let mirrored = prove(&position.mirror(), hero, claim, &mirrored_columns);
            let expected = found.map(|proof| proof.reason().mirror(width));
            assert_eq!(mirrored.map(|proof| proof.reason().clone()), expected, "{position:?}");
        }
    }
    n_found
}

/// A fortieth of `n` unless slow tests are enabled.
fn sample(n: usize) -> usize {
    if slow_tests() { n } else { n / 40 }
}

#[test]
fn reasons_on_the_smallest_board_are_true_and_mirrored() {
    let mut negamax = Negamax::new();
    let mut positions = vec![Position::empty(size("4x4"))];
    let mut n_found = 0;
    for _ in 0..if slow_tests() { 10 } else { 4 } {
        n_found += positions.iter().map(|position| check(position, &mut negamax)).sum::<usize>();
        let next = |position: &Position<AnySize>| {
            let open = position.moves().filter(|&column| !position.is_winning_move(column));
            open.map(|column| position.play(column).unwrap()).collect::<Vec<_>>()
        };
        let mut known = HashSet::new();
        positions = positions.iter().flat_map(next).filter(|next| known.insert(*next)).collect();
    }
    assert!(n_found > 100, "{n_found}");
}

#[test]
fn reasons_of_random_positions_are_true_and_mirrored() {
    let cases = [
        ("5x4", 6..20, 4_000),
        ("4x5", 6..20, 4_000),
        ("5x5", 12..25, 4_000),
        ("6x5", 18..30, 3_000),
        ("5x5 3", 4..8, 2_000),
        ("6x6 5", 24..36, 1_000),
        ("7x6", 28..42, 2_000),
    ];
    for (text, plies, n_positions) in cases {
        let mut random = fastrand::Rng::with_seed(1);
        let mut negamax = Negamax::new();
        let positions = (0..sample(n_positions))
            .map(|_| random_position(size(text), &mut random, plies.clone()))
            .filter(|position| position.outcome().is_none());
        let n_found: usize = positions.map(|position| check(&position, &mut negamax)).sum();
        assert!(n_found > 2 * sample(n_positions) / 3, "{text}: {n_found}");
    }
}

/// A true claim about a position, with the hero's moves worth trying.
struct Case {
    position: Position<AnySize>,
    hero: Player,
    claim: Claim,
    first: Vec<Column>,
}

impl Case {
    fn prove(&self) -> Option<Reason> {
        prove(&self.position, self.hero, self.claim, &self.first)
            .map(|proof| proof.reason().clone())
    }
}

fn cases() -> impl Iterator<Item = Case> {
    let lines = include_str!("../data/reasons.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let [played, hero, claim, first] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let position: Position<AnySize> = played.parse::<Position>().unwrap().to_any();
        let mover = position.side_to_move();
        Case {
            position,
            hero: if hero == "mover" { mover } else { mover.other() },
            claim: if claim == "wins" { Claim::Wins } else { Claim::Holds },
            first: first.chars().map(|symbol| Column::from_symbol(symbol).unwrap()).collect(),
        }
    })
}

#[test]
fn most_results_of_the_middle_of_a_game_have_a_reason() {
    let n_found = cases().filter(|case| case.prove().is_some()).count();
    assert!(n_found >= 68, "{n_found}");
}

/// The same reason, each time without one part of its first rule: double threats, a pair, or a spare column.
fn without_a_part(reason: &Reason) -> Vec<Reason> {
    let answers = match &reason.start {
        Start::Other(answers) | Start::Hero(Turn::Play(_, answers)) => answers,
        Start::Hero(Turn::Finish(_)) => return Vec::new(),
    };
    let Some(follow) = &answers.follow else { return Vec::new() };
    let without_pair = |index| {
        let mut fewer = follow.clone();
        fewer.pairs.remove(index);
        fewer
    };
    let without_column = |index| {
        let mut fewer = follow.clone();
        fewer.spare.remove(index);
        fewer
    };
    let fewer = (0..follow.pairs.len()).map(without_pair);
    let fewer = fewer.chain((0..follow.spare.len()).map(without_column));
    let plain = Follow { double_threats: false, ..follow.clone() };
    let fewer = fewer.chain(follow.double_threats.then_some(plain));
    let start = |follow| {
        let answers = Answers { follow: Some(follow), ..answers.clone() };
        match &reason.start {
            Start::Hero(turn) => Start::Hero(Turn::Play(turn.cell(), answers)),
            Start::Other(_) => Start::Other(answers),
        }
    };
    fewer.map(|follow| Reason { start: start(follow), ..reason.clone() }).collect()
}

/// A part that a rule uses changes the checker's result, even if another answer works too.
#[test]
fn rules_have_no_part_that_they_never_use() {
    let mut n_parts = 0;
    for case in cases().filter(|case| case.position.ply() >= 16) {
        let Some(proof) = prove(&case.position, case.hero, case.claim, &case.first) else {
            continue;
        };
        for fewer in without_a_part(proof.reason()) {
            n_parts += 1;
            let same = fewer.check(&case.position).is_ok_and(|other| {
                (other.n_positions(), other.blocks(), other.detours(), other.double_threats())
                    == (
                        proof.n_positions(),
                        proof.blocks(),
                        proof.detours(),
                        proof.double_threats(),
                    )
                    && other.finishes().eq(proof.finishes())
            });
            assert!(!same, "{:?} has a part too many", proof.reason());
        }
    }
    assert!(n_parts > 20, "{n_parts}");
}

/// Copies of a reason, each wrong in one point.
fn mutations(reason: &Reason) -> Vec<Reason> {
    let start = |start| Reason { start, ..reason.clone() };
    match &reason.start {
        Start::Hero(turn) => {
            of_turn(turn).into_iter().map(|turn| start(Start::Hero(turn))).collect()
        }
        Start::Other(answers) => {
            of_answers(answers).into_iter().map(|answers| start(Start::Other(answers))).collect()
        }
    }
}

fn of_turn(turn: &Turn) -> Vec<Turn> {
    let cell = turn.cell();
    let moved = Cell { column: Column::new((cell.column.index() + 1) % 7), ..cell };
    match turn {
        Turn::Finish(_) => vec![Turn::Finish(moved)],
        Turn::Play(_, answers) => {
            let mut mutated = vec![Turn::Play(moved, answers.clone()), Turn::Finish(cell)];
            let others = of_answers(answers);
            mutated.extend(others.into_iter().map(|answers| Turn::Play(cell, answers)));
            mutated
        }
    }
}

fn of_answers(answers: &Answers) -> Vec<Answers> {
    let mut mutated = vec![Answers { follow: None, ..answers.clone() }];
    for (index, (_, turn)) in answers.named.iter().enumerate() {
        let mut dropped = answers.clone();
        dropped.named.remove(index);
        mutated.push(dropped);
        for turn in of_turn(turn) {
            let mut changed = answers.clone();
            changed.named[index].1 = turn;
            mutated.push(changed);
        }
    }
    let follows = answers.follow.iter().flat_map(of_follow);
    mutated.extend(follows.map(|follow| Answers { follow: Some(follow), ..answers.clone() }));
    mutated
}

fn of_follow(follow: &Follow) -> Vec<Follow> {
    let mut mutated = vec![
        Follow { double_threats: !follow.double_threats, ..follow.clone() },
        Follow { pairs: Vec::new(), ..follow.clone() },
        Follow { spare: Vec::new(), ..follow.clone() },
        Follow { spare: follow.spare.iter().rev().copied().collect(), ..follow.clone() },
    ];
    if let [one, two, rest @ ..] = &*follow.pairs {
        let swapped = [(one.0, two.1), (two.0, one.1)].into_iter().chain(rest.iter().copied());
        mutated.push(Follow { pairs: swapped.collect(), ..follow.clone() });
    }
    mutated
}

#[test]
fn a_mutated_reason_is_rejected_or_true() {
    let size = size("5x4");
    let (mut random, mut negamax) = (fastrand::Rng::with_seed(3), Negamax::new());
    let (mut n_accepted, mut n_rejected) = (0, 0);
    for _ in 0..sample(4_000) {
        let position = random_position(size, &mut random, 6..18);
        let columns: Vec<Column> = position.moves().collect();
        for (hero, claim) in [Claim::Wins, Claim::Holds]
            .into_iter()
            .flat_map(|claim| [Player::First, Player::Second].map(|hero| (hero, claim)))
        {
            let Some(proof) = prove(&position, hero, claim, &columns) else { continue };
            for mutated in mutations(proof.reason()) {
                match mutated.check(&position) {
                    Ok(_) => {
                        assert!(is_true(hero, claim, winner(&position, &mut negamax)));
                        n_accepted += 1;
                    }
                    Err(_) => n_rejected += 1,
                }
            }
        }
    }
    assert!(n_accepted > 0 && n_rejected > n_accepted, "{n_accepted} {n_rejected}");
}
