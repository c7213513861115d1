//! The colors of boards and discs.

use foursight::Player;

/// A set of colors. Discs differ by a mark too: a ring on the first player's, a dot on the second's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// Red and yellow in a dark blue board.
    #[default]
    RedYellow,
    /// Red and blue in a dark blue board.
    RedBlue,
    /// Red and black in a light board.
    RedBlack,
    /// Red and yellow in a black board; each color has at least three times the light of the
    /// next darker one.
    HighContrast,
    /// Red, black or white circles of radius 10 with a black outline of 2 in squares of 25 pixels,
    /// on white: no board, no marks, no numbers.
    Classic,
}

/// How the discs of a player look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    /// The name of the color, for descriptions.
    pub(crate) name: &'static str,
    pub(crate) fill: &'static str,
    pub(crate) mark: &'static str,
}

/// How the board looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardColors {
    pub(crate) board: &'static str,
    /// The outline of the board and of its holes.
    pub(crate) edge: &'static str,
    /// Numbers and marks on the board.
    pub(crate) ink: &'static str,
}

impl Palette {
    pub(crate) fn disc(self, player: Player) -> Disc {
        let disc = |name, fill, mark| Disc { name, fill, mark };
        match (self, player) {
            (Self::RedYellow | Self::RedBlue, Player::First) => disc("red", "#e53935", "#5a0c0a"),
            (Self::RedYellow, Player::Second) => disc("yellow", "#fdd835", "#6b4e00"),
            (Self::RedBlue, Player::Second) => disc("blue", "#42a5f5", "#06294d"),
            (Self::RedBlack, Player::First) => disc("red", "#c62828", "#ffe3e0"),
            (Self::RedBlack, Player::Second) => disc("black", "#1c1c1c", "#f5f5f5"),
            (Self::HighContrast, Player::First) => disc("red", "#d50000", "#ffffff"),
            (Self::HighContrast, Player::Second) => disc("yellow", "#ffee00", "#000000"),
            (Self::Classic, Player::First) => disc("red", "#ff0000", "none"),
            (Self::Classic, Player::Second) => disc("black", "#000000", "none"),
        }
    }

    pub(crate) fn board(self) -> BoardColors {
        let colors = |board, edge, ink| BoardColors { board, edge, ink };
        match self {
            Self::RedYellow | Self::RedBlue => colors("#12224d", "#5c6fae", "#ffffff"),
            Self::RedBlack => colors("#ecd9a8", "#6f5a24", "#2b2108"),
            Self::HighContrast => colors("#000000", "#ffffff", "#ffffff"),
            Self::Classic => colors("#ffffff", "#000000", "#000000"),
        }
    }
}
