//! Reads a player's file to explain why it gave no answer, and what to change.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::referee::contestant::Program;
use crate::referee::dialect::detect::without_bom;
use crate::referee::dialect::python;

/// The number of bytes of a file to read.
const MAX_BYTES: u64 = 1 << 20;

/// Calls that return only once the input ends, which happens after the game.
const READS_ALL: [&str; 9] = [
    "stdin.read()",
    "stdin.buffer.read()",
    "open(0).read()",
    "stdin.readlines()",
    "STDIN.read",
    "ARGF.read",
    "readFileSync(0",
    "readFileSync('/dev/stdin'",
    "readFileSync(\"/dev/stdin\"",
];

/// The functions in Python that the arena calls.
const AGENTS: &str = "agent(board) or agent(observation, configuration)";

/// A player's file that is text.
pub(super) struct SourceText {
    name: String,
    extension: String,
    text: String,
}

impl SourceText {
    /// The main file of a program.
    pub(super) fn path(program: &Program) -> Option<PathBuf> {
        let mut words = program.command.iter().map(Path::new).rev();
        let in_command = || words.find(|path| path.is_absolute() && path.is_file());
        let main = program.source.as_ref().map(|source| source.main.as_path());
        main.or_else(in_command).map(Path::to_owned)
    }

    /// A file, if it can be read and is text.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let mut bytes = Vec::new();
        File::open(path).ok()?.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
        let text = std::str::from_utf8(without_bom(&bytes)).ok()?.to_owned();
        let name = path.file_name()?.to_string_lossy().into_owned();
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        Some(Self { name, extension, text })
    }

    /// A reason why a program that ended without an answer may never give one.
    pub(super) fn never_answers(&self) -> Option<String> {
        let Self { name, .. } = self;
        let found = match self.extension.as_str() {
            "py" => self.of_python()?,
            "rb" => self.of_ruby()?,
            "js" | "mjs" | "cjs" => self.of_javascript()?,
            _ => return None,
        };
        Some(format!("{name} {found}"))
    }

    fn of_python(&self) -> Option<String> {
        let functions: Vec<python::Function> = python::functions(&self.text).collect();
        let function =
            functions.iter().find(|function| function.name == "agent").or(functions.last());
        let reading = python::first_reading(&self.text);
        let Some(python::Function { name, parameters }) = function else {
            return reading.is_none().then(|| match python::classes(&self.text).last() {
                Some(class) => format!(
                    "defines the class {class}, but the arena calls only a function {AGENTS} or a class AIPlayer or C4Agent"
                ),
                None => {
                    format!("reads no lines; write def {AGENTS}, or read each line and print a move")
                }
            });
        };
        match reading {
            // If it had parameters, the arena would have called it.
            None if name == "agent" => Some(format!(
                "defines agent(), which takes no parameters, but the arena passes the board; write def {AGENTS}"
            )),
            None => Some(format!(
                "defines {name}({parameters}), but the arena calls only a function that is named agent or takes an \
                 observation; write def {AGENTS}"
            )),
            Some(line) if name == "agent" => Some(format!(
                "defines agent({parameters}), but line {line} reads standard input, so the arena took it for a program \
                 that reads lines; remove that line, or write kaggle:{}",
                self.name
            )),
            Some(_) => None,
        }
    }

    fn of_ruby(&self) -> Option<String> {
        let mut classes = self.text.lines().filter_map(|line| line.strip_prefix("class "));
        let found = match classes.next() {
            Some(class) => format!("the class {}", class.split([' ', ';', '<']).next()?),
            None if self.text.contains("def take_turn") => "take_turn outside a class".to_owned(),
            None => return None,
        };
        let reads = ["gets", "STDIN", "$stdin", "ARGF"].iter().any(|word| self.text.contains(word));
        (!reads).then(|| {
            format!(
                "defines {found}, but the arena calls only a class whose name ends in Player, with the methods \
                 name and take_turn(state, colour)"
            )
        })
    }

    fn of_javascript(&self) -> Option<String> {
        let has = |words: &[&str]| words.iter().any(|word| self.text.contains(word));
        let missing = match (
            has(&["stdin", "readline", "readFileSync"]),
            has(&["console.log", "stdout", "print("]),
        ) {
            (false, false) => "reads no lines and prints no moves",
            (false, true) => "reads no lines",
            (true, false) => "prints no moves",
            (true, true) => return None,
        };
        let function = self
            .text
            .lines()
            .find_map(|line| line.trim().strip_prefix("function ")?.split_once('('));
        let function = function
            .map_or(String::new(), |(name, _)| format!("defines the function {name}, but "));
        Some(format!(
            "{function}{missing}; the arena calls functions only in Python, so a JavaScript player must read each line \
             and print its move"
        ))
    }

    /// The first call that waits for the end of the input, with the remedy.
    pub(super) fn reads_all(&self) -> Option<String> {
        let found = |line: &str| {
            READS_ALL.iter().copied().find(|call| {
                let rest = line.split_once(call).map(|(_, rest)| rest);
                // `STDIN.readline` is a different call.
                rest.is_some_and(|rest| {
                    rest.starts_with("lines") || !rest.starts_with(char::is_alphabetic)
                })
            })
        };
        let mut lines = (1..).zip(self.text.lines());
        let (number, call) = lines.find_map(|(number, line)| Some((number, found(line)?)))?;
        let call = call.trim_end_matches(['(', '0', ')']);
        Some(format!(
            "line {number} of {} calls {call}, which waits for the end of the input; read and answer one line at a time",
            self.name
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, text: &str) -> SourceText {
        let extension = name.rsplit('.').next().unwrap_or_default().to_owned();
        SourceText { name: name.to_owned(), extension, text: text.to_owned() }
    }

    #[test]
    fn what_was_found_in_a_file_that_never_answers() {
        const CLASS: &str = "but the arena calls only a class whose name ends in Player";
        for (extension, text, expected) in [
            ("py", "def choose(board):\n", "defines choose(board), but the arena calls only"),
            ("py", "input()\ndef agent(o, c):\n", "defines agent(o, c), but line 1 reads"),
            ("py", "def agent():\n", "defines agent(), which takes no parameters, but"),
            ("py", "class Robot:\n", "defines the class Robot, but the arena calls only"),
            ("py", "def main():\n    input()\n", ""),
            ("py", "print(3)\n", "reads no lines; write def agent(board) or agent(obs"),
            ("py", "print(input())\n", ""),
            ("rb", "class Bot\nend\n", &format!("defines the class Bot, {CLASS}")),
            ("rb", "class Bot\nend\nputs gets\n", ""),
            ("rb", "def take_turn()", &format!("defines take_turn outside a class, {CLASS}")),
            ("rb", "puts 3\n", ""),
            ("js", "function f(b) {}\n", "defines the function f, but reads no lines and prints"),
            ("js", "console.log(3)\n", "reads no lines; "),
            ("js", "process.stdin.on('data', line => console.log(3))\n", ""),
            ("c", "int main() {}\n", ""),
        ] {
            let name = format!("ann.{extension}");
            let found = of(&name, text).never_answers();
            let expected = (!expected.is_empty()).then(|| format!("{name} {expected}"));
            match &expected {
                None => assert_eq!(found, None, "{text}"),
                Some(words) => {
                    assert!(found.is_some_and(|found| found.starts_with(words)), "{text}");
                }
            }
        }
    }

    #[test]
    fn calls_that_wait_for_the_end_of_the_input() {
        let found = |text: &str| of("ann.py", text).reads_all();
        let text = found("import sys\ndata = sys.stdin.read()\n").unwrap_or_default();
        assert!(
            text.starts_with("line 2 of ann.py calls stdin.read, which waits for the end"),
            "{text}"
        );
        assert!(found("require('fs').readFileSync(0, 'utf8')").is_some());
        assert_eq!(found("for line in sys.stdin:\n    print(line)\n"), None);
        assert_eq!(found("sys.stdin.readline(); STDIN.readline; STDIN.readpartial(3)"), None);
    }
}
