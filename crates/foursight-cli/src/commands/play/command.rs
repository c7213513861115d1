//! The commands that a person can type at the prompt.

use std::path::PathBuf;

use foursight::{AnySize, Column, Size};

use crate::args::read_column;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Play(Column),
    Swap,
    Undo,
    Redo,
    Hint,
    Analyze,
    Why,
    Save(PathBuf),
    Help,
    Quit,
}

pub(super) const HELP: &str = "\
A column, as in d or 4, drops a disc there. Other commands:
  swap       swap sides, right after the discs that an opening rule has placed
  undo       undo your last move (and the machine's reply)
  redo       redo what you undid
  hint       suggest a good move
  analyze    show what every move leads to
  why        say why: the last mistake, or else the position
  save FILE  save the game to a file
  help       show this list
  quit       leave the game
";

impl Command {
    pub(super) fn parse(line: &str, size: AnySize) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            // `h` is a column of wide boards.
            [word] if let Ok(column) = read_column(word, size) => Ok(Self::Play(column)),
            ["swap" | "x"] => Ok(Self::Swap),
            ["undo" | "u"] => Ok(Self::Undo),
            ["redo" | "r"] => Ok(Self::Redo),
            ["hint" | "h"] => Ok(Self::Hint),
            ["analyze"] => Ok(Self::Analyze),
            ["why" | "w"] => Ok(Self::Why),
            ["save"] => Err("save needs a file name, as in: save game.txt".to_owned()),
            // The name of the file may contain spaces.
            ["save", ..] => {
                Ok(Self::Save(line.trim_start().trim_start_matches("save").trim().into()))
            }
            ["help" | "?"] => Ok(Self::Help),
            ["quit" | "exit" | "q"] => Ok(Self::Quit),
            _ => {
                let last = Column::new(size.width() - 1).letter();
                let text = line.trim();
                Err(format!(
                    "{text:?} is neither a column from a to {last} nor a command; type help"
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        let parse = |line: &str| Command::parse(line, "10x4".parse().unwrap());
        assert_eq!(parse(" 1 \n"), Ok(Command::Play(Column::new(0))));
        assert_eq!(parse("10"), Ok(Command::Play(Column::new(9))));
        assert_eq!(parse("a"), Ok(Command::Play(Column::new(0))));
        assert_eq!(parse("h"), Ok(Command::Play(Column::new(7))));
        assert_eq!(Command::parse("h", AnySize::default()), Ok(Command::Hint));
        assert_eq!(parse("why"), Ok(Command::Why));
        assert_eq!(parse("swap"), Ok(Command::Swap));
        assert_eq!(parse("J"), Ok(Command::Play(Column::new(9))));
        assert_eq!(parse("save my game.txt"), Ok(Command::Save("my game.txt".into())));
        for wrong in ["0", "11", "-1", "1 2", "", "99999999999999999999", "é"] {
            let message = parse(wrong).unwrap_err();
            assert!(message.contains("is neither a column from a to j"), "{message}");
        }
        assert!(parse("save").unwrap_err().contains("needs a file name"));
    }
}
