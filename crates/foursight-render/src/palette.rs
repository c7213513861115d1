//! The colors of boards, discs and signs, as the style sheets `colors.css` and `other_palettes.css` define them.

use foursight::Player;

use crate::measures::{CELL, FOOT, HEAD, PAD};

/// A set of colors. Discs also differ by a mark: a ring on the first player's, a dot on the second's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// Red and yellow on a blue board, as on the page.
    #[default]
    RedYellow,
    /// Red and blue in a dark blue board.
    RedBlue,
    /// Red and black in a light board. Its empty cells are light on every page: a dark hole
    /// would be taken for a black disc.
    RedBlack,
    /// Red and yellow in a black board; the discs' colors also have a contrast of more than 3 to 1 with each other.
    HighContrast,
    /// Red, black or white circles of radius 10 with a black outline of 2 in squares of 25 pixels,
    /// on white, or on nothing if the background is transparent: no board, marks or numbers.
    Classic,
}

const COLORS: &str = concat!(include_str!("colors.css"), include_str!("other_palettes.css"));

impl Palette {
    /// All palettes, each with its name.
    pub const ALL: [(Self, &str); 5] = [
        (Self::RedYellow, "red-yellow"),
        (Self::RedBlue, "red-blue"),
        (Self::RedBlack, "red-black"),
        (Self::HighContrast, "high-contrast"),
        (Self::Classic, "classic"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The color name of a player's discs, for descriptions.
    pub(crate) fn disc_name(self, player: Player) -> &'static str {
        match (player, self) {
            (Player::First, _) => "red",
            (Player::Second, Self::RedYellow | Self::HighContrast) => "yellow",
            (Player::Second, Self::RedBlue) => "blue",
            (Player::Second, Self::RedBlack | Self::Classic) => "black",
        }
    }

    /// The color with this name.
    pub(crate) fn color(self, name: &str, is_dark: bool) -> &'static str {
        let own = rule(&format!(":host([palette=\"{}\"])", self.name()));
        let value = own.and_then(|rule| value(rule, name));
        let value = value.or_else(|| self::value(COLORS, name));
        let value = value.expect("each color that is drawn has a name in the style sheet");
        let both = value.strip_prefix("light-dark(").and_then(|both| both.strip_suffix(')'));
        match both.and_then(|both| both.split_once(", ")) {
            Some((light, dark)) => {
                if is_dark {
                    dark
                } else {
                    light
                }
            }
            None => value,
        }
    }
}

/// The text after a selector.
fn rule(selector: &str) -> Option<&'static str> {
    COLORS.split_once(selector)?.1.split('}').next()
}

/// The first value of a name.
fn value(rules: &'static str, name: &str) -> Option<&'static str> {
    let named = |line: &'static str| line.strip_prefix(name)?.strip_prefix(": ");
    rules.split("--").find_map(named)?.split(';').next()
}

/// A style sheet for pages that show boards: their colors as variables, and the shape of a board until a script has
/// run.
pub fn style_sheet() -> String {
    let (width, height) = (7 * CELL + 2 * PAD, HEAD + PAD + 6 * CELL + FOOT);
    let [aspect, lane] = [width as f64, (100 * HEAD) as f64].map(|part| part / height as f64);
    let colors = include_str!("colors.css");
    format!("{colors}:root {{\n  --own-aspect: {aspect:.6};\n  --lane: {lane:.4}%;\n}}\n")
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

    /// Checks that colors to be distinguished have the contrast that WCAG requires of graphics.
    #[track_caller]
    fn check(palette: Palette, [a, b]: [&str; 2]) {
        let [one, two] = [a, b].map(|name| palette.color(name, false));
        let contrast = contrast(one, two);
        assert!(contrast >= 3.0, "{palette:?}: {a} and {b} have a contrast of {contrast:.2}");
    }

    #[test]
    fn marks_and_signs_stand_out() {
        for (palette, _) in &Palette::ALL[..4] {
            for names in [
                ["plate-top", "board-ink"],
                ["plate-bottom", "board-ink"],
                ["sign", "lens"],
                ["red", "red-mark"],
                ["yellow", "yellow-mark"],
                ["line", "line-edge"],
            ] {
                check(*palette, names);
            }
        }
        check(Palette::HighContrast, ["red", "yellow"]);
        for disc in ["red", "yellow"] {
            check(Palette::HighContrast, [disc, "board"]);
        }
    }

    #[test]
    fn a_palette_has_its_name_and_rule() {
        for (palette, name) in Palette::ALL {
            assert_eq!(palette.name(), name);
            let has_rule = rule(&format!(":host([palette=\"{name}\"])")).is_some();
            assert_eq!(has_rule, palette != Palette::RedYellow, "{name}");
        }
        let of =
            |is_dark| [Palette::RedYellow, Palette::RedBlack].map(|p| p.color("hole", is_dark));
        assert_eq!([of(false), of(true)], [["#ece2d0", "#fffdf7"], ["#121017", "#fffdf7"]]);
    }
}
