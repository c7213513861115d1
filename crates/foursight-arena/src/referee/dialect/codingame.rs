//! The numbers of `CodinGame`'s Connect 4, in which the first disc can be stolen: its pie rule.
//!
//! Players keep their numbers, 0 and 1, for the whole game: a stolen disc changes its owner, but the players do not swap
//! numbers.

use std::fs;
use std::path::Path;

use super::detect::calls_readline;
use super::{Briefing, Heard, MoveRequest, Speech, interpreter};

const SHIM: &str = include_str!("../shims/codingame.js");

/// The number that stands for stealing the opponent's disc.
const STEAL: i64 = -2;

pub(super) struct CodinGame;

impl Speech for CodinGame {
    /// A script gives JavaScript the functions that `CodinGame` adds.
    fn command(&self, command: &[String], _: bool, _: &Briefing) -> Vec<String> {
        let (node, file) = interpreter(command, "node");
        let has_extension = |name: &str| Path::new(file).extension().is_some_and(|end| end == name);
        let is_javascript = ["js", "mjs", "cjs"].into_iter().any(has_extension);
        if !is_javascript || !fs::read_to_string(file).is_ok_and(|text| calls_readline(&text)) {
            return command.to_vec();
        }
        [&node[..], &["-e", SHIM, file]].concat().into_iter().map(str::to_owned).collect()
    }

    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        vec![format!("{} {}", briefing.index(), 1 - briefing.index())]
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let n_turns = request.game.moves().len() + usize::from(request.opening.is_swapped);
        let owners = if request.opening.is_swapped { [".", "1", "0"] } else { [".", "0", "1"] };
        let mut actions: Vec<i64> =
            request.game.position().moves().map(|column| column.index() as i64).collect();
        if request.opening.may_swap {
            actions.push(STEAL);
        }
        let mut lines = vec![n_turns.to_string()];
        lines.extend(request.rows(owners).iter().map(|row| row.concat()));
        lines.push(actions.len().to_string());
        lines.extend(actions.iter().map(ToString::to_string));
        lines.push(previous(request).to_string());
        lines
    }

    fn hear(&self, line: &str) -> Heard {
        match line.split_whitespace().next() {
            None => Heard::Chat,
            Some("STEAL") => Heard::Swap,
            Some(word) if word.parse() == Ok(STEAL) => Heard::Swap,
            Some(word) => Heard::word(word),
        }
    }
}

/// The opponent's last action: a column, or -2 for a theft; -1 if the opponent has not moved.
fn previous(request: &MoveRequest) -> i64 {
    match request.game.moves() {
        [] => -1,
        [_] if request.opening.is_swapped => STEAL,
        [.., last] => last.index() as i64,
    }
}
