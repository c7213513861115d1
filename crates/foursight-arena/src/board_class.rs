//! A referee for board classes: a pupil's class that holds a game, without a player.
//!
//! A [`BoardInterface`] describes how to call a class. A script in the pupil's language loads the class in the jail and
//! calls it on the referee's behalf; the rules of the game determine the expected results. Pupils do not see the
//! [`Case`]s, only the board of a case that failed.

mod case_result;
mod conversation;
mod description;
mod interface;
mod program;
mod reply;
mod signature;

use foursight::notation::moves;
use foursight::{AnySize, Column, Game};
use foursight_sandbox::Sandbox;
use strum::{Display, EnumString, VariantArray};

pub(crate) use case_result::CaseResult;
use case_result::{CaseFault, Trial};
use conversation::{Conversation, NoAnswer};
use description::Description;
pub(crate) use interface::{BoardInterface, InterfaceTable};
pub(crate) use program::{BoardProgram, board_file};

/// Lets a class play all cases, and returns a result for each, in order.
///
/// `progress` is called before each case with its number, from 1. After two calls that do not return, no further case
/// is tried. The error says why the system does not let the class run.
pub(crate) fn try_board(
    program: &BoardProgram,
    rules: &BoardInterface,
    sandbox: &Sandbox,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<CaseResult>, String> {
    let mut conversation = Conversation::new(program, sandbox);
    let description = match Description::ask(&mut conversation, rules) {
        Ok(description) => description,
        Err(NoAnswer::Machine(reason)) => return Err(reason),
        Err(NoAnswer::Class(reason)) => return Ok(all_failed(&reason)),
    };
    let mut trial = Trial::new(description, conversation);
    let results = (1..).zip(Case::all()).map(|(number, case)| {
        progress(number);
        let fault = trial.play(&case)?;
        Ok(CaseResult { case, fault })
    });
    results.collect()
}

/// The results of a class that cannot even be constructed.
pub(crate) fn all_failed(reason: &str) -> Vec<CaseResult> {
    let fault = CaseFault { reason: reason.to_owned(), game: None, calls: Vec::new() };
    Case::all().map(|case| CaseResult { case, fault: Some(fault.clone()) }).collect()
}

/// The cases, one per line: the group, the moves and a title.
const CASES: &str = include_str!("board_class/cases.txt");

/// A game that a board class plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) group: CaseGroup,
    pub(crate) game: Game<AnySize>,
    /// A column, counted from 0, that the class must refuse after the game because it is full or does not exist.
    pub(crate) refused: Option<i64>,
    /// The course of the game, in a few words.
    pub(crate) title: String,
}

/// The subject of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum CaseGroup {
    /// Discs fall to the lowest free cell.
    Drop,
    /// A column that cannot be played is refused.
    FullColumn,
    /// Four in a row win.
    Row,
    /// Four in a column win.
    Column,
    /// Four in a diagonal that rises to the right win.
    Rising,
    /// Four in a diagonal that falls to the right win.
    Falling,
    /// Discs that only look like a line do not win.
    NoLine,
    /// A full board without a line is a draw, and no other board is.
    Draw,
}

impl CaseGroup {
    /// All groups, in order.
    pub(crate) const ALL: &[Self] = Self::VARIANTS;
}

impl Case {
    /// The cases, in order.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let lines = CASES.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| Self::read(line).expect("a test reads every case"))
    }

    fn read(line: &str) -> Option<Self> {
        let [group, played, title] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let (played, refused) = match played.split_once('!') {
            Some((played, column)) => (played, Some(column.parse::<i64>().ok()? - 1)),
            None => (played, None),
        };
        let game = moves::read(played, AnySize::default()).ok()?;
        Some(Self { group: group.parse().ok()?, game, refused, title: title.to_owned() })
    }

    /// The column of each move.
    pub(crate) fn columns(&self) -> &[Column] {
        self.game.moves()
    }
}

#[cfg(test)]
mod tests {
    use foursight::Outcome;

    use super::*;

    #[test]
    fn forty_cases_show_what_they_say() {
        let cases: Vec<Case> = Case::all().collect();
        assert_eq!(cases.len(), 40);
        for case in cases {
            let (position, title) = (case.game.position(), &case.title);
            let is_won = matches!(position.outcome(), Some(Outcome::Win(_)));
            let is_full = position.n_empty() == 0;
            match case.group {
                CaseGroup::Drop | CaseGroup::NoLine => assert!(!is_won && !is_full, "{title}"),
                CaseGroup::FullColumn => {
                    let column = case.refused.expect(title);
                    let is_there = (0..7).contains(&column);
                    let is_free = is_there && position.play(Column::new(column as usize)).is_ok();
                    assert!(!is_free && !is_won, "{title}");
                }
                CaseGroup::Draw => {
                    let says_free = title.contains("free") || title.contains("empty");
                    assert_eq!(is_full, !says_free, "{title}");
                }
                group => {
                    let lines = position.completed_lines();
                    let directions: Vec<&str> =
                        lines.iter().map(|line| line.direction.name()).collect();
                    let expected = match group {
                        CaseGroup::Row => "horizontal",
                        CaseGroup::Column => "vertical",
                        other => &other.to_string(),
                    };
                    assert_eq!(directions, [expected], "{title}");
                }
            }
        }
    }
}
