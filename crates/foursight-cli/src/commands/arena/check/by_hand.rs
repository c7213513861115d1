//! The command with which an author reproduces a fault that a check found.

use foursight::{AnySize, Size};

use super::Check;

impl Check<'_> {
    /// The options that select the board.
    fn board_options(&self) -> String {
        let size = self.rules.size;
        let (width, height, connect) = (size.width(), size.height(), size.connect());
        match size {
            size if size == AnySize::default() => String::new(),
            _ => format!(" --size {width}x{height} --connect {connect}"),
        }
    }

    /// A shell command that sends the player the same lines, or plays the same moves against it.
    pub(super) fn by_hand(&self, line: &[String], sent: &[String], opening: &str) -> String {
        let quote = |word: &String| {
            shlex::try_quote(word).map_or_else(|_| word.clone(), std::borrow::Cow::into_owned)
        };
        let join = |words: &[String]| words.iter().map(quote).collect::<Vec<_>>().join(" ");
        let is_script = line.iter().any(|word| word.contains('\n'));
        // Nobody types the script that runs a file; a compiled program is gone after the check.
        if is_script || self.contestant.is_source() {
            let player = quote(&self.contestant.text().to_owned());
            let (clock, board) = (self.rules.clock, self.board_options());
            let opening = match opening {
                "" if self.rules.steal => " --steal".to_owned(),
                "" => String::new(),
                moves => format!(" --opening {moves}"),
            };
            return format!(
                "foursight match {player} random --games 2 --clock {clock}{board}{opening}"
            );
        }
        if sent.is_empty() {
            return join(line);
        }
        format!("printf '%s\\n' {} | {}", join(sent), join(line))
    }
}
