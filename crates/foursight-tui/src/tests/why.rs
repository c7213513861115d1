//! The key that explains.

use super::Table;
use super::screens::{PLAIN, text};
use crate::dialog::Dialog;
use crate::evaluation::Evaluation;
use crate::event::{Event, Finding, Task};

#[track_caller]
fn check(table: &Table, expected: &str) {
    let screen = table.screen();
    assert!(screen.contains(expected), "{expected}:\n{screen}");
}

#[test]
fn a_mistake_is_explained_and_its_line_played() {
    let mut table = Table::new("human human", "7x6", "443");
    table.press("3 w");
    check(&table, "Looking for the reason.");
    table.settle();
    check(&table, "Yellow played c and turned a win into a loss.");
    check(&table, " 2   .  . (○) ○  .");
    check(&table, " 1  <.> 1  ●  ● <.>");
    check(&table, "Right plays the line: 3 moves.");
    table.press("Right");
    check(&table, "Move 1 of 3: Red plays b.");
    check(&table, " 1   . (●) ●  ●  .");
    table.press("End Right");
    check(&table, "Move 3 of 3: Red plays ");
    check(&table, "[●]");
    table.press("Left Left Left Left");
    check(&table, "Right plays the line: 3 moves.");
    table.press("Esc");
    assert!(table.state.dialog.is_none());
    assert_eq!(table.moves(), "4433", "the game is where it was");
}

#[test]
fn without_a_mistake_it_is_the_position() {
    let mut table = Table::new("human human", "7x6", "112233");
    table.press("w");
    table.settle();
    check(&table, "Red to move wins in 1 move.");
    check(&table, "Right plays the line: 1 move.");
}

#[test]
fn against_a_machine_it_is_your_own_move() {
    let mut table = Table::new("human level:10", "7x6", "7443");
    table.press("4");
    table.settle();
    assert_eq!(table.moves().len(), 6);
    table.press("w");
    table.settle();
    check(&table, "You played d and turned a draw into a loss.");
}

#[test]
fn after_the_end_it_is_the_lesson() {
    let mut table = Table::new("human human", "7x6", "44");
    table.press("3 3 2 7 1");
    assert!(table.state.outcome().is_some());
    table.press("w");
    assert!(table.notice().starts_with("still grading: "), "{}", table.notice());
    table.settle();
    table.press("w");
    check(&table, "Yellow lost with c2: it let Red get three in a row with both ends open.");
    check(&table, "e1 would have kept the win");
    let mut short = Table::new("human human", "7x6", "112233");
    short.press("4");
    short.settle();
    short.press("w");
    assert_eq!(short.notice(), "no move of this game changed the result");
}

/// The reason is a long one, so the headline has what was counted.
#[test]
fn without_a_short_reason_the_lesson_is_counted() {
    let mut table = Table::people();
    table.press("4 2 4 3 4 4 4 1 4 1 5 1 1 1 5 2 5 5 2 3 3");
    table.settle();
    table.press("w");
    table.settle();
    check(&table, "a5 lost sooner: Yellow's best chance was e2.");
    check(&table, "Counted: in 16 of 20 games");
}

/// A position that was given up has no score, so its move has no grade.
#[test]
fn without_grades_nobody_says_that_there_is_no_mistake() {
    let mut table = Table::new("human human", "7x6", "112233");
    table.press("4");
    let game = table.state.game().clone();
    for position in &game.positions()[..game.moves().len()] {
        let evaluation = Evaluation { is_complete: true, ..Evaluation::new(position.size()) };
        table.state.evaluations.insert(*position, evaluation);
    }
    for keys in ["w", "M", "Home m"] {
        table.press(keys);
        let expected = "this game takes too long to solve, so not all of its mistakes are known";
        assert_eq!(table.notice(), expected, "{keys}");
    }
    table.press("End m");
    assert_eq!(table.notice(), "there is no mistake after this move");
}

#[test]
fn a_question_that_is_given_up_stops_the_engine() {
    let mut table = Table::people();
    table.press("w");
    let assignment = table.assignment.unwrap();
    assert!(matches!(assignment.task, Task::Explain(_)));
    table.press("Esc");
    assert_eq!(table.assignment, None);
    table.happen(Event::Found(assignment.number, Finding::Reason(None)));
    assert_eq!(table.notice(), "", "nobody waits for it any more");
}

#[test]
fn what_is_not_solved_has_no_reason() {
    let mut table = Table::people();
    table.press("w");
    let number = table.assignment.unwrap().number;
    table.happen(Event::Found(number, Finding::Reason(None)));
    assert!(table.state.dialog.is_none());
    assert_eq!(table.notice(), "this position is not solved, so there is no reason to give");
}

/// On a small screen, scrolling shows the rest.
#[test]
fn a_reason_scrolls() {
    let mut table = Table::new("human human", "7x6", "7443");
    table.press("4 w");
    table.settle();
    let last = "Right plays the line";
    assert!(!text(&table.state, 40, 13, PLAIN).contains(last));
    table.press(&"j ".repeat(30));
    assert!(text(&table.state, 40, 13, PLAIN).contains(last));
    table.press(&"k ".repeat(40));
    assert!(matches!(&table.state.dialog, Some(Dialog::Reason(view)) if view.above == 0));
    assert!(text(&table.state, 40, 13, PLAIN).contains("Red played d"));
}

/// A person who is waiting sees that the search continues, and its time limit.
#[test]
fn a_search_for_the_reason_shows_its_time() {
    let mut table = Table::new("human human", "7x6", "7443");
    table.press("4 w");
    assert!(text(&table.state, 80, 24, PLAIN).contains("Looking for the reason."));
    table.wait(2_500);
    assert!(text(&table.state, 80, 24, PLAIN).contains("Looking for the reason: 2 s of 5 s."));
}
