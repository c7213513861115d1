//! Dialogs over the board, which take the keys: help, forms, questions.
//!
//! A dialog knows nothing about the game: a key makes an [`Action`], which the state carries out.

mod action;
mod files;
mod form;
mod help;
mod reason;

use std::path::PathBuf;

use foursight::Player;

pub(crate) use self::action::{Action, Copied};
pub(crate) use self::files::{FilePick, NameField, Purpose};
pub(crate) use self::form::{Field, Form};
pub(crate) use self::help::{HelpView, N_FRAME_COLUMNS};
pub(crate) use self::reason::ReasonView;
use super::event::{IfExists, Key};
use crate::game::LocalGame;

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
        Key::Ctrl('u') => text.clear(),
        Key::Char(symbol) if text.chars().count() < max_chars => text.push(symbol),
        _ => {}
    }
}
