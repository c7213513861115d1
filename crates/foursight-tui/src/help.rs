//! The help: keys and their effects, wrapped to the screen.

use crate::text::wrapped;

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
pub(crate) fn lines(width: usize, is_form: bool) -> Vec<HelpLine> {
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
