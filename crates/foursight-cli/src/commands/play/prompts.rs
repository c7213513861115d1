//! A game at prompts: shows the board, asks people for moves, and lets the machine think.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use foursight::{Choice, OpeningRule, Outcome, Player};
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
            let side = self.local.mover();
            let flow = match self.participants[side] {
                _ if self.local.outcome().is_some() => self.look_back()?,
                Participant::Human => self.ask(&self.question(side))?,
                Participant::Machine(_) => self.let_think(side)?,
            };
            if matches!(flow, Flow::Ends) {
                return Ok(());
            }
        }
    }

    fn greet(&mut self) -> Result<()> {
        self.show_players()?;
        let placed = match self.local.record.opening_rule {
            OpeningRule::None => None,
            OpeningRule::Pie => Some("one disc"),
            OpeningRule::Swap => Some("three discs (red, yellow, red)"),
        };
        if let Some(placed) = placed {
            let rule = self.local.record.opening_rule;
            writeln!(
                self.prompt.out,
                "Opening rule {rule}: red places {placed}; then yellow may swap sides."
            )?;
        }
        if self.local.players.contains(&PlayerKind::Human) {
            writeln!(self.prompt.out, "Type a column, as in d or 4, or help.")?;
        }
        writeln!(self.prompt.out)?;
        Ok(())
    }

    fn show_players(&mut self) -> Result<()> {
        let [red, yellow] = self.local.players;
        writeln!(self.prompt.out, "Red: {red}. Yellow: {yellow}.")?;
        Ok(())
    }

    /// The prompt for a person's turn.
    fn question(&self, side: Player) -> String {
        let (title, opening) = (title(side), self.local.record.opening());
        if opening.n_to_place > 0 {
            let disc = color_name(self.local.record.game.side_to_move());
            return format!("{title} to place a {disc} disc, {} to go: ", opening.n_to_place);
        }
        let choice = if opening.may_swap { " (a column, or swap)" } else { "" };
        format!("{title} to move{choice}: ")
    }

    fn show_board(&mut self) -> Result<()> {
        let board =
            Diagram::of_game(&self.local.record.game).with_coordinates().to_text(self.style);
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
            if !self.local.players.contains(&PlayerKind::Human) {
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
            Command::Play(_) | Command::Swap | Command::Hint | Command::Analyze
                if self.local.outcome().is_some() =>
            {
                return self.say("the game is over; type why, undo, save FILE or quit");
            }
            Command::Play(column) => match self.local.play(column) {
                Ok(()) => self.show_board()?,
                Err(error) => return self.say(&format!("{error}; choose another")),
            },
            Command::Swap if self.local.record.opening().may_swap => self.swap()?,
            Command::Swap => {
                let when =
                    "sides are swapped only right after the discs that an opening rule has placed";
                return self.say(when);
            }
            Command::Undo => return self.step(LocalGame::undo, "you have no move to undo"),
            Command::Redo => {
                return self.step(|local| local.redo().is_some(), "there is nothing to redo");
            }
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
        let (position, opening) = (self.local.record.game.position(), self.local.record.opening());
        player.look_at(self.local.record.game.moves().last().copied());
        let solver = &mut self.solver;
        let limits = Limits::default().within(self.move_time);
        let choice = with_spinner("thinking", limits, |control| {
            player.choose_by_rule(position, opening, solver, control)
        });
        let Choice::Play(column) = choice.expect("the game is open") else {
            self.swap()?;
            return Ok(Flow::GoesOn);
        };
        self.local.play(column).expect("the machine plays by the rules");
        let (title, column) = (title(side), column.letter());
        if opening.n_to_place > 0 {
            writeln!(self.prompt.out, "{title} places a disc in column {column}.")?;
        } else {
            writeln!(self.prompt.out, "{title} plays column {column}.")?;
        }
        self.show_board()?;
        Ok(Flow::GoesOn)
    }

    /// Swaps sides by the opening rule.
    fn swap(&mut self) -> Result<()> {
        let mut local = self.local.clone();
        local.swap_by_rule();
        writeln!(self.prompt.out, "{} swaps sides.", title(self.local.mover()))?;
        self.go_to(local)?;
        writeln!(self.prompt.out)?;
        Ok(())
    }

    /// Goes to another point of the game, and says who has which side if that changes.
    fn go_to(&mut self, local: LocalGame) -> Result<()> {
        let is_other_side = local.record.is_swapped != self.local.record.is_swapped;
        self.local = local;
        if is_other_side {
            self.participants.swap(0, 1);
            self.show_players()?;
        }
        Ok(())
    }

    /// Steps through the game, at least once, until it is a person's turn; changes nothing if there is no such turn.
    fn step(&mut self, step: impl Fn(&mut LocalGame) -> bool, refusal: &str) -> Result<Flow> {
        let mut local = self.local.clone();
        loop {
            if !step(&mut local) {
                return self.say(refusal);
            }
            let is_human = local.kind(local.mover()) == PlayerKind::Human;
            if is_human || local.record.game.outcome().is_some() {
                break;
            }
        }
        self.go_to(local)?;
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
}

/// `Red` or `Yellow`.
fn title(player: Player) -> String {
    capitalized(color_name(player))
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
}
