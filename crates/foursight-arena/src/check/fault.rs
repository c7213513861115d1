//! Explains a fault in a game to the author of the player.

use std::io::Write;
use std::time::{Duration, Instant};

use foursight::notation::moves;
use foursight::{AnySize, OpeningRule, Player, Size};
use foursight_files::printable;
use foursight_sandbox::{NoLine, Process};

use super::Check;
use super::trial::Trial;
use crate::error::Result;
use crate::referee::ending_detail::AWAITS_INPUT;
use crate::{Channel, Contestant, Dialect, Ending, EndingDetail, PlayedGame};

impl Check<'_> {
    /// Reports the fault that ended a game, the player's output, and how to reproduce it.
    pub(super) fn write_fault(
        &self,
        trial: &Trial,
        fault: &EndingDetail,
        out: &mut dyn Write,
    ) -> Result<()> {
        let Trial { name, color, player, record, .. } = trial;
        let color = *color;
        writeln!(out, "{name:<10} {}", printable(&fault.to_string()))?;
        for line in record.errors[color].lines() {
            writeln!(out, "           | {}", printable(line))?;
        }
        self.write_start(trial, out)?;
        let sent = sent(record, color);
        let line = self.command_line(player, color);
        if let Some(advice) = self.advice(fault, color, &line, &sent) {
            writeln!(out, "           {advice}")?;
        }
        if self.is_local {
            let by_hand = self.by_hand(&line, &sent, &moves::write(&record.opening));
            writeln!(out, "           by hand: {}", printable(&by_hand))?;
        }
        Ok(())
    }

    /// Advice that may help.
    fn advice(
        &self,
        fault: &EndingDetail,
        color: Player,
        line: &[String],
        sent: &[String],
    ) -> Option<String> {
        if self.entrant.dialect() == Some(Dialect::Prompts) {
            let argument = if color == Player::First { "first" } else { "second" };
            return Some(format!(
                "it starts with the argument {argument}, reads the opponent's columns, counted from 1, and announces its own moves as in \"I play 4\"; see `foursight help dialects`"
            ));
        }
        // It seems to buffer its answer instead of sending it.
        let is_unflushed = fault.kind == Ending::Silence && fault.reason.ends_with(AWAITS_INPUT);
        if is_unflushed && self.answers_at_the_end(line, sent) {
            return Some(
                "it answers only when its input ends: read one line at a time, and flush the output after each answer"
                    .to_owned(),
            );
        }
        let has_failed = fault.kind == Ending::StartFailure;
        // A file that the arena calls was detected by its code, not by a single word.
        let is_certain = self.entrant.dialect().is_some_and(Dialect::is_called);
        (has_failed && !is_certain && !self.entrant.names_dialect()).then(|| {
            let text = printable(self.entrant.text());
            format!(
                "if it speaks another dialect, put its name first, as in columns:{text}; see `foursight help dialects`"
            )
        })
    }

    /// The command line that starts the player on this side.
    fn command_line(&self, player: &Contestant, color: Player) -> Vec<String> {
        let (size, clock) = (self.rules.size, self.rules.clock);
        let program = player.program.as_ref();
        program.map_or(Vec::new(), |program| program.command_line(color, size, clock))
    }

    /// Whether a silent player answers when its input is closed.
    fn answers_at_the_end(&self, line: &[String], sent: &[String]) -> bool {
        let Ok(mut process) = Process::start(line, self.sandbox, &self.entrant.readable()) else {
            return false;
        };
        for line in sent {
            process.send(line);
        }
        process.close_input();
        let deadline = Instant::now() + Duration::from_secs(2);
        !matches!(process.receive(deadline), Err(NoLine::Deadline | NoLine::Closed))
    }

    /// A shell command that sends the player the same lines, or plays the same moves against it.
    fn by_hand(&self, line: &[String], sent: &[String], opening: &str) -> String {
        let quote = |word: &String| {
            shlex::try_quote(word).map_or_else(|_| word.clone(), std::borrow::Cow::into_owned)
        };
        let join = |words: &[String]| words.iter().map(quote).collect::<Vec<_>>().join(" ");
        let is_script = line.iter().any(|word| word.contains('\n'));
        // The script that runs a file is too long to type, and a compiled program is gone after the check.
        if is_script || self.entrant.is_source() {
            let player = quote(&self.entrant.text().to_owned());
            let (clock, board) = (self.rules.clock, board_options(self.rules.size));
            let opening = match opening {
                "" if self.rules.opening_rule != OpeningRule::None => {
                    format!(" --opening-rule {}", self.rules.opening_rule)
                }
                "" => String::new(),
                moves => format!(" --opening {moves}"),
            };
            return format!(
                "foursight arena match {player} random --games 2 --clock {clock}{board}{opening}"
            );
        }
        if sent.is_empty() {
            return join(line);
        }
        format!("printf '%s\\n' {} | {}", join(sent), join(line))
    }
}

/// The options that select a board.
fn board_options(size: AnySize) -> String {
    if size == AnySize::default() {
        return String::new();
    }
    format!(" --size {size} --connect {}", size.connect())
}

fn sent(record: &PlayedGame, own: Player) -> Vec<String> {
    let lines =
        record.log.iter().filter(|line| line.player == own && line.channel == Channel::Sent);
    lines.map(|line| line.text.clone()).collect()
}
