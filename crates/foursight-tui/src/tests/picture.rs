//! The picture of the screen in the documentation: `docs/terminal.svg`.
//!
//! `UPDATE_EXPECT=1 cargo test -p foursight-tui picture` renews it.

use std::fmt::Write;

use expect_test::expect_file;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::screens::{after, buffer};
use crate::theme::{Colors, Theme};

/// The size of a cell.
const WIDTH: f64 = 9.0;
const HEIGHT: f64 = 18.0;
const BEFORE: &str = "#dddddd";
const BEHIND: &str = "#1c1c1c";

/// A rectangle in cells: left, top, right, bottom.
type Part = [f64; 4];

/// Quarter and eighth blocks are drawn as rectangles, so that no font leaves gaps.
pub(super) fn parts(symbol: &str) -> Option<Vec<Part>> {
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

fn color(color: Color, otherwise: &str) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => otherwise.to_owned(),
    }
}

/// The colors of a cell: foreground and background.
pub(super) fn colors(cell: &Cell) -> (String, String) {
    let (before, behind) = (color(cell.fg, BEFORE), color(cell.bg, BEHIND));
    if cell.modifier.contains(Modifier::REVERSED) { (behind, before) } else { (before, behind) }
}

/// Rectangles; neighbors that share a side are joined.
#[derive(Default)]
struct Rectangles(Vec<(Part, String)>);

impl Rectangles {
    fn push(&mut self, part: Part, color: String) {
        let touches = |(known, known_color): &&mut (Part, String)| {
            (known[1], known[2], known[3]) == (part[1], part[0], part[3]) && *known_color == color
        };
        match self.0.iter_mut().rev().take(8).find(touches) {
            Some((known, _)) => known[2] = part[2],
            None => self.0.push((part, color)),
        }
    }

    fn write(&self, svg: &mut String) {
        for ([left, top, right, bottom], color) in &self.0 {
            let (x, y) = (left * WIDTH, top * HEIGHT);
            let (width, height) = ((right - left) * WIDTH, (bottom - top) * HEIGHT);
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>"
            )
            .unwrap();
        }
    }
}

fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (width, height) = (columns as f64 * WIDTH, rows as f64 * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"15\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{BEHIND}\"/>\n"
    );
    for (row, cells) in buffer.content().chunks(columns).enumerate() {
        write_row(&mut svg, row as f64, cells);
    }
    svg + "</svg>\n"
}

fn write_row(svg: &mut String, row: f64, cells: &[Cell]) {
    let (mut behind_all, mut before_all) = (Rectangles::default(), Rectangles::default());
    let mut letters = String::new();
    for (column, cell) in cells.iter().enumerate() {
        let (before, behind) = colors(cell);
        let x = column as f64;
        if behind != BEHIND {
            behind_all.push([x, row, x + 1.0, row + 1.0], behind);
        }
        match parts(cell.symbol()) {
            Some(parts) => {
                for [left, top, right, bottom] in parts {
                    let part = [x + left, row + top, x + right, row + bottom];
                    before_all.push(part, before.clone());
                }
            }
            None => write_letter(&mut letters, (x, row), cell, &before),
        }
    }
    behind_all.write(svg);
    before_all.write(svg);
    svg.push_str(&letters);
}

fn write_letter(svg: &mut String, (x, row): (f64, f64), cell: &Cell, color: &str) {
    let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let faint = if cell.modifier.contains(Modifier::DIM) { " opacity=\"0.6\"" } else { "" };
    let symbol = cell.symbol().replace('<', "&lt;");
    let (x, y) = (x * WIDTH, row.mul_add(HEIGHT, 13.5));
    writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{color}\"{bold}{faint}>{symbol}</text>")
        .unwrap();
}

#[test]
fn picture_of_the_documentation() {
    let theme = Theme { colors: Colors::True, is_ascii: false };
    let state = after("human human", "", "4 4 4 4 4 2 1 3 2 2 3 3 2 e");
    expect_file!["../../../../docs/terminal.svg"].assert_eq(&svg(&buffer(&state, 100, 36, theme)));
}
