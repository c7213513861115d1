//! The rules of the follow-up family that are worth trying.
//!
//! Answering on top gives the hero every cell with an even number of cells above it, the *even* ones, in the columns
//! that have an even number of empty cells. In the others the next cell is even, a *single*: no answer lies above it at
//! the right height, and singles answer each other. With an odd number of singles, one is left without an answer: a
//! winning cell of the hero's, an *anchor*, or a disc in a spare column can make up for it. `bounds/follow_up.rs` has
//! the proofs; here the rules only say where to look.

use foursight::{Bits, Column, Size};

use super::playout::{Discs, FollowBits};
use crate::node::each_bit;
use crate::solve::sort_from_center;

/// The rules to try in a position with the other side to move, the simplest first.
pub(super) fn candidates<S: Size>(discs: &Discs<S>, double_threats: bool) -> Vec<FollowBits<S>> {
    let size = discs.size;
    let singles = discs.landings() & size.even_rows();
    let mut pairings = Vec::new();
    if singles.count().is_multiple_of(2) {
        pair_up(singles, &mut Vec::new(), &mut pairings);
    } else {
        for anchor in each_bit(anchors(discs)) {
            let column = size.column_mask(Column::new(anchor.lowest() / size.column_bits()));
            // A single in the anchor's own column is answered on top; any other next cell of that column counts as one
            // more single.
            pair_up(singles ^ (discs.landings() & column), &mut Vec::new(), &mut pairings);
        }
        for left_out in each_bit(singles) {
            pair_up(singles ^ left_out, &mut Vec::new(), &mut pairings);
        }
    }
    let rule = |pairs: &Vec<_>, spare: &[Column]| FollowBits {
        size,
        double_threats,
        pairs: pairs.clone(),
        spare: spare.to_vec(),
    };
    let mut rules: Vec<_> = pairings.iter().map(|pairs| rule(pairs, &[])).collect();
    let orders = spare_orders(size);
    rules.extend(orders.iter().map(|spare| rule(&Vec::new(), spare)));
    for spare in &orders {
        rules.extend(pairings.iter().filter(|p| !p.is_empty()).map(|pairs| rule(pairs, spare)));
    }
    rules
}

/// The hero's winning cells that are odd and out of reach.
fn anchors<S: Size>(discs: &Discs<S>) -> S::Bits {
    let wins = discs.completing(discs.hero) & !discs.mask();
    wins & discs.size.odd_rows() & !discs.landings()
}

/// Every way to divide `cells` into pairs.
fn pair_up<B: Bits>(cells: B, pairs: &mut Vec<(B, B)>, found: &mut Vec<Vec<(B, B)>>) {
    let Some(first) = each_bit(cells).next() else {
        if !found.contains(pairs) {
            found.push(pairs.clone());
        }
        return;
    };
    for second in each_bit(cells ^ first) {
        pairs.push((first, second));
        pair_up(cells ^ first ^ second, pairs, found);
        pairs.pop();
    }
}

/// Orders in which columns are spare: from the center out, from the edges in, from either side.
pub(super) fn spare_orders<S: Size>(size: S) -> Vec<Vec<Column>> {
    let left: Vec<Column> = size.columns().collect();
    let mut center = left.clone();
    sort_from_center(&mut center, size);
    let reversed = |columns: &[Column]| columns.iter().rev().copied().collect();
    vec![center.clone(), reversed(&center), left.clone(), reversed(&left)]
}
