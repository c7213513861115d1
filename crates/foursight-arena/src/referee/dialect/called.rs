//! Players that the arena calls: Ruby classes, Kaggle's agents, and functions and classes of Python courses. A script
//! turns them into engines.
//!
//! The scripts read the project's own lines. They say `FUNCTION returned VALUE`. The script for Ruby also says
//! `name TEXT` once the class is loaded, and `print TEXT` and `prompt TEXT` for the person at the console. The referee
//! answers a prompt with `typed TEXT` or `end`.

use std::path::{Path, PathBuf};

use ::foursight::Size;
use ::foursight::protocol::{Command, Go};

use super::detect::is_archive;
use super::foursight::{self, Foursight, position};
use super::{BotAnswer, Briefing, Dialect, Heard, MoveRequest, Readiness, Speech, interpreter};

const RUBY: &str = include_str!("../shims/ruby.rb");
const KAGGLE: &str =
    concat!(include_str!("../shims/engine.py"), include_str!("../shims/kaggle.py"));
const COURSE: &str = concat!(
    include_str!("../shims/engine.py"),
    include_str!("../shims/stand_ins.py"),
    include_str!("../shims/course.py")
);

const LINES: Foursight = Foursight { has_limits: true };

/// One of the dialects that are [called](Dialect::is_called).
pub(super) struct Called(pub(super) Dialect);

impl Speech for Called {
    /// The script for courses makes the player before the game, so it knows the side from the start.
    fn command(&self, command: &[String], has_console: bool, briefing: &Briefing) -> Vec<String> {
        let is_ruby = self.0 == Dialect::Ruby;
        let (program, file) = interpreter(command, if is_ruby { "ruby" } else { "python3" });
        let connect = &*briefing.size.connect().to_string();
        let number = &*(briefing.index() + 1).to_string();
        let arguments = match self.0 {
            Dialect::Ruby => vec!["-e", RUBY, file, if has_console { "console" } else { "log" }],
            Dialect::Kaggle => vec!["-c", KAGGLE, file, connect],
            course => vec!["-c", COURSE, file, connect, course.name(), number],
        };
        [program, arguments].concat().into_iter().map(str::to_owned).collect()
    }

    /// Kaggle keeps the agent's files in this folder. The script unpacks an archive in its working folder.
    fn links(&self, command: &[String]) -> Vec<(PathBuf, PathBuf)> {
        let file = command.last().map_or(Path::new(""), Path::new);
        let folder = file.parent().filter(|_| !is_archive(file)).unwrap_or(Path::new("."));
        let link = ("/kaggle_simulations/agent".into(), folder.to_owned());
        Vec::from_iter((self.0 == Dialect::Kaggle).then_some(link))
    }

    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        LINES.hello(briefing)
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    fn hear_name(&self, line: &str) -> Option<String> {
        line.strip_prefix("name ").map(str::to_owned)
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        if self.0 != Dialect::Kaggle {
            return LINES.request(request);
        }
        // The whole time: an agent knows which part of it is its bank.
        let go = Go { movetime: Some(request.allowance), ..Go::default() };
        vec![position(request.game.moves()), Command::Go(go).to_string()]
    }

    /// A function's return value, as its author knows it.
    fn answer(&self, line: &str) -> BotAnswer {
        match line.split_once(" returned ") {
            Some((function, value)) => {
                BotAnswer::Returned { function: function.to_owned(), value: value.to_owned() }
            }
            None => BotAnswer::Line(line.to_owned()),
        }
    }

    fn hear(&self, line: &str) -> Heard {
        if self.0 == Dialect::Ruby {
            if let Some(text) = line.strip_prefix("print ") {
                return Heard::Print(text.to_owned());
            }
            if let Some(text) = line.strip_prefix("prompt ") {
                return Heard::Prompt(text.to_owned());
            }
        }
        line.split_once(" returned ").map_or(Heard::Chat, |(_, value)| Heard::word(value))
    }
}

/// Reads whether the player has loaded; the script reports why not.
fn hear_hello(line: &str) -> Readiness {
    match line.strip_prefix("error: ") {
        Some(reason) => Readiness::Refused(reason.to_owned()),
        None => foursight::hear_hello(line),
    }
}
