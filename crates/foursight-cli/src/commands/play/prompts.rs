//! A game at prompts: shows the board, asks people for moves, and lets the machine think.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use foursight::{AnySize, Game, Outcome, Player};
use foursight_engine::{LevelPlayer, Limits, Ties};
use foursight_render::{Diagram, TextStyle};
use foursight_tui::game::{LocalGame, PlayerKind, Solver};

use super::command::{Command, HELP};
use crate::output::{capitalized, color_name};
use crate::progress::with_spinner;
use crate::prompt::Prompt;

pub(super) struct PromptGame<R, W> {
    pub(super) local: LocalGame,
    /// The first player and the second.
    pub(super) participants: [Participant; 2],
    /// The file the game was last saved to, which may be replaced.
    pub(super) saved: Option<PathBuf>,
    pub(super) solver: Solver,
    pub(super) style: TextStyle,
    /// The machine's time limit for a move.
    pub(super) move_time: Duration,
    pub(super) prompt: Prompt<R, W>,
}

/// Whether the game continues.
pub(super) enum Flow {
    GoesOn,
    Ends,
}

impl<R: BufRead, W: Write> PromptGame<R, W> {
    pub(super) fn run(&mut self) -> Result<()> {
        self.greet()?;
        self.show_board()?;
        loop {
            let side = self.local.record.game.side_to_move();
            let flow = match self.participants[side] {
                _ if self.local.outcome().is_some() => self.look_back()?,
                Participant::Human => self.ask(&format!("{} to move: ", title(side)))?,
                Participant::Machine(_) => self.let_think(side)?,
            };
            if matches!(flow, Flow::Ends) {
                return Ok(());
            }
        }
    }

    fn greet(&mut self) -> Result<()> {
        let [red, yellow] = self.kinds();
        writeln!(self.prompt.out, "Red: {red}. Yellow: {yellow}.")?;
        if [red, yellow].contains(&PlayerKind::Human) {
            writeln!(self.prompt.out, "Type a column number, or help.")?;
        }
        writeln!(self.prompt.out)?;
        Ok(())
    }

    fn show_board(&mut self) -> Result<()> {
        let board = Diagram::of_game(&self.local.record.game).to_text(self.style);
        writeln!(self.prompt.out, "{board}")?;
        Ok(())
    }

    /// Announces the result. People can then still undo moves, analyze or save.
    fn look_back(&mut self) -> Result<Flow> {
        match self.local.outcome() {
            Some(Outcome::Win(winner)) => match self.local.fault() {
                Some(fault) => {
                    let loser = title(winner.other());
                    writeln!(self.prompt.out, "{loser} {fault}: {} wins.", color_name(winner))?;
                }
                None => writeln!(self.prompt.out, "{} has won!", title(winner))?,
            },
            _ => writeln!(self.prompt.out, "It's a draw!")?,
        }
        while self.local.outcome().is_some() {
            if !self.kinds().contains(&PlayerKind::Human) {
                return Ok(Flow::Ends);
            }
            let prompt = if self.prompt.is_interactive {
                "The game is over [why, undo, save, quit]: "
            } else {
                ""
            };
            if matches!(self.ask(prompt)?, Flow::Ends) {
                return Ok(Flow::Ends);
            }
        }
        Ok(Flow::GoesOn)
    }

    /// Asks a person for a command and carries it out.
    fn ask(&mut self, prompt: &str) -> Result<Flow> {
        let Some(line) = self.prompt.ask(prompt)? else { return Ok(Flow::Ends) };
        if line.is_empty() {
            return Ok(Flow::GoesOn);
        }
        match Command::parse(&line, self.local.record.game.position().size()) {
            Ok(command) => self.obey(command),
            Err(message) => self.say(&message),
        }
    }

    fn obey(&mut self, command: Command) -> Result<Flow> {
        match command {
            Command::Play(_) | Command::Hint | Command::Analyze
                if self.local.outcome().is_some() =>
            {
                return self.say("the game is over; type why, undo, save FILE or quit");
            }
            Command::Play(column) => match self.local.record.game.play(column) {
                Ok(()) => self.show_board()?,
                Err(error) => return self.say(&format!("{error}; choose another")),
            },
            Command::Undo => return self.take_back(),
            Command::Redo => return self.play_again(),
            Command::Hint => return self.hint(),
            Command::Analyze => return self.analyze(),
            Command::Why => return self.why(),
            Command::Save(path) => return self.save(&path),
            Command::Help => write!(self.prompt.out, "{HELP}")?,
            Command::Quit => return Ok(Flow::Ends),
        }
        Ok(Flow::GoesOn)
    }

    fn let_think(&mut self, side: Player) -> Result<Flow> {
        let Participant::Machine(player) = &mut self.participants[side] else {
            unreachable!("a machine sits there")
        };
        let position = self.local.record.game.position();
        let solver = &mut self.solver;
        let limits = limits(self.move_time);
        let choice =
            with_spinner("thinking", limits, |control| player.choose(position, solver, control));
        let column = choice.expect("the game is open");
        self.local.record.game.play(column).expect("the machine plays by the rules");
        writeln!(self.prompt.out, "{} plays column {}.", title(side), column.index() + 1)?;
        self.show_board()?;
        Ok(Flow::GoesOn)
    }

    fn take_back(&mut self) -> Result<Flow> {
        let n_opening = self.local.record.n_opening;
        let undo =
            |game: &mut Game<AnySize>| game.moves().len() > n_opening && game.undo().is_some();
        self.step(undo, "you have no move to undo")
    }

    fn play_again(&mut self) -> Result<Flow> {
        self.step(|game| game.redo().is_some(), "there is nothing to redo")
    }

    /// Steps through the game, at least once, until it is a person's turn; changes nothing if there is no such turn.
    fn step(&mut self, step: impl Fn(&mut Game<AnySize>) -> bool, refusal: &str) -> Result<Flow> {
        let mut game = self.local.record.game.clone();
        loop {
            if !step(&mut game) {
                return self.say(refusal);
            }
            let is_human = matches!(self.participants[game.side_to_move()], Participant::Human);
            if is_human || game.outcome().is_some() {
                break;
            }
        }
        self.local.record.game = game;
        self.local.record.decision = None;
        self.show_board()?;
        Ok(Flow::GoesOn)
    }

    fn save(&mut self, path: &Path) -> Result<Flow> {
        let text = match self.local.text() {
            Ok(text) => text.to_string(),
            Err(error) => return self.say(&format!("cannot save the game: {error}")),
        };
        let is_own = self.saved.as_deref() == Some(path);
        if path.is_file()
            && !is_own
            && !self.confirm(&format!("{} exists. Replace it? [y/N]: ", path.display()))?
        {
            return self.say("not saved");
        }
        match foursight_files::write(path, text.as_bytes()) {
            Ok(()) => {
                self.saved = Some(path.to_owned());
                self.say(&format!("saved to {}", path.display()))
            }
            Err(error) => self.say(&format!("cannot save to {}: {error}", path.display())),
        }
    }

    /// Whether a person says yes.
    fn confirm(&mut self, question: &str) -> Result<bool> {
        let line = self.prompt.ask(question)?.unwrap_or_default();
        Ok(matches!(line.to_lowercase().as_str(), "y" | "yes"))
    }

    pub(super) fn say(&mut self, message: &str) -> Result<Flow> {
        self.prompt.say(message)?;
        Ok(Flow::GoesOn)
    }

    fn kinds(&self) -> [PlayerKind; 2] {
        [self.participants[0].kind(), self.participants[1].kind()]
    }
}

/// `Red` or `Yellow`.
fn title(player: Player) -> String {
    capitalized(color_name(player))
}

pub(super) fn limits(time: Duration) -> Limits<'static> {
    Limits { deadline: Instant::now().checked_add(time), ..Limits::default() }
}

/// A player at the prompts.
pub(super) enum Participant {
    Human,
    Machine(LevelPlayer),
}

impl Participant {
    /// `seed` decides the random choices of a machine.
    pub(super) fn new(kind: PlayerKind, seed: u64) -> Self {
        match kind {
            PlayerKind::Human => Self::Human,
            PlayerKind::Machine(level) => {
                Self::Machine(LevelPlayer::new(level, seed).with_ties(Ties::Random))
            }
        }
    }

    pub(super) fn kind(&self) -> PlayerKind {
        match self {
            Self::Human => PlayerKind::Human,
            Self::Machine(player) => PlayerKind::Machine(player.level()),
        }
    }
}
