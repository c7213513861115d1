//! Pictures, pixel by pixel.

use foursight::{AnySize, Game, Player, Position, Size};
use foursight_render::{Canvas, Card, Diagram, Look, Palette, Theme};
use resvg::tiny_skia::Pixmap;

use crate::{game, game_on};

const BLACK: [u8; 4] = [0, 0, 0, 255];
const RED: [u8; 4] = [255, 0, 0, 255];
const WHITE: [u8; 4] = [255, 255, 255, 255];
const CLEAR: [u8; 4] = [0; 4];

/// The picture of an assignment: squares of 25 pixels, circles of radius 10, an outline of 2.
const SQUARE: u32 = 25;

fn decode(png: &[u8]) -> Pixmap {
    Pixmap::decode_png(png).unwrap()
}

fn pixel(picture: &Pixmap, x: u32, y: u32) -> [u8; 4] {
    let color = picture.pixel(x, y).unwrap();
    [color.red(), color.green(), color.blue(), color.alpha()]
}

/// Checks every pixel that lies wholly inside a disc, its outline or the space around it.
#[track_caller]
fn check_classic(game: &Game<AnySize>, theme: Theme, around: [u8; 4]) {
    let look = Look { palette: Palette::Classic, theme, canvas: None };
    let picture = decode(&Diagram::of_game(game).to_png(&look));
    let size = game.position().size();
    assert_eq!(picture.width(), SQUARE * size.width() as u32);
    assert_eq!(picture.height(), SQUARE * size.height() as u32);
    let board = game.position().to_board();
    let mut n_checked = [0; 3];
    for (x, y) in (0..picture.width()).flat_map(|x| (0..picture.height()).map(move |y| (x, y))) {
        let column = size.columns().nth((x / SQUARE) as usize).unwrap();
        let disc = board.disc_at((y / SQUARE) as usize, column);
        let fill = match disc {
            None => WHITE,
            Some(Player::First) => RED,
            Some(Player::Second) => BLACK,
        };
        let [nearest, farthest] = distances(x % SQUARE, y % SQUARE);
        let (part, expected) = if farthest <= 9.0 {
            (0, fill)
        } else if nearest >= 9.0 && farthest <= 11.0 {
            (1, BLACK)
        } else if nearest >= 11.0 {
            (2, around)
        } else {
            continue;
        };
        n_checked[part] += 1;
        assert_eq!(pixel(&picture, x, y), expected, "at {x}, {y}: {disc:?}");
    }
    // The pixels of one square that lie wholly inside a part.
    let per_square = n_checked.map(|n| n / size.n_cells());
    assert_eq!(per_square, [221, 48, 196]);
}

/// The distances of a pixel's nearest and farthest points from the middle of its square.
fn distances(x: u32, y: u32) -> [f64; 2] {
    let offset = |at: u32| (f64::from(at) + 0.5 - 12.5).abs();
    let (x, y) = (offset(x), offset(y));
    let nearest = (x - 0.5).max(0.0).hypot((y - 0.5).max(0.0));
    [nearest, (x + 0.5).hypot(y + 0.5)]
}

#[test]
fn the_classic_picture() {
    check_classic(&game(""), Theme::Light, WHITE);
    check_classic(&game("44455"), Theme::Light, WHITE);
    check_classic(&game("12234334464"), Theme::Dark, WHITE);
    check_classic(&game("44455"), Theme::Transparent, CLEAR);
    check_classic(&game_on("10x3", "123456789aa"), Theme::Light, WHITE);
}

const BACKGROUND: [u8; 4] = [0xf8, 0xf3, 0xe9, 255];
const DARK: [u8; 4] = [0x17, 0x14, 0x1d, 255];
const DOT: [u8; 4] = [0x6b, 0x43, 0x00, 255];
const RING: [u8; 4] = [0x5e, 0x0a, 0x05, 255];

/// Whether a color belongs to a gradient from one color to another.
fn is_between(color: [u8; 4], one: [u8; 3], other: [u8; 3]) -> bool {
    (0..3).all(|i| (one[i].min(other[i])..=one[i].max(other[i])).contains(&color[i]))
}

fn is_red(color: [u8; 4]) -> bool {
    is_between(color, [0xc3, 0x2b, 0x1c], [0xf4, 0x62, 0x4d])
}

fn is_yellow(color: [u8; 4]) -> bool {
    is_between(color, [0xed, 0xa4, 0x0c], [0xff, 0xd6, 0x5e])
}

/// The color `right` of the middle of a cell of the standing board.
fn at(picture: &Pixmap, column: u32, row_from_top: u32, right: u32) -> [u8; 4] {
    pixel(picture, 64 + 64 * column + right, 64 + 64 * row_from_top)
}

#[test]
fn discs_and_marks() {
    let picture = decode(&Diagram::of_game(&game("44455")).to_png(&Look::default()));
    assert_eq!([picture.width(), picture.height()], [512, 480]);
    let [middle, mark, face] = [0, 10, 17].map(|x| at(&picture, 3, 5, x));
    assert!(is_red(middle) && mark == RING && is_red(face), "{middle:?} {mark:?} {face:?}");
    let [mark, inside, face] = [0, 11, 17].map(|x| at(&picture, 4, 5, x));
    assert!(mark == DOT && is_yellow(inside) && is_yellow(face), "{mark:?} {inside:?} {face:?}");
    assert_eq!(at(&picture, 4, 4, 26), WHITE, "a ring around the last move");
    assert_ne!(at(&picture, 4, 5, 26), WHITE);
    let hole = at(&picture, 0, 0, 0);
    assert!(is_between(hole, [0xe0, 0xd4, 0xc0], [0xf5, 0xee, 0xe2]), "{hole:?}");
    assert_eq!(pixel(&picture, 0, 0), BACKGROUND);
}

/// Checks that the capsule around a line runs beside the middle of its first two cells. The first cell is the left one,
/// or the lowest in a column; its row is counted from the top, and the second lies `to` columns and rows away.
#[track_caller]
fn check_capsule(moves: &str, [column, row_from_top]: [u32; 2], to: [i32; 2]) {
    let draw = |moves| decode(&Diagram::of_game(&game(moves)).to_png(&Look::default()));
    let [right, down] = to.map(f64::from);
    let aside = 28.8 / right.hypot(down);
    let x = 64.0 + 64.0 * f64::from(column) + 32.0 * right + aside * down;
    let y = 64.0 + 64.0 * f64::from(row_from_top) + 32.0 * down - aside * right;
    let (x, y) = (x as u32, y as u32);
    let (before, after) = moves.split_at(moves.len() - 1);
    assert_ne!(pixel(&draw(before), x, y), WHITE, "{moves} without {after}");
    assert_eq!(pixel(&draw(moves), x, y), WHITE, "{moves}");
}

#[test]
fn a_capsule_around_the_winning_line() {
    check_capsule("1122334", [0, 5], [1, 0]);
    check_capsule("1212121", [0, 5], [0, -1]);
    check_capsule("12234334464", [0, 5], [1, -1]);
    check_capsule("76654554424", [3, 2], [1, 1]);
}

#[track_caller]
fn check_empty(palette: Palette, theme: Theme, hole: [[u8; 3]; 2], corner: [u8; 4]) {
    let look = Look { palette, theme, canvas: None };
    let picture = decode(&Diagram::of_game(&game("44")).to_png(&look));
    let seen = at(&picture, 0, 0, 0);
    assert!(seen[3] == 255 && is_between(seen, hole[0], hole[1]), "{palette:?} {theme:?} {seen:?}");
    assert_eq!(pixel(&picture, 0, 0), corner, "{palette:?} {theme:?}");
}

#[test]
fn the_page_is_seen_through_holes() {
    check_empty(Palette::RedYellow, Theme::Dark, [[8, 7, 11], [0x17, 0x14, 0x1d]], DARK);
    let look = Look { palette: Palette::RedBlue, theme: Theme::Transparent, canvas: None };
    let picture = decode(&Diagram::of_game(&game("44")).to_png(&look));
    assert_eq!([at(&picture, 0, 0, 0), pixel(&picture, 0, 0)], [CLEAR; 2]);
    // Holes are not dark where a dark hole could be taken for a black disc.
    let light = [[0xf4, 0xee, 0xdd], [0xff, 0xfd, 0xf7]];
    check_empty(Palette::RedBlack, Theme::Dark, light, DARK);
    check_empty(Palette::RedBlack, Theme::Transparent, light, CLEAR);
}

/// Notes make the board higher; each note changes only what is drawn below its own column.
#[test]
fn notes_and_arrows_are_drawn() {
    let plain = Diagram::of_game(&game("44"));
    let draw = |notes: [&str; 7]| {
        let notes = notes.map(str::to_owned).to_vec();
        decode(&plain.clone().with_notes(notes).to_png(&Look::default()))
    };
    let (without, with) = (draw([""; 7]), draw(["", "", "-18", "", "", "", ""]));
    assert_eq!(with.height(), 512);
    let columns: Vec<u32> = (0..512)
        .filter(|&x| (0..512).any(|y| pixel(&without, x, y) != pixel(&with, x, y)))
        .map(|x| (x - 32) / 64)
        .collect();
    assert!(!columns.is_empty() && columns.iter().all(|&column| column == 2), "{columns:?}");

    let arrow = plain.with_arrows([foursight::Column::new(3)]).to_png(&Look::default());
    assert_eq!(at(&decode(&arrow), 3, 3, 0), [0x7f, 0xf3, 0xd0, 255], "the arrow, over two discs");
}

#[test]
fn a_canvas_is_filled() {
    for (width, height) in [(1200, 630), (301, 1201), (1, 4096), (4096, 1)] {
        let canvas = Some(Canvas::new(width, height).unwrap());
        let picture =
            decode(&Diagram::of_game(&game("44")).to_png(&Look { canvas, ..Look::default() }));
        assert_eq!([picture.width(), picture.height()], [width, height]);
        for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
            assert!(pixel(&picture, x, y)[3] == 255, "{width}x{height} at {x}, {y}");
        }
    }
    let error = Canvas::new(0, 630).unwrap_err().to_string();
    assert_eq!(error, "a picture cannot be 0x630 pixels: each side must be from 1 to 4096");
}

/// Any text can be a note, and the picture is always drawn.
#[test]
fn odd_notes() {
    let notes = ["<&>", "\0\u{7}", "\u{ffff}\u{fffe}", "\"'", "é漢", "]]>", "a very long note"];
    let diagram = Diagram::of_game(&game("44")).with_notes(notes.map(str::to_owned).to_vec());
    assert_eq!(decode(&diagram.to_png(&Look::default())).width(), 512);
}

#[test]
fn a_card_has_the_size_that_sites_ask_for() {
    let position: Position = "4434".parse().unwrap();
    let card = Card {
        diagram: Diagram::new(&position),
        headline: ["Only one", "disc wins."].map(str::to_owned),
        words: "See which, and why.".to_owned(),
    };
    let picture = Pixmap::decode_png(&card.to_png()).unwrap();
    assert_eq!((picture.width(), picture.height()), (1200, 630));
    let color = |x, y| {
        let pixel = picture.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()].map(i32::from)
    };
    // The plate between two holes, a red disc in column 4, and a yellow one on it.
    let [plate, red, yellow] = [color(298, 300), color(336, 475), color(336, 399)];
    assert!(plate[2] > plate[0] + 80, "{plate:?}");
    assert!(red[0] > red[2] + 80 && red[0] > red[1] + 80, "{red:?}");
    assert!(yellow[0] > yellow[2] + 80 && yellow[1] > yellow[2] + 60, "{yellow:?}");
    assert_eq!(card.to_svg().matches("to move").count(), 0, "words are lines");
}
