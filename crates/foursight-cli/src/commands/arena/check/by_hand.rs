//! How the author of a player repeats by hand what a check found.

use foursight::{AnySize, Size};
use foursight_arena::Dialect;

use super::Check;

impl Check<'_> {
    /// The options that choose the board.
    fn board_options(&self) -> String {
        let size = self.rules.size;
        let (width, height, connect) = (size.width(), size.height(), size.connect());
        match size {
            size if size == AnySize::default() => String::new(),
            _ => format!(" --size {width}x{height} --connect {connect}"),
        }
    }

    /// A shell command that sends the same lines, or plays the same moves against the player.
    pub(super) fn by_hand(&self, line: &[String], sent: &[String], opening: &str) -> String {
        let quote = |word: &String| {
            shlex::try_quote(word).map_or_else(|_| word.clone(), std::borrow::Cow::into_owned)
        };
        let join = |words: &[String]| words.iter().map(quote).collect::<Vec<_>>().join(" ");
        match self.contestant.dialect() {
            // What runs these files speaks lines that nobody types; a compiled program is gone after the check.
            dialect if self.contestant.is_source() || is_called(dialect) => {
                let player = quote(&self.contestant.text().to_owned());
                let (clock, board) = (self.rules.clock, self.board_options());
                let opening = match opening {
                    "" if self.rules.steal => " --steal".to_owned(),
                    "" => String::new(),
                    moves => format!(" --opening {moves}"),
                };
                format!("foursight match {player} random --games 2 --clock {clock}{board}{opening}")
            }
            _ if sent.is_empty() => join(line),
            _ => format!("printf '%s\\n' {} | {}", join(sent), join(line)),
        }
    }
}

/// Whether a script stands between the referee and the player's file.
fn is_called(dialect: Option<Dialect>) -> bool {
    matches!(dialect, Some(Dialect::Ruby | Dialect::Kaggle | Dialect::Bolosseum))
}
