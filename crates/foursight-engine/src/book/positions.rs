//! Which positions a book stores, and in which order they are best solved.

use std::collections::HashSet;

use foursight::{Bitboard, Player, Position, Size};

/// The positions that a book of `plies` plies stores, each as the one of its mirror pair with the
/// smaller key.
///
/// These are the positions that games without a winner reach, less those in which the side to move
/// wins with its next disc. Games that share their first moves stand together, as a search that
/// keeps its table likes it.
pub fn stored_positions<S: Size>(size: S, plies: usize) -> Vec<Position<S>> {
    let mut walk = Walk { plies, seen: vec![HashSet::new(); plies + 1], found: Vec::new() };
    walk.visit(&Position::empty(size));
    walk.found
}

struct Walk<S: Size> {
    plies: usize,
    /// The keys of the positions met, by ply.
    seen: Vec<HashSet<S::Bits>>,
    found: Vec<Position<S>>,
}

impl<S: Size> Walk<S> {
    fn visit(&mut self, position: &Position<S>) {
        let ply = position.ply();
        if !self.seen[ply].insert(position.key()) {
            return;
        }
        let playable = position.playable_cells();
        let wins = playable & position.winning_cells();
        if ply == self.plies {
            if wins.is_empty() {
                self.found.push(*position);
            }
            return;
        }
        for landing in (playable & !wins).cells() {
            let landing = playable.in_column(landing.column);
            self.visit(&canonical(&position.play_unchecked(landing)));
        }
    }
}

/// The one of a position and its mirror image that has the smaller key.
pub(super) fn canonical<S: Size>(position: &Position<S>) -> Position<S> {
    let mirror = position.mirror();
    if mirror.key() < position.key() { mirror } else { *position }
}

/// Whether some game leads to `position`, in which nobody has a line.
///
/// Discs are taken back from the tops of the columns, in turn, in every order that the colors allow.
pub(super) fn is_reachable<S: Size>(position: &Position<S>) -> bool {
    TakeBack { position, stuck: HashSet::new() }.reaches(position.discs())
}

struct TakeBack<'a, S: Size> {
    position: &'a Position<S>,
    /// Discs from which no order leads back to the empty board.
    stuck: HashSet<S::Bits>,
}

impl<S: Size> TakeBack<'_, S> {
    /// Whether these discs, all of their columns that stand below others included, can be taken back.
    fn reaches(&mut self, discs: Bitboard<S>) -> bool {
        if discs.is_empty() {
            return true;
        }
        if self.stuck.contains(&discs.bits()) {
            return false;
        }
        let last = if discs.count() % 2 == 1 { Player::First } else { Player::Second };
        let size = self.position.size();
        let tops = Bitboard::from_bits(size, discs.bits() & !(discs.bits() >> 1));
        let own_tops = tops & self.position.discs_of(last);
        let is_reached =
            own_tops.cells().any(|top| self.reaches(discs & !Bitboard::from_cell(size, top)));
        if !is_reached {
            self.stuck.insert(discs.bits());
        }
        is_reached
    }
}

#[cfg(test)]
mod tests {
    use foursight::STANDARD;
    use foursight::size::Fixed;

    use super::*;

    /// From J. Tromp's count of all positions, A212693, less those with a win at once and mirror images.
    #[test]
    fn eight_plies_have_as_many_positions_as_is_known() {
        let positions = stored_positions(STANDARD, 8);
        assert_eq!(positions.len(), 77_715);
        assert!(positions.iter().all(|p| p.key() == p.canonical_key() && p.ply() == 8));
    }

    #[test]
    fn every_position_of_a_game_is_reachable() {
        for size_positions in
            [stored_positions(Fixed::<4, 4>, 9), stored_positions(Fixed::<4, 4>, 13)]
        {
            assert!(!size_positions.is_empty());
            assert!(size_positions.iter().all(is_reachable));
        }
    }

    #[test]
    fn no_game_begins_with_the_second_player() {
        let position = |grid: &str| {
            let board = foursight::notation::grid::read(grid, 4).unwrap();
            Position::from_board(Fixed::<4, 4>, &board).unwrap()
        };
        assert!(is_reachable(&position("....\n....\n.O..\n.X..")));
        assert!(!is_reachable(&position("....\n....\n.X..\n.O..")));
        assert!(!is_reachable(&position("....\n....\nXX..\nOO..")));
        assert!(is_reachable(&position("....\n....\nXO..\nOX..")));
    }
}
