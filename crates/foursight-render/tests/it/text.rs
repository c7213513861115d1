use foursight::notation::{Expected, Notation};
use foursight_render::{Diagram, TextStyle};

use crate::game;

#[track_caller]
fn check(moves: &str, style: TextStyle, expected: &str) {
    let text = Diagram::of_game(&game(moves)).to_text(style);
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn the_last_move_is_marked() {
    check(
        "4453",
        TextStyle::Letters,
        "  1  2  3  4  5  6  7
  .  .  .  .  .  .  .
  .  .  .  .  .  .  .
  .  .  .  .  .  .  .
  .  .  .  .  .  .  .
  .  .  .  O  .  .  .
  .  . (O) X  X  .  .
",
    );
}

#[test]
fn winning_lines_are_marked() {
    check(
        "1122334",
        TextStyle::Letters,
        "  1  2  3  4  5  6  7
  .  .  .  .  .  .  .
  .  .  .  .  .  .  .
  .  .  .  .  .  .  .
  .  .  .  .  .  .  .
  O  O  O  .  .  .  .
 [X][X][X][X] .  .  .
",
    );
}

#[test]
fn discs_differ_by_color_and_shape() {
    let text = Diagram::of_game(&game("12")).to_text(TextStyle::Discs);
    assert!(text.contains("\u{1b}[1m\u{1b}[31m●"), "{text:?}");
    assert!(text.contains("\u{1b}[1m\u{1b}[33m○"), "{text:?}");
}

#[test]
fn notes_stand_under_their_columns() {
    let notes = [-2, -1, 0, 1, 0, -1, -18].map(|score: i32| score.to_string()).to_vec();
    let text = |style| Diagram::of_game(&game("")).with_notes(notes.clone()).to_text(style);
    let letters = text(TextStyle::Letters);
    let last = letters.lines().last().unwrap();
    assert_eq!(last, "  -2  -1   0   1   0  -1 -18");
    let cell_of_column_7 = letters.lines().nth(1).unwrap().rfind('.').unwrap();
    assert_eq!(cell_of_column_7 + 1, last.len(), "a note ends under its cell");
    assert!(text(TextStyle::Ascii).ends_with("1 2 3 4 5 6 7\n-2 -1 0 1 0 -1 -18\n"));
}

#[test]
fn empty_notes_take_no_line() {
    for style in [TextStyle::Letters, TextStyle::Ascii] {
        let diagram = Diagram::of_game(&game("44"));
        let noted = diagram.clone().with_notes(vec![String::new(); 7]);
        assert_eq!(noted.to_text(style), diagram.to_text(style));
    }
}

#[test]
fn notations_as_they_are() {
    let game = game("44455");
    for (style, notation) in
        [(TextStyle::Ascii, Notation::Ascii), (TextStyle::Emoji, Notation::Emoji)]
    {
        let text = Diagram::of_game(&game).to_text(style);
        assert_eq!(text.trim_end(), notation.write(&game).unwrap());
    }
}

/// Whatever the marks, a board can be read back.
#[test]
fn marked_boards_read_back() {
    for moves in ["", "4453", "1122334"] {
        let text = Diagram::of_game(&game(moves)).to_text(TextStyle::Letters);
        let read = Notation::Grid.read(&text, Expected::default()).unwrap();
        assert_eq!(read.position(), game(moves).position());
    }
}
