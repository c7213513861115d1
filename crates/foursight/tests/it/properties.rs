//! Properties of every position, tested with random games on every size.

use std::ops::RangeInclusive;

use foursight::notation::{Expected, Notation, grid, moves};
use foursight::record::{GameText, read_games};
use foursight::{AnySize, Column, Game, Position, Size};
use proptest::prelude::*;

const SIDES: RangeInclusive<usize> = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
const CONNECTS: RangeInclusive<usize> = AnySize::MIN_CONNECT..=AnySize::MAX_CONNECT;

fn any_size() -> impl Strategy<Value = AnySize> {
    (SIDES, SIDES, CONNECTS)
        .prop_map(|(width, height, connect)| AnySize::new(width, height, connect).unwrap())
}

/// A game of random moves; the numbers choose among the legal moves.
fn game(size: AnySize, choices: &[u8]) -> Game<AnySize> {
    let mut game = Game::new(Position::empty(size));
    for &choice in choices {
        let moves: Vec<Column> = game.position().moves().collect();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(choice) % moves.len()]).unwrap();
    }
    game
}

prop_compose! {
    fn any_game()(size in any_size(), choices in prop::collection::vec(any::<u8>(), 0..100))
        -> Game<AnySize>
    {
        game(size, &choices)
    }
}

prop_compose! {
    fn standard_game()(choices in prop::collection::vec(any::<u8>(), 0..43)) -> Game<AnySize> {
        game(AnySize::default(), &choices)
    }
}

prop_compose! {
    /// On a board three columns wide, a list of columns can look like a list of cells.
    fn narrow_game()(height in SIDES, connect in CONNECTS,
        choices in prop::collection::vec(any::<u8>(), 0..31)) -> Game<AnySize>
    {
        game(AnySize::new(3, height, connect).unwrap(), &choices)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_notation_round_trips(game in any_game()) {
        let size = game.position().size();
        for notation in Notation::ALL {
            let text = notation.write(&game).unwrap();
            let read = notation.read(&text, Expected::of_size(size)).unwrap();
            prop_assert_eq!(read.position(), game.position(), "{}: {}", notation, text);
            prop_assert_eq!(notation.write(&read).unwrap(), text);
        }
    }

    /// Whatever somebody pastes is refused or means one position.
    #[test]
    fn any_text_is_read_or_refused(
        text in "(|update game field |\\{\"board\":|\\{\"steps\":\\{\"board\":\\[|Actions: |\\[State\\]|/\\?pos=)\
                 [\\[\\](){}|+,;. XO012345678abdxo_\n\r║'\"·🔴-]{0,90}",
    ) {
        let _ = read_games(&text).map(|games| games.iter().map(GameText::record).count());
        if let Ok(game) = Notation::read_any(&text, Expected::ANY) {
            let expected = Expected::of_size(game.position().size());
            for notation in Notation::ALL {
                // Some boards are no game's, and have no moves.
                if let Ok(written) = notation.write(&game) {
                    let read = Notation::read_any(&written, expected).unwrap();
                    prop_assert_eq!(read.position(), game.position(), "{}\n{}", text, written);
                }
            }
        }
    }

    #[test]
    fn notations_are_detected(game in prop_oneof![standard_game(), narrow_game(), any_game()]) {
        for notation in Notation::ALL {
            let text = notation.write(&game).unwrap();
            let expected = Expected::of_size(game.position().size());
            let read = Notation::detect(&text, expected).read(&text, expected).unwrap();
            prop_assert_eq!(read.position(), game.position(), "{}: {}", notation, text);
        }
    }

    #[test]
    fn an_order_of_moves_is_found_for_every_game(game in any_game()) {
        let order = moves::order(game.position()).unwrap();
        let size = game.position().size();
        let replayed = Position::from_columns(size, order).unwrap();
        prop_assert_eq!(&replayed, game.position());
    }

    /// This is also true for arrangements that no game reaches: games in which discs have changed places.
    #[test]
    fn whether_an_order_is_known_and_the_order_agree(
        game in prop_oneof![standard_game(), any_game()],
        swaps in prop::collection::vec(any::<(u8, u8)>(), 0..6),
    ) {
        let size = game.position().size();
        let mut grid = Notation::Grid.write(&game).unwrap().into_bytes();
        let discs: Vec<usize> = (0..grid.len()).filter(|&at| b"XO".contains(&grid[at])).collect();
        for (one, other) in swaps.into_iter().filter(|_| !discs.is_empty()) {
            let [one, other] = [one, other].map(|choice| discs[usize::from(choice) % discs.len()]);
            grid.swap(one, other);
        }
        let board = grid::read(&String::from_utf8(grid).unwrap(), size.connect()).unwrap();
        if let Ok(position) = Position::from_board(size, &board) {
            prop_assert_eq!(moves::has_order(&position), moves::order(&position).is_ok());
        }
    }

    #[test]
    fn mirroring_twice_changes_nothing(game in any_game()) {
        let position = game.position();
        prop_assert_eq!(&position.mirror().mirror(), position);
        prop_assert_eq!(position.mirror().outcome(), position.outcome());
        prop_assert_eq!(position.mirror().canonical_key(), position.canonical_key());
        let width = position.size().width();
        let mirrored = game.moves().iter().map(|column| Column::new(width - 1 - column.index()));
        let replayed = Position::from_columns(position.size(), mirrored).unwrap();
        prop_assert_eq!(replayed, position.mirror());
    }

    #[test]
    fn undo_and_redo_restore(game in any_game()) {
        let mut undone = game.clone();
        let n_moves = std::iter::from_fn(|| undone.undo()).count();
        prop_assert_eq!(n_moves, game.moves().len());
        prop_assert_eq!(undone.position(), game.start());
        while undone.redo().is_some() {}
        prop_assert_eq!(undone, game);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[-1-9a-jXOxob.:,\\[\\]()🔴🟡 \n]{0,60}", size in any_size()) {
        for notation in Notation::ALL {
            for expected in [Expected::default(), Expected::of_size(size)] {
                if let Err(error) = notation.read(&text, expected) {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
        let _ = Notation::detect(&text, Expected::of_size(size));
    }

    #[test]
    fn no_unicode_makes_a_reader_panic(text in any::<String>()) {
        for notation in Notation::ALL {
            let _ = notation.read(&text, Expected::default());
        }
        let _ = Notation::detect(&text, Expected::default()).read(&text, Expected::default());
    }
}
