//! Discs of any size, from characters that show the quarters of a cell.
//!
//! A character is about twice as high as wide, and so are its quarters: half a character wide and half a character
//! high. A disc covers the quarters whose middle is in a circle; the second player's is a ring, so that color is not
//! needed to tell them apart.

use foursight::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::theme::Theme;

/// The drawing in a cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Disc(Player),
    Hole,
}

/// Characters by their covered quarters: 1 left above, 2 right above, 4 left below, 8 right below.
const QUARTERS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// The radius of the hole in a ring, for a disc of radius 1.
const RING: f64 = 0.5;

/// Draws the part of a shape in `cell` that lies within `clip`; without a background, the shape is beside the board.
pub(super) fn draw(
    buffer: &mut Buffer,
    theme: Theme,
    shape: Shape,
    (cell, clip): (Rect, Rect),
    background: Option<Color>,
) {
    let style = Style::new().bg(background.unwrap_or(Color::Reset));
    let style = match (shape, background) {
        (Shape::Disc(player), Some(_)) => style.fg(theme.player(player)),
        (Shape::Disc(player), None) => theme.beside_board(player),
        (Shape::Hole, _) => style.fg(theme.hole()),
    };
    for (x, y) in cells(cell.intersection(clip)) {
        let symbol = if cell.height == 1 {
            smallest(theme, shape, x - cell.x)
        } else {
            part(theme, shape, cell, (x, y))
        };
        let is_dot = ['·', '.'].contains(&symbol);
        let style = if is_dot { style.fg(theme.dot()) } else { style };
        buffer[(x, y)].set_char(symbol).set_style(style);
    }
}

fn cells(area: Rect) -> impl Iterator<Item = (u16, u16)> {
    (area.top()..area.bottom()).flat_map(move |y| (area.left()..area.right()).map(move |x| (x, y)))
}

/// A disc of one character.
fn smallest(theme: Theme, shape: Shape, x: u16) -> char {
    match shape {
        _ if x != 1 => ' ',
        Shape::Disc(player) => theme.disc(player),
        Shape::Hole => theme.either('·', '.'),
    }
}

/// The character of a larger disc at `(x, y)`.
fn part(theme: Theme, shape: Shape, cell: Rect, (x, y): (u16, u16)) -> char {
    let (left, top) = (f64::from(x - cell.x), f64::from(y - cell.y));
    let is_covered = |dx, dy| covers(shape, cell, left + dx, top + dy);
    if shape == Shape::Hole && !theme.has_colors() {
        return empty(theme, cell, (x, y));
    }
    if theme.is_ascii {
        let Shape::Disc(player) = shape else { return empty(theme, cell, (x, y)) };
        return if is_covered(0.5, 0.5) { theme.disc(player) } else { ' ' };
    }
    let quarters = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
    let index = quarters.iter().enumerate();
    let index = index.map(|(bit, &(dx, dy))| usize::from(is_covered(dx, dy)) << bit).sum::<usize>();
    QUARTERS[index]
}

/// A dot in the middle of an empty cell.
fn empty(theme: Theme, cell: Rect, (x, y): (u16, u16)) -> char {
    let is_middle = x - cell.x == (cell.width - 1) / 2 && y - cell.y == (cell.height - 1) / 2;
    if is_middle { theme.either('·', '.') } else { ' ' }
}

/// Whether the shape covers the point, in characters from the corner of the cell.
fn covers(shape: Shape, cell: Rect, x: f64, y: f64) -> bool {
    let height = f64::from(cell.height);
    // Only the smallest discs touch each other.
    let radius = if cell.height > 2 { height - 1.0 } else { height };
    let (dx, dy) = (x - f64::from(cell.width) / 2.0, (y - height / 2.0) * 2.0);
    let distance = dx.hypot(dy) / radius;
    let is_ring = shape == Shape::Disc(Player::Second);
    distance <= 1.0 && !(is_ring && distance < RING)
}
