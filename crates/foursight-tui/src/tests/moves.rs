//! Keys that play, take back and look back.

use super::Table;

/// Checks the moves and the status after `keys`.
#[track_caller]
fn check(keys: &str, moves: &str, sentence: &str) {
    Table::people().check(&[(keys, moves, sentence)]);
}

#[track_caller]
fn check_notice(keys: &str, notice: &str) {
    let mut table = Table::people();
    table.press(keys);
    assert_eq!(table.notice(), notice, "{keys}");
}

#[test]
fn discs_are_dropped() {
    check("", "", "Red to move.");
    check("4", "4", "Yellow to move.");
    check("4 4 7 1", "4471", "Red to move.");
    check("Enter", "4", "Yellow to move.");
    check("Right Right Enter", "6", "Yellow to move.");
    check("h h Space", "2", "Yellow to move.");
    check("Left Left Left Left Enter", "7", "Yellow to move.");
    check("Right Right Right Right l Enter", "2", "Yellow to move.");
    check("6 Enter Enter", "666", "Yellow to move.");
}

#[test]
fn a_game_comes_to_its_end() {
    check("1 2 1 2 1 2 1", "1212121", "Red wins with four in a row.");
    check("1 2 1 2 1 2 1 3", "1212121", "Red wins with four in a row.");
    check("1 2 1 2 1 2 7 2", "12121272", "Yellow wins with four in a row.");
    check_notice("1 2 1 2 1 2 1 3", "the game is over: R plays again, n starts another");
}

#[test]
fn what_cannot_be_played_is_told() {
    check_notice("4 4 4 4 4 4 4", "column d is full; choose another");
    check("4 4 4 4 4 4 4", "444444", "Red to move.");
    check_notice("8", "this key does nothing here; ? lists the keys");
    check_notice("4 8", "this key does nothing here; ? lists the keys");
    check_notice("8 4", "");
    check_notice("p", "no machine is to move");
    check_notice("u", "you have no move to undo");
    check_notice("r", "there is nothing to redo");
    check_notice("4 4 m", "still grading: 3 positions to go");
    let mut machines = Table::new("level:1 level:1", "7x6", "");
    machines.press("i");
    assert_eq!(machines.notice(), "hints are for people, on their turn");
}

#[test]
fn moves_are_taken_back_and_played_again() {
    check("4 5 u", "4", "Yellow to move.");
    check("4 5 u u", "", "Red to move.");
    check("4 5 6 u u u r Ctrl-r", "45", "Red to move.");
    check("4 5 6 u u 5 r", "456", "Yellow to move.");
    check("4 5 6 u u 6 r", "46", "Red to move.");
    check("1 2 1 2 1 2 1 u", "121212", "Red to move.");
}

#[test]
fn the_game_is_walked_through() {
    check("4 5 6 k", "45", "Red to move.");
    check("4 5 6 Up Up Down", "45", "Red to move.");
    check("4 5 6 Home", "", "Red to move.");
    check("4 5 6 g G", "456", "Yellow to move.");
    check("4 5 6 g j End", "456", "Yellow to move.");
    check("Up Down Home End", "", "Red to move.");
}

#[test]
fn a_game_begins_again() {
    check("4 5 R", "", "Red to move.");
    check("4 5 R r", "4", "Yellow to move.");
    check("4 5 X y", "", "Red to move.");
    check("1 2 1 2 1 2 1 X j", "", "Red to move.");
}

#[test]
fn a_player_can_resign() {
    check("f", "", "Red to move.");
    check("f y", "", "Red resigned: yellow wins.");
    check("4 f Enter", "4", "Yellow resigned: red wins.");
    check("4 f n", "4", "Yellow to move.");
    check("4 f Esc 5", "45", "Red to move.");
    check("4 f y u", "4", "Yellow to move.");
    check("4 5 f y k", "4", "Red resigned: yellow wins.");
    check("4 5 f y R", "", "Red to move.");
    check_notice("4 f y f", "nobody can resign here");
    check_notice("4 f y 5", "the game is over: R plays again, n starts another");
}

#[test]
fn the_given_moves_stay() {
    let mut table = Table::new("human human", "7x6", "4455");
    table.check(&["1 u u", "1 2 Home", "k"].map(|keys| (keys, "4455", "Red to move.")));
}

/// The tenth column is a letter; on narrower boards, the letter shows the scores.
#[test]
fn wide_boards_have_a_column_a() {
    let mut table = Table::new("human human", "10x4", "");
    table.press("a 9");
    assert_eq!(table.moves(), "a9");
    assert!(!table.state.shows_scores);
    table.press("e");
    assert!(table.state.shows_scores);
    let mut table = Table::people();
    table.press("a");
    assert!(table.state.shows_scores);
}

#[test]
fn players_change_places() {
    let mut table = Table::new("human level:1", "7x6", "");
    assert_eq!(table.sentence(), "Your turn: red to move.");
    table.press("x");
    assert!(table.is_thinking());
    table.settle();
    assert_eq!(table.moves().len(), 1);
    assert_eq!(table.sentence(), "Your turn: yellow to move.");
    table.press("f y");
    assert_eq!(table.sentence(), "You resigned: red wins.");
    table.check(&[("X", "", "Your turn: red to move.")]);
}

#[test]
fn the_winner_stays_the_winner() {
    let over = "the game is over: X plays again with sides swapped";
    for (keys, notice, sentence) in [
        ("1 2 1 2 1 2 1 x", over, "You win with four in a row."),
        ("4 f y x", over, "You resigned: yellow wins."),
        ("1 2 1 2 1 2 1 k k x G", "", "Your turn: yellow to move."),
    ] {
        let mut table = Table::people();
        for name in keys.split_whitespace() {
            if name == "x" || name == "f" {
                table.state.local.players[1] = "level:1".parse().unwrap();
            }
            table.press(name);
        }
        assert_eq!((table.notice(), table.sentence().as_str()), (notice, sentence), "{keys}");
    }
}
