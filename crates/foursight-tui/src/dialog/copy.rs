//! What can be copied to the clipboard.

use foursight::notation::Notation;

use crate::event::{Effect, Key};
use crate::state::State;

pub(super) fn press(state: &mut State, key: Key) -> Vec<Effect> {
    let copied = match key {
        Key::Char('g') => state.whole_record().text().map(|text| ("the game", text.to_string())),
        Key::Char('p') => Notation::Moves.write(state.game()).map(|text| ("the position", text)),
        Key::Char('b') => Notation::Ascii.write(state.game()).map(|text| ("the board", text)),
        _ => return Vec::new(),
    };
    match copied {
        Ok((what, text)) => {
            let first = text.lines().next().filter(|_| key == Key::Char('p'));
            let shown = first.map_or(String::new(), |first| format!(": {first}"));
            state.notice = Some(format!("{what} was sent to the clipboard{shown}"));
            vec![Effect::Copy(text)]
        }
        Err(error) => {
            state.notice = Some(format!("cannot copy: {error}"));
            Vec::new()
        }
    }
}
