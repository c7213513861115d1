//! One game between two players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foursight::{AnySize, Column, Game, Outcome, Player as Side, Position};

use crate::player::{Contestant, Limits, Player};
use crate::termination::Termination;

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The moves that nobody chose.
    pub opening: Vec<Column>,
    /// The moves of the players.
    pub moves: Vec<PlayedMove>,
    /// Who won; `None` for a draw and for a game that was broken off.
    pub winner: Option<Side>,
    /// Why it is over.
    pub termination: Termination,
    /// The end of what each player wrote to standard error, the first player's first.
    pub errors: [String; 2],
}

/// A move and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The column played.
    pub column: Column,
    /// From the question to the answer.
    pub time: Duration,
}

/// Lets two contestants play one game, the first of them with the first disc.
///
/// It returns when both are gone, soon after `cancel` is set at the latest: a move that is being
/// thought about is waited for as long as its limit says.
///
/// # Panics
///
/// If `opening` cannot be played on a board of `size`, or ends the game.
pub fn play(
    contestants: [&Contestant; 2],
    size: AnySize,
    opening: &[Column],
    limits: Limits,
    cancel: &AtomicBool,
) -> GameRecord {
    let mut game = Game::new(Position::empty(size));
    for &column in opening {
        game.play(column).expect("an opening can be played");
    }
    assert_eq!(game.outcome(), None, "an opening leaves the game open");
    let mut players = Vec::new();
    for (seat, contestant) in [Side::First, Side::Second].into_iter().zip(contestants) {
        match Player::start(contestant, size, limits) {
            Ok(player) => players.push(player),
            Err(failure) => return end(opening, Vec::new(), Some(seat.other()), failure, players),
        }
    }
    let mut moves = Vec::new();
    let (winner, termination) = loop {
        if cancel.load(Ordering::Relaxed) {
            break (None, Termination::Interrupted);
        }
        let turn = game.side_to_move();
        let index = usize::from(turn == Side::Second);
        let answer = match players[index].ask(game.moves()) {
            Ok(answer) => answer,
            Err(fault) => break (Some(turn.other()), fault),
        };
        if let Err(error) = game.play(answer.column) {
            let (line, reason) = (answer.line, error.to_string());
            break (Some(turn.other()), Termination::IllegalMove { line, reason });
        }
        moves.push(PlayedMove { column: answer.column, time: answer.time });
        match game.outcome() {
            None => {}
            Some(Outcome::Win(winner)) => break (Some(winner), Termination::Line),
            Some(Outcome::Draw) => break (None, Termination::BoardFull),
        }
    };
    end(opening, moves, winner, termination, players)
}

fn end(
    opening: &[Column],
    moves: Vec<PlayedMove>,
    winner: Option<Side>,
    termination: Termination,
    players: Vec<Player>,
) -> GameRecord {
    let mut errors = [String::new(), String::new()];
    for (errors, player) in errors.iter_mut().zip(players) {
        *errors = player.stop();
    }
    GameRecord { opening: opening.to_vec(), moves, winner, termination, errors }
}
