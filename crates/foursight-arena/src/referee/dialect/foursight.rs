//! The project's own lines, as `docs/protocol.md` describes them, and those of the Marlin engine.

use ::foursight::notation::moves;
use ::foursight::protocol::{BestMove, Command, Go, Reply};
use ::foursight::{AnySize, Size};

use super::{Briefing, Heard, MoveRequest, Readiness, Speech};

pub(super) struct Foursight {
    /// Whether the program knows sizes and limits. The Marlin engine does not: it searches to the end.
    pub(super) has_limits: bool,
}

impl Speech for Foursight {
    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        let size = briefing.size;
        let (width, height) = (size.width(), size.height());
        let has_size = self.has_limits && size != AnySize::default();
        let size = Command::Size { width, height };
        vec![if has_size { size.to_string() } else { position(&[]) }]
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let limits = Go {
            movetime: Some(request.share),
            place: request.opening.n_to_place,
            swap: request.opening.may_swap,
            ..Go::default()
        };
        let go = if self.has_limits { limits } else { Go::default() };
        vec![position(request.game.moves()), Command::Go(go).to_string()]
    }

    fn first_column(&self) -> usize {
        1
    }

    fn example(&self) -> &'static str {
        "\"bestmove 4\""
    }

    fn hear(&self, line: &str) -> Heard {
        match Reply::read(line) {
            Reply::BestMove(BestMove { column, .. }) => Heard::Move(column),
            Reply::Swap => Heard::Swap,
            Reply::Error(_) | Reply::UnknownCommand(_) | Reply::NoMoves => Heard::Nonsense,
            _ if line.trim_start_matches("> ").to_lowercase().starts_with("bestmove") => {
                Heard::Nonsense
            }
            _ => Heard::Chat,
        }
    }
}

pub(super) fn position(columns: &[::foursight::Column]) -> String {
    Command::Position(moves::write(columns)).to_string()
}

pub(super) fn hear_hello(line: &str) -> Readiness {
    match Reply::read(line) {
        Reply::PositionReset => Readiness::Ready,
        Reply::Error(_) | Reply::UnknownCommand(_) => {
            Readiness::Refused(format!("answered {line:?}"))
        }
        _ => Readiness::Chat,
    }
}
