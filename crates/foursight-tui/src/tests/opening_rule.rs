//! Opening rules on the screen: who places, who swaps, and what undo, restart and the words make of it.

use foursight::{Choice, Column, OpeningRule, Player};

use super::Table;
use crate::event::{Event, Finding};

fn table(players: &str, rule: OpeningRule) -> Table {
    Table::new(players, "7x6", "").with_opening_rule(rule)
}

impl Table {
    /// Gives the machine's answer to its present question.
    fn answer(&mut self, choice: Choice) {
        let number = self.assignment.take().unwrap().number;
        self.happen(Event::Found(number, Finding::Choice(choice)));
        self.wait(5_000);
    }
}

#[test]
fn two_people_place_three_discs_and_swap() {
    let mut table = table("human human", OpeningRule::Swap);
    table.check(&[
        ("", "", "Red places a red disc, 3 to go."),
        ("4", "4", "Red places a yellow disc, 2 to go."),
        ("1", "41", "Red places a red disc, 1 to go."),
        ("1", "411", "Yellow: move, or x swaps sides."),
        ("x", "411", "Yellow to move."),
        ("2", "4112", "Red to move."),
    ]);
}

/// A swap is a step: it is undone and redone like a move, and what comes after it is kept until something else is chosen.
#[test]
fn a_swap_is_undone_and_redone() {
    let mut table = table("human human", OpeningRule::Pie);
    table.state.local.record.names = ["Ann", "Bob"].map(|name| Some(name.to_owned()));
    table.check(&[
        ("1 x", "1", "Yellow (Ann) to move."),
        ("4", "14", "Red (Bob) to move."),
        ("u", "1", "Yellow (Ann) to move."),
        ("u", "1", "Yellow (Bob): move, or x swaps sides."),
        ("u", "", "Red (Ann) places a red disc, 1 to go."),
        ("End", "14", "Red (Bob) to move."),
        ("k k", "1", "Yellow (Bob): move, or x swaps sides."),
        ("j", "1", "Yellow (Ann) to move."),
        ("R", "", "Red (Ann) places a red disc, 1 to go."),
        ("1 x r", "14", "Red (Bob) to move."),
        ("k k 4", "14", "Red (Ann) to move."),
        ("r", "14", "Red (Ann) to move."),
        ("X y", "", "Red (Bob) places a red disc, 1 to go."),
    ]);
    assert_eq!(table.state.local.record.opening_rule, OpeningRule::Pie);
}

#[test]
fn a_machine_swaps_and_the_person_has_the_other_side() {
    let mut table = table("human level:3", OpeningRule::Pie);
    table.check(&[("4", "4", "Yellow (level 3) is thinking.")]);
    table.answer(Choice::Swap);
    assert_eq!(table.notice(), "Yellow (level 3) swaps sides and has red now");
    assert_eq!(table.sentence(), "Your turn: yellow to move.");
    table.press("3");
    table.answer(Choice::Play(Column::new(0)));
    assert_eq!(table.sentence(), "Your turn: yellow to move.");
    table.check(&[
        ("u", "4", "Your turn: yellow to move."),
        ("u", "", "Your turn: place a red disc, 1 to go."),
        ("r", "4", "Your turn: yellow to move."),
        ("r", "431", "Your turn: yellow to move."),
    ]);
}

#[test]
fn a_machine_places_and_the_person_may_swap() {
    let mut table = table("level:3 human", OpeningRule::Swap);
    for column in [0, 1, 2] {
        table.answer(Choice::Play(Column::new(column)));
    }
    table.check(&[
        ("", "123", "Your turn: move, or x swaps sides."),
        ("x", "123", "Yellow (level 3) is thinking."),
    ]);
    table.answer(Choice::Play(Column::new(3)));
    table.check(&[
        ("", "1234", "Your turn: red to move."),
        ("u", "123", "Your turn: move, or x swaps sides."),
        ("4", "1234", "Red (level 3) is thinking."),
    ]);
}

/// Nobody placed discs for their own side: no hint, no mark, no share of good moves.
#[test]
fn placed_discs_are_not_graded() {
    let mut table = table("human human", OpeningRule::Pie);
    table.press("i");
    assert_eq!(table.notice(), "no hint here: place discs so that neither side is better");
    table.press("1 1 2 2 3 3 4");
    table.settle();
    table.press("M M M M M M");
    assert_ne!(table.moves(), "1", "the placed disc is not a mistake");
    let review = table.state.review(table.state.game());
    let graded: Vec<bool> = review.moves().iter().map(Option::is_some).collect();
    assert_eq!(graded[..2], [false, true]);
}

#[test]
fn the_form_offers_the_rules() {
    let mut table = Table::people();
    table.press("n Up Up Right Up Down");
    let shown = table.screen();
    assert!(shown.contains("Opening rule ◂ pie, after 1 disc ▸"), "{shown}");
    table.press("Down 4 4 Enter");
    let shown = table.screen();
    assert!(shown.contains("by the opening rule pie, players open on an empty board"), "{shown}");
    table.press("Backspace Backspace Enter");
    assert_eq!(table.sentence(), "Red places a red disc, 1 to go.");
}

#[test]
fn a_saved_game_keeps_the_rule_and_the_swap() {
    let mut table = table("human level:3", OpeningRule::Pie);
    table.press("4");
    table.answer(Choice::Swap);
    let text = table.state.local.text().unwrap();
    let tags =
        "[First \"level:3\"]\n[Second \"human\"]\n[OpeningRule \"pie\"]\n[Swapped \"yes\"]\n";
    assert!(text.to_string().contains(tags), "{text}");
    let mut other = Table::people();
    other.happen(Event::Read("a".into(), Ok(text.to_string())));
    assert_eq!(other.sentence(), "Your turn: yellow to move.");
    other.press("u");
    assert_eq!(other.sentence(), "Your turn: place a red disc, 1 to go.");
    assert_eq!(other.state.local.kind(Player::Second), "level:3".parse().unwrap());
}
