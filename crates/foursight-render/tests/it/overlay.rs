//! What a reason points at, as text, as SVG and as pixels.

use foursight::reason::Overlay;
use foursight::{AnySize, Cell, Game, Player};
use foursight_render::{Diagram, Look, Palette, TextStyle, Theme};
use resvg::tiny_skia::Pixmap;

use crate::pieces::{ONE_SAMPLE, difference};
use crate::{game, game_on};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn pair(one: &str, two: &str) -> (Cell, Cell) {
    (cell(one), cell(two))
}

/// Steps of players who take turns, the side to move first.
fn steps(game: &Game<AnySize>, names: &str) -> Vec<(Cell, Player)> {
    let first = game.position().side_to_move();
    let players = [first, first.other()].into_iter().cycle();
    names.split(' ').map(cell).zip(players).collect()
}

/// A forced line, with a sign of each kind.
fn all_kinds() -> Diagram {
    let game = game("54354644343343");
    let overlay = Overlay {
        rings: vec![cell("g2"), cell("c4")],
        arrows: vec![pair("a1", "a2")],
        links: vec![pair("a2", "g2")],
        steps: steps(&game, "e3 f2 e4 e5"),
    };
    Diagram::of_game(&game).with_overlay(overlay)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn letters_have_rings_and_steps_and_a_legend() {
    check(
        &all_kinds().to_text(TextStyle::Letters),
        "     1  2  3  4  5  6  7
 6   .  .  .  X  .  .  .
 5   .  . (O) O  4  .  .
 4   .  . <O> O  3  .  .
 3   .  .  X  X  1  .  .
 2   .  .  X  X  O  2 <.>
 1   .  .  X  O  X  O  .
     a  b  c  d  e  f  g
  a1 -> a2
  a2 and g2 answer each other
  1. X e3, 2. O f2, 3. X e4, 4. O e5
",
    );
}

fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or("");
    first.to_owned() + &parts.map(|part| part.split_once('m').unwrap().1).collect::<String>()
}

/// Discs have the same signs; a ring, and the number of a step, have colors too.
#[test]
fn discs_have_colored_signs() {
    let text = all_kinds().to_text(TextStyle::Discs);
    let of_letters = all_kinds().to_text(TextStyle::Letters).replace('X', "●").replace('O', "○");
    assert_eq!(without_colors(&text), of_letters);
    assert!(
        text.contains("\u{1b}[1m\u{1b}[36m<\u{1b}[0m.\u{1b}[1m\u{1b}[36m>\u{1b}[0m"),
        "{text:?}"
    );
    assert!(text.contains(" \u{1b}[1m\u{1b}[31m1\u{1b}[0m "), "{text:?}");
    assert!(text.contains(" \u{1b}[1m\u{1b}[33m2\u{1b}[0m "), "{text:?}");
}

/// Styles without marks say everything below the board. In `Ascii`, X is the side to move.
#[test]
fn notations_have_a_legend_only() {
    let game = game_on("4x3", "112");
    let overlay =
        Overlay { rings: vec![cell("b2")], steps: steps(&game, "b2 c1"), ..Overlay::default() };
    let diagram = Diagram::of_game(&game).with_overlay(overlay);
    check(
        &diagram.to_text(TextStyle::Ascii),
        " 3 . . . .
 2 X . . .
 1 O O . .
   1 2 3 4
   a b c d
  ring on b2
  1. X b2, 2. O c1
",
    );
    check(
        &diagram.to_text(TextStyle::Emoji),
        "   [ 1  2  3  4]
 3 (.. .. .. ..)
 2 (🟡 .. .. ..)
 1 (🔴 🔴 .. ..)
   [ a  b  c  d]
  ring on b2
  1. 🟡 b2, 2. 🔴 c1
",
    );
}

/// Lines stay short, numbers of two digits keep the columns, and notes stand under them.
#[test]
fn a_long_line_of_play_on_a_wide_board() {
    let game = game_on("10x4", "");
    let names = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 j2";
    let overlay = Overlay { steps: steps(&game, names), ..Overlay::default() };
    let notes = (0..10).map(|score| score.to_string()).collect();
    let diagram = Diagram::of_game(&game).with_overlay(overlay).with_notes(notes);
    check(
        &diagram.to_text(TextStyle::Letters),
        "     1  2  3  4  5  6  7  8  9  a
 4   .  .  .  .  .  .  .  .  .  .
 3   .  .  .  .  .  .  .  .  .  .
 2   .  .  .  .  .  .  .  .  . 11
 1   1  2  3  4  5  6  7  8  9 10
     a  b  c  d  e  f  g  h  i  j
     0  1  2  3  4  5  6  7  8  9
  1. X a1, 2. O b1, 3. X c1, 4. O d1, 5. X e1, 6. O f1, 7. X g1
  8. O h1, 9. X i1, 10. O j1, 11. X j2
",
    );
}

#[test]
fn the_description_tells_the_overlay() {
    let words = |palette| {
        let svg = all_kinds().to_svg(&Look { palette, ..Look::default() });
        let (_, rest) = svg.split_once("Over the board: ").unwrap();
        rest.split_once("</desc>").unwrap().0.to_owned()
    };
    assert_eq!(
        words(Palette::RedYellow),
        "rings on g2, c4; arrow from a1 to a2; a2 and g2 answer each other; \
         1. red e3, 2. yellow f2, 3. red e4, 4. yellow e5."
    );
    assert!(words(Palette::RedBlack).ends_with("4. black e5."));
    let svg =
        Diagram::of_game(&game("4")).with_overlay(Overlay::default()).to_svg(&Look::default());
    assert!(!svg.contains("Over the board"), "{svg}");
}

/// Every sign as it stands in the file.
#[test]
fn a_small_board() {
    let game = game_on("3x3", "1");
    let overlay = Overlay {
        rings: vec![cell("b2")],
        arrows: vec![pair("a1", "b2")],
        links: vec![pair("a3", "c3")],
        steps: steps(&game, "b1 c1"),
    };
    let plain = Diagram::of_game(&game).with_coordinates().to_svg(&Look::default());
    let svg = Diagram::of_game(&game).with_overlay(overlay).to_svg(&Look::default());
    let [board, signs] = [plain, svg].map(|svg| svg.lines().skip(3).collect::<Vec<_>>().join("\n"));
    check(signs.strip_prefix(board.strip_suffix("</svg>").unwrap()).unwrap(), SMALL);
}

const SMALL: &str = r##"<circle cx="142" cy="210" r="24" fill="#12224d"/>
<circle cx="142" cy="210" r="22" fill="#fdd835"/>
<circle cx="142" cy="210" r="17" fill="#6b4e00"/>
<circle cx="206" cy="210" r="24" fill="#12224d"/>
<circle cx="206" cy="210" r="22" fill="#e53935"/>
<circle cx="206" cy="210" r="17" fill="none" stroke="#5a0c0a" stroke-width="3"/>
<path fill="none" stroke="#12224d" stroke-width="8" stroke-linecap="round" stroke-linejoin="round" d="M78.0 82.0Q142.0 133.2 206.0 82.0"/>
<path fill="none" stroke="#4fd8ff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="1 10" d="M78.0 82.0Q142.0 133.2 206.0 82.0"/>
<circle cx="78" cy="82" r="11" fill="#12224d"/>
<circle cx="78" cy="82" r="9" fill="#4fd8ff"/>
<circle cx="206" cy="82" r="11" fill="#12224d"/>
<circle cx="206" cy="82" r="9" fill="#4fd8ff"/>
<path fill="none" stroke="#12224d" stroke-width="11" stroke-linecap="round" stroke-linejoin="round" d="M85.1 202.9L132.1 155.9M113.0 158.0L132.1 155.9L130.0 175.0"/>
<path fill="none" stroke="#4fd8ff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M85.1 202.9L132.1 155.9M113.0 158.0L132.1 155.9L130.0 175.0"/>
<circle cx="142" cy="146" r="28" fill="none" stroke="#12224d" stroke-width="11"/>
<circle cx="142" cy="146" r="28" fill="none" stroke="#4fd8ff" stroke-width="6"/>
<g fill="none" stroke="#6b4e00" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">
<path transform="translate(136.38 201.00) scale(1.125)" d="M1.5 3.5 6 0V16"/>
</g>
<g fill="none" stroke="#fdd835" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path transform="translate(136.38 201.00) scale(1.125)" d="M1.5 3.5 6 0V16"/>
</g>
<g fill="none" stroke="#e53935" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">
<path transform="translate(200.38 201.00) scale(1.125)" d="M.5 4C.5 1.5 2.5 0 5 0S9.5 1.6 9.5 4.3C9.5 8 .5 11.5.5 16H10"/>
</g>
<g fill="none" stroke="#5a0c0a" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path transform="translate(200.38 201.00) scale(1.125)" d="M.5 4C.5 1.5 2.5 0 5 0S9.5 1.6 9.5 4.3C9.5 8 .5 11.5.5 16H10"/>
</g>
</svg>"##;

/// The letters and numbers make a picture larger, and take nothing from its cells.
#[test]
fn coordinates_stand_outside_the_cells() {
    let look = Look { theme: Theme::Transparent, ..Look::default() };
    let draw = |diagram: Diagram| Pixmap::decode_png(&diagram.to_png(&look)).unwrap();
    let diagram = Diagram::of_game(&game("4455"));
    let (plain, named) = (draw(diagram.clone()), draw(diagram.with_coordinates()));
    assert_eq!([named.width(), named.height()], [plain.width() + 24, plain.height() + 24]);
    for (x, y) in (0..7 * 64).flat_map(|x| (0..6 * 64).map(move |y| (22 + x, 50 + y))) {
        let [named, plain] = [named.pixel(x + 24, y), plain.pixel(x, y)].map(Option::unwrap);
        assert!(difference(named, plain) <= ONE_SAMPLE, "at {x}, {y}: {named:?} is not {plain:?}");
    }
}

/// A ring, the end of a link, and a step.
#[test]
fn signs_have_the_colors_of_their_palette() {
    let picture = |palette| {
        let look = Look { palette, ..Look::default() };
        Pixmap::decode_png(&all_kinds().to_png(&look)).unwrap()
    };
    let check = |picture: &Pixmap, (x, y), expected: &str| {
        let color = picture.pixel(x, y).unwrap();
        let found = format!("#{:02x}{:02x}{:02x}", color.red(), color.green(), color.blue());
        assert_eq!(found, expected, "at {x}, {y}");
    };
    // The middle of column c and of row r is at 78 + 64 c, 402 - 64 r.
    let [of_ring, of_link, of_step] = [(78 + 6 * 64 + 28, 338), (78, 338), (78 + 4 * 64 + 20, 210)];
    for (palette, sign, disc) in [
        (Palette::RedYellow, "#4fd8ff", "#e53935"),
        (Palette::RedBlue, "#ffd84f", "#e53935"),
        (Palette::RedBlack, "#1646a8", "#c62828"),
        (Palette::HighContrast, "#00e5ff", "#d50000"),
    ] {
        let picture = picture(palette);
        check(&picture, of_ring, sign);
        check(&picture, of_link, sign);
        check(&picture, of_step, disc);
    }
}

/// As on a board of another size, by mistake.
#[test]
#[should_panic(expected = "h1 is not on the board of 7x6")]
fn a_cell_outside_the_board() {
    let overlay = Overlay { links: vec![pair("a1", "h1")], ..Overlay::default() };
    let _ = Diagram::of_game(&game("")).with_overlay(overlay);
}
