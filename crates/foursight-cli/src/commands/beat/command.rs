//! The commands that a person can type while training.

use foursight::{AnySize, Column};
use foursight_engine::Level;

use super::progress::GOALS;
use super::{Way, read_level};
use crate::args::read_column;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Play(Column),
    Show,
    Train(Way),
    Level(Level),
    Goal(u32),
    Status,
    Help,
    Quit,
}

pub(super) const HELP: &str = "\
A column number drops a disc there. Other commands:
  show     show the right disc, and why red wins; the position counts as not known
  learn    be asked for one position at a time
  play     play whole games against the level
  hole     be yellow, and try to stop the plan
  level N  choose the level to beat, 1 to 10
  goal N   aim for 5, 10, 20, or 40 right answers a day
  status   show your progress
  help     show this list
  quit     leave; your progress is kept
";

impl Command {
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["show" | "s"] => Ok(Self::Show),
            ["learn"] => Ok(Self::Train(Way::Learn)),
            ["play"] => Ok(Self::Train(Way::Play)),
            ["hole"] => Ok(Self::Train(Way::Hole)),
            ["level", number] => read_level(number).map(Self::Level),
            ["level"] => Err("level needs a number, as in: level 6".to_owned()),
            ["goal"] => Err("goal needs a number, as in: goal 20".to_owned()),
            ["goal", number] => {
                let goal = number.parse().ok().filter(|goal| GOALS.contains(goal));
                goal.map(Self::Goal).ok_or_else(|| "expected a goal of 5, 10, 20, or 40".to_owned())
            }
            ["status"] => Ok(Self::Status),
            ["help" | "?"] => Ok(Self::Help),
            ["quit" | "exit" | "q"] => Ok(Self::Quit),
            [word] if let Some(column) = read_column(word, AnySize::default()) => {
                Ok(Self::Play(column))
            }
            _ => Err(format!("{line:?} is neither a column from 1 to 7 nor a command; type help")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        assert_eq!(Command::parse(" 4 "), Ok(Command::Play(Column::new(3))));
        assert_eq!(Command::parse("level 10"), Ok(Command::Level(Level::PERFECT)));
        assert_eq!(Command::parse("goal 20"), Ok(Command::Goal(20)));
        for wrong in ["goal", "goal 0", "goal x", "goal 7"] {
            assert!(Command::parse(wrong).unwrap_err().contains("20"), "{wrong}");
        }
        assert_eq!(Command::parse("hole"), Ok(Command::Train(Way::Hole)));
        for wrong in ["0", "8", "level 0", "level 11", "level x", "level", "4 4", "", "plan"] {
            let message = Command::parse(wrong).unwrap_err();
            assert!(message.contains(" 1 to ") || message.contains("level 6"), "{message}");
        }
    }
}
