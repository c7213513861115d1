//! Rules that answer some of the replies in a position, for plans in which the other replies have their own answers.

use std::collections::HashMap;

use foursight::reason::{Claim, Follow};
use foursight::{AnySize, Bits, Cell, Player, Position, STANDARD, Size};

use super::{Finder, STAGES, to_cell};
use crate::node::each_bit;
use crate::why::playout::{Discs, FollowBits};
use crate::why::prune::of_follow;

/// Rules by which `hero` achieves what it claims after some of the replies in `position`, where the other side is to
/// move; each with the replies after which it fails, the fewest first, and without the parts that it never uses.
///
/// Rules are played out in at most `n_played` positions, and only while `go_on`, which is called every few
/// milliseconds, returns true.
pub fn partial_rules(
    position: &Position<AnySize>,
    hero: Player,
    claim: Claim,
    n_played: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<(Vec<Cell>, Follow)> {
    match position.with_size(STANDARD) {
        Some(position) => find(&position, hero, claim, n_played, go_on),
        None => find(position, hero, claim, n_played, go_on),
    }
}

fn find<S: Size>(
    position: &Position<S>,
    hero: Player,
    claim: Claim,
    mut n_played: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<(Vec<Cell>, Follow)> {
    let discs = Discs::new(position, hero);
    let mut finder = Finder {
        claim,
        stage: STAGES[2],
        n_forced: 0,
        n_nodes: 0,
        n_played: &mut n_played,
        known: HashMap::default(),
        go_on,
        is_stopped: false,
    };
    let open = finder.open_replies(&discs);
    if open == S::Bits::ZERO {
        return Vec::new();
    }
    let rules = finder.rules(&discs, open, open.count());
    let of_rule = |(failures, rule): &(S::Bits, FollowBits<S>)| {
        let cells = each_bit(*failures).map(|reply| to_cell(discs.size, reply)).collect();
        (cells, of_follow(claim, &rule.to_follow(), &discs, open & !*failures))
    };
    rules.iter().map(of_rule).collect()
}
