//! Forms, questions, files and the clipboard.

use std::path::PathBuf;

use foursight::record::read_games;

use super::Table;
use crate::FirstView;
use crate::dialog::{Dialog, Form};
use crate::event::{Effect, Event, IfExists, WriteError};

fn form(table: &Table) -> &Form {
    match &table.state.dialog {
        Some(Dialog::NewGame(form)) => form,
        other => panic!("{other:?} is not a form"),
    }
}

#[test]
fn a_new_game_with_other_players() {
    let mut table = Table::new("human level:6", "7x6", "44");
    table.press("n Tab Right Tab Right");
    assert_eq!(form(&table).players.map(|kind| kind.to_string()), ["random", "level:7"]);
    table.press("Enter");
    assert!(table.state.dialog.is_none());
    assert_eq!(table.moves(), "");
    assert_eq!(table.sentence(), "Red (random) is thinking.");
}

#[test]
fn a_new_game_on_another_board() {
    let mut table = Table::people();
    table.press("n j j j l l j h j h j j 1 2 3 Enter");
    let size = table.state.size();
    assert_eq!((size.to_string().as_str(), table.moves().as_str()), ("9x5", "123"));
    assert_eq!(foursight::Size::connect(size), 3);
}

/// If yellow begins, red has no move in the first pair.
#[test]
fn a_new_game_from_a_board() {
    let mut table = Table::people();
    table.press("n Up");
    let empty = "[nil,nil,nil,nil,nil,nil,nil],".repeat(5);
    let board = format!("[{empty}[nil,nil,nil,nil,nil,nil,0]]");
    table.press(&board.replace("", " "));
    table.press("Enter 3 4");
    table.check(&[("", "34", "Yellow to move.")]);
    let shown = table.screen();
    assert!(shown.contains(" 1.      3     2. 4"), "{shown}");
}

/// Players, sides and lines wrap around or stop at their ends.
#[test]
fn a_form_has_bounds() {
    let mut table = Table::people();
    table.press("n Tab Left");
    assert_eq!(form(&table).players[0].to_string(), "perfect");
    table.press("Right Tab Tab");
    table.press(&"Right ".repeat(9));
    assert_eq!(form(&table).width, 10);
    table.press(&"Left ".repeat(9));
    assert_eq!(form(&table).width, 3);
    table.press("Tab Tab");
    table.press(&"Right ".repeat(9));
    assert_eq!(form(&table).connect, 6);
}

#[test]
fn what_cannot_begin_is_told() {
    let mut table = Table::people();
    table.press("4 n Up 1 2 9 Enter");
    assert_eq!(form(&table).error.as_deref(), Some("move 3: '9' is not a column from 1 to 7"));
    table.press("Backspace");
    assert_eq!(form(&table).error, None);
    table.press("Ctrl-u 4 Esc");
    assert_eq!(table.moves(), "4", "the game is as it was");
}

#[test]
fn a_game_is_saved() {
    let mut table = Table::people();
    table.press("4 5 s Ctrl-u a b Backspace Enter");
    let text = "[Size \"7x6\"]\n[First \"human\"]\n[Second \"human\"]\n[Result \"*\"]\n\n45 *\n";
    let path = PathBuf::from("a");
    let write = |if_exists| Effect::Write(path.clone(), text.to_owned(), if_exists);
    assert_eq!(table.effects, [write(IfExists::Ask)]);
    table.happen(Event::Written(path.clone(), Err(WriteError::Exists)));
    table.press("a");
    assert_eq!(table.effects[1], write(IfExists::Append));
    table.happen(Event::Written(path.clone(), Err(WriteError::Other("no".to_owned()))));
    assert_eq!(table.notice(), "cannot save to a: no");
    table.happen(Event::Written(path.clone(), Ok(())));
    assert_eq!(table.notice(), "saved to a");
    table.press("q");
    assert_eq!(table.effects.last(), Some(&Effect::Quit), "nothing is lost");
}

#[test]
fn a_game_is_opened() {
    let mut table = Table::people();
    table.press("4 o Ctrl-u b Enter");
    assert_eq!(table.effects, [Effect::Read("b".into())]);
    table.happen(Event::Read("b".into(), Err("no such file".to_owned())));
    assert_eq!(table.notice(), "b: no such file");
    table.happen(Event::Read("b".into(), Ok("nothing".to_owned())));
    assert_eq!(table.notice(), "b: line 1: a game is its moves and its result: 1-0, 0-1, 1/2 or *");
    table.happen(Event::Read("b".into(), Ok(String::new())));
    assert_eq!(table.notice(), "there is no game in b");
    table.happen(Event::Read("b".into(), Ok("9 *\n".to_owned())));
    assert!(table.notice().contains("move 1: '9' is not a column"), "{}", table.notice());
    assert_eq!(table.moves(), "4", "the game is as it was");
    table.happen(Event::Read("b".into(), Ok("[Size \"8x7\"]\n\n88 *\n".to_owned())));
    assert_eq!((table.moves().as_str(), table.notice()), ("88", "loaded from b"));
}

#[test]
fn one_of_many_games_is_chosen() {
    let games = "44 *\n55 *\n66 *\n77 *\n";
    for (keys, moves) in
        [("Enter", "44"), ("j j Enter", "66"), ("G Enter", "77"), ("G k Enter", "66")]
    {
        let mut table = Table::people();
        table.happen(Event::Read("b".into(), Ok(games.to_owned())));
        assert!(matches!(table.state.dialog, Some(Dialog::Pick(_))));
        table.press(keys);
        assert_eq!(table.moves(), moves, "{keys}");
    }
}

/// Checks that `keys` copy this text after the moves 4 and 5.
#[track_caller]
fn check_copy(keys: &str, text: &str) {
    let mut table = Table::people();
    table.press("4 5");
    table.press(keys);
    assert_eq!(table.effects, [Effect::Copy(text.to_owned())], "{keys}");
}

#[test]
fn what_is_copied() {
    check_copy("y p", "45");
    let game = "[Size \"7x6\"]\n[First \"human\"]\n[Second \"human\"]\n[Result \"*\"]\n\n45 *\n";
    check_copy("y g", game);
    let rows = ". . . . . . .\n".repeat(5);
    check_copy("y b", &format!("{rows}. . . X O . .\n1 2 3 4 5 6 7"));
    let mut table = Table::people();
    table.press("y p");
    assert_eq!(table.notice(), "the position was sent to the clipboard");
}

#[test]
fn help_is_scrolled_and_left() {
    let mut table = Table::people();
    table.press("? j j k");
    assert!(matches!(&table.state.dialog, Some(Dialog::Help(help)) if help.above == 1));
    table.happen(Event::Scroll(true));
    assert!(matches!(&table.state.dialog, Some(Dialog::Help(help)) if help.above == 2));
    table.press("q");
    assert!(table.state.dialog.is_none() && table.effects.is_empty());
    table.press("? G PageDown j k");
    let n_lines = crate::dialog::HelpView::default().lines(80).len() as u16;
    assert!(matches!(&table.state.dialog, Some(Dialog::Help(help)) if help.above == n_lines - 21));
    table.press("j");
    let last = table.screen();
    table.happen(Event::Scroll(true));
    table.press("k");
    assert_ne!(table.screen(), last, "no key is lost on the way back");
    table.press("q");
    table.press("F1 4");
    assert_eq!(table.moves(), "", "the first key only closes it");
}

/// The form is unchanged afterwards.
#[test]
fn a_form_has_help() {
    for key in ["?", "F1"] {
        let mut table = Table::people();
        table.press(&format!("n Tab Right {key}"));
        let shown = table.screen();
        assert!(shown.contains("from level 0 (random)"), "{shown}");
        table.press("j j G Esc");
        assert_eq!(form(&table).players[0].to_string(), "random", "{key}");
        table.press("Esc ?");
        let shown = table.screen();
        assert!(!shown.contains("from level 0 (random)"), "{shown}");
    }
}

#[test]
fn signals_of_the_keyboard() {
    let mut table = Table::people();
    table.press("Ctrl-z n Ctrl-z Ctrl-c");
    assert_eq!(table.effects, [Effect::Suspend, Effect::Suspend, Effect::Interrupt]);
}

/// While a person looks back, saving and copying still include the whole game.
#[test]
fn the_whole_game_is_kept() {
    let head = "[Size \"7x6\"]\n[First \"human\"]\n[Second \"human\"]\n";
    let text = format!("{head}[Result \"1-0\"]\n[Ending \"resignation\"]\n\n12345 1-0\n");
    let mut table = Table::people();
    table.press("1 2 3 4 5 f y k k y g s Enter");
    let write = Effect::Write("game.txt".into(), text.clone(), IfExists::Ask);
    assert_eq!(table.effects, [Effect::Copy(text), write]);
    let mut table = Table::people();
    table.press("1 2 3 k k s Enter");
    table.happen(Event::Written("game.txt".into(), Ok(())));
    table.press("q");
    assert_eq!(table.effects.last(), Some(&Effect::Quit), "nothing is lost");
}

#[test]
fn a_window_that_is_too_small_takes_no_keys() {
    let mut table = Table::people();
    table.press("4 5 n");
    table.happen(Event::Resize(30, 10));
    table.press("Esc Enter 4 u Ctrl-z");
    assert!(matches!(table.state.dialog, Some(Dialog::NewGame(_))));
    assert_eq!(table.effects, [Effect::Suspend]);
    table.press("q Q Ctrl-c");
    assert_eq!(table.effects[1..], [Effect::Quit, Effect::Quit, Effect::Interrupt]);
    table.happen(Event::Resize(80, 24));
    table.press("Esc");
    assert_eq!(table.moves(), "45");
}

/// The chosen game is visible even if there are more games than any screen has lines.
#[test]
fn the_chosen_game_is_seen() {
    let n_games = 70_000;
    let mut table = Table::people();
    table.happen(Event::Read("b".into(), Ok("44 *\n".repeat(n_games))));
    for (keys, number) in [("j", 2), ("G", n_games), ("b", n_games - 10), ("g", 1)] {
        table.press(keys);
        let buffer = super::screens::buffer(&table.state, 80, 24, super::screens::PLAIN);
        let chosen = buffer.content().chunks(80).filter(|row| {
            row.iter().any(|cell| cell.modifier.contains(ratatui::style::Modifier::REVERSED))
        });
        let chosen: Vec<String> =
            chosen.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect();
        assert!(chosen.len() == 1 && chosen[0].contains(&format!(" {number}  ")), "{chosen:?}");
    }
}

/// The players from the command line play the chosen game; before the choice, nobody plays.
#[test]
fn the_players_that_were_asked_for_play_the_chosen_game() {
    let games = read_games("[First \"Ann\"]\n[Second \"Bob\"]\n\n44 *\n\n55 *\n").unwrap();
    let asked = [Some("level:1".parse().unwrap()), None];
    let mut table = Table::people();
    table.state.local.assign(asked);
    table.state.open(FirstView::Choice(games, asked), Some("b".into()));
    table.happen(Event::Resize(80, 24));
    assert_eq!(table.assignment, None, "nobody plays behind the question");
    table.press("Enter");
    assert!(table.is_thinking());
    assert_eq!(table.sentence(), "Red (level 1) is thinking.");
    assert_eq!(table.state.local.name(foursight::Player::Second), "Bob");
    assert_eq!((table.moves().as_str(), table.notice()), ("44", "loaded from b"));
}

/// A loaded game that ended off the board is over, and shows how it ended.
#[test]
fn endings_of_loaded_games_are_told() {
    for (result, ending, sentence) in [
        ("0-1", "time", "Red (Ann) ran out of time: yellow wins."),
        ("1-0", "resignation", "Yellow resigned: red wins."),
        ("1-0", "illegal move", "Yellow lost (illegal move): red wins."),
        ("1-0", "", "Red wins."),
        ("1/2", "agreement", "A draw."),
    ] {
        let mut table = Table::people();
        let tags = "[First \"Ann\"]\n[Second \"human\"]";
        let text = format!("{tags}\n[Ending \"{ending}\"]\n\n4455 {result}\n");
        table.happen(Event::Read("b".into(), Ok(text)));
        assert_eq!(table.sentence(), sentence, "{ending}");
        table.press("3");
        assert!(table.notice().starts_with("the game is over"), "{}", table.notice());
        table.press("k k");
        assert_eq!(table.sentence(), sentence, "to look back takes nothing back");
    }
}
