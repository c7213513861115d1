//! Positions of one class against each other, each solved without the solver.

use std::collections::HashMap;

use foursight::size::{Fixed, SizeVisitor};
use foursight::{AnySize, Position, STANDARD, Score, Size};

use super::*;
use crate::lanes::columns_from_center;
use crate::negamax::{Negamax, random_position};
use crate::table::Bounds;

/// The node of a position that the table may store: nobody wins with the next disc, and there is more than one move.
fn stored_node<S: Size>(position: &Position<S>) -> Option<Node<S>> {
    let is_open = Score::at_end(position).is_none()
        && (position.winning_cells() & position.playable_cells()).is_empty();
    let node = is_open.then(|| Node::new(position)).flatten()?;
    (node.moves.count() > 1).then_some(node)
}

/// Solves random positions with `n_empty` empty cells and all positions that can follow, and compares those that share
/// a class.
#[track_caller]
fn check_pairs<S: Size>(size: S, n_empty: usize) {
    let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    let n_positions = if is_slow { 2_000_000 } else { 20_000 };
    let mut random = fastrand::Rng::with_seed(17);
    let (mut n_seen, mut n_alike, mut n_longer) = (0, 0, 0);
    while n_seen < n_positions {
        let Some(root) = random_position(size, size.n_cells() - n_empty, &mut random) else {
            continue;
        };
        let mut negamax = Negamax::default();
        negamax.score(&root);
        let mut known: HashMap<_, (Node<S>, i32, i32)> = HashMap::new();
        for (position, score) in negamax.scores() {
            let Some(node) = stored_node(position) else { continue };
            let class = Class::of(&node).or_mirrored(size);
            let n_waiting = class.waiting.widen() as i32;
            let &mut (first, waiting_then, score_then) =
                known.entry((class.cells, n_waiting % 2)).or_insert((node, n_waiting, score));
            let n_pairs = (n_waiting - waiting_then) / 2;
            let then = Bounds { lower: score_then, upper: score_then };
            let Bounds { lower, upper } = then.with_more_pairs(n_pairs);
            assert!(
                (lower..=upper).contains(&score),
                "{score_then} in {first:?}, {score} in {node:?}, {n_pairs} pairs more"
            );
            n_seen += 1;
            n_longer += usize::from(n_pairs != 0);
            let is_other = (first.mover, first.mask) != (node.mover, node.mask);
            n_alike += usize::from(n_pairs == 0 && is_other);
        }
    }
    assert!(n_alike > n_seen / 20, "{size:?}: {n_alike} of {n_seen} share a class");
    assert!(n_longer > 0, "{size:?}: no pair with more waiting moves");
}

#[test]
fn positions_of_a_class_have_one_score() {
    check_pairs(Fixed::<5, 4>, 13);
    check_pairs(Fixed::<4, 5>, 13);
    check_pairs(Fixed::<5, 5>, 13);
    check_pairs(Fixed::<6, 4>, 13);
    check_pairs(Fixed::<4, 6>, 13);
    check_pairs(STANDARD, 12);
    check_pairs(Fixed::<8, 7>, 12);
}

#[test]
fn positions_of_a_class_have_one_score_with_other_lines() {
    for (width, height, connect) in [(5, 4, 3), (4, 5, 3), (6, 5, 5), (5, 6, 5), (9, 8, 4)] {
        check_pairs(AnySize::new(width, height, connect).expect("a size"), 11);
    }
}

fn random_node<S: Size>(size: S, n_discs: usize, random: &mut fastrand::Rng) -> Option<Node<S>> {
    stored_node(&random_position(size, n_discs, random)?)
}

/// Checks that the lowest cell of a column with both bits 0 is its next cell, if the column is not counted as full.
#[track_caller]
fn check_decoding<S: Size>(size: S) {
    let mut random = fastrand::Rng::with_seed(3);
    let mut n_waiting = 0;
    for _ in 0..2_000 {
        let n_discs = random.usize(size.n_cells() * 3 / 4..size.n_cells());
        let Some(node) = random_node(size, n_discs, &mut random) else { continue };
        let class = Class::of(&node);
        let mut n_idle = 0;
        for column in size.columns() {
            let free = !(class.cells[0] | class.cells[1]) & size.column_mask(column);
            let empty = node.empty() & size.column_mask(column);
            if free == S::Bits::ZERO {
                n_idle += empty.count();
            } else {
                assert_eq!(free.lowest(), empty.lowest(), "{node:?}");
            }
        }
        assert_eq!(n_idle as u128, class.waiting.widen(), "{node:?}");
        n_waiting += n_idle;
    }
    assert!(n_waiting > 0, "{size:?}");
}

#[test]
fn keys_tell_the_heights() {
    check_decoding(Fixed::<5, 4>);
    check_decoding(STANDARD);
    check_decoding(Fixed::<8, 7>);
    check_decoding(AnySize::new(9, 7, 4).expect("a size"));
    check_decoding(AnySize::new(6, 5, 5).expect("a size"));
}

/// Checks that all children computed at once have the same classes as one by one.
#[track_caller]
fn check_children<S: Size>(size: S) {
    let mut random = fastrand::Rng::with_seed(4);
    let columns = columns_from_center(size);
    let mut n_seen = 0;
    for _ in 0..1_000 {
        let n_discs = random.usize(..size.n_cells());
        let Some(node) = random_node(size, n_discs, &mut random) else { continue };
        let mut children = Children::default();
        node.find_children(&columns, &mut children);
        let classes = Classes::of_children(&node, &children);
        let mirrored = classes.or_mirrored(size);
        for lane in children.each() {
            if children.get(lane).replies.count() > 1 {
                let class = Class::of(&node.after(children.get(lane)));
                assert_eq!(classes.get(lane), class);
                assert_eq!(mirrored.get(lane), class.or_mirrored(size));
                n_seen += 1;
            }
        }
    }
    assert!(n_seen > 1_000, "{n_seen}");
}

#[test]
fn classes_of_all_children() {
    check_children(STANDARD);
    check_children(Fixed::<8, 7>);
    check_children(AnySize::new(9, 9, 4).expect("a size"));
}

/// The number of positions whose class differs from their mirror image's. Checks that both images are found under one
/// class.
struct Mirrored;

impl SizeVisitor for Mirrored {
    type Output = usize;

    fn visit<S: Size>(self, size: S) -> usize {
        let mut random = fastrand::Rng::with_seed(6);
        let mut n_seen = 0;
        for _ in 0..300 {
            let n_discs = size.n_cells() / 3;
            let Some(position) = random_position(size, n_discs, &mut random) else { continue };
            let Some(node) = stored_node(&position) else { continue };
            let image = stored_node(&position.mirror()).expect("it has as many moves");
            let [class, of_image] = [Class::of(&node), Class::of(&image)];
            assert_eq!(class.or_mirrored(size), of_image.or_mirrored(size), "{position:?}");
            n_seen += usize::from(class != of_image);
        }
        n_seen
    }
}

/// Sizes of every form, because mirroring depends on the maximum width of the form.
#[test]
fn mirror_images_share_a_class() {
    for size in [
        "7x6", "10x3", "7x4", "5x5", "9x5", "4x6", "9x6", "6x7", "9x7", "5x8", "9x8", "5x9", "4x10",
    ] {
        let size: AnySize = size.parse().expect("a size");
        let n_seen = size.dispatch(Mirrored);
        assert!(n_seen > 10, "{n_seen} positions of {size}");
    }
}
