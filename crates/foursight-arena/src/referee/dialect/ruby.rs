//! Ruby player classes, run by a script that turns them into engines.
//!
//! The script reads the project's own lines. It says `name TEXT` once the class is loaded, `take_turn returned VALUE`,
//! and `print TEXT` and `prompt TEXT` for the person at the console. The referee answers a prompt with `typed TEXT` or
//! `end`.

use super::foursight::Foursight;
use super::{BotAnswer, Briefing, Heard, MoveRequest, Readiness, Speech, foursight, interpreter};

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

    fn answer(&self, line: &str) -> BotAnswer {
        returned(line)
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

/// The answer of a script that calls a function: the function's return value.
pub(super) fn hear_result(line: &str) -> Heard {
    line.split_once(" returned ").map_or(Heard::Chat, |(_, value)| Heard::word(value))
}

/// A function's return value, as its author knows it.
pub(super) fn returned(line: &str) -> BotAnswer {
    match line.split_once(" returned ") {
        Some((function, value)) => {
            BotAnswer::Returned { function: function.to_owned(), value: value.to_owned() }
        }
        None => BotAnswer::Line(line.to_owned()),
    }
}

/// Reads whether the class has loaded; the script reports why not.
pub(super) fn hear_hello(line: &str) -> Readiness {
    match line.strip_prefix("error: ") {
        Some(reason) => Readiness::Refused(reason.to_owned()),
        None => foursight::hear_hello(line),
    }
}
