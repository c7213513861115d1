//! The questions before a game is lost.

use super::Table;
use crate::dialog::Dialog;
use crate::event::{Effect, Event};

/// Whether `q` asks before it quits.
#[track_caller]
fn check_quit(keys: &str, asks: bool) {
    let mut table = Table::people();
    table.press(keys);
    table.press("q");
    assert_eq!(matches!(table.state.dialog, Some(Dialog::Quit)), asks, "{keys}");
    assert_eq!(table.effects.contains(&Effect::Quit), !asks, "{keys}");
}

#[test]
fn quitting_asks_only_if_something_is_lost() {
    check_quit("", false);
    check_quit("4", false);
    check_quit("4 5", true);
    check_quit("4 5 u u", true);
    check_quit("4 5 g", true);
    check_quit("4 5 R", true);
    // A game that is over is lost, too.
    check_quit("1 2 1 2 1 2 1 g", true);
    check_quit("4 5 f y k", true);
    check_quit("1 2 1 2 1 2 1", true);
    check_quit("4 5 f y", true);
    // After a game that is over, another one begins without a question.
    let mut table = Table::people();
    table.press("1 2 1 2 1 2 1 n Enter");
    assert!(table.state.dialog.is_none() && table.moves().is_empty());
    let mut table = Table::people();
    table.press("4 5 q Esc");
    assert!(table.effects.is_empty() && table.state.dialog.is_none());
    table.press("q y");
    assert_eq!(table.effects, [Effect::Quit]);
    table.press("Q Ctrl-c");
    assert_eq!(table.effects[1..], [Effect::Quit, Effect::Interrupt]);
}

/// Checks that `keys` ask before another game replaces the game of 4, 5 and 6.
#[track_caller]
fn check_leave(keys: &str) {
    let mut table = Table::people();
    let press = |table: &mut Table| {
        if keys == "o" {
            table.happen(Event::Read("b".into(), Ok("7777 *\n".to_owned())));
        } else {
            table.press(keys);
        }
    };
    table.press("4 5 6 k");
    press(&mut table);
    assert!(matches!(table.state.dialog, Some(Dialog::Leave(..))), "{keys}");
    table.press("Esc");
    assert_eq!(table.moves(), "45", "{keys}");
    press(&mut table);
    table.press("s");
    assert!(matches!(table.state.dialog, Some(Dialog::Name(_))), "{keys}");
    table.press("Esc");
    press(&mut table);
    table.press("y End");
    assert_eq!(table.moves(), if keys == "o" { "7777" } else { "" }, "{keys}");
    press(&mut table);
    assert!(table.state.dialog.is_none(), "nothing is lost now: {keys}");
}

#[test]
fn another_game_asks_only_if_something_is_lost() {
    check_leave("n Enter");
    check_leave("X");
    check_leave("o");
}

/// `Q` never asks, but in a text it is a letter.
#[test]
fn a_capital_q_quits_from_every_dialog() {
    for (keys, quits) in [
        ("?", true),
        ("n", true),
        ("n Tab Tab ?", true),
        ("y", true),
        ("f", true),
        ("q", true),
        ("w", true),
        ("s", false),
        ("o", false),
        ("n Up", false),
    ] {
        let mut table = Table::people();
        table.press("4 5");
        table.press(keys);
        assert!(table.state.dialog.is_some(), "{keys}");
        table.press("Q");
        assert_eq!(table.effects.contains(&Effect::Quit), quits, "{keys}");
    }
}
