//! The pieces of boards, for pages that show many positions: each is drawn once, by the functions
//! that draw whole boards, and put where it is needed.

use foursight::{AnySize, Direction, Player, Position, Size};

use super::standing::{CELL, CORNER_OF_CELLS, Standing};
use crate::{Diagram, Palette};

/// The pieces that boards of `size` are put together from, in the colors of [`Palette::RedYellow`]
/// and with nothing behind them.
///
/// This is an `<svg>` element that shows nothing: a page places its pieces with `<use>`, in the
/// order of this list from back to front, and sees what [`Diagram::to_svg`] draws.
///
/// | `id` | piece | place |
/// |---|---|---|
/// | `piece-first`, `piece-second` | a disc of a player, with its mark | its cell |
/// | `piece-board` | the plate with its holes and numbers | 0, 0 |
/// | `piece-last-move` | the ring around the last disc | its cell |
/// | `piece-rising-4` and so on | the bar through a line: its [direction](Direction::name), and how many cells it has | its first cell: the left one, or the lowest of a column |
///
/// The place of a cell is its left upper corner. All lengths are in the units of the `viewBox`,
/// which is that of a whole board: a cell is a square with sides of `data-cell`, and the first one
/// of the highest row lies `data-left` from the left and `data-top` from the top. There are bars
/// for all lines that a move can complete. The markup is nothing but elements with attributes of
/// SVG, neither styles nor scripts.
///
/// ```
/// let pieces = foursight_render::pieces(foursight::STANDARD);
/// let head = r#"viewBox="0 0 492 458" data-cell="64" data-left="22" data-top="50">"#;
/// assert!(pieces.lines().next().is_some_and(|line| line.ends_with(head)));
/// assert!(pieces.contains(r#"<g id="piece-horizontal-7">"#));
/// ```
pub fn pieces<S: Size>(size: S) -> String {
    let size = size.to_any();
    let diagram = Diagram::new(&Position::empty(size));
    let mut standing = Standing::new(&diagram, Palette::RedYellow);
    push_pieces(&mut standing, size);
    let [width, height] = standing.picture();
    let [left, top] = CORNER_OF_CELLS;
    let pieces = standing.shapes.as_str();
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" data-cell="{CELL}" data-left="{left}" data-top="{top}">
<defs>
{pieces}</defs>
</svg>
"#
    )
}

fn push_pieces(standing: &mut Standing<'_>, size: AnySize) {
    let mut piece = |name: &str, push: &dyn Fn(&mut Standing<'_>)| {
        standing.shapes.push(format_args!(r#"<g id="piece-{name}">"#));
        push(standing);
        standing.shapes.push("</g>");
    };
    let middle = [CELL / 2; 2];
    piece("first", &|standing| standing.push_disc(middle, Player::First));
    piece("second", &|standing| standing.push_disc(middle, Player::Second));
    piece("board", &|standing| {
        standing.push_plate();
        standing.push_numbers();
    });
    piece("last-move", &|standing| standing.push_ring(middle));
    for (direction, n_cells) in lines(size) {
        let name = format!("{}-{n_cells}", direction.name());
        piece(&name, &|standing| standing.push_bar(middle, direction, n_cells));
    }
}

/// The directions and lengths of the lines that a move can complete.
fn lines(size: AnySize) -> impl Iterator<Item = (Direction, usize)> {
    let (width, height, connect) = (size.width(), size.height(), size.connect());
    // It joins two runs at most, each shorter than a line, and in a column has one below it.
    let joined = 2 * connect - 1;
    Direction::ALL.into_iter().flat_map(move |direction| {
        let longest = match direction {
            Direction::Vertical => height.min(connect),
            Direction::Horizontal => width.min(joined),
            Direction::Rising | Direction::Falling => width.min(height).min(joined),
        };
        (connect..=longest).map(move |n_cells| (direction, n_cells))
    })
}
