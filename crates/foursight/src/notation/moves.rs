//! Move strings: one character for each column played, from `1`; the tenth column is `a`.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{MoveError, MovesError, NoMoveOrder};
use crate::{Bitboard, Column, Game, Player, Position, Size};

/// The position after the moves of `text` on an empty board of `size`; white space around is
/// ignored.
///
/// # Errors
///
/// At the first move that is not a column of the board or that the rules forbid.
pub fn position<S: Size>(text: &str, size: S) -> Result<Position<S>, MovesError> {
    (1..).zip(text.trim().chars()).try_fold(Position::empty(size), |position, (number, symbol)| {
        column(symbol, size)
            .and_then(|column| Ok(position.play(column)?))
            .map_err(|cause| MovesError { number, cause })
    })
}

/// The game with the moves of `text` on an empty board of `size`.
///
/// # Errors
///
/// As [`position`].
pub fn read<S: Size>(text: &str, size: S) -> Result<Game<S>, MovesError> {
    let mut game = Game::new(Position::empty(size));
    for (number, symbol) in (1..).zip(text.trim().chars()) {
        column(symbol, size)
            .and_then(|column| Ok(game.play(column)?))
            .map_err(|cause| MovesError { number, cause })?;
    }
    Ok(game)
}

/// The columns as a move string.
pub fn write(columns: &[Column]) -> String {
    columns.iter().map(|column| column.symbol()).collect()
}

/// The moves of `game`; if it did not start from the empty board, some order that leads to its
/// position.
///
/// # Errors
///
/// If no order is found.
pub fn of_game<S: Size>(game: &Game<S>) -> Result<Vec<Column>, NoMoveOrder> {
    if game.start().ply() == 0 {
        return Ok(game.moves().to_vec());
    }
    let mut columns = order(game.start())?;
    columns.extend_from_slice(game.moves());
    Ok(columns)
}

/// Some order of moves that leads from the empty board to `position`.
///
/// The search gives up after a million steps, which no position met in play comes near.
///
/// # Errors
///
/// If no order is found: the colors cannot alternate, whichever columns are played.
pub fn order<S: Size>(position: &Position<S>) -> Result<Vec<Column>, NoMoveOrder> {
    if !position.is_won() {
        return OrderSearch::new(position.to_rest(None)).run();
    }
    position
        .last_moves()
        .find_map(|last| {
            let mut columns = OrderSearch::new(position.to_rest(Some(last))).run().ok()?;
            columns.push(last);
            Some(columns)
        })
        .ok_or(NoMoveOrder)
}

fn column<S: Size>(symbol: char, size: S) -> Result<Column, MoveError> {
    Column::from_symbol(symbol)
        .filter(|&column| size.has_column(column))
        .ok_or(MoveError::Symbol { symbol, width: size.width() })
}

/// The discs to be put in order: nobody has a line among them, so any order is a game.
pub(crate) struct Rest<S: Size> {
    /// The discs of the player with the first disc, and of both.
    pub(crate) first: Bitboard<S>,
    pub(crate) discs: Bitboard<S>,
}

/// Depth-first over the columns, remembering the sets of discs that lead nowhere.
struct OrderSearch<S: Size> {
    rest: Rest<S>,
    dead_ends: BTreeSet<S::Bits>,
    columns: Vec<Column>,
}

impl<S: Size> OrderSearch<S> {
    const MAX_DEAD_ENDS: usize = 1_000_000;

    fn new(rest: Rest<S>) -> Self {
        let columns = Vec::with_capacity(rest.discs.count());
        Self { rest, dead_ends: BTreeSet::new(), columns }
    }

    fn run(mut self) -> Result<Vec<Column>, NoMoveOrder> {
        let start = Position::empty(self.rest.discs.size());
        if self.extend(&start) { Ok(self.columns) } else { Err(NoMoveOrder) }
    }

    /// Whether `played` can be extended to all the discs; `columns` then holds how.
    fn extend(&mut self, played: &Position<S>) -> bool {
        if played.discs() == self.rest.discs {
            return true;
        }
        let key = played.discs().bits();
        if self.dead_ends.len() >= Self::MAX_DEAD_ENDS || self.dead_ends.contains(&key) {
            return false;
        }
        let of_mover = if played.side_to_move() == Player::First {
            self.rest.first
        } else {
            self.rest.discs ^ self.rest.first
        };
        let playable = played.playable_cells() & of_mover;
        for column in playable.columns() {
            self.columns.push(column);
            if self.extend(&played.play_unchecked(playable.in_column(column))) {
                return true;
            }
            self.columns.pop();
        }
        self.dead_ends.insert(key);
        false
    }
}

impl<S: Size> Position<S> {
    /// The discs without the last one, if it is named.
    fn to_rest(self, last: Option<Column>) -> Rest<S> {
        let top = |column| {
            let discs = self.discs().in_column(column);
            let top = discs.cells().last().expect("a last move has left its disc");
            Bitboard::from_cell(self.size(), top)
        };
        let without = last.map_or(Bitboard::empty(self.size()), top);
        Rest { first: self.discs_of(Player::First) - without, discs: self.discs() - without }
    }
}
