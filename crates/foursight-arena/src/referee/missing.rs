//! What is missing that a program needs to start.

use std::path::Path;

use foursight::{AnySize, Player};
use foursight_sandbox::find_program;

use crate::referee::clock::Clock;
use crate::referee::contestant::Program;
use crate::referee::shebang;

impl Program {
    /// Why nobody can start it: there is no such program, its script names no interpreter that is there, or its file
    /// is missing. What compiles it is not looked at.
    pub fn missing(&self) -> Option<String> {
        // The arena's own scripts choose the interpreter.
        let is_called = self.dialect.is_called();
        let first_line = if is_called { None } else { shebang::fault(&self.command) };
        first_line
            .or_else(|| {
                let line = self.command_line(Player::First, AnySize::default(), Clock::default());
                let program = line.first().filter(|program| find_program(program).is_none());
                program.map(|program| format!("there is no program {program}"))
            })
            .or_else(|| {
                let file =
                    self.command.last().filter(|file| is_called && !Path::new(file).is_file())?;
                Some(format!("there is no file {file}"))
            })
    }
}
