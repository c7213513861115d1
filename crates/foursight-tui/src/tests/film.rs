//! The moving picture in the README, `docs/play.gif`: a game on the screen, then a review of it.
//!
//! `UPDATE_EXPECT=1 cargo test -p foursight-tui film` records it anew; look at it before you commit.

use std::fs;
use std::time::Duration;

use foursight_render::pictures_to_gif;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::screens::buffer;
use super::{Event, Table};
use crate::theme::{Colors, Theme};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/play.gif");
const MAX_BYTES: usize = 300_000;

const THEME: Theme = Theme { colors: Colors::True, is_ascii: false };
/// The screen in cells, and a cell in pixels.
const SCREEN: (u16, u16) = (72, 26);
const WIDTH: usize = get_raster_width(FontWeight::Regular, LETTERS);
const HEIGHT: usize = LETTERS.val();
const LETTERS: RasterHeight = RasterHeight::Size24;
const BEFORE: [u8; 3] = [0xdd; 3];
const BEHIND: [u8; 3] = [0x1c; 3];
/// The number of shades along the edges of letters.
const SHADES: f64 = 3.0;

/// The shortest time between two pictures; browsers slow down anything faster than 20 ms.
const FRAME: Duration = Duration::from_millis(80);

/// The most common way to lose, then a look back: the mistake, its reason, and the line that shows it. Each entry has
/// the time in milliseconds that its keys need to take effect.
const KEYS: &[(&str, u64)] = &[
    ("4 4 3 3 2 5", 500),
    ("1", 2_500),
    ("M", 2_500),
    ("w", 6_000),
    ("Right Right Right", 1_500),
    ("Esc", 2_000),
];

/// The pictures of the screen, each with its duration.
struct Film {
    table: Table,
    screen: Buffer,
    /// The screen as rows of RGBA pixels.
    pixels: Vec<u8>,
    shots: Vec<(Vec<u8>, Duration)>,
}

impl Film {
    fn new(table: Table) -> Self {
        let area = Rect::new(0, 0, SCREEN.0, SCREEN.1);
        let pixels = vec![0; usize::from(SCREEN.0) * usize::from(SCREEN.1) * WIDTH * HEIGHT * 4];
        let mut nothing = Cell::default();
        nothing.set_symbol("nothing is drawn like this");
        Self { table, screen: Buffer::filled(area, nothing), pixels, shots: Vec::new() }
    }

    /// Presses each of `keys` and lets the game continue for `milliseconds` after each.
    fn press(&mut self, keys: &str, milliseconds: u64) {
        for key in keys.split(' ') {
            self.table.press(key);
            let end = self.table.state.now + Duration::from_millis(milliseconds);
            while self.table.state.now < end {
                self.table.work();
                let next = self.table.state.now + FRAME;
                let wakes_at = self.table.state.wakes_at().unwrap_or(end);
                self.shoot_until(wakes_at.max(next).min(end));
            }
        }
    }

    fn shoot_until(&mut self, time: Duration) {
        let duration = time.saturating_sub(self.table.state.now);
        if self.draw() {
            self.shots.push((self.pixels.clone(), duration));
        } else if let Some((_, seen)) = self.shots.last_mut() {
            *seen += duration;
        }
        self.table.happen(Event::Time(time));
    }

    /// Draws the changes; returns whether there are any.
    fn draw(&mut self) -> bool {
        let screen = buffer(&self.table.state, SCREEN.0, SCREEN.1, THEME);
        let cells = screen.content().iter().zip(self.screen.content()).enumerate();
        let changed: Vec<usize> =
            cells.filter(|(_, (new, old))| new != old).map(|(index, _)| index).collect();
        for &index in &changed {
            let (row, column) = (index / usize::from(SCREEN.0), index % usize::from(SCREEN.0));
            let cell = &screen.content()[index];
            for y in 0..HEIGHT {
                let start = ((row * HEIGHT + y) * usize::from(SCREEN.0) + column) * WIDTH * 4;
                let pixels = self.pixels[start..].as_chunks_mut().0;
                draw_row(cell, y, &mut pixels[..WIDTH]);
            }
        }
        self.screen = screen;
        !changed.is_empty()
    }
}

/// One pixel row of a cell.
fn draw_row(cell: &Cell, y: usize, pixels: &mut [[u8; 4]]) {
    let [before, behind] = colors(cell);
    for (x, pixel) in pixels.iter_mut().enumerate() {
        let share = ink(cell, x, y);
        let mix = |index: usize| {
            let [before, behind] = [before, behind].map(|color| f64::from(color[index]));
            (behind + (before - behind) * share).round() as u8
        };
        *pixel = [mix(0), mix(1), mix(2), u8::MAX];
    }
}

/// The colors of a cell: foreground and background.
fn colors(cell: &Cell) -> [[u8; 3]; 2] {
    let rgb = |color, otherwise| match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        _ => otherwise,
    };
    let (before, behind) = (rgb(cell.fg, BEFORE), rgb(cell.bg, BEHIND));
    if cell.modifier.contains(Modifier::REVERSED) { [behind, before] } else { [before, behind] }
}

/// A rectangle in cells: left, top, right, bottom.
type Part = [f64; 4];

/// Quarter and eighth blocks are drawn as rectangles, so that no font leaves gaps.
fn parts(symbol: &str) -> Option<Vec<Part>> {
    const QUARTERS: &str = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
    const EIGHTHS: &str = "█▇▆▅▄▃▂▁";
    let symbol = symbol.chars().next()?;
    if let Some(missing) = EIGHTHS.chars().position(|known| known == symbol) {
        return Some(vec![[0.0, missing as f64 / 8.0, 1.0, 1.0]]);
    }
    let covered = QUARTERS.chars().position(|known| known == symbol)?;
    let quarter = |bit: usize| {
        let (left, top) = ((bit % 2) as f64 / 2.0, (bit / 2) as f64 / 2.0);
        [left, top, left + 0.5, top + 0.5]
    };
    Some((0..4).filter(|bit| covered >> bit & 1 == 1).map(quarter).collect())
}

/// The part of this pixel of a cell that the foreground color covers, from 0 to 1.
fn ink(cell: &Cell, x: usize, y: usize) -> f64 {
    let faint = if cell.modifier.contains(Modifier::DIM) { 0.6 } else { 1.0 };
    let middle = [(x as f64 + 0.5) / WIDTH as f64, (y as f64 + 0.5) / HEIGHT as f64];
    if let Some(parts) = parts(cell.symbol()) {
        let covers = |[left, top, right, bottom]: &[f64; 4]| {
            (*left..*right).contains(&middle[0]) && (*top..*bottom).contains(&middle[1])
        };
        return f64::from(u8::from(parts.iter().any(covers)));
    }
    let symbol = cell.symbol().chars().next().expect("a cell has a symbol");
    if let Some(shape) = shape(symbol) {
        let [x, y] = [middle[0] - 0.5, (middle[1] - 0.5) * 2.0].map(|part| part * 8.0);
        let covered = shape(x, y);
        return faint * f64::from(u8::from(covered));
    }
    let bold = cell.modifier.contains(Modifier::BOLD);
    let weight = if bold { FontWeight::Bold } else { FontWeight::Regular };
    let raster = get_raster(symbol, weight, LETTERS);
    let raster = raster.unwrap_or_else(|| panic!("{symbol:?} has no shape"));
    // Few shades make a small file.
    let shade = (f64::from(raster.pixel(x, y).unwrap_or(0)) / 255.0 * SHADES).round() / SHADES;
    faint * shade
}

/// The shape of a character that the font lacks: whether a point, in eighths of the cell's width from the cell's
/// middle, is inside.
fn shape(symbol: char) -> Option<fn(f64, f64) -> bool> {
    Some(match symbol {
        '●' => |x, y| x * x + y * y < 13.0,
        '○' => |x, y| (6.0..13.0).contains(&(x * x + y * y)),
        '◆' => |x, y| x.abs() + y.abs() < 4.1,
        '▸' => |x, y| x.mul_add(0.5, y.abs()) < 1.6 && x > -3.0,
        '·' => |x, y| x.abs() < 1.0 && y.abs() < 1.0,
        '─' => |_, y| y.abs() < 1.0,
        '┃' => |x, _| x.abs() < 1.0,
        '│' => |x, _| x.abs() < 0.5,
        '╭' | '┏' => |x, y| corner(x, y),
        '╮' | '┓' => |x, y| corner(-x, y),
        '╰' | '┗' => |x, y| corner(x, -y),
        '╯' | '┛' => |x, y| corner(-x, -y),
        _ => return None,
    })
}

/// Whether the point is in a corner with lines to the right and down.
fn corner(x: f64, y: f64) -> bool {
    (x.abs() < 1.0 && y > -1.0) || (y.abs() < 1.0 && x > -1.0)
}

#[test]
fn moving_picture_of_the_documentation() {
    let mut table = Table::people();
    table.state.look.is_animated = true;
    let mut film = Film::new(table);
    for (keys, milliseconds) in KEYS {
        film.press(keys, *milliseconds);
    }
    let gif = pictures_to_gif(SCREEN.0 * WIDTH as u16, &film.shots);
    assert!(gif.len() < MAX_BYTES, "{} bytes", gif.len());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(FILE, gif).unwrap();
    } else {
        let is_current = fs::read(FILE).is_ok_and(|old| old == gif);
        assert!(is_current, "docs/play.gif shows an older screen: set UPDATE_EXPECT=1");
    }
}
