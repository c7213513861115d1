//! Words as lines: each letter with its own width, so that a card needs no font.
//!
//! An embedded font would bring a font parser and a text shaper into the program, and the SVG would look different
//! wherever the font is missing.

use std::fmt::Write;

use super::glyph;

/// The gap between the lines of two letters, without the pen.
const GAP: f32 = 1.8;
/// A space, in units of a glyph.
const SPACE: f32 = 6.5;

/// The style in which words are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Lettering {
    /// The height of a capital.
    pub(crate) height: f32,
    /// The width of the pen, as a fraction of that height.
    pub(crate) pen: f32,
}

impl Lettering {
    /// The same style, or a smaller one if `words` would be wider than `most`.
    pub(crate) fn within(self, most: f32, words: &str) -> Self {
        let wide = self.width(words);
        if wide > most { Self { height: self.height * most / wide, ..self } } else { self }
    }

    fn width(self, words: &str) -> f32 {
        let advances: f32 = words.chars().map(|letter| self.advance(letter)).sum();
        advances * self.height / glyph::HEIGHT as f32
    }

    /// The distance from the start of a letter to the start of the next, in units of a glyph.
    fn advance(self, letter: char) -> f32 {
        let [first, last] = sides(letter);
        if letter == ' ' { SPACE } else { last - first + self.pen * glyph::HEIGHT as f32 + GAP }
    }

    /// `words` from `left` on, standing on the line at `base`.
    pub(crate) fn write(self, words: &str, [left, base]: [f32; 2], color: &str) -> String {
        let scale = self.height / glyph::HEIGHT as f32;
        let pen = self.pen * glyph::HEIGHT as f32;
        let mut paths = String::new();
        let mut x = 0.0;
        for letter in words.chars() {
            if letter != ' ' {
                let (left, lines) = (x - sides(letter)[0], path(letter));
                write!(paths, "<path transform=\"translate({left:.2} 0)\" d=\"{lines}\"/>")
                    .expect("a string takes all");
            }
            x += self.advance(letter);
        }
        let top = base - self.height;
        format!(
            "<g transform=\"translate({left:.1} {top:.1}) scale({scale:.3})\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"{pen:.2}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{paths}</g>\n"
        )
    }
}

/// The start and end of a letter's lines, from the left side of its box.
fn sides(letter: char) -> [f32; 2] {
    match letter {
        'i' | 'l' | 'I' | '.' | ':' | '!' | '\'' => [5.0, 5.0],
        ',' => [4.0, 5.0],
        'j' => [2.2, 6.0],
        'f' => [1.0, 8.0],
        'r' => [1.0, 5.8],
        's' => [0.7, 8.2],
        't' => [0.8, 7.9],
        'm' => [0.5, 12.5],
        'w' => [0.3, 12.7],
        'C' | 'G' => [0.3, 10.5],
        'E' => [1.0, 9.0],
        'J' => [0.3, 6.5],
        'M' => [1.0, 12.0],
        'O' | 'Q' => [0.4, 11.6],
        'W' => [0.3, 14.7],
        _ => [0.5, 9.6],
    }
}

fn path(letter: char) -> &'static str {
    match letter {
        'k' => "M1 0V16M8.5 5.5 1 11.5M4 9.2 9 16",
        'l' | 'I' => "M5 0V16",
        'm' => {
            "M.5 5.5V16M.5 9.5C.5 7 1.8 5.5 3.6 5.5S6.5 7 6.5 9.3V16M6.5 9.5C6.5 7 7.9 5.5 9.6 5.5S12.5 7 12.5 9.3V16"
        }
        'n' => "M.8 5.5V16M.8 10C.8 7.2 2.6 5.5 5 5.5S9.2 7 9.2 9.8V16",
        'o' => "M5 5.5C7.7 5.5 9.7 7.8 9.7 10.8S7.7 16 5 16 .3 13.8.3 10.8 2.3 5.5 5 5.5Z",
        'p' => {
            "M.5 5.5V20.5M.5 10.8C.5 7.8 2.4 5.5 5 5.5S9.7 7.8 9.7 10.8 7.7 16 5.1 16 .5 13.8.5 10.8"
        }
        'q' => {
            "M9.5 5.5V20.5M9.5 10.8C9.5 7.8 7.6 5.5 5 5.5S.3 7.8.3 10.8 2.3 16 4.9 16 9.5 13.8 9.5 10.8"
        }
        'r' => "M1 5.5V16M1 10.3C1 7.3 2.8 5.4 5.8 5.6",
        's' => {
            "M7.8 7.3C7.2 6.1 5.9 5.5 4.4 5.5 2.4 5.5 1 6.5 1 8.1 1 11.6 8.2 9.6 8.2 13.2 8.2 14.9 6.6 16 4.5 16 2.7 16 1.3 15.3.7 13.9"
        }
        't' => "M3.5 1.5V13C3.5 15 4.6 16 6.2 16 6.9 16 7.4 15.9 7.9 15.6M.8 5.5H7.5",
        'u' => "M.8 5.5V11.7C.8 14.4 2.4 16 4.7 16S9.2 14.3 9.2 11.5V5.5M9.2 5.5V16",
        'v' => "M.5 5.5 5 16 9.5 5.5",
        'w' => "M.3 5.5 3.5 16 6.5 6.5 9.5 16 12.7 5.5",
        'x' => "M1 5.5 9 16M9 5.5 1 16",
        'y' => "M.8 5.5 5.2 15.5M9.3 5.5 5.2 15.5 4 18.3C3.4 19.8 2.4 20.5.8 20.4",
        'z' => "M1 5.5H9L1 16H9",
        'B' => {
            "M1 0V16H5.5C8.2 16 9.8 14.4 9.8 11.8S8.2 7.6 5.5 7.6H1M1 0H5C7.4 0 8.9 1.4 8.9 3.8S7.4 7.6 5 7.6M1 0V8"
        }
        'C' => "M10.5 3C9.5 1.1 7.8 0 5.8 0 2.4 0 .3 3.2.3 8S2.4 16 5.8 16C7.8 16 9.5 14.9 10.5 13",
        'D' => "M1 0V16H4C8 16 10.3 13 10.3 8S8 0 4 0Z",
        'E' => "M9 0H1V16H9M1 7.5H8",
        'G' => {
            "M10.3 3C9.3 1.1 7.7 0 5.7 0 2.4 0 .3 3.2.3 8S2.4 16 5.7 16C8.5 16 10.4 14 10.4 9H6.2"
        }
        'H' => "M1 0V16M9.5 0V16M1 7.7H9.5",
        'J' => "M6.5 0V11.5C6.5 14.5 5.3 16 3.2 16 2 16 1 15.5.3 14.6",
        'K' => "M1 0V16M9.3 0 1 9.3M4.5 5.6 9.8 16",
        'M' => "M1 16V0L6.5 9 12 0V16",
        'N' => "M1 16V0L9.5 16V0",
        'O' => "M6 0C9.4 0 11.6 3.3 11.6 8S9.4 16 6 16 .4 12.7.4 8 2.6 0 6 0Z",
        'P' => "M1 16V0H5.3C8 0 9.7 1.7 9.7 4.5S8 9 5.3 9H1",
        'Q' => "M6 0C9.4 0 11.6 3.3 11.6 8S9.4 16 6 16 .4 12.7.4 8 2.6 0 6 0ZM7.5 12 11.5 16.5",
        'R' => "M1 16V0H5.3C8 0 9.6 1.6 9.6 4.3S8 8.6 5.3 8.6H1M5.5 8.6 9.8 16",
        'U' => "M1 0V10C1 14 2.7 16 5.3 16S9.6 14 9.6 10V0",
        'V' => "M.3 0 5 16 9.7 0",
        'W' => "M.3 0 4 16 7.5 3 11 16 14.7 0",
        'Y' => "M.3 0 5 8V16M9.7 0 5 8",
        'Z' => "M.8 0H9.5L.8 16H9.5",
        ',' => "M5 15.5 4 19",
        ':' => "M5 7H5.01M5 16H5.01",
        '\'' => "M5 0V3.5",
        '!' => "M5 0V11M5 16H5.01",
        other => glyph::path(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_english_can_be_written() {
        let unknown = glyph::path('é');
        let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(".,:'!?-+=".chars());
        for letter in letters {
            assert_ne!(path(letter), unknown, "{letter}");
        }
    }

    #[test]
    fn letters_stand_side_by_side() {
        let lettering = Lettering { height: 16.0, pen: 0.1 };
        let written = lettering.write("li a", [100.0, 50.0], "#000");
        // A letter without width, the pen and the gap; then the same and a space.
        for place in ["translate(100.0 34.0)", "translate(-5.00 0)", "translate(-1.60 0)"] {
            assert!(written.contains(place), "{place}: {written}");
        }
        assert_eq!(written.matches("<path").count(), 3);
    }

    #[test]
    fn words_are_made_to_fit() {
        let lettering = Lettering { height: 46.0, pen: 0.1 };
        assert!(lettering.width("wide words") > 200.0);
        let fitted = lettering.within(200.0, "wide words");
        assert!((fitted.width("wide words") - 200.0).abs() < 0.01);
        assert_eq!(lettering.within(200.0, "I").height.to_bits(), lettering.height.to_bits());
    }
}
