//! Asks questions that a person answers with a line.

use std::io::{self, BufRead, IsTerminal, Read, StdinLock, Write};

pub(crate) struct Prompt<R, W> {
    /// Whether a person is typing at a terminal. Otherwise the input is echoed, so that the output reads like a dialog.
    pub(crate) is_interactive: bool,
    pub(crate) input: R,
    pub(crate) out: W,
}

impl Prompt<StdinLock<'static>, anstream::Stdout> {
    pub(crate) fn new() -> Self {
        let is_interactive = io::stdin().is_terminal();
        Self { is_interactive, input: io::stdin().lock(), out: anstream::stdout() }
    }
}

impl<R: BufRead, W: Write> Prompt<R, W> {
    /// The line that answers a question, without white space around it; `None` at the end of the input.
    ///
    /// Only the start of an overlong line is kept, which bounds memory.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        const MAX_BYTES: u64 = 1_000;
        const MAX_SKIPPED: u64 = 64 << 20;
        write!(self.out, "{question}")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let n_read = self.input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)?;
        if n_read as u64 == MAX_BYTES && !bytes.ends_with(b"\n") {
            let n_skipped = self.input.by_ref().take(MAX_SKIPPED).skip_until(b'\n')?;
            if n_skipped as u64 == MAX_SKIPPED {
                return Err(io::Error::other("standard input has a line that does not end"));
            }
        }
        if n_read == 0 {
            if !question.is_empty() {
                writeln!(self.out)?;
            }
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.is_interactive {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    pub(crate) fn say(&mut self, message: &str) -> io::Result<()> {
        writeln!(self.out, "{message}")
    }
}
