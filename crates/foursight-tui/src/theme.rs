//! Colors and characters that suit the terminal and the person's choice.

use foursight::{Mark, Player};
use ratatui::style::{Color, Modifier, Style};

/// Elements that should catch the eye.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// Elements that should not distract.
pub(crate) const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
/// The selected element of a form or a list.
pub(crate) const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);

/// The number of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colors {
    /// No colors: bold, reverse and so on show everything.
    None,
    /// The eight colors that every terminal has.
    Basic,
    /// A table of 256.
    Indexed,
    True,
}

impl Colors {
    /// The capabilities of a terminal with this `TERM` and `COLORTERM`.
    pub(crate) fn of_terminal(term: &str, color_term: &str) -> Self {
        if color_term.contains("truecolor") || color_term.contains("24bit") {
            Self::True
        } else if term.contains("256") || term.contains("direct") {
            Self::Indexed
        } else {
            Self::Basic
        }
    }
}

/// The style of each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) colors: Colors,
    pub(crate) is_ascii: bool,
}

impl Theme {
    /// The color to use with this number of terminal colors.
    fn color(self, rgb: (u8, u8, u8), index: u8, basic: Color) -> Color {
        match self.colors {
            Colors::None => Color::Reset,
            Colors::Basic => basic,
            Colors::Indexed => Color::Indexed(index),
            Colors::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
        }
    }

    pub(crate) fn player(self, player: Player) -> Color {
        match player {
            Player::First => self.color((0xe5, 0x39, 0x35), 203, Color::Red),
            Player::Second => self.color((0xfd, 0xd8, 0x35), 221, Color::Yellow),
        }
    }

    /// A player's discs and bars beside the board, on a screen that may be black or white.
    ///
    /// None of the eight basic colors is bright enough for yellow there, so with these colors, discs and bars have a
    /// black background.
    pub(crate) fn beside_board(self, player: Player) -> Style {
        let color = match player {
            Player::First => self.color((0xe5, 0x39, 0x35), 167, Color::Red),
            Player::Second => self.color((0xb3, 0x82, 0x0b), 136, Color::Yellow),
        };
        let behind = if self.colors == Colors::Basic { Color::Black } else { Color::Reset };
        Style::new().fg(color).bg(behind)
    }

    /// The board around the holes.
    pub(crate) fn board(self) -> Color {
        self.color((0x12, 0x22, 0x4d), 17, Color::Blue)
    }

    /// The board around the cells of a line that has won.
    pub(crate) fn winning_board(self) -> Color {
        self.color((0x2e, 0x7d, 0x4f), 29, Color::Green)
    }

    pub(crate) fn hole(self) -> Color {
        self.color((0x0a, 0x12, 0x2b), 233, Color::Black)
    }

    /// The dot in an empty cell.
    pub(crate) fn dot(self) -> Color {
        self.color((0x6b, 0x7d, 0xb8), 103, Color::White)
    }

    /// The marks of the last move and of the winner's lines.
    pub(crate) fn marks(self) -> Style {
        Style::new()
            .fg(self.color((0xff, 0xff, 0xff), 231, Color::White))
            .add_modifier(Modifier::BOLD)
    }

    /// A name or a score in the color of a player.
    pub(crate) fn of(self, player: Player) -> Style {
        self.beside_board(player).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn good(self) -> Style {
        let green = self.color((0x38, 0x8e, 0x3c), 28, Color::Green);
        Style::new().fg(green).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn mark(self, mark: Mark) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match mark {
            Mark::Best | Mark::Good => Style::new(),
            Mark::Inaccuracy => Style::new().fg(self.color((0x1e, 0x88, 0xe5), 33, Color::Cyan)),
            Mark::Mistake => bold.fg(self.color((0xd7, 0x5f, 0x00), 166, Color::Magenta)),
            Mark::Blunder | Mark::MissedBlock | Mark::MissedWin => {
                bold.fg(self.color((0xe5, 0x39, 0x35), 167, Color::Red))
            }
        }
    }

    pub(crate) fn has_colors(self) -> bool {
        self.colors != Colors::None
    }

    /// The smallest disc of a player.
    pub(crate) fn disc(self, player: Player) -> char {
        match (self.is_ascii, player) {
            (true, Player::First) => 'X',
            (true, Player::Second) => 'O',
            (false, Player::First) => '●',
            (false, Player::Second) => '○',
        }
    }

    /// One of two values, the second for ASCII.
    pub(crate) fn either<T>(self, drawn: T, ascii: T) -> T {
        if self.is_ascii { ascii } else { drawn }
    }
}
