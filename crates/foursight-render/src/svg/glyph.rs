//! Digits, a few letters and signs as lines.
//!
//! A glyph is a path in a box 10 units wide and 16 high, drawn with a round pen of [`PEN`] units.

/// The distance between the left sides of neighboring glyphs.
const ADVANCE: i64 = 15;
const WIDTH: i64 = 10;
pub(super) const HEIGHT: i64 = 16;
/// The width of the pen.
pub(super) const PEN: f32 = 2.6;

/// The characters that pictures can draw; any other becomes an empty box.
///
/// ```
/// assert!(foursight_render::SIGNS.contains('7') && !foursight_render::SIGNS.contains('k'));
/// ```
pub const SIGNS: &str = "0123456789AFLSTXabcdefghij+-=?.";

/// `word` as paths with its middle at `x`, `y`: `height` units high, or less if it would be wider
/// than `max_width`.
pub(super) fn write(word: &str, [x, y]: [i64; 2], height: i64, max_width: i64) -> String {
    let n_glyphs = word.chars().count() as i64;
    let width = (n_glyphs * ADVANCE - (ADVANCE - WIDTH)).max(0) as f32;
    let scale = (height as f32 / HEIGHT as f32).min(max_width as f32 / (width + PEN));
    let left = x as f32 - width * scale / 2.0;
    let top = y as f32 - HEIGHT as f32 * scale / 2.0;
    let to_path = |(index, symbol)| {
        let left = left + (index * ADVANCE) as f32 * scale;
        let lines = path(symbol);
        format!(
            "<path transform=\"translate({left:.2} {top:.2}) scale({scale:.3})\" d=\"{lines}\"/>"
        )
    };
    (0..).zip(word.chars()).map(to_path).collect::<Vec<_>>().join("\n")
}

pub(super) fn path(symbol: char) -> &'static str {
    match symbol {
        '0' => "M5 0C8.5 0 10 3.5 10 8S8.5 16 5 16 0 12.5 0 8 1.5 0 5 0Z",
        '1' => "M1.5 3.5 6 0V16",
        '2' => "M.5 4C.5 1.5 2.5 0 5 0S9.5 1.6 9.5 4.3C9.5 8 .5 11.5.5 16H10",
        '3' => {
            "M.8 2.5C1.6 1 3 0 5 0 7.6 0 9.4 1.6 9.4 3.9S7.5 7.6 4.3 7.6C7.8 7.6 10 9.3 10 11.8S7.8 16 5 16C2.6 16 .8 15 0 13"
        }
        '4' => "M7.5 16V0L0 11.5H10",
        '5' => "M9 0H1.6L.9 7.2C2 6.4 3.4 6 5 6 8 6 10 8 10 11S7.9 16 4.9 16C2.6 16 .9 15.2 0 13.6",
        '6' => "M8 0C3.5 2 0 6 0 10.8 0 14 2 16 5 16S10 14 10 11 8 6.2 5.1 6.2C2.6 6.2.6 7.8.1 10",
        '7' => "M0 0H10L3.8 16",
        '8' => {
            "M5 7.5C2.5 7.5.8 6 .8 3.75S2.5 0 5 0 9.2 1.5 9.2 3.75 7.5 7.5 5 7.5C2 7.5 0 9.3 0 11.75S2 16 5 16 10 14.2 10 11.75 8 7.5 5 7.5Z"
        }
        '9' => "M2 16C6.5 14 10 10 10 5.2 10 2 8 0 5 0S0 2 0 5 2 9.8 4.9 9.8C7.4 9.8 9.4 8.2 9.9 6",
        'a' => {
            "M9.5 5.5V16M9.5 10.8C9.5 7.8 7.6 5.5 5 5.5S.3 7.8.3 10.8 2.3 16 4.9 16 9.5 13.8 9.5 10.8"
        }
        'b' => {
            "M.5 0V16M.5 10.8C.5 7.8 2.4 5.5 5 5.5S9.7 7.8 9.7 10.8 7.7 16 5.1 16 .5 13.8.5 10.8"
        }
        'c' => {
            "M9 7.6C8.2 6.2 6.9 5.5 5.3 5.5 2.5 5.5.5 7.8.5 10.8S2.5 16 5.3 16C6.9 16 8.2 15.3 9 13.9"
        }
        'd' => {
            "M9.5 0V16M9.5 10.8C9.5 7.8 7.6 5.5 5 5.5S.3 7.8.3 10.8 2.3 16 4.9 16 9.5 13.8 9.5 10.8"
        }
        'e' => {
            "M.6 10.6H9.5C9.5 7.6 7.6 5.5 5 5.5S.4 7.8.4 10.8 2.4 16 5.2 16C6.9 16 8.2 15.4 9 14.2"
        }
        'f' => "M8.5.5C5.6-.5 4 .8 4 3.6V16M1 5.8H8",
        'g' => {
            "M9.5 5.5V16.5C9.5 19 7.6 20.5 5 20.5 3.2 20.5 1.8 19.9 1 18.8M9.5 10.8C9.5 7.8 7.6 5.5 5 5.5S.3 7.8.3 10.8 2.3 16 4.9 16 9.5 13.8 9.5 10.8"
        }
        'h' => "M.8 0V16M.8 10C.8 7.2 2.6 5.5 5 5.5S9.2 7 9.2 9.8V16",
        'i' => "M5 5.5V16M5 1H5.01",
        'j' => "M6 5.5V17C6 19.6 4.6 20.6 2.2 20.3M6 1H6.01",
        'A' => "M0 16 5 0 10 16M2 10H8",
        'F' => "M9.5 0H1V16M1 7.5H8",
        'L' => "M1.5 0V16H9.5",
        'S' => {
            "M9.3 2.8C8.6 1 7 0 5 0 2.4 0 .7 1.5.7 3.8 .7 9.4 9.6 6.4 9.6 12 9.6 14.4 7.8 16 5 16 2.6 16 1 14.9.3 12.9"
        }
        'T' => "M0 0H10M5 0V16",
        'X' => "M.5 0 9.5 16M9.5 0 .5 16",
        '-' => "M1 8H9",
        '+' => "M1 8H9M5 4V12",
        '=' => "M1 5.5H9M1 10.5H9",
        '?' => "M.5 4C.5 1.5 2.5 0 5 0S9.5 1.6 9.5 4C9.5 7.5 5 7.5 5 11M5 16H5.01",
        '.' => "M5 16H5.01",
        ' ' => "",
        _ => "M0 0H10V16H0Z",
    }
}
