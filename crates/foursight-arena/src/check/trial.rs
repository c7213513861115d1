//! Plays the games of a check.

use std::thread;
use std::time::{Duration, Instant};

use foursight::{Column, Player, Position};
use foursight_files::printable;

use super::{Check, full_board};
use crate::error::Result;
use crate::{
    ArenaError, Channel, Contestant, EndingDetail, Entrant, GameSettings, NoConsole, PlayedGame,
    REPLAY_WAITS, play,
};

/// The player's opponent, whose clock allows for a busy machine.
const OPPONENT: &str = "random@10s";

/// A game of the player.
pub(super) struct Trial {
    pub(super) name: &'static str,
    /// The player's side.
    pub(super) color: Player,
    pub(super) player: Contestant,
    pub(super) record: PlayedGame,
    pub(super) time: Duration,
}

/// The trial games, in order.
pub(super) const NAMES: [&str; 3] = ["as red", "as yellow", "full board"];

impl Check<'_> {
    /// Plays the game with this number; `None` if this player has no such game.
    pub(super) fn trial(&self, number: usize) -> Result<Option<Trial>> {
        let Some((color, opening)) = self.start(number) else { return Ok(None) };
        let trial = self.play(NAMES[number], color, &opening);
        match &trial.record.ending {
            EndingDetail::Interrupted => Err(ArenaError::Interrupted),
            EndingDetail::RefereeFailure(reason) => {
                let reason = format!("the referee cannot continue: {}", printable(reason));
                Err(ArenaError::Failed(reason))
            }
            _ => Ok(Some(trial)),
        }
    }

    /// The same; if the machine is too busy for the game, the game is played again after a while.
    pub(super) fn patient_trial(&self, number: usize) -> Result<Option<Trial>> {
        for wait in REPLAY_WAITS {
            match self.trial(number) {
                Err(ArenaError::Failed(_)) => thread::sleep(wait),
                played => return played,
            }
        }
        self.trial(number)
    }

    /// The player's side in a game, and the game's opening.
    fn start(&self, number: usize) -> Option<(Player, Vec<Column>)> {
        match number {
            0 => Some((Player::First, Vec::new())),
            1 => Some((Player::Second, Vec::new())),
            _ => {
                let is_deaf =
                    self.entrant.dialect().is_some_and(|dialect| !dialect.takes_openings());
                let opening = full_board::moves(self.rules.size).filter(|_| !is_deaf)?;
                let position = Position::from_columns(self.rules.size, opening.iter().copied());
                Some((position.expect("the moves are legal").side_to_move(), opening))
            }
        }
    }

    fn play(&self, name: &'static str, color: Player, opening: &[Column]) -> Trial {
        let (size, judge) = (self.rules.size, self.arena.judge);
        let player = self.entrant.contestant(judge, size, 1);
        let opponent: Entrant = OPPONENT.parse().expect("there is a random player");
        let opponent = opponent.contestant(judge, size, 1);
        let seats =
            if color == Player::First { [&player, &opponent] } else { [&opponent, &player] };
        let settings = GameSettings {
            size,
            opening,
            clock: self.rules.clock,
            limits: self.rules.limits,
            opening_rule: self.rules.opening_rule,
            sandbox: self.sandbox,
            cancel: self.arena.stop,
        };
        let start = Instant::now();
        let record = play(seats, &settings, &mut NoConsole);
        Trial { name, color, player, record, time: start.elapsed() }
    }
}

impl Trial {
    /// The player's fault.
    pub(super) fn fault(&self) -> Option<&EndingDetail> {
        use EndingDetail::{BoardFull, Interrupted, Line};
        let is_lost = self.record.winner == Some(self.color.other());
        let is_fault = !matches!(self.record.ending, Line | BoardFull | Interrupted);
        (is_lost && is_fault).then_some(&self.record.ending)
    }

    /// Whether another game would end the same way, perhaps after a long time.
    pub(super) fn is_last(&self) -> bool {
        use EndingDetail::{Late, Silence, StartFailure};
        self.fault()
            .is_some_and(|fault| matches!(fault, StartFailure(_) | Late { .. } | Silence { .. }))
    }

    /// The time of the player's first line.
    pub(super) fn start(&self) -> Duration {
        let mut received = self.record.log.iter().filter(|line| line.channel == Channel::Received);
        let first = received.find(|line| line.player == self.color);
        first.map_or(Duration::ZERO, |line| Duration::from_micros(line.micros))
    }

    /// The player's thinking times.
    pub(super) fn times(&self) -> impl Iterator<Item = Duration> {
        let is_second = self.color == Player::Second;
        let first = usize::from(is_second) + self.record.opening.len() % 2;
        self.record.moves.iter().skip(first % 2).step_by(2).map(|played| played.time)
    }
}
