//! Ruby player classes, run by a script that turns them into engines.
//!
//! The script speaks the project's own lines, and more: `name TEXT` once the class is loaded, `returned VALUE` for a
//! result that is not a column, `print TEXT` and `prompt TEXT` for the person at the console. The referee answers a
//! prompt with `typed TEXT` or `end`.

use super::foursight::Foursight;
use super::{Briefing, Heard, MoveRequest, Readiness, Speech, foursight, interpreter};

const SHIM: &str = include_str!("../shims/ruby.rb");

pub(super) struct Ruby;

impl Speech for Ruby {
    fn command(&self, command: &[String], has_console: bool, _: &Briefing) -> Vec<String> {
        let (ruby, file) = interpreter(command, "ruby");
        let console = if has_console { "console" } else { "log" };
        [&ruby[..], &["-e", SHIM, file, console]].concat().into_iter().map(str::to_owned).collect()
    }

    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        Foursight.hello(briefing)
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    fn hear_name(&self, line: &str) -> Option<String> {
        line.strip_prefix("name ").map(str::to_owned)
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        Foursight.request(request)
    }

    fn hear(&self, line: &str) -> Heard {
        if let Some(text) = line.strip_prefix("print ") {
            return Heard::Print(text.to_owned());
        }
        if let Some(text) = line.strip_prefix("prompt ") {
            return Heard::Prompt(text.to_owned());
        }
        hear_result(line)
    }
}

/// The answer of a script that calls a function: a valid column, or whatever else the function returned.
pub(super) fn hear_result(line: &str) -> Heard {
    match line.strip_prefix("returned ") {
        Some(value) if value.parse::<i64>().is_ok() => Heard::NoColumn,
        Some(_) => Heard::Nonsense,
        None => Foursight.hear(line),
    }
}

/// The script itself reports why a class did not load.
pub(super) fn hear_hello(line: &str) -> Readiness {
    match line.strip_prefix("error: ") {
        Some(reason) => Readiness::Refused(reason.to_owned()),
        None => foursight::hear_hello(line),
    }
}
