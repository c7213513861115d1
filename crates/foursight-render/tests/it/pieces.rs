//! Boards put together from pieces, pixel by pixel beside whole diagrams.

use foursight::{AnySize, Cell, Game, Player, Size};
use foursight_render::{Diagram, Look, Theme, pieces};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};

use crate::{game, game_on};

/// The pieces, and what they say about places.
struct Pieces {
    svg: String,
    size: AnySize,
}

impl Pieces {
    fn attribute(&self, name: &str) -> &str {
        let (_, rest) = self.svg.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap()
    }

    fn number(&self, name: &str) -> usize {
        self.attribute(name).parse().unwrap()
    }

    #[track_caller]
    fn show(&self, name: &str, [x, y]: [usize; 2]) -> String {
        let known = self.svg.matches(&format!("id=\"piece-{name}\"")).count();
        assert_eq!(known, 1, "{name} in {}", self.svg);
        format!("<use href=\"#piece-{name}\" x=\"{x}\" y=\"{y}\"/>\n")
    }

    #[track_caller]
    fn show_at(&self, name: &str, cell: Cell) -> String {
        let row_from_top = self.size.height() - 1 - cell.row;
        let side = self.number("data-cell");
        let x = self.number("data-left") + side * cell.column.index();
        self.show(name, [x, self.number("data-top") + side * row_from_top])
    }

    /// A picture with these elements behind the pieces.
    fn draw(&self, uses: &str) -> Pixmap {
        let svg = self.svg.replace("</svg>", &format!("{uses}</svg>"));
        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        let size = tree.size().to_int_size();
        let mut pixmap = Pixmap::new(size.width(), size.height()).unwrap();
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        pixmap
    }
}

/// Puts the position of `game` together as the documentation of `pieces` says.
#[track_caller]
fn put_together(pieces: &Pieces, game: &Game<AnySize>) -> Pixmap {
    let position = game.position();
    let mut uses = String::new();
    for cell in position.discs().cells() {
        let is_first = position.disc_at(cell) == Some(Player::First);
        uses += &pieces.show_at(if is_first { "first" } else { "second" }, cell);
    }
    uses += &pieces.show("board", [0, 0]);
    if let Some(&column) = game.moves().last() {
        let last = position.discs().in_column(column).cells().next_back().unwrap();
        uses += &pieces.show_at("last-move", last);
    }
    for line in position.completed_lines() {
        let bar = format!("{}-{}", line.direction.name(), line.cells.count());
        uses += &pieces.show_at(&bar, line.cells.cells().next().unwrap());
    }
    pieces.draw(&uses)
}

/// A sixteenth of a channel. A piece that was moved has coordinates that are rounded differently
/// in their last bits, and so may its outline touch another of the samples of a pixel.
pub(crate) const ONE_SAMPLE: u8 = 16;

/// Of the channel that differs most.
pub(crate) fn difference(a: PremultipliedColorU8, b: PremultipliedColorU8) -> u8 {
    let channels =
        |color: PremultipliedColorU8| [color.red(), color.green(), color.blue(), color.alpha()];
    let differences = channels(a).into_iter().zip(channels(b)).map(|(a, b)| a.abs_diff(b));
    differences.max().expect("a color has channels")
}

#[track_caller]
fn check(game: &Game<AnySize>) {
    let size = game.position().size();
    let pieces = Pieces { svg: pieces(size), size };
    let look = Look { theme: Theme::Transparent, ..Look::default() };
    let whole = Pixmap::decode_png(&Diagram::of_game(game).to_png(&look)).unwrap();
    let built = put_together(&pieces, game);
    assert_eq!([built.width(), built.height()], [whole.width(), whole.height()]);
    let pixels = built.pixels().iter().zip(whole.pixels());
    let differences: Vec<u8> =
        pixels.map(|(&a, &b)| difference(a, b)).filter(|&difference| difference > 0).collect();
    let is_rounding = differences.iter().all(|&difference| difference <= ONE_SAMPLE);
    assert!(is_rounding && differences.len() < 20, "{differences:?} on {size}: {:?}", game.moves());
}

#[test]
fn positions_look_as_their_diagrams() {
    check(&game(""));
    check(&game("44455"));
    check(&game("6732473511316627526673173463245575522"));
    check(&game_on("3x3", "12"));
    check(&game_on("10x10", "55667799aa1234aaaaaaaa"));
    check(&game_on("4x9", "111111111"));
}

#[test]
fn won_games_look_as_their_diagrams() {
    check(&game("1212121"));
    check(&game("1122334"));
    check(&game("12234334464"));
    check(&game("76654554424"));
    check(&game_on("10x3", "aa99887"));
    // A line of seven, and lines in all directions that the last disc completes.
    check(&game("1122335566774"));
    check(&game("6732473511316627526673173463245575522414"));
}

/// A page needs every bar that a game can ask for, and no others.
#[track_caller]
fn check_bars(size: &str, connect: usize, expected: &[&str]) {
    let size = size.parse::<AnySize>().unwrap().with_connect(connect).unwrap();
    let svg = pieces(size);
    let names = svg.split("id=\"piece-").skip(1).map(|rest| rest.split('"').next().unwrap());
    let names: Vec<&str> = names.collect();
    assert_eq!(names[..4], ["first", "second", "board", "last-move"]);
    assert_eq!(names[4..], *expected);
}

#[test]
fn bars_for_all_lines() {
    let rising = ["rising-4", "rising-5", "rising-6", "falling-4", "falling-5", "falling-6"];
    let horizontal = ["horizontal-4", "horizontal-5", "horizontal-6", "horizontal-7"];
    check_bars("7x6", 4, &[&["vertical-4"], &horizontal[..], &rising[..]].concat());
    check_bars("10x3", 4, &[&horizontal[..]].concat());
    check_bars("3x3", 3, &["vertical-3", "horizontal-3", "rising-3", "falling-3"]);
}

/// The policy of a page may forbid inline styles and whatever comes from elsewhere.
#[test]
fn pieces_are_plain_markup() {
    let svg = pieces(AnySize::default());
    for forbidden in ["style", "script", "href", "class", "url("] {
        assert!(!svg.contains(forbidden), "{forbidden}");
    }
}
