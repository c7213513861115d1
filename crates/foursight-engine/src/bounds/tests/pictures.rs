//! The pictures in docs/solver: in each, the rule that it shows is decisive.

use std::fs;
use std::path::Path;

use foursight::{Position, STANDARD, Standard};

use crate::bounds::follow_up::FollowUp;
use crate::bounds::strategy::strategy_holds;
use crate::bounds::{Part, attack, dead_lines, without};
use crate::equivalence::Class;
use crate::lanes::columns_from_center;
use crate::node::{Children, Node};
use crate::{Solve, Solver};

/// The position in the command for a picture.
#[track_caller]
fn position(picture: &str) -> Position {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/solver");
    let end = format!(" -o {picture}.svg");
    let pages =
        fs::read_dir(folder).expect("the pages are there").map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|name| name == "md"));
    let text: String = pages.map(|path| fs::read_to_string(path).unwrap()).collect();
    let command = text.lines().find(|line| line.ends_with(&end)).expect("a page has the command");
    let moves = command.strip_prefix("foursight show ").expect("it is a command");
    moves.split(' ').next().and_then(|moves| moves.parse().ok()).expect("it begins with moves")
}

#[track_caller]
fn node(picture: &str) -> Node<Standard> {
    Node::new(&position(picture)).expect("it is open")
}

/// Checks that a rule that bounds the score gives exactly the score of its picture, and that without it there is no
/// such bound.
#[track_caller]
fn check(picture: &str, part: Part, bound: impl Fn(&Node<Standard>, i32) -> Option<i32>) {
    let node = node(picture);
    let score = Solver::new(STANDARD).score(&position(picture)).value();
    assert_eq!(bound(&node, score), Some(score), "{picture}");
    assert_eq!(without(part, || bound(&node, score)), None, "{picture}");
}

#[test]
fn each_rule_of_follow_up_decides_its_picture() {
    for number in 1..=5 {
        let bound = |node: &Node<_>, alpha| FollowUp::new(node).bound(alpha);
        check(&format!("rule-{number}"), Part::Rule(number), bound);
    }
}

#[test]
fn each_excuse_decides_its_picture() {
    let bound = |node: &Node<_>, alpha| strategy_holds(node, alpha).then_some(alpha);
    check("pairs", Part::Pairs, bound);
    check("rounds", Part::Rounds, bound);
    check("lateness", Part::Lateness, bound);
    // Here red even loses, which is not what the picture is about.
    let closed = node("closure");
    assert!(strategy_holds(&closed, 0));
    assert!(!without(Part::Closure, || strategy_holds(&closed, 0)));
    for (picture, score) in [("pairs", 0), ("closure", 0), ("rounds", -2), ("lateness", 2)] {
        let bound = FollowUp::new(&node(picture)).bound(score);
        assert_eq!(bound, None, "{picture}: no rule says as much");
    }
}

#[test]
fn the_last_moves_are_answered_in_their_pictures() {
    check("dead-lines", Part::DeadLines, dead_lines);
    let node = node("deadline");
    let answer = || attack(&node, node.min(), &columns_from_center(STANDARD));
    assert_eq!(answer(), Some(node.min() + 1), "it is worth more than the least");
    assert_eq!(without(Part::Deadline, answer), None);
}

#[test]
fn the_last_move_of_the_picture_wins_in_two() {
    let winning = position("two-threats");
    assert!(Node::new(&winning).is_none(), "no reply is left");
    let before = Node::new(&"4433".parse().unwrap()).expect("it is open");
    let mut children = Children::default();
    before.find_children(&columns_from_center(STANDARD), &mut children);
    let landing = winning.discs().bits() & !before.mask;
    let won = children.each().find(|&lane| children.get(lane).landing == landing);
    assert!(won.is_some_and(|lane| children.won >> lane & 1 == 1));
}

#[test]
fn the_pictures_of_a_class_need_each_part() {
    let are_alike = || Class::of(&node("class-1")) == Class::of(&node("class-2"));
    assert!(are_alike());
    for part in [Part::GoneCells, Part::DeadDiscs, Part::WaitingMoves] {
        assert!(!without(part, are_alike), "{part:?}");
    }
}
