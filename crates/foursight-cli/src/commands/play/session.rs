//! A game at the board: shows it, asks people for moves, and lets the machine think.

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use foursight::{AnySize, Game, Outcome, Player, Size};
use foursight_engine::{
    Analysis, AnySolver, Control, Level, LevelPlayer, Limits, Solution, Solve, Words,
};
use foursight_render::{Diagram, TextStyle};

use super::command::{Command, HELP};
use super::player::{PlayerKind, Seat};
use super::record;
use crate::commands::analyze;
use crate::output::color_name;
use crate::progress::with_spinner;

/// How long a person waits for a hint or an analysis at most.
const HINT_TIME: Duration = Duration::from_secs(5);

pub(super) struct Session<R, W> {
    pub(super) game: Game<AnySize>,
    /// The first player and the second.
    pub(super) seats: [Seat; 2],
    pub(super) solver: AnySolver,
    pub(super) style: TextStyle,
    /// Whether what is read is printed, because no terminal shows it.
    pub(super) echoes_input: bool,
    pub(super) input: R,
    pub(super) out: W,
}

/// Whether a game goes on.
enum Flow {
    GoesOn,
    Ends,
}

impl<R: BufRead, W: Write> Session<R, W> {
    pub(super) fn run(&mut self) -> Result<()> {
        self.greet()?;
        self.show_board()?;
        while self.game.outcome().is_none() {
            let side = self.game.side_to_move();
            let flow = match self.seats[index(side)] {
                Seat::Human => self.ask(side)?,
                Seat::Machine(_) => self.let_think(side)?,
            };
            if matches!(flow, Flow::Ends) {
                return Ok(());
            }
        }
        self.announce_result()
    }

    fn greet(&mut self) -> Result<()> {
        let [red, yellow] = self.kinds();
        writeln!(self.out, "Player 1 is red [{red}], player 2 is yellow [{yellow}].")?;
        if [red, yellow].contains(&PlayerKind::Human) {
            writeln!(self.out, "Type a column number, or help.")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn show_board(&mut self) -> Result<()> {
        let board = Diagram::of_game(&self.game).to_text(self.style);
        writeln!(self.out, "{board}")?;
        Ok(())
    }

    fn announce_result(&mut self) -> Result<()> {
        match self.game.outcome() {
            Some(Outcome::Win(player)) => {
                let (number, color) = (index(player) + 1, color_name(player));
                writeln!(self.out, "Player {number} ({color}) has won!")?;
            }
            _ => writeln!(self.out, "It's a draw!")?,
        }
        Ok(())
    }

    /// Asks the person on `side` until there is something to do, and does it.
    fn ask(&mut self, side: Player) -> Result<Flow> {
        write!(self.out, "Player {}'s turn [human]: ", index(side) + 1)?;
        self.out.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(Flow::Ends);
        }
        if self.echoes_input {
            writeln!(self.out, "{}", line.trim())?;
        }
        if line.trim().is_empty() {
            return Ok(Flow::GoesOn);
        }
        match Command::parse(&line, self.game.position().size()) {
            Ok(command) => self.obey(command, side),
            Err(message) => self.say(&message),
        }
    }

    fn obey(&mut self, command: Command, side: Player) -> Result<Flow> {
        match command {
            Command::Play(column) => match self.game.play(column) {
                Ok(()) => self.show_board()?,
                Err(error) => return self.say(&format!("{error}; choose another")),
            },
            Command::Undo => return self.take_back(side),
            Command::Redo => return self.play_again(side),
            Command::Hint => return self.hint(),
            Command::Analyze => return self.analyze(),
            Command::Save(path) => return self.save(&path),
            Command::Help => write!(self.out, "{HELP}")?,
            Command::Quit => return Ok(Flow::Ends),
        }
        Ok(Flow::GoesOn)
    }

    fn let_think(&mut self, side: Player) -> Result<Flow> {
        let Seat::Machine(player) = &mut self.seats[index(side)] else {
            unreachable!("a machine sits there")
        };
        let position = self.game.position();
        let solver = &mut self.solver;
        let choice = with_spinner("thinking", Limits::default(), |control| {
            player.choose(position, solver, control)
        });
        let column = choice.expect("the game is open");
        self.game.play(column).expect("the machine plays by the rules");
        let number = index(side) + 1;
        writeln!(self.out, "Player {number} plays column {}.", column.index() + 1)?;
        self.show_board()?;
        Ok(Flow::GoesOn)
    }

    /// Takes moves back until it is the turn of `side` again.
    fn take_back(&mut self, side: Player) -> Result<Flow> {
        self.step(side, |game| game.undo().is_some(), "there is no move of yours to take back")
    }

    /// Plays moves that were taken back until it is the turn of `side` again.
    fn play_again(&mut self, side: Player) -> Result<Flow> {
        self.step(side, |game| game.redo().is_some(), "there is nothing to play again")
    }

    /// Steps through the game until a person is to move: the same one against a machine, the other
    /// one where two people play. If it does not come to that, the game is left as it was.
    fn step(
        &mut self,
        side: Player,
        step: impl Fn(&mut Game<AnySize>) -> bool,
        refusal: &str,
    ) -> Result<Flow> {
        let is_against_machine = matches!(self.seats[index(side.other())], Seat::Machine(_));
        let n_steps = if is_against_machine { 2 } else { 1 };
        let mut game = self.game.clone();
        if !(0..n_steps).all(|_| step(&mut game)) {
            return self.say(refusal);
        }
        self.game = game;
        self.show_board()?;
        Ok(Flow::GoesOn)
    }

    fn hint(&mut self) -> Result<Flow> {
        let limits = hint_limits();
        let (position, solver) = (self.game.position(), &mut self.solver);
        let best = with_spinner("looking", limits, |control| solver.best_move(position, control));
        let hint = if let Some((column, score)) = best {
            let solution = Solution::exact(score);
            let words = Words::new(&solution, position.size().n_cells(), position.ply());
            format!("column {} {words}", column.index() + 1)
        } else {
            let level = Level::new(Level::PERFECT.number() - 1).expect("it is a level");
            let mut player = LevelPlayer::new(level, 0);
            let column = player.choose(position, solver, &mut Control::default());
            let column = column.expect("the game is open").index() + 1;
            format!("column {column} looks good (not calculated to the end)")
        };
        self.say(&hint)
    }

    fn analyze(&mut self) -> Result<Flow> {
        let (position, solver) = (self.game.position(), &mut self.solver);
        let analysis = with_spinner("analyzing", hint_limits(), |control| {
            Analysis::new(solver, position, control)
        });
        let text = analyze::to_text(&self.game, &analysis, self.style);
        self.say(text.trim_end_matches('\n'))
    }

    fn save(&mut self, path: &Path) -> Result<Flow> {
        let text = record::write(&self.game, self.kinds());
        match record::save(path, &text) {
            Ok(()) => self.say(&format!("saved to {}", path.display())),
            Err(error) => self.say(&format!("cannot save to {}: {error}", path.display())),
        }
    }

    fn say(&mut self, message: &str) -> Result<Flow> {
        writeln!(self.out, "{message}")?;
        Ok(Flow::GoesOn)
    }

    fn kinds(&self) -> [PlayerKind; 2] {
        [self.seats[0].kind(), self.seats[1].kind()]
    }
}

fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

fn hint_limits() -> Limits<'static> {
    Limits { deadline: Some(Instant::now() + HINT_TIME), ..Limits::default() }
}
