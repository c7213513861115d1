//! Screens as text, at three sizes, with and without color and in ASCII; the files are in `screens/`.
//!
//! `UPDATE_EXPECT=1 cargo test -p foursight-tui screens` renews them; look at them before you commit them.

use std::collections::BTreeMap;
use std::fmt::Write;

use expect_test::{ExpectFile, expect_file};
use foursight::AnySize;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::Table;
use crate::event::Event;
use crate::state::State;
use crate::theme::{Colors, Theme};
use crate::view::view;

pub(super) const PLAIN: Theme = Theme { colors: Colors::None, is_ascii: false };
const ASCII: Theme = Theme { colors: Colors::None, is_ascii: true };
pub(super) const COLORED: Theme = Theme { colors: Colors::Indexed, is_ascii: false };

pub(super) fn buffer(state: &State, width: u16, height: u16, theme: Theme) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view(state, theme, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of the screen.
pub(super) fn text(state: &State, width: u16, height: u16, theme: Theme) -> String {
    rows(&buffer(state, width, height, theme), |cell| cell.symbol().to_owned())
}

/// A letter for each character, which stands for its style, and the meaning of the letters.
fn styles(state: &State, width: u16, height: u16, theme: Theme) -> String {
    let buffer = buffer(state, width, height, theme);
    let mut letters = BTreeMap::new();
    let mut names = (b'a'..=b'z').chain(b'A'..=b'Z').map(char::from);
    let grid = rows(&buffer, |cell| {
        let style = format!("{:?} on {:?} {:?}", cell.fg, cell.bg, cell.modifier);
        if style == "Reset on Reset NONE" {
            return if cell.symbol() == " " { " ".to_owned() } else { ".".to_owned() };
        }
        letters.entry(style).or_insert_with(|| names.next().unwrap()).to_string()
    });
    let mut legend: Vec<_> = letters.into_iter().map(|(style, letter)| (letter, style)).collect();
    legend.sort_unstable();
    legend.into_iter().fold(grid + "\n", |mut text, (letter, style)| {
        writeln!(text, "{letter} {style}").unwrap();
        text
    })
}

fn rows(buffer: &Buffer, mut show: impl FnMut(&ratatui::buffer::Cell) -> String) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let rows = buffer.content().chunks(width);
    let rows = rows.map(|row| {
        let row: String = row.iter().map(&mut show).collect();
        row.trim_end().to_owned() + "\n"
    });
    rows.collect()
}

/// A table after `keys`, once everything has settled.
pub(super) fn after(players: &str, start: &str, keys: &str) -> State {
    let mut table = Table::new(players, "7x6", start);
    table.press(keys);
    table.settle();
    table.state
}

fn beginning() -> State {
    after("human level:6", "", "")
}

fn with_scores() -> State {
    after("human human", "", "4 4 4 4 4 1 7 e")
}

fn ended() -> State {
    after("human human", "", "4 4 4 4 4 2 1 3 7 3 7 3 7 3")
}

#[track_caller]
fn check(state: &State, (width, height): (u16, u16), theme: Theme, expected: &ExpectFile) {
    expected.assert_eq(&text(state, width, height, theme));
}

#[test]
fn screens_of_all_sizes() {
    let (beginning, scores, ended) = (beginning(), with_scores(), ended());
    for (state, size, theme, file) in [
        (&beginning, (40, 13), PLAIN, expect_file!["screens/beginning-40x13.txt"]),
        (&beginning, (39, 13), PLAIN, expect_file!["screens/too-small-39x13.txt"]),
        (&beginning, (40, 12), PLAIN, expect_file!["screens/too-small-40x12.txt"]),
        (&beginning, (80, 24), PLAIN, expect_file!["screens/beginning-80x24.txt"]),
        (&beginning, (80, 24), ASCII, expect_file!["screens/beginning-80x24-ascii.txt"]),
        (&scores, (80, 24), PLAIN, expect_file!["screens/scores-80x24.txt"]),
        (&ended, (80, 24), PLAIN, expect_file!["screens/ended-80x24.txt"]),
        (&ended, (80, 24), ASCII, expect_file!["screens/ended-80x24-ascii.txt"]),
        (&scores, (100, 40), PLAIN, expect_file!["screens/scores-100x40.txt"]),
        (&ended, (100, 40), PLAIN, expect_file!["screens/ended-100x40.txt"]),
        (&ended, (100, 40), ASCII, expect_file!["screens/ended-100x40-ascii.txt"]),
        (&scores, (200, 60), PLAIN, expect_file!["screens/scores-200x60.txt"]),
        (&ended, (200, 60), PLAIN, expect_file!["screens/ended-200x60.txt"]),
    ] {
        check(state, size, theme, &file);
    }
    for (width, height) in [(1, 1), (5, 2), (0, 0), (40, 1), (1, 40)] {
        text(&beginning, width, height, PLAIN);
    }
}

#[test]
fn colors() {
    for (size, file) in [
        ((80, 24), expect_file!["screens/ended-80x24-styles.txt"]),
        ((100, 40), expect_file!["screens/ended-100x40-styles.txt"]),
        ((200, 60), expect_file!["screens/ended-200x60-styles.txt"]),
    ] {
        file.assert_eq(&styles(&ended(), size.0, size.1, COLORED));
    }
    let plain = styles(&ended(), 80, 24, PLAIN);
    expect_file!["screens/ended-80x24-styles-no-color.txt"].assert_eq(&plain);
}

/// While a person looks back, the title shows the place in the game, even on the narrowest screen.
#[test]
fn the_title_fits_every_screen() {
    let state = after("human human", "", "4 4 4 u u");
    for (width, expected) in [
        (40, " Foursight  7x6  ·  move 1 of 3"),
        (80, " Foursight  7x6, 4 in a row  ·  move 1 of 3"),
    ] {
        assert_eq!(text(&state, width, 24, PLAIN).lines().next(), Some(expected));
    }
}

/// A disc halfway down, drawn over the holes.
#[test]
fn a_falling_disc() {
    let mut table = Table::new("human human", "7x6", "3");
    table.state.look.is_animated = true;
    table.press("4");
    table.wait(150);
    check(&table.state, (80, 24), PLAIN, &expect_file!["screens/falling.txt"]);
}

#[test]
fn dialogs() {
    let dialog = |keys: &str, size: (u16, u16), file: ExpectFile| {
        check(&after("human level:6", "", keys), size, PLAIN, &file);
    };
    dialog("n", (80, 24), expect_file!["screens/new-game.txt"]);
    dialog("n Up 4 4 9 Enter", (80, 24), expect_file!["screens/new-game-error.txt"]);
    dialog("?", (80, 40), expect_file!["screens/help.txt"]);
    dialog("?", (40, 20), expect_file!["screens/help-40x20.txt"]);
    dialog("n", (40, 20), expect_file!["screens/new-game-40x20.txt"]);
    dialog("n ?", (40, 20), expect_file!["screens/new-game-help-40x20.txt"]);
    dialog("s", (80, 24), expect_file!["screens/save.txt"]);
    dialog("y", (80, 24), expect_file!["screens/copy.txt"]);
    dialog("f", (80, 24), expect_file!["screens/resign.txt"]);
    let mistake = after("human human", "7443", "4 w");
    check(&mistake, (80, 24), PLAIN, &expect_file!["screens/why.txt"]);
}

/// On the smallest screens, no words are cut off, wherever they are.
#[test]
fn small_screens_show_every_word() {
    let long = "n Up 4 4 9 Enter";
    for (keys, words) in [
        ("?", "drop a disc into this column (a: the tenth)"),
        ("? G", "quit; without asking (Ctrl-C too)"),
        ("n ?", "a person, or a machine, from level 0 (random) to level 10 (the strongest)"),
        ("n", "moves such as 44, or empty"),
        ("n", "Up Down choose Left Right change Enter play ? help"),
        (long, "move 3: '9' is not a column from 1 to 7"),
        ("q", "The game is not over, and not saved."),
        ("n Enter", "The current game is not over, and not saved."),
        ("q", "y quit s save Esc back"),
    ] {
        let mut table = Table::people();
        table.happen(Event::Resize(40, 20));
        table.press(&format!("4 4 {keys}"));
        let shown = text(&table.state, 40, 20, PLAIN);
        let inside = shown.lines().filter_map(|line| line.split('│').nth(1));
        let said: Vec<&str> = inside.flat_map(str::split_whitespace).collect();
        let is_said = words.split(' ').all(|word| said.contains(&word));
        assert!(is_said, "{words}:\n{shown}");
    }
}

/// The contrast between a terminal color and another color, by the rules of WCAG.
fn contrast(color: ratatui::style::Color, other: [u8; 3]) -> f64 {
    use ratatui::style::Color::{Indexed, Rgb};
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let own = match color {
        Rgb(red, green, blue) => [red, green, blue],
        Indexed(index @ 16..=231) => {
            [36, 6, 1].map(|step| STEPS[usize::from((index - 16) / step % 6)])
        }
        other => panic!("{other:?} is not known"),
    };
    let luminance = |color: [u8; 3]| {
        let linear = color.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (one, two) = (luminance(own), luminance(other));
    (one.max(two) + 0.05) / (one.min(two) + 0.05)
}

/// A white terminal shows as much as a black one.
#[test]
fn colors_stand_out_on_white_and_on_black() {
    use foursight::{Mark, Player};
    for colors in [Colors::Indexed, Colors::True] {
        let theme = Theme { colors, is_ascii: false };
        let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(|mark| theme.mark(mark));
        let players = [Player::First, Player::Second].map(|player| theme.beside_board(player));
        for style in marks.into_iter().chain(players).chain([theme.good()]) {
            let color = style.fg.unwrap();
            for screen in [[255; 3], [0; 3]] {
                let contrast = contrast(color, screen);
                assert!(contrast >= 3.0, "{color:?} on {screen:?}: {contrast:.2}");
            }
        }
    }
    // Beside the board, nothing has the yellow of the board.
    let state = ended();
    let buffer = buffer(&state, 100, 40, COLORED);
    let yellow = COLORED.player(Player::Second);
    let is_lost = |cell: &&ratatui::buffer::Cell| {
        cell.fg == yellow && cell.bg == ratatui::style::Color::Reset
    };
    assert_eq!(buffer.content().iter().filter(is_lost).count(), 0);
}

/// In ASCII mode, no other character appears; and no screen breaks, whatever its size.
#[test]
fn ascii_is_ascii_on_every_screen() {
    let keys = ["", "e", "n", "?", "s", "y", "f", "w", "4 4 4 4 4 4 4"];
    for keys in keys {
        let state = after("human human", "4444", keys);
        for (width, height) in [(40, 13), (50, 20), (80, 24), (100, 40), (200, 60)] {
            let text = text(&state, width, height, ASCII);
            assert!(text.is_ascii(), "{keys}:\n{text}");
        }
    }
}

/// Every board has a smallest screen, and fits on it.
#[test]
fn every_board_fits_somewhere() {
    let sides = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
    for width in sides.clone() {
        for height in sides.clone() {
            let table = Table::new("human human", &format!("{width}x{height}"), "");
            let (columns, rows) = crate::layout::Layout::smallest(table.state.size());
            for (columns, rows) in [(columns, rows), (80, 24), (100, 40), (200, 60)] {
                let shown = text(&table.state, columns, rows, PLAIN);
                assert!(shown.contains("Red to move."), "{width}x{height}:\n{shown}");
            }
            let shown = text(&table.state, columns, rows - 1, PLAIN);
            assert!(shown.contains("too small"), "{width}x{height}:\n{shown}");
        }
    }
}

/// A graph without room for the whole game includes the position on the screen.
#[test]
fn the_shown_position_is_in_the_graph() {
    let mut table = Table::people();
    for pair in ["1 2 ", "3 4 ", "5 6 "] {
        let [left, right] = [&pair[..2], &pair[2..]];
        let swapped = [right, left].concat().repeat(2);
        table.press(&[pair.repeat(2), swapped, pair.repeat(2)].concat());
    }
    assert_eq!(table.moves().len(), 36);
    table.press("e");
    for _ in 0..=36 {
        let shown = text(&table.state, 56, 24, PLAIN);
        assert!(shown.contains('◆'), "{shown}");
        table.press("k");
    }
}
