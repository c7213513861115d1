//! Kaggle's agents, behind a script that makes an engine of them.

use ::foursight::Size;
use ::foursight::protocol::{Command, Go};

use super::foursight::{Foursight, position};
use super::ruby::{hear_hello, hear_result};
use super::{Heard, Readiness, Seating, Speech, Turn, interpreter};
use crate::referee::contestant::Program;

const SHIM: &str = include_str!("../shims/kaggle.py");

pub(super) struct Kaggle;

impl Speech for Kaggle {
    fn command(&self, program: &Program, seating: &Seating) -> Vec<String> {
        let (python, file) = interpreter(program, "python3");
        let connect = seating.size.connect().to_string();
        let words = [&python[..], &["-c", SHIM, file, &connect]].concat();
        words.into_iter().map(str::to_owned).collect()
    }

    fn hello(&self, seating: &Seating) -> Vec<String> {
        Foursight.hello(seating)
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    /// The whole time is told: an agent knows how much of it is its bank.
    fn turn(&self, turn: &Turn) -> Vec<String> {
        let go = Go { movetime: Some(turn.allowance), ..Go::default() };
        vec![position(turn.game.moves()), Command::Go(go).to_string()]
    }

    fn hear(&self, line: &str) -> Heard {
        hear_result(line)
    }
}
