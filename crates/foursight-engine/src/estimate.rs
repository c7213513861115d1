//! Estimates: the best move where the end is out of reach, and how good it is likely to be.
//!
//! A [search] to a growing depth ends in an [evaluation], so its value is the logarithm of odds and not a score,
//! unless it sees the end of the game.

mod evaluation;
mod search;

use foursight::size::SizeVisitor;
use foursight::{AnySize, Bitboard, Column, Position, Size};

use crate::Limits;
use crate::node::Node;
use search::Search;

/// The number of nodes for an estimate without a time limit: about 20 ms.
pub(crate) const NODES: u64 = 30_000;

/// The maximum number of empty cells at which the end of the game is likely to be in reach: all cells of the standard
/// board.
pub(crate) const CALCULABLE: usize = 42;

/// The share of `limits` for an exact search, which leaves the rest for an estimate.
pub(crate) fn limits_to_prove<'a, S: Size>(
    position: &Position<S>,
    limits: Limits<'a>,
) -> Limits<'a> {
    limits.part(if position.n_empty() > CALCULABLE { 8 } else { 2 })
}

/// The move that a search within `limits` prefers, and the share of the points that the side to move can expect, in
/// percent; `None` if the game is over. The search takes a few milliseconds even if the limits have already been
/// reached.
///
/// The share is never 0 or 100: nothing is proved.
pub(crate) fn estimate<S: Size>(
    position: &Position<S>,
    limits: Limits<'_>,
) -> Option<(Column, u8)> {
    position.moves().next()?;
    let position = position.to_any();
    let (size, question) = (position.size(), Estimate { position, limits });
    // In WebAssembly, one form of the search serves all boards, which keeps the module small.
    Some(if cfg!(target_family = "wasm") { question.visit(size) } else { size.dispatch(question) })
}

/// A request to estimate a position whose game is not over.
struct Estimate<'a> {
    position: Position<AnySize>,
    limits: Limits<'a>,
}

impl SizeVisitor for Estimate<'_> {
    type Output = (Column, u8);

    fn visit<S: Size>(self, size: S) -> Self::Output {
        let position = self.position.with_size(size).expect("it is of this size");
        let playable = position.playable_cells();
        let wins = position.winning_cells() & playable;
        let (cells, share) = match Node::new(&position) {
            _ if !wins.is_empty() => (wins, MAX_SHARE),
            Some(node) => {
                let (landing, value) = Search::new(size, self.limits).deepen(&node);
                (Bitboard::from_bits(size, landing), share(value))
            }
            None => {
                // Blocks one of two wins, as the other side may overlook the second.
                let blocks = position.opponent_winning_cells() & playable;
                (if blocks.is_empty() { playable } else { blocks }, 100 - MAX_SHARE)
            }
        };
        (cells.columns().next().expect("there is a legal move"), share)
    }
}

/// The highest share that is only estimated, in percent.
const MAX_SHARE: u8 = 99;

/// The share of the points to expect, in percent, at a value in thousandths of the logarithm of the odds.
fn share(value: i32) -> u8 {
    let odds = (f64::from(value) / 1000.0).exp();
    let percent = 100.0 * odds / (1.0 + odds);
    (percent.round() as u8).clamp(100 - MAX_SHARE, MAX_SHARE)
}
