//! The lines of the Marlin engine, which knows no limits: it searches until it is done.

use ::foursight::protocol::{Command, Go};

use super::foursight::{Foursight, hear_hello, position};
use super::{Heard, Readiness, Seating, Speech, Turn};

pub(super) struct Marlin;

impl Speech for Marlin {
    fn hello(&self, _: &Seating) -> Vec<String> {
        vec![position(&[])]
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    fn turn(&self, turn: &Turn) -> Vec<String> {
        vec![position(turn.game.moves()), Command::Go(Go::default()).to_string()]
    }

    fn hear(&self, line: &str) -> Heard {
        Foursight.hear(line)
    }
}
