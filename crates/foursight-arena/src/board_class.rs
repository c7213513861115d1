//! A referee for board classes: a pupil's class that holds a game, without a player.
//!
//! A [`BoardInterface`] describes how to call a class. A script in the pupil's language loads the class in the jail and
//! calls it on the referee's behalf; the rules of the game determine the expected results. Pupils do not see the
//! [cases](Case), only the board of a case that failed.

mod case;
mod case_result;
mod conversation;
mod description;
mod interface;
mod interface_table;
mod program;
mod reply;
mod signature;

use foursight_sandbox::Sandbox;

pub(crate) use case::{Case, CaseGroup};
pub(crate) use case_result::CaseResult;
pub(crate) use interface::BoardInterface;
pub(crate) use interface_table::InterfaceTable;
pub(crate) use program::{BoardProgram, board_file};

use case_result::{CaseFault, Trial};
use conversation::{Conversation, NoAnswer};
use description::Description;

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
