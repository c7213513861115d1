//! Move orders for boards from games, and for arrangements of discs that no game reaches.

use foursight::notation::{Expected, NoMoveOrder, Notation, moves};
use foursight::{AnySize, Column, Position, Size};

use crate::naive::Lcg;

/// The position with these columns, the bottom first; `xo` and `x` are three discs in two columns.
fn position(size: AnySize, columns: &[&str]) -> Position<AnySize> {
    let cell = |column: usize, row: usize| {
        columns.get(column).and_then(|discs| discs.chars().nth(row)).unwrap_or('.')
    };
    let row = |row| (0..size.width()).map(move |column| cell(column, row)).collect::<String>();
    let rows: Vec<String> = (0..size.height()).rev().map(row).collect();
    let text = rows.join("\n").to_uppercase();
    let game = Notation::Grid.read(&text, Expected::of_size(size));
    *game.unwrap_or_else(|error| panic!("{error}:\n{text}")).position()
}

#[track_caller]
fn check(position: &Position<AnySize>, expected: Result<(), NoMoveOrder>) {
    let order = moves::order(position);
    assert_eq!(moves::has_order(position), expected.is_ok(), "{position}");
    match order {
        Ok(order) => {
            assert_eq!(Position::from_columns(position.size(), order).as_ref(), Ok(position));
            assert_eq!(expected, Ok(()), "{position}");
        }
        Err(error) => assert_eq!(Err(error), expected, "{position}"),
    }
}

#[test]
fn hard_boards() {
    for line in include_str!("../data/orders.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [expected, size, connect, columns @ ..] = &words[..] else { panic!("{line}") };
        let size: AnySize = size.parse().unwrap();
        let size = size.with_connect(connect.parse().unwrap()).unwrap();
        let expected = match *expected {
            "order" => Ok(()),
            "none" => Err(NoMoveOrder::Unreachable),
            "gave-up" => Err(NoMoveOrder::GaveUp),
            _ => panic!("{line}"),
        };
        check(&position(size, columns), expected);
    }
}

/// The board at the end of a game whose players choose at random, but complete a line only if they must.
fn end_of_game(size: AnySize, random: &mut Lcg) -> Position<AnySize> {
    let mut position = Position::empty(size);
    loop {
        let moves: Vec<Column> = position.moves().collect();
        let quiet =
            moves.iter().copied().filter(|&column| !position.play(column).unwrap().is_won());
        let quiet: Vec<Column> = quiet.collect();
        let choices = if quiet.is_empty() { &moves } else { &quiet };
        if choices.is_empty() {
            return position;
        }
        let column = choices[random.below(choices.len())];
        position = position.play(column).unwrap();
    }
}

#[test]
fn every_end_of_a_game_has_an_order() {
    let n_games =
        if std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1") { 20_000 } else { 100 };
    let mut random = Lcg(1);
    for size in ["7x6", "9x9", "10x10", "10x8", "7x10", "6x10", "5x10"] {
        for connect in [4, 5, 6] {
            let size: AnySize = size.parse().unwrap();
            let size = size.with_connect(connect).unwrap();
            for _ in 0..n_games {
                check(&end_of_game(size, &mut random), Ok(()));
            }
        }
    }
}
