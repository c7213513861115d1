//! Games to game files and back.

use foursight::game_file::{GameText, read_games, read_size, size_text};
use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Game};

#[track_caller]
fn check(moves: &str, size: &str, expected: &str) {
    let size = read_size(size).unwrap();
    let game = Notation::Moves.read(moves, Expected::Size(size)).unwrap();
    let text = GameText::new(&game).unwrap();
    assert_eq!(text.to_string(), expected);
    assert_eq!(read_games(expected).unwrap(), std::slice::from_ref(&text));
    assert_eq!(text.game().unwrap(), game);
}

#[test]
fn a_game_becomes_text_and_comes_back() {
    check("", "7x6", "[Size \"7x6\"]\n[Result \"*\"]\n\n- *\n");
    check("1212121", "7x6", "[Size \"7x6\"]\n[Result \"1-0\"]\n\n1212121 1-0\n");
    check("12121", "9x7-3", "[Size \"9x7-3\"]\n[Result \"1-0\"]\n\n12121 1-0\n");
}

#[test]
fn a_game_from_a_position_says_how_one_comes_there() {
    let start = Notation::Grid.read("...\n..O\nOXX", Expected::AnyWithConnect(3)).unwrap();
    let mut game = Game::new(*start.position());
    game.play(foursight::Column::new(0)).unwrap();
    let text = GameText::new(&game).unwrap();
    assert_eq!(text.tag("Opening").map(str::len), Some(4));
    assert_eq!(text.moves.len(), 5);
    assert_eq!(text.game().unwrap().position(), game.position());
}

#[test]
fn what_is_no_game_is_told() {
    let error = |text: &str| read_games(text).unwrap()[0].game().unwrap_err().to_string();
    assert_eq!(
        error("[Size \"7\"]\n4 *"),
        "\"7\" is not a board size such as 7x6 (columns x rows)"
    );
    assert_eq!(error("48 *"), "move 2: '8' is not a column from 1 to 7");
    assert_eq!(
        error("[Size \"9x7-x\"]\n4 *"),
        "\"9x7-x\" is not a board size such as 7x6 (columns x rows)"
    );
}

#[test]
fn sizes_are_read_back() {
    for &size in AnySize::FIXED {
        for connect in 3..=6 {
            let size = size.with_connect(connect).unwrap();
            assert_eq!(read_size(&size_text(size)), Ok(size));
        }
    }
}
