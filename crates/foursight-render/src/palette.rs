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
    /// Red and black in a light board. Its empty cells are light on every page: a dark hole
    /// would be taken for a black disc.
    RedBlack,
    /// Red and yellow in a black board; the colors of the discs have a contrast of more than
    /// 3 to 1 with each other too.
    HighContrast,
    /// Red, black or white circles of radius 10 with a black outline of 2 in squares of 25 pixels,
    /// on white, or on nothing if the background is transparent: no board, marks or numbers.
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
    /// Rings, arrows and links over the board.
    pub(crate) sign: &'static str,
    /// Empty cells; without a color the page is seen through them.
    pub(crate) empty: Option<&'static str>,
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
        let colors = |board, edge, ink, sign| BoardColors { board, edge, ink, sign, empty: None };
        match self {
            Self::RedYellow => colors("#12224d", "#5c6fae", "#ffffff", "#4fd8ff"),
            Self::RedBlue => colors("#12224d", "#5c6fae", "#ffffff", "#ffd84f"),
            Self::RedBlack => {
                let light = colors("#ecd9a8", "#6f5a24", "#2b2108", "#1646a8");
                BoardColors { empty: Some("#fffdf7"), ..light }
            }
            Self::HighContrast => colors("#000000", "#ffffff", "#ffffff", "#00e5ff"),
            Self::Classic => colors("#ffffff", "#000000", "#000000", "#000000"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colors as WCAG 2 defines it, from 1 to 21.
    fn contrast(a: &str, b: &str) -> f64 {
        let [a, b] = [a, b].map(luminance);
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn luminance(color: &str) -> f64 {
        let channel = |start: usize| {
            let value = u8::from_str_radix(&color[start..start + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    /// What has to be told apart has the contrast that WCAG asks of graphics.
    #[track_caller]
    fn check(palette: Palette, a: &str, b: &str) {
        let contrast = contrast(a, b);
        assert!(contrast >= 3.0, "{palette:?}: {a} and {b} have a contrast of {contrast:.2}");
    }

    #[test]
    fn discs_and_marks_stand_out() {
        use Palette::{HighContrast, RedBlack, RedBlue, RedYellow};
        for palette in [RedYellow, RedBlue, RedBlack, HighContrast] {
            let colors = palette.board();
            check(palette, colors.board, colors.ink);
            check(palette, colors.board, colors.sign);
            for disc in [palette.disc(Player::First), palette.disc(Player::Second)] {
                check(palette, disc.fill, disc.mark);
                check(palette, disc.fill, colors.board);
            }
        }
        let [first, second] = [Player::First, Player::Second].map(|p| HighContrast.disc(p).fill);
        check(HighContrast, first, second);
    }

    #[test]
    fn contrast_of_black_and_white() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    }
}
