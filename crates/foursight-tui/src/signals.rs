//! Signals to this program, passed on to everything that waits for them.
//!
//! A thread waits for signals and passes each one on, so nothing runs inside a signal handler. On systems
//! without signals, Ctrl-C arrives as [`Signal::Interrupt`] and nothing else does.

use std::io;

/// A message to the program from the system or a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// A request to end.
    Terminate,
    /// A request to end, because the terminal is gone.
    HangUp,
    /// A request to end at once: Ctrl-\.
    Quit,
    /// A request to stop until the program is resumed: Ctrl-Z.
    Suspend,
    /// The news that the program was stopped and is running again.
    Resume,
}

/// Calls `react` with every one of `signals` that arrives, on a thread of its own. These signals then no
/// longer end or stop the program by themselves.
///
/// # Errors
///
/// If the system refuses to deliver them.
#[cfg(unix)]
pub fn listen(
    signals: &'static [Signal],
    mut react: impl FnMut(Signal) + Send + 'static,
) -> io::Result<()> {
    let numbers = signals.iter().map(|signal| signal.number());
    let mut arrived = signal_hook::iterator::Signals::new(numbers)?;
    let wait = move || {
        for number in &mut arrived {
            let signal = signals.iter().find(|signal| signal.number() == number);
            react(*signal.expect("no other signal was asked for"));
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// Calls `react` at every Ctrl-C if [`Signal::Interrupt`] is among `signals`.
///
/// # Errors
///
/// If the system refuses to deliver it.
#[cfg(not(unix))]
pub fn listen(
    signals: &'static [Signal],
    mut react: impl FnMut(Signal) + Send + 'static,
) -> io::Result<()> {
    if !signals.contains(&Signal::Interrupt) {
        return Ok(());
    }
    ctrlc::set_handler(move || react(Signal::Interrupt)).map_err(io::Error::other)
}

impl Signal {
    #[cfg(unix)]
    fn number(self) -> i32 {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
        match self {
            Self::Interrupt => SIGINT,
            Self::Terminate => SIGTERM,
            Self::HangUp => SIGHUP,
            Self::Quit => SIGQUIT,
            Self::Suspend => SIGTSTP,
            Self::Resume => SIGCONT,
        }
    }

    /// Applies the signal's default effect: ends or stops the program.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    #[cfg(unix)]
    pub(crate) fn take_effect(self) -> io::Result<()> {
        signal_hook::low_level::emulate_default_handler(self.number())
    }

    /// Nothing: there are no other signals than Ctrl-C.
    #[cfg(not(unix))]
    pub(crate) fn take_effect(self) -> io::Result<()> {
        Ok(())
    }
}
