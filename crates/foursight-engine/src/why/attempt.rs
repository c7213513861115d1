//! Tries a rule in a position, and learns from its failures for the next rule.

use foursight::reason::{Claim, MAX_POSITIONS};
use foursight::{Bits, Size};

use super::playout::{Discs, Effect, FollowBits, Playout, Trail};

/// The maximum number of failures remembered for a position.
const MAX_KILLERS: usize = 200;

/// A rule that has been played out.
pub(super) struct Attempt<S: Size> {
    pub(super) rule: FollowBits<S>,
    /// Replies after which it fails.
    pub(super) failures: S::Bits,
    /// The number of positions visited.
    pub(super) n_seen: usize,
    /// The way to one failure.
    pub(super) trail: Trail<S>,
}

impl<S: Size> Attempt<S> {
    /// Plays `rule` against the replies in `open`, until it has failed against more than `most` of them.
    pub(super) fn new(
        claim: Claim,
        (discs, open): (&Discs<S>, S::Bits),
        rule: FollowBits<S>,
        most: usize,
        killers: &mut Killers<S>,
        budget: &mut usize,
    ) -> Self {
        let (mut failures, mut trail) = killers.failures(&rule, open, most, budget);
        // The checker gives up beyond this number of positions.
        let cap = MAX_POSITIONS.min(*budget);
        let mut left = cap;
        if failures.count() <= most {
            let mut playout = Playout::new(claim, &rule, &mut left);
            let others = open & !failures;
            failures = failures | playout.failures(discs, others, most - failures.count());
            let trails = playout.trails;
            if trail.is_empty() {
                trail = trails.first().cloned().unwrap_or_default();
            }
            // Without any budget left, the end of a trail is not a failure.
            if left > 0 {
                killers.0.extend(trails.into_iter().filter(|trail| !trail.is_empty()));
                killers.0.truncate(MAX_KILLERS);
            }
        }
        let n_seen = cap - left;
        *budget -= n_seen;
        Self { rule, failures, n_seen, trail }
    }
}

/// Failures of rules in a position, the latest refutation first: other rules often fail in the same way.
pub(super) struct Killers<S: Size>(Vec<Trail<S>>);

impl<S: Size> Default for Killers<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: Size> Killers<S> {
    /// The replies among `replies` after which `rule` plays into a known failure, until there are more than `most`, and
    /// the way to the first of these failures.
    fn failures(
        &mut self,
        rule: &FollowBits<S>,
        replies: S::Bits,
        most: usize,
        budget: &mut usize,
    ) -> (S::Bits, Trail<S>) {
        let (mut failures, mut first) = (S::Bits::ZERO, Trail::new());
        for index in 0..self.0.len() {
            let trail = &self.0[index];
            let is_new = trail[0].reply & replies & !failures != S::Bits::ZERO;
            if !is_new || !plays(rule, trail, budget) {
                continue;
            }
            failures = failures | trail[0].reply;
            if first.is_empty() {
                first.clone_from(trail);
            }
            self.0[..=index].rotate_right(1);
            if failures.count() > most {
                break;
            }
        }
        (failures, first)
    }
}

/// Whether `rule` gives all the answers of `trail`.
fn plays<S: Size>(rule: &FollowBits<S>, trail: &Trail<S>, budget: &mut usize) -> bool {
    trail.iter().all(|round| {
        *budget = budget.saturating_sub(1);
        match rule.answer(&round.discs, round.reply) {
            Some(answer) => answer.cell == round.answer && answer.effect != Effect::DoubleThreat,
            None => round.answer == S::Bits::ZERO,
        }
    })
}
