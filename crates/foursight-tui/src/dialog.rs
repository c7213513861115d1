//! Dialogs over the board, which take the keys: help, forms, questions.
//!
//! A dialog knows nothing about the game: a key makes an [`Action`], which the state carries out.

mod files;
mod form;
mod help;

use std::path::PathBuf;

use foursight::record::GameText;
use foursight::{AnySize, Game, Player};

pub(crate) use self::files::{FilePick, NameField, Purpose};
pub(crate) use self::form::{Field, Form};
pub(crate) use self::help::{HelpLine, HelpView, N_FRAME_COLUMNS};
use super::event::{CTRL_U, IfExists, Key};
use crate::game::{Asked, LocalGame, WhyAnswer, WhyQuestion};

/// The rows of a window that hold none of its text: the border, an empty row, and the row of keys.
pub(crate) const N_FRAME_ROWS: u16 = 4;

#[derive(Debug)]
pub(crate) enum Dialog {
    /// The keys.
    Help(HelpView),
    NewGame(Form),
    /// The name of a file.
    Name(NameField),
    /// The treatment of an existing file.
    Exists(PathBuf),
    /// One of the games in a file.
    Pick(FilePick),
    Copy,
    /// The reason for the position's result, or for a mistake.
    Reason(ReasonView),
    /// Whether to quit without saving.
    Quit,
    /// Whether to start this game, which may come from a file, without saving.
    Leave(Box<LocalGame>, Option<PathBuf>),
    /// Whether this player gives up.
    Resign(Player),
}

impl Dialog {
    /// The action of a key, on a screen of `screen` columns and rows.
    pub(crate) fn press(self, screen: (u16, u16), key: Key) -> Action {
        match self {
            Self::Help(help) => help.press(screen, key),
            Self::NewGame(form) => form.press(key),
            Self::Name(field) => field.press(key),
            Self::Pick(pick) => pick.press(key),
            Self::Reason(view) => view.press(key),
            Self::Exists(path) => match key {
                Key::Char('r') => Action::Save(path, IfExists::Replace),
                Key::Char('a') => Action::Save(path, IfExists::Append),
                _ => Action::Close,
            },
            Self::Copy => match key {
                Key::Char('g') => Action::Copy(Copied::Game),
                Key::Char('p') => Action::Copy(Copied::Position),
                Key::Char('b') => Action::Copy(Copied::Board),
                _ => Action::Close,
            },
            Self::Quit => match key {
                Key::Char('y' | 'q') | Key::Enter => Action::Quit,
                Key::Char('s') => Action::AskWhereToSave,
                _ => Action::Close,
            },
            Self::Leave(local, path) => match key {
                Key::Char('y') | Key::Enter => Action::Begin(local, path),
                Key::Char('s') => Action::AskWhereToSave,
                _ => Action::Close,
            },
            Self::Resign(player) => match key {
                Key::Char('y' | 'f') | Key::Enter => Action::Resign(player),
                _ => Action::Close,
            },
        }
    }

    /// Whether a letter is part of a text.
    pub(crate) fn takes_text(&self) -> bool {
        match self {
            Self::Name(_) => true,
            Self::NewGame(form) => form.focus == Field::Position,
            _ => false,
        }
    }

    /// Handles a turn of the mouse wheel, on a screen of `screen` columns and rows.
    pub(crate) fn scroll(&mut self, screen: (u16, u16), is_down: bool) {
        match self {
            Self::Help(help) => help.scroll(screen, is_down),
            Self::Pick(pick) => pick.step(is_down),
            Self::Reason(view) => view.scroll(is_down),
            _ => {}
        }
    }
}

/// Edits a text of at most `max_chars` characters with a key.
fn edit(text: &mut String, key: Key, max_chars: usize) {
    match key {
        Key::Backspace => drop(text.pop()),
        Key::Char(CTRL_U) => text.clear(),
        Key::Char(symbol) if symbol.is_control() || text.chars().count() >= max_chars => {}
        Key::Char(symbol) => text.push(symbol),
        _ => {}
    }
}

/// A dialog's request; the dialog closes unless it requests [`Action::Stay`].
#[derive(Debug)]
pub(crate) enum Action {
    /// Nothing: the dialog stays, changed or not.
    Stay(Dialog),
    Close,
    Quit,
    /// Start this game, after a question if the current one would be lost.
    Propose(Box<LocalGame>),
    /// Start this game, which may come from a file, without asking.
    Begin(Box<LocalGame>, Option<PathBuf>),
    /// Continue this game from a file, with the requested players.
    Load(GameText, Option<PathBuf>, Asked),
    /// Ask for the name of a file to save the game to.
    AskWhereToSave,
    Save(PathBuf, IfExists),
    Open(PathBuf),
    Copy(Copied),
    Resign(Player),
}

/// The text for the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    Game,
    Position,
    Board,
}

impl Copied {
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Position => "position",
            Self::Board => "board",
        }
    }
}

/// A question, and the answer once there is one.
#[derive(Debug)]
pub(crate) struct ReasonView {
    pub(crate) question: WhyQuestion,
    /// The headline of the game's lesson, which replaces the answer's heading.
    pub(crate) headline: Option<String>,
    pub(crate) answer: Option<Box<WhyAnswer>>,
    /// The number of moves of the line on the board.
    pub(crate) step: usize,
    /// The number of lines above the window.
    pub(crate) above: u16,
}

impl ReasonView {
    pub(super) fn press(mut self, key: Key) -> Action {
        let n_steps = self.answer.as_ref().map_or(0, |answer| answer.why.line.len());
        match key {
            Key::Right | Key::Char('l' | ' ') | Key::Enter => {
                self.step = (self.step + 1).min(n_steps);
            }
            Key::Left | Key::Char('h') => self.step = self.step.saturating_sub(1),
            Key::Home | Key::Char('g') => self.step = 0,
            Key::End | Key::Char('G') => self.step = n_steps,
            Key::Down | Key::Char('j') => self.scroll(true),
            Key::Up | Key::Char('k') => self.scroll(false),
            _ => return Action::Close,
        }
        Action::Stay(Dialog::Reason(self))
    }

    pub(super) fn scroll(&mut self, is_down: bool) {
        // The window stops at its last line.
        const MOST: u16 = 200;
        self.above =
            if is_down { (self.above + 1).min(MOST) } else { self.above.saturating_sub(1) };
    }

    /// The position that is explained, after the steps so far.
    pub(crate) fn game(&self, answer: &WhyAnswer) -> Game<AnySize> {
        let mut game = answer.game.clone();
        for &column in &answer.why.line[..self.step] {
            game.play(column).expect("the line can be played");
        }
        game
    }
}
