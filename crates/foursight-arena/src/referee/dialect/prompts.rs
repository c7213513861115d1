//! Programs for a person at the console: they print a board, ask for a column, and announce their own move.
//!
//! The referee types the opponent's columns, and finds the program's own moves in its output.

use super::{Briefing, Heard, MoveRequest, Speech};

/// Makes output appear line by line, as on a console; in a pipe, C and Python buffer it.
const SHIM: &str = "export PYTHONUNBUFFERED=1
if command -v stdbuf >/dev/null; then exec stdbuf -oL \"$@\"; fi
exec \"$@\"";

pub(super) struct Prompts;

impl Speech for Prompts {
    /// The last argument says who moves first.
    fn command(&self, command: &[String], _: bool, briefing: &Briefing) -> Vec<String> {
        let side = ["first", "second"][briefing.index()].to_owned();
        let shell = ["sh", "-c", SHIM, "sh"].map(str::to_owned);
        shell.into_iter().chain(command.iter().cloned()).chain([side]).collect()
    }

    fn begins_unasked(&self) -> bool {
        true
    }

    fn first_column(&self) -> usize {
        1
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        let last = request.game.moves().last();
        last.map(|column| (column.index() + 1).to_string()).into_iter().collect()
    }

    fn example(&self) -> &'static str {
        "\"I play 4\""
    }

    fn hear(&self, line: &str) -> Heard {
        own_move(line).map_or(Heard::Chat, |number| Heard::column(number - 1))
    }
}

/// Words with which a program refers to itself or to its opponent.
const OWN: [&str; 11] = [
    "i",
    "i'll",
    "my",
    "computer",
    "computer's",
    "cpu",
    "ai",
    "bot",
    "machine",
    "program",
    "engine",
];
const OTHERS: [&str; 7] = ["you", "your", "you've", "human", "human's", "opponent", "opponent's"];

/// The beginnings of words that mean moving.
const MOVING: [&str; 11] =
    ["play", "choos", "chose", "move", "drop", "put", "plac", "pick", "select", "take", "column"];

/// The column number that a line states as the program's own move.
///
/// The line has a word for the program, then one for moving, then the number: the one after `column`, or else the
/// line's last word. The line may begin with the program's question, because the answer adds no line break.
fn own_move(line: &str) -> Option<i64> {
    let lower = line.to_lowercase();
    let parts = lower.split(|c: char| c.is_whitespace() || ":=()[],;>".contains(c));
    let words: Vec<&str> = parts
        .map(|word| word.trim_matches(|c: char| ".!*#\"'".contains(c)))
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    let last = words.len().checked_sub(1)?;
    let after_column = (1..=last).rev().find(|&index| {
        ["column", "col"].contains(&words[index - 1]) && words[index].parse::<i64>().is_ok()
    });
    let index = after_column.unwrap_or(last);
    let number = words[index].parse().ok()?;
    let who =
        words[..index].iter().rposition(|word| OWN.contains(word) || OTHERS.contains(word))?;
    let between = &words[who + 1..index];
    let is_moving =
        between.iter().any(|word| MOVING.iter().any(|beginning| word.starts_with(beginning)));
    (OWN.contains(&words[who]) && (between.is_empty() || is_moving)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_moves_are_told_from_everything_else() {
        for line in [
            "I play 4",
            "I'll take column 4.",
            "My move: 4",
            "Computer: 4",
            "Computer plays column 4!",
            "The AI player chooses 4",
            "*** CPU drops a disc in column 4 (row 2) ***",
            "Your column (1-7): Computer's move is column 4",
            "You played 3, I choose 4",
            "Bot -> 4",
        ] {
            assert_eq!(own_move(line), Some(4), "{line}");
        }
        for line in [
            "",
            " 1 2 3 4 5 6 7",
            "| X | O | . | 4",
            "Your column (1-7): You play 4",
            "Enter a column (1-7):",
            "Player 1 plays 4",
            "I think about column four",
            "The computer evaluated 4",
            "I win in 4",
            "I searched for 0.4",
            "Computer plays in 4 s",
            "Against my move you play 4",
        ] {
            assert_eq!(own_move(line), None, "{line}");
        }
        assert_eq!(Prompts.hear("I play 0"), Heard::NoColumn);
        assert_eq!(Prompts.hear("I play column -3"), Heard::NoColumn);
    }
}
