//! The signs of a reason, as text, as SVG and as pixels.

use foursight::{AnySize, Cell, Game, Player};
use foursight_render::{Diagram, Look, Overlay, Palette, TextStyle, Theme};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::{game, game_on};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn pair(one: &str, two: &str) -> (Cell, Cell) {
    (cell(one), cell(two))
}

/// The steps of players who take turns, the side to move first.
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

/// The style `Discs` has the same signs as `Letters`; a ring and the number of a step also have colors.
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

/// Styles without marks describe everything below the board. In `Ascii`, X is the side to move.
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

/// Lines stay short, two-digit numbers keep the columns aligned, and notes stand below them.
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
        let (_, rest) = svg.split_once("Marked on the board: ").unwrap();
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
    assert!(!svg.contains("Marked on the board"), "{svg}");
}

/// Every sign as it is written to the file.
#[test]
fn a_small_board() {
    let game = game_on("3x3", "1");
    let overlay = Overlay {
        rings: vec![cell("b2"), cell("a1")],
        arrows: vec![pair("a1", "b2")],
        links: vec![pair("a3", "c3")],
        steps: steps(&game, "b1 c1"),
    };
    let plain = Diagram::of_game(&game).with_coordinates().to_svg(&Look::default());
    let svg = Diagram::of_game(&game).with_overlay(overlay).to_svg(&Look::default());
    let [board, signs] = [plain, svg].map(|svg| svg.lines().skip(3).collect::<Vec<_>>().join("\n"));
    check(signs.strip_prefix(board.strip_suffix("</svg>").unwrap()).unwrap(), SMALL);
}

const SMALL: &str = r##"<path fill="none" stroke="#0b1b33" stroke-width="15" stroke-linecap="round" stroke-linejoin="round" d="M70.0 70.0Q170.0 150.0 270.0 70.0"/>
<path fill="none" stroke="#7ff3d0" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M70.0 70.0Q170.0 150.0 270.0 70.0"/>
<path fill="none" stroke="#0b1b33" stroke-width="15" stroke-linecap="round" stroke-linejoin="round" d="M81.3 258.7L154.4 185.6M125.2 188.8L154.4 185.6L151.2 214.8"/>
<path fill="none" stroke="#7ff3d0" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M81.3 258.7L154.4 185.6M125.2 188.8L154.4 185.6L151.2 214.8"/>
<use href="#red-disc-red-yellow-light" x="70" y="270"/>
<use href="#hole-red-yellow-light" x="70" y="270"/>
<circle cx="70" cy="270" r="41" fill="none" stroke="#ffffff" stroke-width="4"/>
<g opacity=".62">
<use href="#yellow-disc-red-yellow-light" x="170" y="270"/>
</g>
<g opacity=".62">
<use href="#red-disc-red-yellow-light" x="270" y="270"/>
</g>
<circle cx="170" cy="170" r="44" fill="#0b1b33"/>
<circle cx="170" cy="170" r="41" fill="none" stroke="#7ff3d0" stroke-width="4"/>
<g fill="none" stroke="#7ff3d0" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path transform="translate(152.81 159.00) scale(1.375)" d="M.5 0V16M.5 10.8C.5 7.8 2.4 5.5 5 5.5S9.7 7.8 9.7 10.8 7.7 16 5.1 16 .5 13.8.5 10.8"/>
<path transform="translate(173.44 159.00) scale(1.375)" d="M.5 4C.5 1.5 2.5 0 5 0S9.5 1.6 9.5 4.3C9.5 8 .5 11.5.5 16H10"/>
</g>
<circle cx="70" cy="270" r="45" fill="none" stroke="#0b1b33" stroke-width="11"/>
<circle cx="70" cy="270" r="45" fill="none" stroke="#7ff3d0" stroke-width="5"/>
<circle cx="137" cy="237" r="23" fill="#0b1b33"/>
<circle cx="137" cy="237" r="20" fill="none" stroke="#7ff3d0" stroke-width="4"/>
<g fill="none" stroke="#7ff3d0" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path transform="translate(131.38 228.00) scale(1.125)" d="M1.5 3.5 6 0V16"/>
</g>
<circle cx="237" cy="237" r="23" fill="#0b1b33"/>
<circle cx="237" cy="237" r="20" fill="none" stroke="#7ff3d0" stroke-width="4"/>
<g fill="none" stroke="#7ff3d0" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">
<path transform="translate(231.38 228.00) scale(1.125)" d="M.5 4C.5 1.5 2.5 0 5 0S9.5 1.6 9.5 4.3C9.5 8 .5 11.5.5 16H10"/>
</g>
</svg>"##;

/// The difference between two colors in the channel that differs most.
fn difference(a: PremultipliedColorU8, b: PremultipliedColorU8) -> u8 {
    let channels =
        |color: PremultipliedColorU8| [color.red(), color.green(), color.blue(), color.alpha()];
    let differences = channels(a).into_iter().zip(channels(b)).map(|(a, b)| a.abs_diff(b));
    differences.max().expect("a color has channels")
}

/// The row numbers make a picture wider, and leave its cells unchanged; only the light falls slightly differently.
#[test]
fn coordinates_stand_outside_the_cells() {
    let look = Look { theme: Theme::Transparent, ..Look::default() };
    let draw = |diagram: Diagram| Pixmap::decode_png(&diagram.to_png(&look)).unwrap();
    let diagram = Diagram::of_game(&game("4455"));
    let (plain, named) = (draw(diagram.clone()), draw(diagram.with_coordinates()));
    assert_eq!([named.width(), named.height()], [plain.width() + 16, plain.height()]);
    for (x, y) in (0..7 * 64).flat_map(|x| (0..6 * 64).map(move |y| (32 + x, 32 + y))) {
        let [named, plain] = [named.pixel(x + 16, y), plain.pixel(x, y)].map(Option::unwrap);
        assert!(difference(named, plain) <= 16, "at {x}, {y}: {named:?} is not {plain:?}");
    }
}

/// A ring, the end of a link, and the number of a step; a ring on a disc leaves the disc's mark visible.
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
    // The middle of column c and of row r, from 0, is at 80 + 64 c, 384 - 64 r.
    let [of_ring, of_link, of_step] = [(80 + 6 * 64 + 26, 320), (80, 320), (302, 235)];
    for (palette, sign, mark) in [
        (Palette::RedYellow, "#7ff3d0", "#6b4300"),
        (Palette::RedBlue, "#ffd84f", "#06294d"),
        (Palette::RedBlack, "#1646a8", "#f5f5f5"),
        (Palette::HighContrast, "#00e5ff", "#000000"),
    ] {
        let picture = picture(palette);
        check(&picture, of_ring, sign);
        check(&picture, of_link, sign);
        check(&picture, of_step, sign);
        check(&picture, (80 + 2 * 64, 384 - 3 * 64), mark);
    }
}

/// An overlay that names a cell outside the board was made for a board of another size.
#[test]
#[should_panic(expected = "h1 is not on the board of 7x6")]
fn a_cell_outside_the_board() {
    let overlay = Overlay { links: vec![pair("a1", "h1")], ..Overlay::default() };
    let _ = Diagram::of_game(&game("")).with_overlay(overlay);
}
