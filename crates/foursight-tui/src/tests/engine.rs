//! Games with machines, hints, scores and marks.

use foursight::record::read_games;
use foursight::{Choice, Column};

use super::Table;
use crate::event::{Event, Task};

#[test]
fn a_machine_answers() {
    let mut table = Table::new("human level:2", "7x6", "");
    table.press("4");
    assert_eq!(table.sentence(), "Yellow (level 2) is thinking.");
    table.wait(3_000);
    assert_eq!(table.sentence(), "Yellow (level 2) is thinking, 3 s; Esc cancels.");
    table.press("5");
    assert_eq!(table.notice(), "Yellow (level 2) is to move");
    table.settle();
    assert_eq!((table.moves().len(), table.notice()), (2, ""), "what was said ends with the move");
    assert_eq!(table.sentence(), "Your turn: red to move.");
    table.press("u");
    assert_eq!(table.moves(), "", "its answer is taken back too");
    table.press("r");
    assert_eq!(table.moves().len(), 2, "and played again");
}

#[test]
fn an_answer_that_comes_too_late_is_not_played() {
    let mut table = Table::new("human level:2", "7x6", "");
    table.press("4");
    let assignment = table.assignment.unwrap();
    table.check(&[("Esc", "", "Your turn: red to move.")]);
    assert_eq!(table.assignment, None);
    table.press("5");
    let late = crate::event::Finding::Choice(Choice::Play(Column::new(0)));
    table.happen(Event::Found(assignment.number, late));
    table.wait(1_000);
    assert_eq!(table.moves(), "5");
}

#[test]
fn a_machine_that_begins_can_be_held() {
    let mut table = Table::new("level:2 human", "7x6", "");
    assert!(table.is_thinking());
    table.check(&[("Esc", "", "Red (level 2) is paused: p lets it play.")]);
    assert_eq!(table.assignment, None);
    table.press("4");
    assert_eq!(table.notice(), "Red (level 2) is to move: p lets it play");
    table.press("p");
    table.settle();
    assert_eq!(table.moves().len(), 1);
}

/// A person who is looking back is not interrupted.
#[test]
fn machines_wait_while_a_person_looks_back() {
    let mut table = Table::new("human level:2", "7x6", "");
    table.press("4");
    table.settle();
    table.press("k");
    assert_eq!((table.moves().as_str(), table.assignment), ("4", None));
    table.press("k");
    assert_eq!(table.sentence(), "Your turn: red to move.");
    table.press("3");
    assert!(table.is_thinking());
}

#[test]
fn machines_play_each_other() {
    let mut table = Table::new("level:3 level:1", "7x6", "");
    table.settle();
    assert!(table.state.outcome().is_some());
    let moves = table.moves();
    let mut again = Table::new("level:3 level:1", "7x6", "");
    again.settle();
    assert_eq!(again.moves(), moves, "the same seed plays the same game");
    again.press("R");
    again.settle();
    assert_ne!(again.moves(), moves, "but the next game is a different one");
}

#[test]
fn machines_pause() {
    for keys in ["p", "Space", "Esc"] {
        let mut table = Table::new("level:3 level:1", "7x6", "");
        table.press(keys);
        table.settle();
        assert_eq!(table.moves(), "", "{keys}");
        table.press("Space");
        table.settle();
        assert!(table.state.outcome().is_some(), "{keys}");
    }
}

#[test]
fn a_hint_is_for_one_move() {
    let mut table = Table::new("human human", "7x6", "112233");
    table.press("i");
    assert!(matches!(table.assignment.unwrap().task, Task::Evaluate));
    table.settle();
    assert!(table.screen().contains("Hint: column d wins in 1 move."));
    assert!(!table.screen().contains("+18"), "a hint is not a score");
    table.press("5");
    assert!(!table.screen().contains("Hint"));
    assert_eq!(table.assignment, None);
    table.press("u");
    assert!(!table.screen().contains("Hint"), "it was for once");
}

#[test]
fn hints_stay_when_asked_for() {
    let mut table = Table::new("human level:1", "7x6", "112233");
    table.press("I");
    table.settle();
    assert!(table.screen().contains("Hint: column d wins in 1 move."));
    table.press("5");
    table.settle();
    assert!(table.screen().contains("Hint: "), "also after the next moves");
    table.press("I");
    assert!(!table.screen().contains("Hint: "));
}

#[test]
fn scores_in_numbers_and_words() {
    let mut table = Table::new("human human", "7x6", "112233");
    table.press("e");
    table.settle();
    let shown = table.screen();
    assert!(shown.contains("*4  +18  wins in 1 move"), "{shown}");
    assert!(shown.contains(" 1   -2  loses in 17 moves"), "{shown}");
    table.press("Esc");
    assert!(!table.screen().contains("+18"));
}

#[test]
fn marks_and_mistakes() {
    let mut table = Table::new("human human", "7x6", "");
    table.press("4 4 4 4 4 2 1 3 7 3 7 3 7 3");
    assert_eq!(table.sentence(), "Yellow wins with four in a row.");
    table.settle();
    let shown = table.screen();
    assert!(shown.contains("Accuracy: best, kept"), "{shown}");
    assert!(shown.contains(" 43 %  57 %  (7)"), "{shown}");
    table.press("M");
    let last_mistake = table.moves();
    let shown = table.screen();
    let remark = "Move 13 (g???) let the opponent win at once: column c had to be blocked.";
    assert!(shown.contains(remark), "{shown}");
    table.press("M");
    let remark = "Move 11 (g??) turned a win into a loss; column f was best.";
    assert!(table.screen().contains(remark), "{}", table.screen());
    table.press("m");
    assert_eq!(table.moves(), last_mistake);
    table.press("G m");
    assert_eq!(table.notice(), "there is no mistake after this move");
    table.press("Home M");
    assert_eq!(table.notice(), "there is no mistake before this move");
}

/// In a lost position, no column has a star or is green.
#[test]
fn where_all_moves_lose_none_is_praised() {
    for (start, words) in [
        ("44455435332", "all moves lose in 1 move."),
        ("4", "all moves lose; column d holds out longest."),
    ] {
        let mut table = Table::new("human human", "7x6", start);
        table.press("i");
        table.settle();
        let hint = table.screen();
        assert!(hint.contains(&format!("Hint: {words}")), "{hint}");
        table.press("Esc e");
        table.settle();
        let scores = table.screen();
        assert!(scores.contains(&format!("to move. A{}", &words[1..])), "{scores}");
        assert!(!hint.contains('*') && !scores.contains('*'), "{hint}\n{scores}");
        let good = super::screens::COLORED.good().fg.unwrap();
        let cells = super::screens::buffer(&table.state, 80, 24, super::screens::COLORED);
        assert!(cells.content().iter().all(|cell| cell.fg != good), "{scores}");
    }
}

/// A position that cannot be solved in time still has a hint.
#[test]
fn large_boards_have_hints_too() {
    let mut table = Table::new("human human", "10x10", "");
    table.state.hints = crate::state::Hints::Stay;
    table.press("Left");
    let mut assignment = table.assignment.take().unwrap();
    assignment.time = std::time::Duration::from_millis(50);
    table.engine.give(assignment);
    table.take_findings(assignment);
    let hint = table.screen();
    assert!(hint.contains("Best guess: column "), "{hint}");
    table.state.hints = crate::state::Hints::Off;
    table.press("e");
    let scores = table.screen();
    assert!(scores.contains("   Best guess: column "), "{scores}");
    for shown in [hint, scores] {
        assert!(shown.contains("(not proved;") && shown.contains("%)."), "{shown}");
        assert!(!shown.contains('*'), "a guess has no star: {shown}");
    }
}

#[test]
fn a_loaded_game_goes_on() {
    let text = "[First \"Ann\"]\n[Second \"level:1\"]\n\n443 *\n";
    let mut table = Table::people();
    table.happen(Event::Read("a.txt".into(), Ok(text.to_owned())));
    assert!(table.is_thinking());
    table.settle();
    assert_eq!(table.moves().len(), 4);
    assert_eq!(table.sentence(), "Red (Ann) to move.");
    let saved = table.state.local.text().unwrap().to_string();
    assert_eq!(read_games(&saved).unwrap()[0].tag("First"), Some("Ann"));
}

/// A move found for one player or game is not played for another.
#[test]
fn an_answer_is_for_the_player_that_was_asked() {
    for (players, keys) in
        [("level:10 level:1", "x"), ("level:10 human", "n Tab Left Enter"), ("level:3 human", "R")]
    {
        let mut table = Table::new(players, "7x6", "");
        let first = table.assignment.unwrap();
        table.press(keys);
        let second = table.assignment.unwrap();
        assert_ne!((first.number, first.task), (second.number, second.task), "{keys}");
    }
    let mut table = Table::new("level:3 human", "7x6", "");
    let first = table.assignment;
    table.press("? Esc +");
    assert_eq!(table.assignment, first, "nothing else disturbs it");
}

/// After a restart before the first move, the move chosen for the previous game is not played.
#[test]
fn what_waits_to_be_played_ends_with_its_game() {
    let mut table = Table::new("level:3 human", "7x6", "");
    table.state.held = Some(Choice::Play(Column::new(0)));
    table.state.pace.wait(table.state.now, true);
    table.press("R");
    assert_eq!(table.state.held, None);
}

#[test]
fn a_move_that_was_taken_back_with_the_machine_is_played_again() {
    let mut table = Table::new("human level:2", "7x6", "");
    table.press("4 Esc r");
    assert_eq!(table.moves(), "4");
    assert!(table.is_thinking());
    table.settle();
    assert_eq!(table.moves().len(), 2);
    table.press("r");
    assert_eq!(table.notice(), "there is nothing to redo");
}

/// The marks of a finished game do not carry over to the next game.
#[test]
fn a_review_ends_with_its_game() {
    for (keys, is_shown) in [
        ("", true),
        ("k k", true),
        ("g", true),
        ("u", false),
        ("R", false),
        ("g R", false),
        ("k R 1 2", false),
        ("k k 5", false),
        ("m R", false),
    ] {
        let mut table = Table::people();
        table.press("1 2 1 2 1 2 1");
        table.settle();
        table.press(keys);
        assert_eq!(table.state.shows_review(), is_shown, "{keys}");
    }
}
