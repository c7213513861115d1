//! The help window: keys and their effects, wrapped to the screen.

use super::{Action, Dialog, Form, N_FRAME_ROWS};
use crate::event::{CTRL_B, CTRL_F, Key};
use crate::text::wrapped;

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
            Key::PageDown | Key::Char(' ' | CTRL_F) => above + PAGE,
            Key::PageUp | Key::Char('b' | CTRL_B) => above.saturating_sub(PAGE),
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

/// Keys and what they do.
type Keys = &'static [(&'static str, &'static str)];

/// The keys of the game, in parts.
const GAME: &[(&str, Keys)] = &[
    (
        "Play",
        &[
            ("1 to 9, a", "drop a disc into this column (a: the tenth)"),
            ("Left Right, h l", "move the disc above the board"),
            ("Enter Space", "drop it; the mouse does both"),
            ("u  r", "undo, redo (Ctrl-R too)"),
            ("Esc", "cancel the machine's move"),
            ("p  + -", "pause or resume machines; faster, slower"),
            ("f", "resign"),
        ],
    ),
    (
        "Look",
        &[
            ("e", "scores of every move, graph, marks (or a)"),
            ("i  I", "a hint; hints on every move"),
            ("w", "why: the last mistake, or the position"),
            ("m  M", "go to the next mistake, the previous one"),
            ("Up Down, k j", "one move back, one forward"),
            ("Home End, g G", "the start, the end"),
        ],
    ),
    (
        "Games",
        &[
            ("n", "new game: players, board, position"),
            ("R  X", "play again; play again with sides swapped"),
            ("x", "swap sides now, also by the opening rule"),
            ("s  o", "save, open a file"),
            ("y", "copy the game, the position or the board"),
            ("?  F1", "this help"),
            ("q  Q", "quit; without asking (Ctrl-C too)"),
        ],
    ),
];

/// The keys of the form for a new game.
const FORM: (&str, Keys) = (
    "New game",
    &[
        ("Up Down, k j", "choose a line (Tab too)"),
        ("Left Right, h l", "change it"),
        (
            "Red  Yellow",
            "a person, or a machine, from level 0 (random) to level 10 (the strongest)",
        ),
        ("In a row", "how many discs in a row win"),
        ("Opening rule", "red places one disc (pie) or three (swap), then yellow may swap sides"),
        ("Position", "type the columns played, as in 44; other notations are recognized"),
        ("Enter  Esc", "play; back to the game"),
    ],
);

/// From this width on, the keys have their own wide column.
const WIDE: usize = 60;

/// The kind of a line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HelpLine {
    Title(&'static str),
    /// Keys and their effect, or the continuation of such a line.
    Text(String),
}

/// The help in lines of `width` characters; the help for the new-game form comes first if it is opened there.
fn lines(width: usize, is_form: bool) -> Vec<HelpLine> {
    let mut lines = Vec::new();
    for (title, keys) in is_form.then_some(&FORM).into_iter().chain(GAME) {
        if !lines.is_empty() {
            lines.push(HelpLine::Text(String::new()));
        }
        lines.push(HelpLine::Title(title));
        lines.extend(keys.iter().flat_map(|(key, what)| entry(key, what, width)));
    }
    lines
}

fn entry(key: &str, what: &str, width: usize) -> Vec<HelpLine> {
    let indent = if width < WIDE { 17 } else { 19 };
    let start = if width < WIDE { format!(" {key}") } else { format!("  {key}") };
    let rest = wrapped(what, width.saturating_sub(indent).max(1));
    let starts = std::iter::once(start).chain(std::iter::repeat(String::new()));
    starts
        .zip(rest)
        .map(|(start, text)| HelpLine::Text(format!("{start:<indent$}{text}")))
        .collect()
}
