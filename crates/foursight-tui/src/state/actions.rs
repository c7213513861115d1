//! Carries out the actions that dialogs request.

use std::path::PathBuf;

use foursight::notation::Notation;

use super::State;
use crate::dialog::{Action, Copied, Dialog, NameField, Purpose};
use crate::event::{Effect, IfExists};

impl State {
    /// Carries out a dialog's request.
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
        match self.local.whole().text() {
            Ok(text) => vec![Effect::Write(path, text.to_string(), if_exists)],
            Err(error) => {
                self.notice = Some(format!("cannot save the game: {error}"));
                Vec::new()
            }
        }
    }

    fn copy(&mut self, copied: Copied) -> Vec<Effect> {
        let text = match copied {
            Copied::Game => self.local.whole().text().map(|text| text.to_string()),
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
