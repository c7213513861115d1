//! Pictures, pixel by pixel.

use foursight::notation::{Expected, Notation};
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

/// Every pixel that lies wholly inside a disc, its outline or the space around it.
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

/// How far the nearest and the farthest point of a pixel are from the middle of its square.
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

/// The board of the assignment, with nil, 0 (red) and 1 (black).
#[test]
fn the_picture_of_the_assignment() {
    let rows = "[[nil, nil, nil, nil, nil, nil, nil], [nil, nil, nil, nil, nil, nil, nil],
        [nil, nil, nil, nil, nil, 1, nil], [nil, 1, nil, nil, 1, 0, nil],
        [nil, 0, nil, nil, 0, 0, nil], [0, 1, 1, nil, 1, 0, nil]]";
    let notation = Notation::detect(rows, Expected::default());
    let game = notation.read(rows, Expected::default()).unwrap();
    let look = Look { palette: Palette::Classic, ..Look::default() };
    let picture = decode(&Diagram::of_game(&game).to_png(&look));
    assert_eq!([picture.width(), picture.height()], [175, 150]);
    let middle = |column: u32, row: u32| pixel(&picture, 25 * column + 12, 25 * row + 12);
    assert_eq!([middle(0, 5), middle(1, 5), middle(3, 5)], [RED, BLACK, WHITE]);
    assert_eq!([middle(5, 2), middle(5, 3), middle(5, 1)], [BLACK, RED, WHITE]);
    check_classic(&game, Theme::Light, WHITE);
}

const BACKGROUND: [u8; 4] = [0xf5, 0xf7, 0xfc, 255];
const DARK: [u8; 4] = [0x0b, 0x10, 0x20, 255];
const BOARD: [u8; 4] = [0x12, 0x22, 0x4d, 255];
const YELLOW: [u8; 4] = [0xfd, 0xd8, 0x35, 255];
const DOT: [u8; 4] = [0x6b, 0x4e, 0x00, 255];
const FIRST: [u8; 4] = [0xe5, 0x39, 0x35, 255];
const FIRST_RING: [u8; 4] = [0x5a, 0x0c, 0x0a, 255];

/// The color `right` of the middle of a cell of the standing board.
fn at(picture: &Pixmap, column: u32, row_from_top: u32, right: u32) -> [u8; 4] {
    pixel(picture, 54 + 64 * column + right, 82 + 64 * row_from_top)
}

#[test]
fn discs_and_marks() {
    let picture = decode(&Diagram::of_game(&game("44455")).to_png(&Look::default()));
    assert_eq!([picture.width(), picture.height()], [492, 458]);
    assert_eq!([0, 15, 22].map(|x| at(&picture, 3, 5, x)), [FIRST, FIRST_RING, FIRST]);
    assert_eq!([0, 15, 22].map(|x| at(&picture, 4, 5, x)), [DOT, YELLOW, YELLOW]);
    assert_eq!(at(&picture, 4, 4, 29), WHITE, "a ring around the last move");
    assert_eq!(at(&picture, 4, 4, 32), BOARD);
    assert_eq!(at(&picture, 0, 0, 0), BACKGROUND);
    assert_eq!(pixel(&picture, 0, 0), BACKGROUND);
}

/// Between the first two cells of a line there is the bar. The first cell is the left one, or the
/// lowest of a column; its row is counted from the top, and the second lies `to` columns and rows off.
#[track_caller]
fn check_bar(moves: &str, [column, row_from_top]: [u32; 2], to: [i32; 2]) {
    let draw = |moves| decode(&Diagram::of_game(&game(moves)).to_png(&Look::default()));
    let middle = [54 + 64 * column, 82 + 64 * row_from_top];
    let [x, y] = [0, 1].map(|axis| middle[axis].strict_add_signed(32 * to[axis]));
    let (before, after) = moves.split_at(moves.len() - 1);
    assert_eq!(pixel(&draw(before), x, y), BOARD, "{moves} without {after}");
    assert_eq!(pixel(&draw(moves), x, y), WHITE, "{moves}");
}

#[test]
fn a_bar_through_the_winning_line() {
    check_bar("1122334", [0, 5], [1, 0]);
    check_bar("1212121", [0, 5], [0, -1]);
    check_bar("12234334464", [0, 5], [1, -1]);
    check_bar("76654554424", [3, 2], [1, 1]);
}

#[track_caller]
fn check_empty(palette: Palette, theme: Theme, hole: [u8; 4], corner: [u8; 4]) {
    let look = Look { palette, theme, canvas: None };
    let picture = decode(&Diagram::of_game(&game("44")).to_png(&look));
    assert_eq!(at(&picture, 0, 0, 0), hole, "{palette:?} {theme:?}");
    assert_eq!(pixel(&picture, 0, 0), corner, "{palette:?} {theme:?}");
}

#[test]
fn the_page_is_seen_through_holes() {
    check_empty(Palette::RedYellow, Theme::Dark, DARK, DARK);
    check_empty(Palette::RedBlue, Theme::Transparent, CLEAR, CLEAR);
    // Unless the hole could be taken for a black disc.
    check_empty(Palette::RedBlack, Theme::Dark, [0xff, 0xfd, 0xf7, 255], DARK);
}

/// Notes make the board higher; each changes what is drawn under its own column only.
#[test]
fn notes_and_arrows_are_drawn() {
    let plain = Diagram::of_game(&game("44"));
    let draw = |notes: [&str; 7]| {
        let notes = notes.map(str::to_owned).to_vec();
        decode(&plain.clone().with_notes(notes).to_png(&Look::default()))
    };
    let (without, with) = (draw([""; 7]), draw(["", "", "-18", "", "", "", ""]));
    assert_eq!(with.height(), 488);
    let columns: Vec<u32> = (0..492)
        .filter(|&x| (0..488).any(|y| pixel(&without, x, y) != pixel(&with, x, y)))
        .map(|x| (x - 22) / 64)
        .collect();
    assert!(!columns.is_empty() && columns.iter().all(|&column| column == 2), "{columns:?}");

    let arrow = plain.with_arrows([foursight::Column::new(3)]).to_png(&Look::default());
    assert_eq!(at(&decode(&arrow), 3, 3, 0), WHITE, "the head of the arrow, over two discs");
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
    assert_eq!(error, "a picture of 0x630 pixels: each side has from 1 to 4096");
}

/// Notes are any text, but a picture is always possible.
#[test]
fn odd_notes() {
    let notes = ["<&>", "\0\u{7}", "\u{ffff}\u{fffe}", "\"'", "é漢", "]]>", "a very long note"];
    let diagram = Diagram::of_game(&game("44")).with_notes(notes.map(str::to_owned).to_vec());
    assert_eq!(decode(&diagram.to_png(&Look::default())).width(), 492);
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
