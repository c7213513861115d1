//! Falling discs, and the times at which the program wakes.

use super::Table;
use crate::event::Event;
use crate::pace::Fall;

fn animated(players: &str) -> Table {
    let mut table = Table::new(players, "7x6", "");
    table.state.look.is_animated = true;
    table
}

#[test]
fn discs_fall_in_time() {
    let mut table = animated("human human");
    table.press("4");
    let fall = table.state.fall.unwrap();
    assert!(fall.depth(table.state.now) < 0.001);
    table.wait(100);
    let depth = fall.depth(table.state.now);
    assert!(depth > 0.2 && depth < 5.9, "{depth}");
    table.wait(200);
    assert_eq!(table.state.fall, None, "it takes 300 ms at most");
    assert!(Fall::LONGEST.as_millis() <= 300);
}

#[test]
fn any_key_ends_a_fall() {
    for keys in ["8", "5", "Left"] {
        let mut table = animated("human human");
        table.press("4");
        assert!(table.state.fall.is_some());
        let before = table.state.fall;
        table.press(keys);
        assert_ne!(table.state.fall, before, "{keys}");
    }
    let mut table = animated("human human");
    table.press("4 5");
    assert_eq!(table.moves(), "45", "and is obeyed");
}

#[test]
fn the_winning_disc_falls_too() {
    let mut table = animated("human human");
    table.press("1 2 1 2 1 2 1");
    assert!(table.state.fall.is_some());
    table.settle();
    assert_eq!(table.state.fall, None);
}

#[test]
fn nothing_wakes_a_program_that_waits() {
    let mut table = Table::people();
    assert_eq!(table.state.wakes_at(), None);
    table.press("4");
    assert_eq!(table.state.wakes_at(), None);
    table.press("1 2 1 2 e");
    assert!(table.state.wakes_at().is_some(), "the engine works");
    table.settle();
    assert_eq!(table.state.wakes_at(), None);
    table.press("? Esc n Esc s");
    assert_eq!(table.state.wakes_at(), None);
}

/// Even a machine that answers at once gives the person time to see the move.
#[test]
fn machines_take_a_breath() {
    let mut table = Table::new("human level:1", "7x6", "");
    table.press("4");
    let assignment = table.assignment.take().unwrap();
    table.engine.give(assignment);
    table.take_findings(assignment);
    assert_eq!(table.moves(), "4");
    table.wait(400);
    assert_eq!(table.moves().len(), 2);
}

#[test]
fn speeds() {
    let mut table = Table::new("level:1 level:1", "7x6", "");
    table.press("+");
    assert_eq!(table.notice(), "machines play each other at speed 6 of 9");
    table.press("+ + + + +");
    assert_eq!(table.notice(), "machines play each other at speed 9 of 9");
    table.press("- - - - - - - - - - - -");
    assert_eq!(table.notice(), "machines play each other at speed 1 of 9");
    let duration = |keys: &str| {
        let mut table = Table::new("level:1 level:1", "7x6", "");
        table.press(keys);
        table.settle();
        table.state.now / table.moves().len() as u32
    };
    assert!(duration("- -").as_millis() > 1_000);
    assert!(duration("+ + + +").as_millis() < 100);
}

/// The engine's answer waits for the falling disc, and is not requested again meanwhile.
#[test]
fn a_falling_disc_is_waited_for() {
    let mut table = animated("level:1 level:1");
    table.press("+ + + +");
    let answer = |table: &mut Table| {
        let assignment = table.assignment.take().unwrap();
        table.engine.give(assignment);
        table.take_findings(assignment);
    };
    answer(&mut table);
    answer(&mut table);
    assert!(table.state.held.is_some() && table.state.fall.is_some());
    while table.moves().len() < 2 {
        let wakes_at = table.state.wakes_at().unwrap();
        assert!(wakes_at > table.state.now, "it is not awake before there is something to do");
        table.happen(Event::Time(wakes_at));
    }
}
