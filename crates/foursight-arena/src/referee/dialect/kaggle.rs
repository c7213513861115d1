//! Kaggle agents, run by a script that turns them into engines.

use std::path::{Path, PathBuf};

use ::foursight::Size;
use ::foursight::protocol::{Command, Go};

use super::detect::is_archive;
use super::foursight::{Foursight, position};
use super::ruby::{hear_hello, hear_result, returned};
use super::{BotAnswer, Briefing, Heard, MoveRequest, Readiness, Speech, interpreter};

const SHIM: &str = concat!(include_str!("../shims/engine.py"), include_str!("../shims/kaggle.py"));

pub(super) struct Kaggle;

impl Speech for Kaggle {
    fn command(&self, command: &[String], _: bool, briefing: &Briefing) -> Vec<String> {
        let (python, file) = interpreter(command, "python3");
        let connect = briefing.size.connect().to_string();
        let words = [&python[..], &["-c", SHIM, file, &connect]].concat();
        words.into_iter().map(str::to_owned).collect()
    }

    /// Kaggle keeps the agent's files in this folder. The script unpacks an archive in its working folder.
    fn links(&self, command: &[String]) -> Vec<(PathBuf, PathBuf)> {
        let file = command.last().map_or(Path::new(""), Path::new);
        let folder = file.parent().filter(|_| !is_archive(file)).unwrap_or(Path::new("."));
        vec![("/kaggle_simulations/agent".into(), folder.to_owned())]
    }

    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        Foursight.hello(briefing)
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    /// Passes on the whole time: an agent knows which part of it is its bank.
    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let go = Go { movetime: Some(request.allowance), ..Go::default() };
        vec![position(request.game.moves()), Command::Go(go).to_string()]
    }

    fn answer(&self, line: &str) -> BotAnswer {
        returned(line)
    }

    fn hear(&self, line: &str) -> Heard {
        hear_result(line)
    }
}
