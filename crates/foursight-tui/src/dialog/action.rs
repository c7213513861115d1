//! What a key in a dialog asks for, and how the game does it.

use std::path::PathBuf;

use foursight::Player;
use foursight::notation::Notation;
use foursight::record::GameText;

use super::{Dialog, NameField, Purpose};
use crate::event::{Effect, IfExists};
use crate::game::{Asked, LocalGame};
use crate::state::State;

/// What a dialog asks for; it is closed unless it says [`Action::Stay`].
#[derive(Debug)]
pub(crate) enum Action {
    /// Nothing: the dialog stays, changed or not.
    Stay(Dialog),
    Close,
    Quit,
    /// Begin this game, after asking if the one before would be lost.
    Propose(Box<LocalGame>),
    /// Begin this game, which may come from a file, without asking.
    Begin(Box<LocalGame>, Option<PathBuf>),
    /// Go on with this game of a file, between those who are asked for.
    Load(GameText, Option<PathBuf>, Asked),
    /// Ask for the name of a file to save the game to.
    AskWhereToSave,
    Save(PathBuf, IfExists),
    Open(PathBuf),
    Copy(Copied),
    Resign(Player),
}

/// What goes to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    Game,
    Position,
    Board,
}

impl State {
    /// Does what a dialog asked for.
    pub(crate) fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Stay(dialog) => self.dialog = Some(dialog),
            Action::Close => {}
            Action::Quit => return vec![Effect::Quit],
            Action::Propose(local) => self.propose(*local, None),
            Action::Begin(local, path) => self.begin(*local, path),
            Action::Load(text, path, asked) => self.load(&text, path, asked),
            Action::AskWhereToSave => {
                let field = NameField::new(Purpose::Save, self.path.as_deref());
                self.dialog = Some(Dialog::Name(field));
            }
            Action::Save(path, if_exists) => return self.save(path, if_exists),
            Action::Open(path) => return vec![Effect::Read(path)],
            Action::Copy(copied) => return self.copy(copied),
            Action::Resign(player) => self.resign(player),
        }
        Vec::new()
    }

    fn save(&mut self, path: PathBuf, if_exists: IfExists) -> Vec<Effect> {
        match self.whole_game().text() {
            Ok(text) => vec![Effect::Write(path, text.to_string(), if_exists)],
            Err(error) => {
                self.notice = Some(format!("cannot save the game: {error}"));
                Vec::new()
            }
        }
    }

    fn copy(&mut self, copied: Copied) -> Vec<Effect> {
        let text = match copied {
            Copied::Game => self.whole_game().text().map(|text| text.to_string()),
            Copied::Position => Notation::Moves.write(self.game()),
            Copied::Board => Notation::Ascii.write(self.game()),
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                self.notice = Some(format!("cannot copy: {error}"));
                return Vec::new();
            }
        };
        self.notice = Some(match (copied, text.lines().next()) {
            (Copied::Position, Some(moves)) => {
                format!("the position was sent to the clipboard: {moves}")
            }
            _ => format!("the {} was sent to the clipboard", copied.noun()),
        });
        vec![Effect::Copy(text)]
    }
}

impl Copied {
    fn noun(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Position => "position",
            Self::Board => "board",
        }
    }
}
