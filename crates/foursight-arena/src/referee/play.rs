//! The referee of one game between two contestants, and the person at the referee's console.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight::{AnySize, Choice, Column, Game, Opening, OpeningRule, Outcome, Player, Position};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;
use crate::referee::contestant::Contestant;
use crate::referee::contestant_process::{ContestantProcess, Leavings, TimedChoice};
use crate::referee::ending::Ending;
use crate::referee::ending_detail::{BotAnswer, EndingDetail, illegality};
use crate::referee::log::{self, Log, LogLine};
use crate::referee::time_limits::TimeLimits;

/// A game as the referee saw it.
///
/// Every field lists the contestants in the order given to [`play()`]: the first contestant moved first. If they
/// `swapped` sides, the discs of the first side belong to the second contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves that were on the board before the game.
    pub opening: Vec<Column>,
    /// The moves of the contestants.
    pub moves: Vec<PlayedMove>,
    /// The opening rule, if both contestants could follow it.
    pub opening_rule: OpeningRule,
    /// Whether the second contestant swapped sides, so that the first contestant made the next move, too.
    pub swapped: bool,
    /// The winner: `First` for the first contestant; `None` after a draw or an aborted game.
    pub winner: Option<Player>,
    /// The reason why the game is over.
    pub ending: EndingDetail,
    /// Each contestant's own name, if its dialect can say so.
    pub names: [Option<String>; 2],
    /// The end of each contestant's standard error.
    pub errors: [String; 2],
    /// The lines to and from both contestants in order, up to a limit.
    pub log: Vec<LogLine>,
}

/// A move and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The column played.
    pub column: Column,
    /// The time from the request to the answer.
    pub time: Duration,
}

/// Lets two contestants play one game; the first of them moves first.
///
/// Returns once both processes are gone, and soon after `settings.cancel` is set, unless the person at the `console`
/// must act first.
///
/// # Panics
///
/// If the opening is illegal on a board of this size, or ends the game.
pub fn play(
    contestants: [&Contestant; 2],
    settings: &GameSettings,
    console: &mut dyn Console,
) -> PlayedGame {
    let mut game = Game::new(Position::empty(settings.size));
    for &column in settings.opening {
        game.play(column).expect("an opening can be played");
    }
    assert_eq!(game.outcome(), None, "an opening leaves the game open");
    let rule = settings.opening_rule;
    let follows = |(player, contestant): (Player, &&Contestant)| {
        contestant.dialect().is_none_or(|dialect| dialect.takes_rule(rule, player))
    };
    let is_followed =
        settings.opening.is_empty() && PLAYERS.into_iter().zip(&contestants).all(follows);
    let opening_rule = if is_followed { rule } else { OpeningRule::None };
    let mut running = RunningGame {
        game,
        participants: Vec::new(),
        moves: Vec::new(),
        opening_rule,
        is_swapped: false,
    };
    let failure = running.start(contestants, settings).err();
    let (winner, ending) = failure.unwrap_or_else(|| running.play(settings, console));
    running.stop(settings, winner, ending)
}

/// A game in progress.
struct RunningGame<'a> {
    game: Game<AnySize>,
    /// The participants in the order of the contestants; fewer if one could not start.
    participants: Vec<Participant<'a>>,
    moves: Vec<PlayedMove>,
    opening_rule: OpeningRule,
    is_swapped: bool,
}

enum Participant<'a> {
    Program(Box<ContestantProcess<'a>>),
    Person,
}

/// The contestant that won, and why the game is over.
type Decision = (Option<Player>, EndingDetail);

const PLAYERS: [Player; 2] = [Player::First, Player::Second];

impl<'a> RunningGame<'a> {
    /// Starts one contestant after the other. The first is paused before the second starts, so neither takes processor
    /// time from the other.
    fn start(
        &mut self,
        contestants: [&Contestant; 2],
        settings: &GameSettings<'a>,
    ) -> Result<(), Decision> {
        let start = Instant::now();
        for (player, contestant) in PLAYERS.into_iter().zip(contestants) {
            let Some(program) = &contestant.program else {
                self.participants.push(Participant::Person);
                continue;
            };
            let log = Log::new(player, start);
            let program = (&*contestant.name, program);
            let process = ContestantProcess::start(program, player, settings, log);
            let mut process = Box::new(process.map_err(|fault| blame(player, fault))?);
            let ready = process.wait_until_ready().and_then(|()| process.rest());
            self.participants.push(Participant::Program(process));
            ready.map_err(|fault| blame(player, fault))?;
        }
        Ok(())
    }

    fn play(&mut self, settings: &GameSettings, console: &mut dyn Console) -> Decision {
        console.watch(&self.game);
        loop {
            if settings.cancel.load(Ordering::Relaxed) {
                return (None, EndingDetail::interrupted());
            }
            let mover = self.contestant(self.mover());
            let taken = self.ask(mover, console).and_then(|choice| self.take(choice));
            if let Err(fault) = taken {
                return blame(mover, fault);
            }
            console.watch(&self.game);
            match self.game.outcome() {
                None => {}
                Some(Outcome::Win(side)) => {
                    let line = EndingDetail::new(Ending::Line, "a line is complete");
                    return (Some(self.contestant(side)), line);
                }
                Some(Outcome::Draw) => {
                    return (None, EndingDetail::new(Ending::Draw, "the board is full"));
                }
            }
        }
    }

    /// The contestant that owns the discs of `side`.
    fn contestant(&self, side: Player) -> Player {
        if self.is_swapped { side.other() } else { side }
    }

    /// The side of the contestant that makes the next move.
    fn mover(&self) -> Player {
        self.opening_rule.mover(Player::First, self.game.moves().len(), self.is_swapped)
    }

    fn opening(&self) -> Opening {
        self.opening_rule.opening(self.game.moves().len(), self.is_swapped)
    }

    fn ask(
        &mut self,
        mover: Player,
        console: &mut dyn Console,
    ) -> Result<TimedChoice, EndingDetail> {
        let opening = self.opening();
        match &mut self.participants[usize::from(mover == Player::Second)] {
            Participant::Program(process) => process.ask((&self.game, opening), console),
            Participant::Person => {
                let start = Instant::now();
                let choice = console.choose(&self.game, opening);
                let choice = choice.ok_or_else(EndingDetail::interrupted)?;
                let answer = BotAnswer::Line(choice.to_string());
                Ok(TimedChoice { choice, answer, first_column: 1, time: start.elapsed() })
            }
        }
    }

    /// Carries out a contestant's choice, if it is legal.
    fn take(&mut self, choice: TimedChoice) -> Result<(), EndingDetail> {
        let TimedChoice { choice, answer, first_column, time } = choice;
        let reason = match choice {
            Choice::Play(column) => match self.game.play(column) {
                Ok(()) => {
                    self.moves.push(PlayedMove { column, time });
                    return Ok(());
                }
                Err(error) => illegality(error, first_column),
            },
            Choice::Swap if self.opening().may_swap => {
                self.is_swapped = true;
                return Ok(());
            }
            Choice::Swap => "sides cannot be swapped now".to_owned(),
        };
        Err(EndingDetail::illegal_move(&answer, &reason))
    }

    /// Stops the contestants.
    fn stop(
        self,
        settings: &GameSettings,
        winner: Option<Player>,
        ending: EndingDetail,
    ) -> PlayedGame {
        let mut participants = self.participants.into_iter();
        let [first, second] = [(); 2].map(|()| match participants.next() {
            Some(Participant::Program(process)) => process.stop(),
            Some(Participant::Person) | None => Leavings::default(),
        });
        PlayedGame {
            opening: settings.opening.to_vec(),
            moves: self.moves,
            opening_rule: self.opening_rule,
            swapped: self.is_swapped,
            winner,
            ending,
            names: [first.name, second.name],
            errors: [first.errors, second.errors],
            log: log::merge([first.log, second.log]),
        }
    }
}

/// The decision after a contestant's fault. An aborted game is nobody's fault.
fn blame(contestant: Player, fault: EndingDetail) -> Decision {
    (fault.kind.is_fault().then(|| contestant.other()), fault)
}

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings<'a> {
    /// The board.
    pub size: AnySize,
    /// The moves already on the board. They must be legal and leave the game open.
    pub opening: &'a [Column],
    /// The clock of contestants without a [clock](crate::Program::clock) of their own.
    pub clock: Clock,
    /// The contestants' time limits for everything else.
    pub limits: TimeLimits,
    /// The opening rule: who places discs for both sides, and whether the second player may then swap sides.
    pub opening_rule: OpeningRule,
    /// The sandbox that isolates contestants.
    pub sandbox: &'a Sandbox,
    /// Aborts the game when set.
    pub cancel: &'a AtomicBool,
}

/// A person who plays, or who answers the questions of a program that plays.
pub trait Console {
    /// The person's choice in this game; `None`, as without a person, aborts it.
    fn choose(&mut self, _: &Game<AnySize>, _: Opening) -> Option<Choice> {
        None
    }

    /// Shows a line that a program printed for the person.
    fn print(&mut self, _: &str) {}

    /// The line that the person types after this prompt, without its line break; `None` at the end of input.
    fn read_line(&mut self, _: &str) -> Option<String> {
        None
    }

    /// Receives the game before the first move and after each move.
    fn watch(&mut self, _: &Game<AnySize>) {}
}

/// A console without a person.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoConsole;

impl Console for NoConsole {}
