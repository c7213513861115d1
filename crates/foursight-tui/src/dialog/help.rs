//! The help window.

use super::{Action, Dialog, Form, N_FRAME_ROWS};
use crate::event::Key;
use crate::help::{HelpLine, lines};

/// The columns of a window that hold none of its text: the border, and a space at each side.
pub(crate) const N_FRAME_COLUMNS: u16 = 4;

/// The help, over the board or over the form for a new game.
#[derive(Debug, Default)]
pub(crate) struct HelpView {
    /// The number of lines above the window.
    pub(crate) above: u16,
    /// The form to return to.
    pub(crate) form: Option<Box<Form>>,
}

impl HelpView {
    pub(super) fn press(mut self, screen: (u16, u16), key: Key) -> Action {
        const PAGE: u16 = 10;
        let last = self.last(screen);
        let above = self.above.min(last);
        self.above = match key {
            Key::Down | Key::Char('j') | Key::Enter => above + 1,
            Key::Up | Key::Char('k') => above.saturating_sub(1),
            Key::PageDown | Key::Char(' ') | Key::Ctrl('f') => above + PAGE,
            Key::PageUp | Key::Char('b') | Key::Ctrl('b') => above.saturating_sub(PAGE),
            Key::Home | Key::Char('g') => 0,
            Key::End | Key::Char('G') => last,
            _ => {
                let form = self.form.map(|form| Action::Stay(Dialog::NewGame(*form)));
                return form.unwrap_or(Action::Close);
            }
        };
        self.above = self.above.min(last);
        Action::Stay(Dialog::Help(self))
    }

    pub(super) fn scroll(&mut self, screen: (u16, u16), is_down: bool) {
        self.above = if is_down {
            (self.above + 1).min(self.last(screen))
        } else {
            self.above.saturating_sub(1)
        };
    }

    /// The text of the help on a screen with `n_columns` columns.
    pub(crate) fn lines(&self, n_columns: u16) -> Vec<HelpLine> {
        lines(n_columns.saturating_sub(N_FRAME_COLUMNS).into(), self.form.is_some())
    }

    /// The number of lines above the window when the end of the text is visible.
    fn last(&self, (width, height): (u16, u16)) -> u16 {
        let n_lines = self.lines(width).len() as u16;
        n_lines.saturating_sub(height.saturating_sub(N_FRAME_ROWS))
    }
}
