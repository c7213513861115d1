//! One game between two players.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use foursight::{AnySize, Column, Game, Outcome, Player as Side, Position};

use crate::referee::console::Console;
use crate::referee::contestant::{Contestant, ContestantKind};
use crate::referee::dialect::Dialect;
use crate::referee::log::{self, Log, LogLine};
use crate::referee::player::{Answer, Choice, Leavings, Player, Situation};
use crate::referee::settings::GameSettings;
use crate::referee::termination::Termination;

/// What happened in a game.
///
/// Whatever is told of the players is told of the contestants as they were given to [`play()`]: the
/// first of them had the first move. Only if it was `stolen` the first disc, and with it every second one from
/// there on, is not the first contestant's but the other's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The moves that nobody chose.
    pub opening: Vec<Column>,
    /// The moves of the players.
    pub moves: Vec<PlayedMove>,
    /// Whether the second contestant took over the first disc, so that the first contestant also
    /// made the second move.
    pub stolen: bool,
    /// Who won: `First` for the first contestant; `None` for a draw and for a game that was broken off.
    pub winner: Option<Side>,
    /// Why it is over.
    pub termination: Termination,
    /// What each contestant calls itself, where its dialect has a word for that.
    pub names: [Option<String>; 2],
    /// The end of what each contestant wrote to standard error.
    pub errors: [String; 2],
    /// What was said to both and by both, in order, as far as there was room for it.
    pub log: Vec<LogLine>,
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
/// It returns when both are gone, soon after `settings.cancel` is set at the latest, unless the person at the
/// `console` is to do something.
///
/// # Panics
///
/// If the opening cannot be played on a board of the size, or ends the game.
pub fn play(
    contestants: [&Contestant; 2],
    settings: &GameSettings,
    console: &mut dyn Console,
) -> GameRecord {
    let mut game = Game::new(Position::empty(settings.size));
    for &column in settings.opening {
        game.play(column).expect("an opening can be played");
    }
    assert_eq!(game.outcome(), None, "an opening leaves the game open");
    let can_steal = settings.steal
        && settings.opening.is_empty()
        && contestants[0].dialect().is_none_or(Dialect::takes_steals);
    let mut table =
        Table { game, seats: Vec::new(), moves: Vec::new(), can_steal, is_stolen: false };
    let ending = table.seat(contestants, settings).err();
    let (winner, termination) = ending.unwrap_or_else(|| table.play(settings, console));
    table.clear(settings, winner, termination)
}

/// A game that is being played.
struct Table<'a> {
    game: Game<AnySize>,
    /// In the order of the contestants; shorter if one could not be started.
    seats: Vec<Seat<'a>>,
    moves: Vec<PlayedMove>,
    can_steal: bool,
    is_stolen: bool,
}

enum Seat<'a> {
    Program(Box<Player<'a>>),
    Person,
}

/// The contestant that won, and why the game is over.
type Ending = (Option<Side>, Termination);

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl<'a> Table<'a> {
    /// Starts both contestants, then waits until both are ready.
    fn seat(
        &mut self,
        contestants: [&Contestant; 2],
        settings: &GameSettings<'a>,
    ) -> Result<(), Ending> {
        let start = Instant::now();
        for (number, contestant) in contestants.into_iter().enumerate() {
            self.seats.push(match &contestant.kind {
                ContestantKind::Person => Seat::Person,
                ContestantKind::Program(program) => {
                    let player = Player::start(program, number, settings, Log::new(number, start));
                    Seat::Program(Box::new(player.map_err(|fault| blame(SIDES[number], fault))?))
                }
            });
        }
        for (seat, side) in self.seats.iter_mut().zip(SIDES) {
            if let Seat::Program(player) = seat {
                player.wait_until_ready().map_err(|fault| blame(side, fault))?;
            }
        }
        Ok(())
    }

    fn play(&mut self, settings: &GameSettings, console: &mut dyn Console) -> Ending {
        loop {
            if settings.cancel.load(Ordering::Relaxed) {
                return (None, Termination::Interrupted);
            }
            let turn = self.contestant(self.game.side_to_move());
            let taken = self.ask(turn, console).and_then(|answer| self.take(answer));
            if let Err(fault) = taken {
                return blame(turn, fault);
            }
            match self.game.outcome() {
                None => {}
                Some(Outcome::Win(side)) => {
                    return (Some(self.contestant(side)), Termination::Line);
                }
                Some(Outcome::Draw) => return (None, Termination::BoardFull),
            }
        }
    }

    /// The contestant that has the discs of `side`.
    fn contestant(&self, side: Side) -> Side {
        if self.is_stolen { side.other() } else { side }
    }

    fn may_steal(&self) -> bool {
        self.can_steal && !self.is_stolen && self.game.moves().len() == 1
    }

    fn ask(&mut self, turn: Side, console: &mut dyn Console) -> Result<Answer, Termination> {
        let (may_steal, is_stolen) = (self.may_steal(), self.is_stolen);
        let situation = Situation { game: &self.game, may_steal, is_stolen };
        match &mut self.seats[usize::from(turn == Side::Second)] {
            Seat::Program(player) => player.ask(situation, console),
            Seat::Person => {
                let start = Instant::now();
                let column = console.choose(&self.game).ok_or(Termination::Interrupted)?;
                let (choice, line) = (Choice::Play(column), column.to_string());
                Ok(Answer { choice, line, time: start.elapsed() })
            }
        }
    }

    /// Does what a player wants, if it may.
    fn take(&mut self, answer: Answer) -> Result<(), Termination> {
        let Answer { choice, line, time } = answer;
        let reason = match choice {
            Choice::Play(column) => match self.game.play(column) {
                Ok(()) => {
                    self.moves.push(PlayedMove { column, time });
                    return Ok(());
                }
                Err(error) => error.to_string(),
            },
            Choice::Steal if self.may_steal() => {
                self.is_stolen = true;
                return Ok(());
            }
            Choice::Steal => "there is nothing to steal".to_owned(),
        };
        Err(Termination::IllegalMove { line, reason })
    }

    /// Takes the players down.
    fn clear(
        self,
        settings: &GameSettings,
        winner: Option<Side>,
        termination: Termination,
    ) -> GameRecord {
        let mut seats = self.seats.into_iter();
        let [first, second] = [(); 2].map(|()| match seats.next() {
            Some(Seat::Program(player)) => player.stop(),
            Some(Seat::Person) | None => Leavings::default(),
        });
        GameRecord {
            opening: settings.opening.to_vec(),
            moves: self.moves,
            stolen: self.is_stolen,
            winner,
            termination,
            names: [first.name, second.name],
            errors: [first.errors, second.errors],
            log: log::merge([first.log, second.log]),
        }
    }
}

/// The ending of a game in which a contestant did something wrong; nobody is to blame if it was broken off.
fn blame(contestant: Side, fault: Termination) -> Ending {
    let is_nobodys = matches!(fault, Termination::Interrupted | Termination::RefereeFailure(_));
    let winner = (!is_nobodys).then(|| contestant.other());
    (winner, fault)
}
