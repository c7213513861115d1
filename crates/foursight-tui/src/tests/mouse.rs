//! The mouse over the board.

use super::Table;
use crate::event::Event;
use crate::layout::Layout;

/// Checks the moves after a click at `(x, y)` on a screen of 80 x 24, where a column is six cells wide.
#[track_caller]
fn check(x: u16, y: u16, moves: &str) {
    let mut table = Table::people();
    table.happen(Event::Click(x, y));
    assert_eq!(table.moves(), moves, "{x} {y}");
}

#[test]
fn clicks_play() {
    let layout = Layout::new("7x6".parse().unwrap(), (80, 24)).unwrap();
    let (x, y) = (layout.preview.x, layout.preview.y);
    check(x, y, "1");
    check(x + 5, y + 3, "1");
    check(x + 6, y + 13, "2");
    check(x + 41, layout.notes.y, "7");
    check(x + 42, y + 3, "");
    check(x - 1, y + 3, "");
    check(x, y - 1, "");
    check(x, 23, "");
}

#[test]
fn the_disc_follows_the_mouse() {
    let mut table = Table::people();
    let layout = Layout::new(table.state.size(), (80, 24)).unwrap();
    table.happen(Event::Hover(layout.preview.x + 38, 8));
    assert_eq!(table.state.cursor.to_string(), "7");
    table.happen(Event::Hover(79, 8));
    assert_eq!(table.state.cursor.to_string(), "7", "beside the board it stays");
    table.press("?");
    table.happen(Event::Click(layout.preview.x, 8));
    table.happen(Event::Hover(layout.preview.x, 8));
    assert_eq!((table.moves().as_str(), table.state.cursor.to_string().as_str()), ("", "7"));
}
