//! Diagrams as text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use foursight::notation::grid;
use foursight::{Cell, Column, Player, Size};

use crate::Diagram;
use crate::overlay::Words;

/// The look of a diagram as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextStyle {
    /// Colored discs, `●` the first player and `○` the second.
    Discs,
    /// Letters without color: `X` for the first player and `O` for the second.
    Letters,
    /// `X` the side to move and `O` the other, column numbers below; without marks.
    Ascii,
    /// `🔴` the first player and `🟡` the second, under a header; without marks.
    Emoji,
}

impl Diagram {
    /// The diagram as lines of text, the top row first.
    ///
    /// Discs and letters have marks: `[●]` for a cell of a completed line, `(●)` for the last move, `<●>` for a ring of
    /// the overlay, whose steps are numbers. Lines below the board describe the rest of the overlay. Colors are ANSI
    /// escape sequences; strip them where they are not understood.
    pub fn to_text(&self, style: TextStyle) -> String {
        let [first, second] = ["X", "O"];
        match style {
            TextStyle::Discs => self.marked_text(["●", "○"], Colors::FULL),
            TextStyle::Letters => self.marked_text([first, second], Colors::NONE),
            TextStyle::Ascii => {
                let text = grid::write_ascii(&self.board, self.side_to_move);
                let discs = match self.side_to_move {
                    Player::First => [first, second],
                    Player::Second => [second, first],
                };
                let n_rows = self.board.size().height();
                self.with_rows_named(&text, n_rows)
                    + &self.notes_line()
                    + &self.legend(discs, false)
            }
            TextStyle::Emoji => {
                let text = self.with_rows_named(&grid::write_emoji(&self.board), 0);
                text + &self.notes_line() + &self.legend(["🔴", "🟡"], false)
            }
        }
    }

    /// Each cell is as wide as the longest note, and at least three characters for marks.
    fn marked_text(&self, discs: [&str; 2], colors: Colors) -> String {
        let size = self.board.size();
        let longest_note = self.notes.iter().map(String::len).max().unwrap_or(0);
        let width = (longest_note + 1).max(3);
        let mut text = row_of_words(size.columns().map(|column| column.to_string()), width);
        for row in 0..size.height() {
            let mut line = String::from(" ");
            for column in size.columns() {
                line.extend(std::iter::repeat_n(' ', width - 3));
                self.push_cell(&mut line, row, column, discs, colors);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let notes = row_of_words(self.notes.iter().cloned(), width);
        let margin = if self.has_coordinates && !notes.is_empty() { "   " } else { "" };
        self.with_rows_named(&text, 0) + margin + &notes + &self.legend(discs, true)
    }

    /// The board with the number of each row before it and the letters of the columns below, if there are
    /// coordinates. The line `numbers` of the text holds the numbers of the columns; all others are rows.
    fn with_rows_named(&self, text: &str, numbers: usize) -> String {
        if !self.has_coordinates {
            return text.to_owned();
        }
        let mut rows = (1..=self.board.size().height()).rev();
        let mut named = String::new();
        let mut letters = String::new();
        for (index, line) in text.lines().enumerate() {
            if index == numbers {
                writeln!(named, "   {line}").expect("a string takes all");
                let letter = |c| Column::from_symbol(c).map_or(c, Column::letter);
                letters = line.chars().map(letter).collect();
            } else {
                let row = rows.next().expect("each other line is a row");
                writeln!(named, "{row:>2} {line}").expect("a string takes all");
            }
        }
        named + "   " + &letters + "\n"
    }

    fn legend(&self, discs: [&str; 2], shows_rings: bool) -> String {
        Words { overlay: &self.overlay, discs }.legend(shows_rings)
    }

    fn push_cell(
        &self,
        text: &mut String,
        row: usize,
        column: Column,
        [first, second]: [&str; 2],
        colors: Colors,
    ) {
        let cell = Cell { column, row: self.board.size().height() - 1 - row };
        let label = self.label_at(cell).unwrap_or('.').to_string();
        let (sign, style) = match (self.step_at(cell), self.board.disc_at(row, column)) {
            (Some((number, player)), _) => (number.to_string(), colors.of(player)),
            (None, None) => (label, Style::new()),
            (None, Some(Player::First)) => (first.to_owned(), colors.of(Player::First)),
            (None, Some(Player::Second)) => (second.to_owned(), colors.of(Player::Second)),
        };
        let ([before, after], mark) = self.marks(cell, colors);
        // A number of two digits takes the place of the mark before it.
        let before = if sign.chars().count() == 1 { before } else { "" };
        write!(text, "{mark}{before}{mark:#}{style}{sign}{style:#}{mark}{after}{mark:#}")
            .expect("a string takes all");
    }

    fn marks(&self, cell: Cell, colors: Colors) -> ([&'static str; 2], Style) {
        if self.overlay.rings.contains(&cell) {
            (["<", ">"], colors.ring)
        } else if self.is_in_winning_line(cell) {
            (["[", "]"], Style::new())
        } else if self.last_move == Some(cell) {
            (["(", ")"], Style::new())
        } else {
            ([" ", " "], Style::new())
        }
    }

    fn notes_line(&self) -> String {
        let line = self.notes.join(" ");
        if line.trim().is_empty() { String::new() } else { line + "\n" }
    }
}

/// A line of words, each at the right end of its cell; empty if all words are.
fn row_of_words(words: impl Iterator<Item = String>, width: usize) -> String {
    let mut line = String::new();
    for word in words {
        write!(line, "{word:>width$}").expect("a string takes all");
    }
    if line.trim().is_empty() { String::new() } else { line + "\n" }
}

/// The colors of discs, of their players' steps, and of rings.
#[derive(Clone, Copy)]
struct Colors {
    first: Style,
    second: Style,
    ring: Style,
}

impl Colors {
    const NONE: Self = Self { first: Style::new(), second: Style::new(), ring: Style::new() };
    const FULL: Self = Self {
        first: AnsiColor::Red.on_default().bold(),
        second: AnsiColor::Yellow.on_default().bold(),
        ring: AnsiColor::Cyan.on_default().bold(),
    };

    fn of(self, player: Player) -> Style {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }
}
