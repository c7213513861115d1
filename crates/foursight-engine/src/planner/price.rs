//! The price of a plan: how much a person must learn.

use foursight::Cell;
use foursight::plan::Step;
use foursight::reason::{Answers, Follow, Turn};

/// The price of a position, in hundredths.
pub(super) const LINE: u32 = 100;

/// The price of an answer to a single disc.
const NAMED: u32 = 10;

/// The price of a pair, of spare columns and of double threats in a rule.
const RULE: u32 = 2;

/// The amount that a person must learn for a step.
pub(super) fn price(step: &Step) -> u32 {
    let answers = step.answers.as_ref().map_or(0, of_answers);
    LINE + answers
}

fn of_answers(answers: &Answers) -> u32 {
    let of_named = |(_, turn): &(Cell, Turn)| match turn {
        Turn::Finish(_) => NAMED,
        Turn::Play(_, answers) => NAMED + of_answers(answers),
    };
    let named: u32 = answers.named.iter().map(of_named).sum();
    let of_rule = |follow: &Follow| {
        let n_pairs = follow.pairs.len() as u32;
        RULE * (n_pairs + u32::from(follow.double_threats) + u32::from(!follow.spare.is_empty()))
    };
    named + answers.follow.as_ref().map_or(0, of_rule)
}
