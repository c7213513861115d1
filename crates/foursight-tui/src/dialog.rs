//! What lies over the board and takes the keys: the help, forms, questions.

mod copy;
mod files;
mod form;

use std::path::PathBuf;

use foursight::Player;

pub(crate) use self::files::{FilePick, NameField, Purpose};
pub(crate) use self::form::{Field, Form};
use super::event::{Effect, IfExists, Key};
use super::keys;
use super::state::State;
use crate::game::Record;

/// The rows of a window that hold none of its lines: the border, and the keys below an empty one.
pub(crate) const N_FRAME_ROWS: u16 = 4;

#[derive(Debug)]
pub(crate) enum Dialog {
    /// The keys; so many lines are above the window.
    Help(u16),
    NewGame(Form),
    /// The name of a file.
    Name(NameField),
    /// What to do with a file that is there.
    Exists(PathBuf),
    /// One of the games of a file.
    Pick(FilePick),
    Copy,
    /// Whether to quit without saving.
    Quit,
    /// Whether to begin this game, which may come from a file, without saving.
    Leave(Box<Record>, Option<PathBuf>),
    /// Whether this player gives up.
    Resign(Player),
}

impl Dialog {
    /// Does what a key asks for. The dialog was taken from the state, and comes back if it stays.
    pub(crate) fn press(self, state: &mut State, key: Key) -> Vec<Effect> {
        match self {
            Self::Help(above) => state.dialog = press_in_help(above, state.screen, key),
            Self::NewGame(form) => form.press(state, key),
            Self::Name(field) => return field.press(state, key),
            Self::Exists(path) => return press_on_existing(state, path, key),
            Self::Pick(pick) => pick.press(state, key),
            Self::Copy => return copy::press(state, key),
            Self::Quit => match key {
                Key::Char('y' | 'q' | 'Q') | Key::Enter => return vec![Effect::Quit],
                Key::Char('s') => state.ask_where_to_save(),
                _ => {}
            },
            Self::Leave(record, path) => match key {
                Key::Char('y') | Key::Enter => state.begin(*record, path),
                Key::Char('s') => state.ask_where_to_save(),
                _ => {}
            },
            Self::Resign(player) => {
                if matches!(key, Key::Char('y' | 'f') | Key::Enter) {
                    state.resign(player);
                }
            }
        }
        Vec::new()
    }

    /// The mouse wheel was turned on a screen of so many columns and rows.
    pub(crate) fn scroll(&mut self, screen: (u16, u16), is_down: bool) {
        match self {
            Self::Help(above) if is_down => *above = (*above + 1).min(last_help(screen)),
            Self::Help(above) => *above = above.saturating_sub(1),
            Self::Pick(pick) => pick.step(is_down),
            _ => {}
        }
    }
}

impl State {
    fn ask_where_to_save(&mut self) {
        self.dialog = Some(Dialog::Name(NameField::new(Purpose::Save, self)));
    }
}

fn press_in_help(above: u16, screen: (u16, u16), key: Key) -> Option<Dialog> {
    const PAGE: u16 = 10;
    let last = last_help(screen);
    let above = above.min(last);
    let above = match key {
        Key::Down | Key::Char('j') | Key::Enter => above + 1,
        Key::Up | Key::Char('k') => above.saturating_sub(1),
        Key::PageDown | Key::Char(' ') | Key::Ctrl('f') => above + PAGE,
        Key::PageUp | Key::Char('b') | Key::Ctrl('b') => above.saturating_sub(PAGE),
        Key::Home | Key::Char('g') => 0,
        Key::End | Key::Char('G') => last,
        _ => return None,
    };
    Some(Dialog::Help(above.min(last)))
}

/// How many lines of the help are above the window when its end is seen.
fn last_help((_, height): (u16, u16)) -> u16 {
    (keys::n_help_lines() as u16).saturating_sub(height.saturating_sub(N_FRAME_ROWS))
}

fn press_on_existing(state: &mut State, path: PathBuf, key: Key) -> Vec<Effect> {
    match key {
        Key::Char('r') => files::write(state, path, IfExists::Replace),
        Key::Char('a') => files::write(state, path, IfExists::Append),
        _ => Vec::new(),
    }
}
