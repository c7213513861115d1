//! Takes over the terminal, and restores it however the program ends.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;

use super::signals::Signal;
use super::state::State;
use super::theme::Theme;
use super::view::view;

/// Whether the program has taken over the terminal.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal that the program has taken over; dropping it gives it back.
pub(crate) struct Terminal {
    screen: ratatui::Terminal<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes the terminal over. A panic gives it back before its message is printed.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be switched to a screen.
    pub(crate) fn take() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let tell = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                give_back();
                tell(panic);
            }));
        });
        enter()?;
        Ok(Self { screen: screen()? })
    }

    /// The columns and rows.
    pub(crate) fn size() -> io::Result<(u16, u16)> {
        terminal::size()
    }

    pub(crate) fn draw(&mut self, state: &State, theme: Theme) -> io::Result<()> {
        self.screen.draw(|frame| view(state, theme, frame))?;
        Ok(())
    }

    /// Sends `text` to the clipboard, by the sequence that most terminals know (OSC 52).
    pub(crate) fn copy(text: &str) -> io::Result<()> {
        let mut out = stdout();
        write!(out, "\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text))?;
        out.flush()
    }

    /// Gives the terminal back, stops the program until it is resumed, and takes the terminal again.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        Signal::Suspend.take_effect()?;
        self.resume()
    }

    /// Takes the terminal over again and redraws everything.
    pub(crate) fn resume(&mut self) -> io::Result<()> {
        enter()?;
        // A new screen knows nothing of what was drawn. Asking ratatui to forget it would read the terminal, which
        // another thread does already.
        self.screen = screen()?;
        execute!(stdout(), Clear(ClearType::All))
    }
}

fn screen() -> io::Result<ratatui::Terminal<CrosstermBackend<Stdout>>> {
    ratatui::Terminal::new(CrosstermBackend::new(stdout()))
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::Relaxed);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back, once.
pub(crate) fn give_back() {
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        // There is nowhere to report a failure: the terminal is gone.
        let mut out = stdout();
        let _ = queue!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = out.flush();
        let _ = disable_raw_mode();
    }
}
