//! Diagrams in words, for people who cannot see the picture.

use foursight::{AnySize, Cell, Column, Line, Outcome, Player, Size, counted};

use crate::overlay::Words;
use crate::{Diagram, Palette};

impl Diagram {
    /// A one-line description of the picture.
    pub(crate) fn title(&self, palette: Palette) -> String {
        let size = self.board.size();
        let (width, height) = (size.width(), size.height());
        let game = match size.connect() {
            4 => "Connect Four".to_owned(),
            connect => format!("Connect Four with lines of {connect}"),
        };
        let state = match self.outcome {
            Some(Outcome::Draw) => "a draw".to_owned(),
            Some(Outcome::Win(winner)) => format!("{} has won", palette.disc_name(winner)),
            None => format!("{} to move", palette.disc_name(self.side_to_move)),
        };
        let moves = match self.board.discs().count() {
            0 => "no move".to_owned(),
            n_moves => counted(n_moves, "move"),
        };
        format!("{game}, {width} by {height}, after {moves}: {state}")
    }

    /// Everything that the diagram shows, in sentences.
    pub(crate) fn description(&self, palette: Palette) -> String {
        let mut sentences = vec![self.discs_in_words(palette)];
        sentences.extend(self.last_move_in_words(palette));
        sentences.extend(self.winning_lines.iter().map(line_in_words));
        sentences.extend(self.notes_in_words());
        sentences.extend(self.arrows_in_words());
        sentences.extend(self.labels_in_words());
        let discs = [Player::First, Player::Second].map(|player| palette.disc_name(player));
        sentences.extend(Words { overlay: &self.overlay, discs }.sentence());
        sentences.join(" ")
    }

    fn discs_in_words(&self, palette: Palette) -> String {
        let columns: Vec<_> =
            self.board.size().columns().filter_map(|c| self.column_in_words(palette, c)).collect();
        if columns.is_empty() {
            return "The board is empty.".to_owned();
        }
        format!("Discs from the bottom: {}.", columns.join("; "))
    }

    fn column_in_words(&self, palette: Palette, column: Column) -> Option<String> {
        let rows = (0..self.board.size().height()).rev();
        let discs = rows.map(|row| self.board.disc_at(row, column));
        let mut names: Vec<_> =
            discs.map(|disc| disc.map_or("empty", |player| palette.disc_name(player))).collect();
        while names.last() == Some(&"empty") {
            names.pop();
        }
        (!names.is_empty()).then(|| format!("{} {}", Column::list([column]), names.join(", ")))
    }

    fn last_move_in_words(&self, palette: Palette) -> Option<String> {
        let cell = self.last_move?;
        let player = self.disc_at(cell)?;
        Some(format!("Last move: {} in {cell}.", palette.disc_name(player)))
    }

    fn notes_in_words(&self) -> Option<String> {
        let notes = self.board.size().columns().zip(&self.notes);
        let notes = notes.filter(|(_, note)| !note.is_empty());
        let to_words = |(column, note)| format!("{} {note}", Column::list([column]));
        let words: Vec<_> = notes.map(to_words).collect();
        (!words.is_empty()).then(|| format!("Under the columns: {}.", words.join(", ")))
    }

    fn arrows_in_words(&self) -> Option<String> {
        let columns = self.arrows.iter().copied();
        (!self.arrows.is_empty()).then(|| format!("Arrows into {}.", Column::list(columns)))
    }

    fn labels_in_words(&self) -> Option<String> {
        let to_words = |(cell, sign): &(Cell, char)| format!("{sign} in {cell}");
        let words: Vec<_> = self.labels.iter().map(to_words).collect();
        (!words.is_empty()).then(|| format!("Labels: {}.", words.join("; ")))
    }

    pub(crate) fn disc_at(&self, cell: Cell) -> Option<Player> {
        self.board.disc_at(self.board.size().height() - 1 - cell.row, cell.column)
    }
}

fn line_in_words(line: &Line<AnySize>) -> String {
    let letters: String = line.cells.columns().map(Column::letter).collect();
    let direction = line.direction.name();
    match (letters.chars().next(), letters.chars().next_back()) {
        (Some(first), Some(last)) if first != last => {
            format!("A {direction} line from column {first} to {last}.")
        }
        _ => format!("A {direction} line in column {letters}."),
    }
}
