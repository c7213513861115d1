//! The finder: looks for a strategy that a person can follow.
//!
//! It may guess as it likes, since the checker decides. What it tries is counted, never timed, so that the
//! same position always gets the same reason.

use foursight::reason::{Answers, Claim, Reason, Start, Turn};
use foursight::{Bitboard, Bits, Cell, Column, Player, Position, Size};

use super::playout::{Discs, FollowBits, Playout};
use super::rules::candidates;
use crate::node::each_bit;

/// The most strategies that a reason divides into.
const MAX_LEAVES: usize = 4;

/// The most positions of the tree that are looked at.
const MAX_NODES: usize = 300;

/// The most positions that are looked at while rules are played out.
const MAX_PLAYED: usize = 100_000;

/// A strategy by which `hero` gets what it claims in `position`, as far as the finder can tell.
///
/// `first` are the hero's moves worth trying, best first, if it is to move.
pub(super) fn find<S: Size>(
    position: &Position<S>,
    hero: Player,
    claim: Claim,
    first: &[Column],
) -> Option<Reason> {
    let discs = Discs::new(position, hero);
    (0..=MAX_LEAVES).find_map(|leaves| {
        let mut finder = Finder { claim, n_nodes: MAX_NODES, n_played: MAX_PLAYED };
        let start = if position.side_to_move() == hero {
            let landings = Bitboard::from_bits(discs.size, discs.landings());
            let cells = first.iter().map(|&column| landings.in_column(column).bits());
            Start::Hero(finder.first_turn(&discs, cells, leaves)?.0)
        } else {
            Start::Other(finder.answers(&discs, leaves)?.0)
        };
        Some(Reason { hero, claim, start })
    })
}

struct Finder {
    claim: Claim,
    n_nodes: usize,
    n_played: usize,
}

/// A part of a strategy, and into how many it divides.
type Found<T> = Option<(T, usize)>;

impl Finder {
    fn first_turn<S: Size>(
        &mut self,
        discs: &Discs<S>,
        mut cells: impl Iterator<Item = S::Bits>,
        leaves: usize,
    ) -> Found<Turn> {
        if let Some(cell) = each_bit(discs.hero_finishes()).next() {
            return Some((Turn::Finish(to_cell(discs.size, cell)), 0));
        }
        cells.find_map(|cell| self.play(discs, cell, leaves))
    }

    /// The hero is to move: with no leaf left, forcing moves only.
    fn turn<S: Size>(&mut self, discs: &Discs<S>, leaves: usize) -> Found<Turn> {
        let threatened = discs.other_finishes();
        let cells = match threatened.count() {
            0 => discs.landings(),
            1 => threatened,
            _ => S::Bits::ZERO,
        };
        self.first_turn(discs, each_bit(cells), leaves)
    }

    fn play<S: Size>(&mut self, discs: &Discs<S>, cell: S::Bits, leaves: usize) -> Found<Turn> {
        let (answers, n_leaves) = self.answers(&discs.with_hero(cell), leaves)?;
        Some((Turn::Play(to_cell(discs.size, cell), answers), n_leaves))
    }

    /// The other side is to move.
    fn answers<S: Size>(&mut self, discs: &Discs<S>, leaves: usize) -> Found<Answers> {
        if self.n_nodes == 0 || discs.other_finishes() != S::Bits::ZERO {
            return None;
        }
        self.n_nodes -= 1;
        let landings = discs.landings();
        if landings == S::Bits::ZERO {
            return (self.claim == Claim::Holds).then(|| (Answers::default(), 0));
        }
        let is_open = |&reply: &S::Bits| {
            let after = discs.with_other(reply);
            let is_held = self.claim == Claim::Holds && after.landings() == S::Bits::ZERO;
            after.hero_finishes() == S::Bits::ZERO && !is_held
        };
        let open = each_bit(landings).filter(is_open).fold(S::Bits::ZERO, |all, bit| all | bit);
        match open.count() {
            0 => Some((Answers::default(), 0)),
            1 => self.named(discs, open, None, leaves),
            _ if leaves == 0 => None,
            _ => self.split(discs, open, leaves),
        }
    }

    /// A rule that answers all of `open`, or a rule and a turn of their own for the others.
    fn split<S: Size>(&mut self, discs: &Discs<S>, open: S::Bits, leaves: usize) -> Found<Answers> {
        let rules = candidates(discs);
        let mut tried: Vec<(S::Bits, FollowBits<S>)> = Vec::new();
        for rule in rules {
            let mut playout = Playout::new(self.claim, &rule, &mut self.n_played);
            let failures = playout.failures(discs, open, leaves - 1);
            if failures == S::Bits::ZERO {
                let answers = Answers { named: Vec::new(), follow: Some(rule.to_follow()) };
                return Some((answers, 1));
            }
            if failures.count() < leaves && tried.iter().all(|(known, _)| *known != failures) {
                tried.push((failures, rule));
            }
        }
        tried.sort_by_key(|(failures, _)| failures.count());
        let by_rule = tried
            .iter()
            .find_map(|(failures, rule)| self.named(discs, *failures, Some(rule), leaves - 1));
        by_rule.or_else(|| {
            (open.count() <= leaves).then(|| self.named(discs, open, None, leaves)).flatten()
        })
    }

    /// A turn for each of `replies`, and `rule` for all others.
    fn named<S: Size>(
        &mut self,
        discs: &Discs<S>,
        replies: S::Bits,
        rule: Option<&FollowBits<S>>,
        mut leaves: usize,
    ) -> Found<Answers> {
        let mut n_leaves = usize::from(rule.is_some());
        let mut named = Vec::new();
        for reply in each_bit(replies) {
            let (turn, n_used) = self.turn(&discs.with_other(reply), leaves)?;
            leaves -= n_used;
            n_leaves += n_used;
            named.push((to_cell(discs.size, reply), turn));
        }
        Some((Answers { named, follow: rule.map(FollowBits::to_follow) }, n_leaves))
    }
}

fn to_cell<S: Size>(size: S, bit: S::Bits) -> Cell {
    let stride = size.height() + 1;
    Cell::new(bit.lowest() / stride, bit.lowest() % stride)
}
