//! The finder: looks for a strategy that a person can follow.
//!
//! It may guess freely, since the checker decides. Its attempts are counted, so a position always has the same reason,
//! unless the caller stops the search.

mod partial;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::mem;
use std::rc::Rc;

use foursight::reason::{Answers, Claim, Follow, Reason, Start, Turn};
use foursight::{Bitboard, Bits, Cell, Column, Player, Position, Size};

pub use self::partial::partial_rules;
use super::attempt::{Attempt, Killers};
use super::playout::{BuildKeyHasher, Discs, FollowBits};
use super::prune::prune;
use super::repair::repairs;
use super::rules::candidates;
use super::ties::is_mirrored;
use crate::node::each_bit;

/// The maximum number of tree positions to look at.
const MAX_NODES: usize = 300;

/// The maximum number of positions to look at while playing out rules.
pub(super) const MAX_PLAYED: usize = 350_000;

/// The stages of the search, the simplest first.
const STAGES: [Stage; 6] = [
    Stage { leaves: 0, ..Stage::PLAIN },
    Stage::PLAIN,
    Stage { n_repairs: 6, double_threats: true, ..Stage::PLAIN },
    Stage { leaves: 2, n_repairs: 6, double_threats: true, ..Stage::PLAIN },
    Stage { leaves: 3, n_repairs: 6, double_threats: true, ..Stage::PLAIN },
    Stage { leaves: 4, n_repairs: 6, double_threats: true, ..Stage::PLAIN },
];

/// The stages of the search for a [short](super::Tier::is_short) reason.
const SHORT_STAGES: [Stage; 5] = [
    Stage { leaves: 0, n_forced: 0, ..Stage::PLAIN },
    Stage { leaves: 0, n_forced: 1, ..Stage::PLAIN },
    Stage { leaves: 0, n_forced: 2, ..Stage::PLAIN },
    Stage { leaves: 0, n_forced: 3, ..Stage::PLAIN },
    Stage { n_forced: 0, is_on_top: true, ..Stage::PLAIN },
];

/// The strategy to look for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// The side that follows it.
    pub(super) hero: Player,
    /// The result that it achieves.
    pub(super) claim: Claim,
    /// Whether only a [short](super::Tier::is_short) one will do.
    pub(super) is_short: bool,
}

/// The strategies that a stage looks for.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// The number of leaves into which they may divide.
    leaves: usize,
    /// The number of answers that they may force in a row.
    n_forced: usize,
    /// Whether their only rule is to answer on top.
    is_on_top: bool,
    /// The number of rules that may be repaired per position.
    n_repairs: usize,
    /// Whether rules make double threats.
    double_threats: bool,
}

impl Stage {
    const PLAIN: Self = Self {
        leaves: 1,
        n_forced: usize::MAX,
        is_on_top: false,
        n_repairs: 0,
        double_threats: false,
    };
}

/// A strategy by which the hero of `aim` achieves what it claims in `position`, as far as the finder can tell before `go_on`,
/// which it asks every few milliseconds, returns false.
///
/// If the hero is to move, `first` lists its moves worth trying, best first. The strategy is the first that `accept`
/// does not refuse. Rules are played out in at most `n_played` positions, which is reduced by those used. The mirror
/// image of a position has the mirror image of its reason.
pub(super) fn find<S: Size>(
    position: &Position<S>,
    aim: Aim,
    first: &[Column],
    accept: &mut dyn FnMut(&Reason) -> bool,
    n_played: &mut usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Reason> {
    if is_mirrored(position) {
        let (mirrored, width) = (position.mirror(), position.size().width());
        let mirror = |column: &Column| column.mirror(width);
        let first = first.iter().map(mirror).collect();
        let accept = &mut |reason: &Reason| accept(&reason.mirror(width));
        find_in_order(&mirrored, aim, first, accept, n_played, go_on)
            .map(|reason| reason.mirror(width))
    } else {
        find_in_order(position, aim, first.to_vec(), accept, n_played, go_on)
    }
}

/// The strategy that [`find`] returns, with left tried before right.
fn find_in_order<S: Size>(
    position: &Position<S>,
    aim: Aim,
    mut first: Vec<Column>,
    accept: &mut dyn FnMut(&Reason) -> bool,
    n_played: &mut usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Reason> {
    let (width, Aim { hero, claim, is_short }) = (position.size().width(), aim);
    for index in 1..first.len() {
        let (one, two) = (first[index - 1], first[index]);
        // Equally good moves that mirror each other.
        if one.index() + two.index() == width - 1 && two < one {
            first.swap(index - 1, index);
        }
    }
    let discs = Discs::new(position, hero);
    let landings = Bitboard::from_bits(discs.size, discs.landings());
    let first: Vec<S::Bits> =
        first.into_iter().map(|column| landings.in_column(column).bits()).collect();
    let mut finder = Finder {
        claim,
        stage: STAGES[0],
        n_nodes: 0,
        n_forced: 0,
        n_played,
        known: HashMap::default(),
        go_on,
        is_stopped: false,
    };
    let stages: &[Stage] = if is_short { &SHORT_STAGES } else { &STAGES };
    stages.iter().find_map(|&stage| {
        if finder.is_stopped {
            return None;
        }
        finder.n_nodes = MAX_NODES;
        finder.stage = stage;
        let leaves = stage.leaves;
        let mut accepted = |start| {
            let reason = prune(Reason { hero, claim, start }, &discs);
            accept(&reason).then_some(reason)
        };
        if position.side_to_move() != hero {
            return accepted(Start::Other(finder.answers(&discs, leaves)?.0));
        }
        if let Some(turn) = finish(&discs) {
            return accepted(Start::Hero(turn));
        }
        first.iter().find_map(|&cell| {
            let (turn, _) = finder.play(&discs, cell, leaves)?;
            accepted(Start::Hero(turn))
        })
    })
}

/// Rules, each with the replies after which it fails.
type Rules<S> = Rc<[(<S as Size>::Bits, FollowBits<S>)]>;

struct Finder<'a, S: Size> {
    claim: Claim,
    stage: Stage,
    /// The number of further tree positions that may be looked at.
    n_nodes: usize,
    /// The number of answers forced on the way here.
    n_forced: usize,
    /// The number of further positions that may be looked at while rules are played out.
    n_played: &'a mut usize,
    known: HashMap<Discs<S>, Known<S>, BuildKeyHasher>,
    go_on: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
}

/// What is known about the rules for a position.
struct Known<S: Size> {
    /// [`Finder::rules`], by the number of leaves and whether rules were repaired.
    rules: Vec<((usize, bool), Rules<S>)>,
    killers: Killers<S>,
}

impl<S: Size> Default for Known<S> {
    fn default() -> Self {
        Self { rules: Vec::new(), killers: Killers::default() }
    }
}

/// A part of a strategy, and the number of leaves into which it divides.
type Found<T> = Option<(T, usize)>;

impl<S: Size> Finder<'_, S> {
    /// The hero is to move: with no leaf left, forcing moves only.
    fn turn(&mut self, discs: &Discs<S>, leaves: usize) -> Found<Turn> {
        let threatened = discs.other_finishes();
        let cells = match threatened.count() {
            0 => discs.landings(),
            1 => threatened,
            _ => S::Bits::ZERO,
        };
        if let Some(turn) = finish(discs) {
            return Some((turn, 0));
        }
        each_bit(cells).find_map(|cell| self.play(discs, cell, leaves))
    }

    fn play(&mut self, discs: &Discs<S>, cell: S::Bits, leaves: usize) -> Found<Turn> {
        let (answers, n_leaves) = self.answers(&discs.with_hero(cell), leaves)?;
        Some((Turn::Play(to_cell(discs.size, cell), answers), n_leaves))
    }

    /// The other side is to move.
    fn answers(&mut self, discs: &Discs<S>, leaves: usize) -> Found<Answers> {
        if self.n_nodes == 0 || discs.other_finishes() != S::Bits::ZERO {
            return None;
        }
        self.n_nodes -= 1;
        let landings = discs.landings();
        if landings == S::Bits::ZERO {
            return (self.claim == Claim::Holds).then(|| (Answers::default(), 0));
        }
        let open = self.open_replies(discs);
        match open.count() {
            0 => Some((Answers::default(), 0)),
            1 if self.n_forced == self.stage.n_forced => None,
            1 => {
                self.n_forced += 1;
                let found = self.named(discs, open, None, leaves);
                self.n_forced -= 1;
                found
            }
            _ if leaves == 0 => None,
            _ => self.split(discs, open, leaves),
        }
    }

    /// The replies that need an answer.
    fn open_replies(&self, discs: &Discs<S>) -> S::Bits {
        let is_open = |&reply: &S::Bits| {
            let after = discs.with_other(reply);
            let is_held = self.claim == Claim::Holds && after.landings() == S::Bits::ZERO;
            after.hero_finishes() == S::Bits::ZERO && !is_held
        };
        each_bit(discs.landings()).filter(is_open).fold(S::Bits::ZERO, |all, bit| all | bit)
    }

    /// A rule that answers all of `open`, or a rule with a turn for each of the other replies, or only turns.
    fn split(&mut self, discs: &Discs<S>, open: S::Bits, leaves: usize) -> Found<Answers> {
        let rules = self.rules(discs, open, leaves);
        let by_rule = rules
            .iter()
            .find_map(|(failures, rule)| self.named(discs, *failures, Some(rule), leaves - 1));
        by_rule.or_else(|| {
            (open.count() <= leaves).then(|| self.named(discs, open, None, leaves)).flatten()
        })
    }

    /// Rules that answer all of `open` but fewer than `leaves` replies, each with those replies, the fewest first.
    fn rules(&mut self, discs: &Discs<S>, open: S::Bits, leaves: usize) -> Rules<S> {
        let Stage { mut n_repairs, double_threats, is_on_top, .. } = self.stage;
        let (key, most) = ((leaves, n_repairs > 0), leaves - 1);
        let known = self.known.entry(*discs).or_default();
        if let Some((_, rules)) = known.rules.iter().find(|(known, _)| *known == key) {
            return Rc::clone(rules);
        }
        let mut queue = if is_on_top {
            vec![FollowBits::new(discs.size, &Follow::default())]
        } else {
            candidates(discs, double_threats)
        };
        let mut tries: Vec<Attempt<S>> = Vec::new();
        'search: loop {
            for rule in queue.drain(..) {
                if !(self.go_on)() {
                    (self.is_stopped, self.n_nodes) = (true, 0);
                    break 'search;
                }
                let (place, budget) = ((discs, open), &mut *self.n_played);
                let attempt =
                    Attempt::new(self.claim, place, rule, most, &mut known.killers, budget);
                let is_perfect = attempt.failures == S::Bits::ZERO;
                tries.push(attempt);
                if is_perfect {
                    break 'search;
                }
            }
            let promising = tries.iter_mut().filter(|tried| !tried.trail.is_empty());
            let best =
                promising.min_by_key(|tried| (tried.failures.count(), Reverse(tried.n_seen)));
            let Some(best) = best.filter(|_| n_repairs > 0) else { break };
            n_repairs -= 1;
            let repaired = repairs(discs, &best.rule, &mem::take(&mut best.trail));
            for rule in repaired {
                if !queue.contains(&rule) && tries.iter().all(|tried| tried.rule != rule) {
                    queue.push(rule);
                }
            }
        }
        let mut found: Vec<(S::Bits, FollowBits<S>)> = Vec::new();
        for n_failures in 0..=most {
            let with_so_many = |tried: &mut Attempt<S>| tried.failures.count() == n_failures;
            for Attempt { failures, rule, .. } in tries.extract_if(.., with_so_many) {
                if found.iter().all(|(known, _)| *known != failures) {
                    found.push((failures, rule));
                }
            }
        }
        let found: Rules<S> = found.into();
        known.rules.push((key, Rc::clone(&found)));
        found
    }

    /// A turn for each of `replies`, and `rule` for all others.
    fn named(
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

/// The hero's turn if it can complete a line.
fn finish<S: Size>(discs: &Discs<S>) -> Option<Turn> {
    let cell = each_bit(discs.hero_finishes()).next()?;
    Some(Turn::Finish(to_cell(discs.size, cell)))
}

fn to_cell<S: Size>(size: S, bit: S::Bits) -> Cell {
    let column_bits = size.column_bits();
    Cell::new(bit.lowest() / column_bits, bit.lowest() % column_bits)
}
