//! Diagrams as text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use foursight::notation::grid;
use foursight::{Cell, Column, Player, Size};

use crate::Diagram;

/// How a diagram looks as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextStyle {
    /// Colored discs, `●` the first player and `○` the second.
    Discs,
    /// The same without color, `X` the first player and `O` the second.
    Letters,
    /// `X` the side to move and `O` the other, column numbers below; without marks.
    Ascii,
    /// `🔴` the first player and `🟡` the second, under a header; without marks.
    Emoji,
}

impl Diagram {
    /// The diagram as lines of text, the top row first.
    ///
    /// Discs and letters have marks: `[●]` for a cell of a completed line, `(●)` for the last move.
    /// Colors are ANSI escape sequences, to be stripped where they are not understood.
    pub fn to_text(&self, style: TextStyle) -> String {
        match style {
            TextStyle::Discs => self.marked_text([("●", RED), ("○", YELLOW)]),
            TextStyle::Letters => self.marked_text([("X", PLAIN), ("O", PLAIN)]),
            TextStyle::Ascii => {
                grid::write_ascii(&self.board, self.side_to_move) + &self.notes_line()
            }
            TextStyle::Emoji => grid::write_emoji(&self.board) + &self.notes_line(),
        }
    }

    /// Each cell as wide as the longest note asks for, and at least three characters for marks.
    fn marked_text(&self, discs: [(&str, Style); 2]) -> String {
        let size = self.board.size();
        let longest_note = self.notes.iter().map(String::len).max().unwrap_or(0);
        let width = (longest_note + 1).max(3);
        let mut text = row_of_words(size.columns().map(|column| column.to_string()), width);
        for row in 0..size.height() {
            let mut line = String::from(" ");
            for column in size.columns() {
                line.extend(std::iter::repeat_n(' ', width - 3));
                self.push_cell(&mut line, row, column, discs);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text + &row_of_words(self.notes.iter().cloned(), width)
    }

    fn push_cell(
        &self,
        text: &mut String,
        row: usize,
        column: Column,
        [first, second]: [(&str, Style); 2],
    ) {
        let cell = Cell { column, row: self.board.size().height() - 1 - row };
        let label = self.label_at(cell).unwrap_or('.').to_string();
        let (disc, style) = match self.board.disc_at(row, column) {
            None => (label.as_str(), PLAIN),
            Some(Player::First) => first,
            Some(Player::Second) => second,
        };
        let [before, after] = self.marks(cell);
        write!(text, "{before}{style}{disc}{style:#}{after}").expect("a string takes all");
    }

    fn marks(&self, cell: Cell) -> [char; 2] {
        if self.is_in_winning_line(cell) {
            ['[', ']']
        } else if self.last_move == Some(cell) {
            ['(', ')']
        } else {
            [' ', ' ']
        }
    }

    fn notes_line(&self) -> String {
        let line = self.notes.join(" ");
        if line.trim().is_empty() { String::new() } else { line + "\n" }
    }
}

/// A line of words, each at the right end of its cell; nothing if all are empty.
fn row_of_words(words: impl Iterator<Item = String>, width: usize) -> String {
    let mut line = String::new();
    for word in words {
        write!(line, "{word:>width$}").expect("a string takes all");
    }
    if line.trim().is_empty() { String::new() } else { line + "\n" }
}

const PLAIN: Style = Style::new();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
