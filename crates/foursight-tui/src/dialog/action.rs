//! Actions that a key in a dialog requests.

use std::path::PathBuf;

use foursight::Player;
use foursight::record::GameText;

use super::Dialog;
use crate::event::IfExists;
use crate::game::{Asked, LocalGame};

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
