//! The lines of the Marlin engine, which has no limits: it searches to the end.

use ::foursight::protocol::{Command, Go};

use super::foursight::{Foursight, hear_hello, position};
use super::{Briefing, Heard, MoveRequest, Readiness, Speech};

pub(super) struct Marlin;

impl Speech for Marlin {
    fn hello(&self, _: &Briefing) -> Vec<String> {
        vec![position(&[])]
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        vec![position(request.game.moves()), Command::Go(Go::default()).to_string()]
    }

    fn first_column(&self) -> usize {
        1
    }

    fn example(&self) -> &'static str {
        "\"bestmove 4\""
    }

    fn hear(&self, line: &str) -> Heard {
        Foursight.hear(line)
    }
}
