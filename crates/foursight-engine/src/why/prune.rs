//! Removes from a strategy the parts that its rules never use.

use foursight::reason::{Answers, Claim, Follow, MAX_POSITIONS, Reason, Start, Turn};
use foursight::{Bitboard, Bits, Cell, Size};

use super::playout::{Discs, FollowBits, Playout};

/// The same strategy without the double threats, pairs and spare columns that its rules never use.
///
/// It must achieve what it claims from `discs`.
pub(super) fn prune<S: Size>(reason: Reason, discs: &Discs<S>) -> Reason {
    let claim = reason.claim;
    let start = match reason.start {
        Start::Hero(turn) => Start::Hero(of_turn(claim, turn, discs)),
        Start::Other(answers) => Start::Other(of_answers(claim, answers, discs)),
    };
    Reason { start, ..reason }
}

fn of_turn<S: Size>(claim: Claim, turn: Turn, discs: &Discs<S>) -> Turn {
    match turn {
        Turn::Finish(cell) => Turn::Finish(cell),
        Turn::Play(cell, answers) => {
            Turn::Play(cell, of_answers(claim, answers, &discs.with_hero(bit(discs, cell))))
        }
    }
}

fn of_answers<S: Size>(claim: Claim, answers: Answers, discs: &Discs<S>) -> Answers {
    let Answers { named, follow } = answers;
    let replies = named.iter().fold(discs.landings(), |rest, (cell, _)| rest & !bit(discs, *cell));
    let follow = follow.map(|follow| of_follow(claim, &follow, discs, replies));
    let of_reply = |(cell, turn)| (cell, of_turn(claim, turn, &discs.with_other(bit(discs, cell))));
    Answers { named: named.into_iter().map(of_reply).collect(), follow }
}

/// The rule, which answers `replies`.
pub(super) fn of_follow<S: Size>(
    claim: Claim,
    follow: &Follow,
    discs: &Discs<S>,
    replies: S::Bits,
) -> Follow {
    let mut rule = FollowBits::new(discs.size, follow);
    let mut budget = MAX_POSITIONS;
    let mut playout = Playout::new(claim, &rule, &mut budget);
    playout.failures(discs, replies, 0);
    let Playout { paired, spared, doubled, .. } = playout;
    rule.double_threats = doubled;
    rule.pairs.retain(|(one, _)| *one & paired != S::Bits::ZERO);
    rule.spare.retain(|&column| discs.size.column_mask(column) & spared != S::Bits::ZERO);
    rule.to_follow()
}

fn bit<S: Size>(discs: &Discs<S>, cell: Cell) -> S::Bits {
    Bitboard::from_cell(discs.size, cell).bits()
}
