//! One move of one of many games.

use foursight::{Column, Outcome, Position, Size};

/// The effect of a move on its game, for the side that played it.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    GoesOn = 0,
    Wins,
    Draws,
    IsIllegal,
}

/// Plays a disc into the column of this number, if it has room.
pub(crate) fn play<S: Size>(position: &mut Position<S>, column: u8) -> Step {
    let next = Column::checked(column.into()).and_then(|column| position.play(column).ok());
    let Some(next) = next else { return Step::IsIllegal };
    *position = next;
    match next.outcome() {
        None => Step::GoesOn,
        Some(Outcome::Win(_)) => Step::Wins,
        Some(Outcome::Draw) => Step::Draws,
    }
}
