//! Finds Python packages that would give a player a perfect solver.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use foursight::{AnySize, Player};
use foursight_arena::Clock;
use foursight_sandbox::{Process, Sandbox, find_program};

use crate::contestant::ContestantArg;

/// The import names of these packages.
const SOLVERS: [&str; 3] = ["foursight", "bitbully", "connect_four_ai"];

/// The interpreter for players that do not specify one.
pub(crate) const PYTHON: &str = "python3";

/// Time limit for an interpreter to import all these packages.
const TIME: Duration = Duration::from_secs(20);

/// A warning that lists the solvers players of this interpreter can import; `None` if there are none.
pub(crate) fn warning(
    interpreter: &str,
    sandbox: &Sandbox,
    readable: &[PathBuf],
) -> Option<String> {
    let found = importable(interpreter, sandbox, readable);
    (!found.is_empty()).then(|| {
        format!(
            "{interpreter} can import {}, which lets any player play perfectly; uninstall it, or give players an interpreter without it",
            found.join(" and ")
        )
    })
}

/// A Python player's interpreter.
pub(super) fn python_of(contestant: &ContestantArg) -> Option<String> {
    let line = contestant.command_line();
    let is_python = |word: &&String| {
        let name = word.rsplit('/').next().unwrap_or_default();
        name.starts_with("python") || name.starts_with("pypy")
    };
    let named = line.first().filter(is_python).cloned();
    let is_script = contestant
        .files()
        .last()
        .is_some_and(|file| file.extension().is_some_and(|extension| extension == "py"));
    named.or_else(|| is_script.then(|| PYTHON.to_owned()))
}

/// The solvers that the interpreter can import in the jail.
fn importable(interpreter: &str, sandbox: &Sandbox, readable: &[PathBuf]) -> Vec<String> {
    let import = format!(
        "import importlib\n\
         for name in {SOLVERS:?}:\n    \
             try:\n        \
                 importlib.import_module(name)\n        \
                 print('imports', name, flush=True)\n    \
             except BaseException:\n        pass\n"
    );
    if find_program(interpreter).is_none() {
        return Vec::new();
    }
    let command = [interpreter, "-c", &import].map(str::to_owned);
    // If the interpreter cannot start, neither can the player, and the error about the player says why.
    let Ok(mut process) = Process::start(&command, sandbox, readable) else { return Vec::new() };
    process.close_input();
    let deadline = Instant::now() + TIME;
    let lines = std::iter::from_fn(|| process.receive(deadline).ok());
    lines.filter_map(|line| line.strip_prefix("imports ").map(str::to_owned)).collect()
}

impl ContestantArg {
    /// The command line that starts the contestant; the board and the clock do not matter here.
    fn command_line(&self) -> Vec<String> {
        let program = self.contestant(AnySize::default(), 1).program;
        program.map_or(Vec::new(), |program| {
            program.command_line(Player::First, AnySize::default(), Clock::default())
        })
    }
}
