//! The full-screen game in a terminal.
//!
//! `update` and `view` are pure: a state and an event make the next state and effects, and a state makes a screen.
//! Around them a loop waits for messages from three threads (terminal, signals, engine): it sleeps while nothing
//! happens, and keeps responding while the engine thinks.
//!
//! The parts shared with the game at prompts are in [`game`].

mod dialog;
mod engine;
mod evaluation;
mod event;
mod files;
pub mod game;
mod keys;
mod layout;
mod message;
mod moves;
mod pace;
pub mod signals;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
pub mod text;
mod theme;
mod update;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use foursight::record::GameText;

use self::dialog::{Dialog, FilePick, Form};
use self::engine::Engine;
use self::event::{Effect, Event};
pub use self::files::MAX_GAME_FILE;
use self::game::{Asked, Setup};
use self::message::Message;
use self::signals::Signal;
pub use self::state::Look;
use self::state::State;
use self::terminal::Terminal;
use self::theme::{Colors, Theme};
use self::update::update;

/// Whether there is a terminal that can show a screen.
pub fn is_possible() -> bool {
    io::stdout().is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb")
}

/// Whether to draw with ASCII characters only: the locale has no others, or the Linux console has few.
pub fn prefers_ascii() -> bool {
    text::prefers_ascii(|name| std::env::var(name).ok())
}

/// The first view of the screen.
pub enum FirstView {
    /// The board.
    Board,
    /// The form for a new game, over the board.
    Form,
    /// A choice of at least one of these games, for the requested players.
    Choice(Vec<GameText>, Asked),
}

/// The way in which the person left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By quitting.
    Quit,
    /// With Ctrl-C.
    Interrupted,
}

/// The reason why a game cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// The system refuses to deliver signals.
    #[error("waiting for signals")]
    Signals(#[source] io::Error),
    /// The terminal cannot be switched to a screen.
    #[error("taking the terminal")]
    Taking(#[source] io::Error),
    /// The terminal cannot be read.
    #[error("reading the terminal")]
    Reading(#[source] io::Error),
    /// The terminal cannot be written to.
    #[error("writing to the terminal")]
    Writing(#[from] io::Error),
    /// The engine's thread has panicked.
    #[error("the engine has failed")]
    Engine,
}

/// Plays until the person leaves.
///
/// # Errors
///
/// If the terminal or the engine fails.
pub fn run(setup: Setup, look: Look, first: FirstView) -> Result<Exit, TerminalError> {
    let mut state = State::new(setup.local, look, setup.seed, setup.move_time);
    state.open(first, setup.path);
    let theme = Theme { colors: colors(look), is_ascii: look.is_ascii };
    let (sender, messages) = channel();
    message::wait_for_signals(sender.clone()).map_err(TerminalError::Signals)?;
    let terminal = Terminal::take().map_err(TerminalError::Taking)?;
    message::read_terminal(sender.clone());
    let engine = Engine::start(setup.books, sender);
    GameLoop { state, theme, terminal, engine, messages, start: Instant::now() }.run()
}

impl State {
    /// Shows the first view; a loaded game comes from `path`.
    fn open(&mut self, first: FirstView, path: Option<PathBuf>) {
        // While a question covers the game, the machine does not move yet.
        self.is_waiting = !matches!(first, FirstView::Board) && self.asks_machine();
        self.dialog = match first {
            FirstView::Board => None,
            FirstView::Form => Some(Dialog::NewGame(Form::new(&self.local))),
            FirstView::Choice(games, asked) => {
                Some(Dialog::Pick(FilePick::new(games, path.clone(), asked)))
            }
        };
        self.path = path.filter(|_| self.dialog.is_none());
    }
}

/// The colors that the terminal knows, unless they are switched off.
fn colors(look: Look) -> Colors {
    if !look.is_colored {
        return Colors::None;
    }
    // An option on the command line overrides NO_COLOR.
    crossterm::style::force_color_output(true);
    let variable = |name| std::env::var(name).unwrap_or_default();
    Colors::of_terminal(&variable("TERM"), &variable("COLORTERM"))
}

struct GameLoop {
    state: State,
    theme: Theme,
    terminal: Terminal,
    engine: Engine,
    messages: Receiver<Message>,
    start: Instant,
}

/// The end of the game; `None` if it continues.
type Flow = Option<Exit>;

impl GameLoop {
    fn run(mut self) -> Result<Exit, TerminalError> {
        let (width, height) = Terminal::size()?;
        self.happen(Event::Resize(width, height))?;
        loop {
            self.terminal.draw(&self.state, self.theme)?;
            let Some(message) = self.next_message() else {
                self.happen(Event::Time(self.start.elapsed()))?;
                continue;
            };
            // Everything that has arrived is dealt with before the screen is drawn once.
            let mut next = Some(message);
            while let Some(message) = next {
                if let Some(exit) = self.deal_with(message)? {
                    return Ok(exit);
                }
                next = self.messages.try_recv().ok();
            }
        }
    }

    /// The next message; `None` if the state changes by itself before there is one.
    fn next_message(&self) -> Option<Message> {
        let Some(time) = self.state.wakes_at() else {
            return self.messages.recv().ok();
        };
        let timeout = time.saturating_sub(self.start.elapsed());
        self.messages.recv_timeout(timeout).ok()
    }

    fn deal_with(&mut self, message: Message) -> Result<Flow, TerminalError> {
        match message {
            Message::Event(event) => {
                self.happen(Event::Time(self.start.elapsed()))?;
                self.happen(event)
            }
            Message::Signal(Signal::Interrupt) => self.bring_about(Effect::Interrupt),
            Message::Signal(Signal::Suspend) => self.bring_about(Effect::Suspend),
            Message::Signal(Signal::Resume) => {
                self.terminal.resume()?;
                let (width, height) = Terminal::size()?;
                self.happen(Event::Resize(width, height))
            }
            Message::Signal(signal) => {
                // The signal takes its usual effect, but only after the terminal is restored.
                terminal::give_back();
                signal.take_effect()?;
                Ok(Some(Exit::Interrupted))
            }
            Message::EngineFailed => Err(TerminalError::Engine),
            Message::Closed(error) => Err(TerminalError::Reading(error)),
        }
    }

    fn happen(&mut self, event: Event) -> Result<Flow, TerminalError> {
        for effect in update(&mut self.state, event) {
            let flow = self.bring_about(effect)?;
            if flow.is_some() {
                return Ok(flow);
            }
        }
        Ok(None)
    }

    fn bring_about(&mut self, effect: Effect) -> Result<Flow, TerminalError> {
        match effect {
            Effect::Start(assignment) => self.engine.give(assignment),
            Effect::Cancel => self.engine.cancel(),
            Effect::Read(path) => {
                let text = files::read(&path);
                return self.happen(Event::Read(path, text));
            }
            Effect::Write(path, text, if_exists) => {
                let result = files::write(&path, &text, if_exists);
                return self.happen(Event::Written(path, result));
            }
            Effect::Copy(text) => Terminal::copy(&text)?,
            Effect::Suspend => self.terminal.suspend()?,
            Effect::Quit => return Ok(Some(Exit::Quit)),
            Effect::Interrupt => return Ok(Some(Exit::Interrupted)),
        }
        Ok(None)
    }
}

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
