//! Every bound against exact scores of random positions, for every question that can be asked.

mod pictures;

use std::ops::RangeInclusive;

use foursight::size::Fixed;
use foursight::{AnySize, Size};

use super::follow_up::{FollowUp, bound_of_children};
use super::{attack, dead_lines, strategy::strategy_holds};
use crate::cpu::Baseline;
use crate::lanes::columns_from_center;
use crate::negamax::{Negamax, random_position};
use crate::node::{Children, Node};

/// The number of bounds of each kind that were seen, to make sure that each kind is tested.
#[derive(Default)]
struct Seen {
    attacks: usize,
    dead_lines: usize,
    /// Follow-up bounds, by the parity of the number of empty cells.
    follow_ups: [usize; 2],
    /// Strategies, by the same parity.
    strategies: [usize; 2],
}

/// Checks that an answer to "is the score above `alpha`?" holds.
#[track_caller]
fn check_answer<S: Size>(answer: Option<i32>, alpha: i32, score: i32, node: &Node<S>) -> usize {
    let Some(bound) = answer else { return 0 };
    let holds = if bound > alpha { score >= bound } else { score <= bound };
    assert!(holds, "score {score}, {bound} for alpha {alpha} in {node:?}");
    1
}

fn check_node<S: Size>(node: &Node<S>, score: i32, seen: &mut Seen) {
    assert!(node.min() <= score && score <= node.max(), "score {score} in {node:?}");
    let parity = (node.n_empty % 2) as usize;
    let columns = columns_from_center(node.size);
    let mut children = Children::default();
    node.find_children(&columns, &mut children);
    for alpha in node.min()..node.max() {
        let settled = attack(node, alpha, &columns);
        seen.attacks += check_answer(settled, alpha, score, node);
        seen.dead_lines += check_answer(dead_lines(node, alpha), alpha, score, node);
        let bound = FollowUp::new(node).bound(alpha);
        assert!(bound.is_none_or(|bound| bound <= alpha));
        seen.follow_ups[parity] += check_answer(bound, alpha, score, node);
        if children.won == 0 {
            let mut bounds =
                children.each().filter_map(|lane| follow_up(node, &children, lane).bound(alpha));
            assert_eq!(bound_of_children(node, &children, alpha), bounds.next());
        }
        let bound = strategy_holds(node, alpha).then_some(alpha);
        seen.strategies[parity] += check_answer(bound, alpha, score, node);
    }
}

fn follow_up<S: Size>(
    node: &Node<S>,
    children: &Children<S::Bits>,
    lane: usize,
) -> FollowUp<S, Baseline> {
    FollowUp::new(&node.after(children.get(lane)))
}

/// Random positions with `n_empty` cells left, among which every bound applies to some.
fn check<S: Size>(size: S, n_empty: RangeInclusive<usize>) {
    let seen = check_sound(size, n_empty);
    assert!(seen.attacks > 0 && seen.dead_lines > 0, "{size:?}");
    assert!(seen.follow_ups.iter().chain(&seen.strategies).all(|&n| n > 0), "{size:?}");
}

/// Random positions with `n_empty` cells left.
fn check_sound<S: Size>(size: S, n_empty: RangeInclusive<usize>) -> Seen {
    let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    let n_positions = if is_slow { 20_000 } else { 500 };
    let mut random = fastrand::Rng::with_seed(5);
    let mut negamax = Negamax::default();
    let mut seen = Seen::default();
    let mut n_seen = 0;
    while n_seen < n_positions {
        let ply = size.n_cells() - random.usize(n_empty.clone());
        let Some(node) = random_position(size, ply, &mut random).and_then(|position| {
            let node = Node::new(&position)?;
            check_node(&node, negamax.score(&position), &mut seen);
            Some(node)
        }) else {
            continue;
        };
        debug_assert_eq!(node.n_empty as usize, size.n_cells() - ply);
        n_seen += 1;
    }
    seen
}

#[test]
fn even_heights() {
    check(Fixed::<5, 4>, 2..=14);
    check(Fixed::<6, 4>, 2..=14);
    check(Fixed::<7, 4>, 2..=14);
    check(Fixed::<4, 6>, 2..=14);
    check(Fixed::<5, 6>, 2..=14);
}

#[test]
fn odd_heights() {
    check(Fixed::<4, 5>, 2..=14);
    check(Fixed::<5, 5>, 2..=14);
    check(Fixed::<6, 5>, 2..=14);
    check(Fixed::<7, 5>, 2..=14);
}

#[test]
fn larger_boards_late() {
    check(Fixed::<7, 6>, 2..=13);
    check(Fixed::<7, 7>, 2..=12);
}

#[test]
fn other_line_lengths() {
    for (width, height, connect) in [(5, 4, 3), (4, 5, 3), (6, 5, 5), (5, 6, 5)] {
        check_sound(AnySize::new(width, height, connect).expect("a size"), 2..=10);
    }
}
