//! The failure of a strategy after a move other than the one it answers: the first failure of a player who obeys it
//! literally.
//!
//! The search follows all lines of play together, one disc of each side at a time, so the failure found takes the
//! fewest discs.

use std::collections::HashSet;
use std::{mem, ptr};

use foursight::reason::{Answers, Claim, MAX_POSITIONS, Reason, Start, Turn};
use foursight::{AnySize, Bitboard, Bits, Cell, Position, Size};

use super::playout::{BuildKeyHasher, Discs, Effect, FollowBits};
use super::sentence::Break;
use super::story::winning_cells;
use super::strategy::Rule;
use super::ties::Ties;
use crate::short_sort::sort_short_by_key;

type AnyBits = <AnySize as Size>::Bits;

/// The failure of the strategy against a mistake if `better` is played instead. Its rule does what `rule` says.
pub(super) fn after_better(
    reason: &Reason,
    rule: Option<&Rule>,
    before: &Position<AnySize>,
    better: Cell,
    ties: Ties,
) -> Break {
    let Ok(after) = before.play(better.column) else { return Break::Unsaid };
    let threats = winning_cells(&after, before.side_to_move()) & after.playable_cells();
    let all_threats: Vec<_> = threats.cells().collect();
    let first = match &reason.start {
        Start::Hero(turn) => Some(turn.cell()),
        Start::Other(_) => None,
    };
    let found = shortest(reason, rule, &after).into_iter().map(|found| match (found, first) {
        (Break::OutOfReach(cell), _) if cell == better => Break::Taken,
        (Break::Counter(threat), Some(instead)) if threats.contains(threat) => {
            Break::NoTime { threats: all_threats.clone(), instead }
        }
        (found, _) => found,
    });
    first_of(found, ties)
}

/// The failure of the strategy that begins with a better move, after the mistake in `cell`.
pub(super) fn after_mistake(
    reason: Reason,
    rule: Option<&Rule>,
    before: &Position<AnySize>,
    cell: Cell,
    ties: Ties,
) -> Break {
    let (Start::Hero(Turn::Play(_, answers)), Ok(after)) = (reason.start, before.play(cell.column))
    else {
        return Break::Unsaid;
    };
    let rest = Reason { start: Start::Other(answers), ..reason };
    first_of(shortest(&rest, rule, &after).into_iter(), ties)
}

/// The failure to report, out of several.
fn first_of(found: impl Iterator<Item = Break>, ties: Ties) -> Break {
    let key = |found: &Break| {
        let place = |cell: &Cell| (cell.row, ties.key(cell.column));
        let (rank, cell, threats) = found.rank();
        let mut threats: Vec<_> = threats.iter().map(place).collect();
        sort_short_by_key(&mut threats, |&place| place);
        (rank, cell.as_ref().map(place), threats)
    };
    found.min_by_key(key).unwrap_or(Break::Unsaid)
}

impl Break {
    /// The rank of this failure among failures, and the cells that it is about.
    fn rank(&self) -> (usize, Option<Cell>, &[Cell]) {
        match *self {
            Self::NoTime { ref threats, .. } => (0, None, threats),
            Self::Taken => (1, None, &[]),
            Self::Counter(cell) => (2, Some(cell), &[]),
            Self::Unforced(cell) => (3, Some(cell), &[]),
            Self::OutOfReach(cell) => (4, Some(cell), &[]),
            Self::Blocked(cell) => (5, Some(cell), &[]),
            Self::Fills => (6, None, &[]),
            // From the easiest to see: two threats, a block, one threat, none.
            Self::Unanswered { reply, ref threats } if threats.len() > 1 => {
                (7, Some(reply), threats)
            }
            Self::Stopped(cell) => (8, Some(cell), &[]),
            Self::Unanswered { reply, ref threats } => (10 - threats.len(), Some(reply), threats),
            Self::Unsaid => (11, None, &[]),
        }
    }
}

/// Every way to defeat the strategy in `position` with the fewest discs; none if the strategy works, or if there are
/// too many positions to look at.
fn shortest(reason: &Reason, rule: Option<&Rule>, position: &Position<AnySize>) -> Vec<Break> {
    let rule = rule.map(|rule| (FollowBits::new(position.size(), &rule.follow()), rule.blocks));
    let mut search = Search { claim: reason.claim, rule, found: Vec::new(), next: Vec::new() };
    let discs = Discs::new(position, reason.hero);
    match &reason.start {
        Start::Hero(turn) => search.turn(&discs, turn),
        Start::Other(answers) => search.next.push((discs, Some(answers))),
    }
    let mut n_positions = 0;
    while search.found.is_empty() && n_positions <= MAX_POSITIONS {
        let places = mem::take(&mut search.next);
        if places.is_empty() {
            break;
        }
        let mut seen = HashSet::<_, BuildKeyHasher>::default();
        for (discs, answers) in places {
            if seen.insert((discs, answers.map(ptr::from_ref))) {
                n_positions += 1;
                search.replies(&discs, answers);
            }
        }
    }
    search.found
}

/// A position with the other side to move; without answers, the rule applies to the end.
type Place<'a> = (Discs<AnySize>, Option<&'a Answers>);

struct Search<'a> {
    claim: Claim,
    /// Paired with whether it looks for blocks.
    rule: Option<(FollowBits<AnySize>, bool)>,
    found: Vec<Break>,
    /// The positions after one more disc of each side.
    next: Vec<Place<'a>>,
}

impl<'a> Search<'a> {
    /// Tries every disc of the other side.
    fn replies(&mut self, discs: &Discs<AnySize>, answers: Option<&'a Answers>) {
        let (landings, lost) = (discs.landings(), discs.other_finishes());
        if landings == AnyBits::ZERO {
            return self.fill();
        }
        self.found.extend(cells(discs, lost).into_iter().map(Break::Counter));
        for reply in cells(discs, landings & !lost) {
            let next = discs.with_other(bit(discs, reply));
            if next.landings() == AnyBits::ZERO {
                self.fill();
            } else if next.hero_finishes() == AnyBits::ZERO {
                self.answer(&next, reply, answers);
            }
        }
    }

    /// Lets the hero, who cannot complete a line, answer `reply`.
    fn answer(&mut self, discs: &Discs<AnySize>, reply: Cell, answers: Option<&'a Answers>) {
        if let Some(turn) = answers.and_then(|answers| answers.named(reply)) {
            return self.turn(discs, turn);
        }
        if let Some(Answers { named, follow: None }) = answers
            && let [(forced, _)] = **named
        {
            return self.found.push(Break::Unforced(forced));
        }
        let is_rule = answers.is_none_or(|answers| answers.follow.is_some());
        let rule = self.rule.as_ref().filter(|_| is_rule);
        let answer =
            rule.and_then(|(rule, blocks)| rule.told_answer(discs, bit(discs, reply), *blocks));
        match answer {
            Some(answer) if answer.effect == Effect::Safe => {
                self.next.push((discs.with_hero(answer.cell), None));
            }
            Some(answer) if answer.effect == Effect::DoubleThreat => {}
            _ => {
                let threats = cells(discs, discs.other_finishes());
                let wins = discs.completing(discs.hero);
                let is_block = wins & bit(discs, reply) != AnyBits::ZERO;
                self.found.push(if is_block && threats.is_empty() {
                    Break::Stopped(reply)
                } else {
                    Break::Unanswered { reply, threats }
                });
            }
        }
    }

    /// The hero is to move.
    fn turn(&mut self, discs: &Discs<AnySize>, turn: &'a Turn) {
        let cell = bit(discs, turn.cell());
        if cell & discs.landings() == AnyBits::ZERO {
            self.found.push(Break::OutOfReach(turn.cell()));
        } else if cell & discs.hero_finishes() == AnyBits::ZERO {
            match turn {
                Turn::Finish(cell) => self.found.push(Break::Blocked(*cell)),
                Turn::Play(_, answers) => self.next.push((discs.with_hero(cell), Some(answers))),
            }
        }
    }

    fn fill(&mut self) {
        if self.claim == Claim::Wins {
            self.found.push(Break::Fills);
        }
    }
}

fn bit(discs: &Discs<AnySize>, cell: Cell) -> AnyBits {
    Bitboard::from_cell(discs.size, cell).bits()
}

fn cells(discs: &Discs<AnySize>, bits: AnyBits) -> Vec<Cell> {
    Bitboard::from_bits(discs.size, bits).cells().collect()
}
