//! Plays the games of a check; one starts from an opening that leaves the board almost full.

use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use foursight::{AnySize, Column, Player, Position, Size};
use foursight_files::printable;

use super::Check;
use crate::error::Result;
use crate::{
    ArenaError, Channel, Contestant, Ending, EndingDetail, Entrant, GameSettings, NoConsole,
    PlayedGame, REPLAY_WAITS, play,
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
        let EndingDetail { kind, reason } = &trial.record.ending;
        match kind {
            Ending::Interrupted => Err(ArenaError::Interrupted),
            Ending::RefereeFailure => {
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
                let opening = full_board(self.rules.size).filter(|_| !is_deaf)?;
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
        let is_lost = self.record.winner == Some(self.color.other());
        (is_lost && self.record.ending.kind.is_fault()).then_some(&self.record.ending)
    }

    /// Whether another game would end the same way, perhaps after a long time.
    pub(super) fn is_last(&self) -> bool {
        use Ending::{Late, Silence, StartFailure};
        self.fault().is_some_and(|fault| matches!(fault.kind, StartFailure | Late | Silence))
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

/// Number of fresh starts, and of moves to try in each: a bad start is soon abandoned.
const N_ATTEMPTS: u64 = 1_000;
const N_TRIES: usize = 250;

/// Moves that leave the top cells of three columns empty, after which nobody can complete a line at once. Every call
/// returns the same moves.
///
/// The middle column, where many players like to play, is full. `None` if no such moves are found, as on boards where
/// three in a row win.
fn full_board(size: AnySize) -> Option<Vec<Column>> {
    (0..N_ATTEMPTS).find_map(|seed| {
        let mut random = Rng::with_seed(seed);
        let middle = size.width() / 2;
        let others = (0..size.width()).filter(|&column| size.width() == 3 || column != middle);
        let open = random.choose_multiple(others.map(Column::new), 3);
        let mut search = Search { random, n_tries: N_TRIES, open, columns: Vec::new() };
        search.fills(Position::empty(size)).then_some(search.columns)
    })
}

/// A search that tries moves in random order.
struct Search {
    random: Rng,
    n_tries: usize,
    /// The columns whose top cells stay empty.
    open: Vec<Column>,
    columns: Vec<Column>,
}

impl Search {
    fn fills(&mut self, position: Position<AnySize>) -> bool {
        if position.n_empty() == self.open.len() {
            let wins = position.winning_cells() | position.opponent_winning_cells();
            return (position.playable_cells() & wins).is_empty();
        }
        let mut columns: Vec<Column> =
            position.moves().filter(|&column| !self.is_finished(column, &position)).collect();
        self.random.shuffle(&mut columns);
        columns.into_iter().any(|column| {
            let Some(n_left) = self.n_tries.checked_sub(1) else { return false };
            self.n_tries = n_left;
            let next = position.play(column).expect("the move is legal");
            self.columns.push(column);
            let fills = next.outcome().is_none() && self.fills(next);
            if !fills {
                self.columns.pop();
            }
            fills
        })
    }

    /// Whether the only empty cell of a column is the one that stays empty.
    fn is_finished(&self, column: Column, position: &Position<AnySize>) -> bool {
        let n_discs = self.columns.iter().filter(|&&played| played == column).count();
        self.open.contains(&column) && n_discs + 1 == position.size().height()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_filled_without_a_line() {
        for size in ["7x6", "9x7", "4x4", "10x10", "5x4", "3x10"] {
            let size: AnySize = size.parse().unwrap();
            let columns = full_board(size).unwrap_or_else(|| panic!("{size:?}"));
            let position = Position::from_columns(size, columns).unwrap();
            assert_eq!((position.n_empty(), position.outcome()), (3, None), "{size:?}");
            assert_eq!(position.moves().count(), 3, "{size:?}");
        }
        let three = AnySize::new(7, 6, 3).unwrap();
        assert_eq!(full_board(three), None);
    }
}
