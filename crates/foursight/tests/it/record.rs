//! Records to game files and back.

use foursight::notation::{Expected, Notation};
use foursight::record::{
    Ending, GameRecord, GameResult, GameText, read_games, read_size, size_text,
};
use foursight::{Column, Game, Opening, OpeningRule, Outcome, Player};

use crate::size::all_sizes;

fn record(moves: &str, size: &str) -> GameRecord {
    let size = read_size(size).unwrap();
    GameRecord::new(Notation::Moves.read(moves, Expected::of_size(size)).unwrap())
}

/// The record becomes this text, and the text becomes the record.
#[track_caller]
fn check(record: &GameRecord, expected: &str) {
    let text = record.text().unwrap();
    assert_eq!(text.to_string(), expected);
    assert_eq!(read_games(expected).unwrap(), std::slice::from_ref(&text));
    assert_eq!(text.record().as_ref(), Ok(record));
}

#[test]
fn a_game_becomes_text_and_comes_back() {
    check(&record("", "7x6"), "[Size \"7x6\"]\n[Result \"*\"]\n\n- *\n");
    check(
        &record("1212121", "7x6"),
        "[Size \"7x6\"]\n[Result \"1-0\"]\n[Ending \"line\"]\n\n1212121 1-0\n",
    );
    check(
        &record("12121", "9x7-3"),
        "[Size \"9x7-3\"]\n[Result \"1-0\"]\n[Ending \"line\"]\n\n12121 1-0\n",
    );
    check(
        &record("121223313", "3x3"),
        "[Size \"3x3\"]\n[Result \"1/2\"]\n[Ending \"draw\"]\n\n121223313 1/2\n",
    );
}

#[test]
fn names_opening_and_tags_are_kept() {
    let mut game = record("4455", "7x6");
    game.n_opening = 2;
    game.names = [Some("Ann".to_owned()), Some("a \"bot\"".to_owned())];
    game.tags = [("Event", "club night"), ("Round", "3")].map(|(n, v)| (n.into(), v.into())).into();
    assert_eq!(game.played(), [Column::new(4); 2]);
    check(
        &game,
        "[Event \"club night\"]\n[Size \"7x6\"]\n[First \"Ann\"]\n[Second \"a \\\"bot\\\"\"]\n\
         [Opening \"44\"]\n[Result \"*\"]\n[Round \"3\"]\n\n4455 *\n",
    );
}

#[test]
fn an_opening_rule_and_a_swap_are_kept() {
    let mut game = record("443", "7x6");
    game.opening_rule = OpeningRule::Swap;
    let head = "[Size \"7x6\"]\n[OpeningRule \"swap\"]\n";
    check(&game, &format!("{head}[Result \"*\"]\n\n443 *\n"));
    let opening = Opening { may_swap: true, ..Opening::default() };
    assert_eq!((game.opening(), game.to_move()), (opening, Some(Player::Second)));
    game.is_swapped = true;
    check(&game, &format!("{head}[Swapped \"yes\"]\n[Result \"*\"]\n\n443 *\n"));
    let movers = [0, 1, 2, 3, 4].map(|n_moves| game.mover(n_moves));
    let [red, yellow] = [Player::First, Player::Second];
    assert_eq!(movers, [yellow, yellow, yellow, yellow, red], "yellow opened as red, and moves");
    game.end(GameResult::SecondWins, Ending::Resignation);
    assert_eq!((game.opening().may_swap, game.to_move()), (false, None));
    let kept =
        read_games("[OpeningRule \"pie\"]\n[Swapped \"no\"]\n4 *").unwrap()[0].record().unwrap();
    assert!(!kept.is_swapped);
    let earlier = read_games("[Swapped \"yes\"]\n4 *").unwrap()[0].record().unwrap();
    assert_eq!(earlier.opening_rule, OpeningRule::Pie, "the arena did not name it");
}

#[test]
fn a_rule_applies_after_the_moves_that_were_given() {
    let mut game = record("4455", "7x6");
    (game.n_opening, game.opening_rule) = (3, OpeningRule::Pie);
    let [red, yellow] = [Player::First, Player::Second];
    let movers = [0, 1, 2, 3, 4, 5].map(|n_moves| game.mover(n_moves));
    assert_eq!(movers, [red, yellow, red, yellow, red, yellow]);
    assert_eq!((game.n_before_play(), game.opening().may_swap), (4, true));
}

#[test]
fn a_decision_comes_back_as_what_it_was() {
    for ending in Ending::ALL.into_iter().filter(|ending| !ending.is_on_board()) {
        for result in [GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw] {
            let mut game = record("445", "7x6");
            game.end(result, ending);
            assert_eq!((game.result(), game.ending()), (result, Some(ending)));
            let head = "[Size \"7x6\"]\n";
            let tags = format!("[Result \"{result}\"]\n[Ending \"{ending}\"]");
            check(&game, &format!("{head}{tags}\n\n445 {result}\n"));
        }
    }
}

#[test]
fn the_board_decides_before_anything_else() {
    let mut game = record("1212121", "7x6");
    game.end(GameResult::SecondWins, Ending::Resignation);
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!((game.ending(), game.decision), (Some(Ending::Line), None));
    let mut game = record("12", "7x6");
    game.end(GameResult::win(Player::Second), Ending::Time);
    assert_eq!(game.result().loser(), Some(Player::First));
    game.end(GameResult::Unfinished, Ending::Time);
    assert_eq!((game.outcome(), game.ending()), (None, None));
}

#[test]
fn a_result_without_a_known_ending_counts() {
    for ending in ["", "[Ending \"out of memory\"]\n"] {
        let text = format!("[Size \"7x6\"]\n[Result \"1-0\"]\n{ending}[Round \"3\"]\n\n44 1-0\n");
        let game = read_games(&text).unwrap()[0].record().unwrap();
        assert_eq!((game.result(), game.ending()), (GameResult::FirstWins, None));
        assert_eq!(game.text().unwrap().to_string(), text, "another word is kept");
    }
}

#[test]
fn a_game_from_a_position_has_an_opening_that_leads_there() {
    let start = Notation::Grid.read("...\n..O\nOXX", Expected::new(None, Some(3))).unwrap();
    let mut game = Game::new(*start.position());
    game.play(Column::new(0)).unwrap();
    let text = GameRecord::new(game.clone()).text().unwrap();
    assert_eq!(text.tag("Opening").map(str::len), Some(4));
    assert_eq!(text.moves.len(), 5);
    let read = text.record().unwrap();
    assert_eq!(read.game.position(), game.position());
    assert_eq!(read.played(), [Column::new(0)]);
}

#[test]
fn errors_say_what_is_wrong_with_a_game() {
    let error = |text: &str| read_games(text).unwrap()[0].record().unwrap_err().to_string();
    let no_size = |text: &str| format!("{text:?} is not a board size such as 7x6 (columns x rows)");
    assert_eq!(error("[Size \"7\"]\n4 *"), no_size("7"));
    assert_eq!(error("[Size \"9x7-x\"]\n4 *"), no_size("9x7-x"));
    assert_eq!(
        error("[OpeningRule \"Pie\"]\n4 *"),
        "the tag OpeningRule: an opening rule is none, pie or swap"
    );
    assert_eq!(
        error("[OpeningRule \"swap\"]\n[Swapped \"yes\"]\n44 *"),
        "by the opening rule swap, sides are swapped after move 3, not earlier"
    );
    assert_eq!(
        error("[OpeningRule \"none\"]\n[Swapped \"yes\"]\n4 *"),
        "sides cannot be swapped without an opening rule"
    );
    for tag in ["Yes", "true", "maybe", ""] {
        let text = format!("[OpeningRule \"pie\"]\n[Swapped \"{tag}\"]\n4 *");
        assert_eq!(error(&text), format!("the tag Swapped is yes or no, not {tag:?}"));
    }
    assert_eq!(error("48 *"), "move 2: '8' is not a column from 1 to 7");
    assert_eq!(error("[Opening \"5\"]\n4 *"), "the moves do not begin with the opening 5");
    assert_eq!(
        error("[Result \"0-1\"]\n4 1-0"),
        "the tag Result says \"0-1\", but 1-0 follows the moves"
    );
    assert_eq!(error("1212121 0-1"), "the result is 0-1, but on the board: red has won");
    assert_eq!(error("1212121 *"), "the result is *, but on the board: red has won");
    assert_eq!(
        error("[Ending \"line\"]\n12 1-0"),
        "the result is 1-0, but on the board the game is still open"
    );
}

#[test]
fn results_and_endings_are_their_text() {
    for result in GameResult::ALL {
        assert_eq!(result.to_string().parse(), Ok(result));
        assert_eq!(GameResult::from(result.outcome()), result);
    }
    for ending in Ending::ALL {
        assert_eq!(ending.to_string().parse(), Ok(ending));
    }
    let error = "1:0".parse::<GameResult>().unwrap_err();
    assert_eq!(error.to_string(), "\"1:0\" is not a result: 1-0, 0-1, 1/2 or *");
    let error = "boredom".parse::<Ending>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"boredom\" is not an ending, such as line, draw or resignation"
    );
}

#[cfg(feature = "serde")]
#[test]
fn results_and_endings_travel_as_their_text() {
    let pair = (GameResult::Draw, Ending::Agreement);
    let json = serde_json::to_string(&pair).unwrap();
    assert_eq!(json, "[\"1/2\",\"agreement\"]");
    assert_eq!(serde_json::from_str::<(GameResult, Ending)>(&json).unwrap(), pair);
    let error = serde_json::from_str::<Ending>("\"boredom\"").unwrap_err().to_string();
    assert!(error.starts_with("\"boredom\" is not an ending"), "{error}");
}

#[test]
fn sizes_are_read_back() {
    for size in all_sizes() {
        assert_eq!(read_size(&size_text(size)), Ok(size));
    }
}

#[test]
fn moves_are_written_in_many_ways_and_results_may_be_missing() {
    let text = "4455\n\n4 4 5 5 1/2-1/2\n1. d1 d2 2. e1 e2 *\n[Size \"3x3-3\"]\n[Result \"1-0\"]\n\n12233 \n12121 1-0\n";
    let text = text.replace("12233", "12121");
    let games = read_games(&format!("\u{feff}{text}")).unwrap();
    let found: Vec<_> = games.iter().map(|game| (&*game.moves, game.result)).collect();
    assert_eq!(
        found,
        [
            ("4455", GameResult::Unfinished),
            ("4455", GameResult::Draw),
            ("4455", GameResult::Unfinished),
            ("12121", GameResult::FirstWins),
            ("12121", GameResult::FirstWins),
        ]
    );
    let won = &read_games("1212121").unwrap()[0];
    assert_eq!(won.result, GameResult::FirstWins, "the board shows it");
    assert_eq!(read_games(&text.replace('\n', "\r")).unwrap(), games);
}

#[test]
fn errors_in_a_file_say_which_line() {
    let no_tag = "a tag looks like [Name \"value\"]";
    let no_moves = "a game is its moves and its result: 1-0, 0-1, 1/2 or *";
    for (text, line, expected) in [
        ("[Size 7x6]", 1, no_tag),
        ("; games\n[Size \"7\"x6\"]\n", 2, no_tag),
        ("[Size \"7x6\\\"]\n", 1, no_tag),
        ("44 1-0\n44x 1-0\n", 2, no_moves),
        ("44 1-0\n44 1:0\n", 2, no_moves),
        ("44 1-0\n[Size \"7x6\"]\n\n", 3, "the file ends after the tags of a game"),
    ] {
        let error = read_games(text).unwrap_err().to_string();
        assert_eq!(error, format!("line {line}: {expected}"), "{text:?}");
    }
}

#[test]
fn what_a_tag_holds_comes_back() {
    for value in ["", "plain", "a \"quote\"", "back\\slash\\n", "two\nlines", "] \"x\" [", "\\"] {
        let tags = vec![("Reason".to_owned(), value.to_owned())];
        let game = GameText { tags, moves: String::new(), result: GameResult::SecondWins };
        assert_eq!(read_games(&format!("{game}\n{game}")), Ok(vec![game.clone(), game]));
    }
}
