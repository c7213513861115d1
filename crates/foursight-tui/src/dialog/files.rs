//! Saving and opening game files.

use std::path::{Path, PathBuf};

use foursight::record::GameText;

use super::{Action, Dialog, edit};
use crate::event::{IfExists, Key};
use crate::game::Asked;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Save,
    Open,
}

/// The name of a file, as the person types it.
#[derive(Debug)]
pub(crate) struct NameField {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

impl NameField {
    /// The longest name.
    const MAX_CHARS: usize = 1_000;

    /// A field with the name of the game's file, if there is one.
    pub(crate) fn new(purpose: Purpose, path: Option<&Path>) -> Self {
        let known = path.map(|path| path.display().to_string());
        Self { purpose, text: known.unwrap_or_else(|| "game.txt".to_owned()) }
    }

    pub(super) fn press(mut self, key: Key) -> Action {
        match key {
            Key::Esc => return Action::Close,
            Key::Enter if !self.text.trim().is_empty() => {
                let path = PathBuf::from(self.text.trim());
                return match self.purpose {
                    Purpose::Open => Action::Open(path),
                    Purpose::Save => Action::Save(path, IfExists::Ask),
                };
            }
            _ => edit(&mut self.text, key, Self::MAX_CHARS),
        }
        Action::Stay(Dialog::Name(self))
    }
}

/// The games of a file, one of them chosen.
#[derive(Debug)]
pub(crate) struct FilePick {
    pub(crate) games: Vec<GameText>,
    pub(crate) chosen: usize,
    path: Option<PathBuf>,
    asked: Asked,
}

impl FilePick {
    /// `games` is not empty. The requested players replace the file's.
    pub(crate) fn new(games: Vec<GameText>, path: Option<PathBuf>, asked: Asked) -> Self {
        Self { games, chosen: 0, path, asked }
    }

    pub(super) fn step(&mut self, is_down: bool) {
        self.go(if is_down { 1 } else { -1 });
    }

    fn go(&mut self, n_games: isize) {
        self.chosen = self.chosen.saturating_add_signed(n_games).min(self.games.len() - 1);
    }

    pub(super) fn press(mut self, key: Key) -> Action {
        const PAGE: isize = 10;
        match key {
            Key::Enter => {
                return Action::Load(self.games.swap_remove(self.chosen), self.path, self.asked);
            }
            Key::Esc | Key::Char('q') => return Action::Close,
            Key::Down | Key::Char('j') => self.go(1),
            Key::Up | Key::Char('k') => self.go(-1),
            Key::PageDown | Key::Char(' ') => self.go(PAGE),
            Key::PageUp | Key::Char('b') => self.go(-PAGE),
            Key::Home | Key::Char('g') => self.chosen = 0,
            Key::End | Key::Char('G') => self.go(isize::MAX),
            _ => {}
        }
        Action::Stay(Dialog::Pick(self))
    }
}
