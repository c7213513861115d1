//! The game on the whole screen of a terminal.
//!
//! `update` and `view` are pure: a state and an event make the next state and effects, and a state
//! makes a screen. Around them a loop waits for messages from three threads (terminal, signals,
//! engine), so that nothing is done while nothing happens, and nothing is waited for while the engine
//! thinks.

mod dialog;
mod engine;
mod evaluation;
mod event;
mod files;
mod keys;
mod layout;
mod message;
mod moves;
mod pace;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod update;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use foursight::game_file::GameText;

use self::dialog::{Dialog, FilePick, Form};
use self::engine::Engine;
use self::event::{Effect, Event};
use self::message::Message;
pub(crate) use self::state::Look;
use self::state::State;
use self::terminal::Terminal;
use self::theme::{Colors, Theme};
use self::update::update;
use crate::commands::play::{Asked, Setup};
use crate::failure::Interrupted;

/// Whether there is a terminal that can show a screen.
pub(crate) fn is_possible() -> bool {
    io::stdout().is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb")
}

/// What comes first on the screen.
pub(crate) enum Opening {
    Board,
    /// The form for a new game, over the board.
    Form,
    /// One of these games, one at least, is chosen, and played by those who are asked for.
    Choice(Vec<GameText>, Asked),
}

/// Plays until the person quits.
pub(crate) fn run(setup: Setup, look: Look, opening: Opening) -> Result<()> {
    let mut state = State::new(setup.record, look, setup.seed, setup.move_time);
    state.open(opening, setup.path);
    let theme = Theme { colors: colors(), is_ascii: look.is_ascii };
    let (sender, messages) = channel();
    #[cfg(unix)]
    message::wait_for_signals(sender.clone()).context("waiting for signals")?;
    let terminal = Terminal::take().context("taking the terminal")?;
    message::read_terminal(sender.clone());
    let engine = Engine::start(setup.books, sender);
    Session { state, theme, terminal, engine, messages, start: Instant::now() }.run()
}

impl State {
    /// Shows what comes first; the game that is asked for comes from `path`.
    fn open(&mut self, opening: Opening, path: Option<PathBuf>) {
        // The game behind a question is not played yet.
        self.is_waiting = !matches!(opening, Opening::Board) && self.asks_machine();
        self.dialog = match opening {
            Opening::Board => None,
            Opening::Form => Some(Dialog::NewGame(Form::new(&self.record))),
            Opening::Choice(games, asked) => {
                Some(Dialog::Pick(FilePick::new(games, path.clone(), asked)))
            }
        };
        self.path = path.filter(|_| self.dialog.is_none());
    }
}

/// What the terminal knows, unless colors were switched off.
fn colors() -> Colors {
    let is_off = anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never;
    if is_off {
        return Colors::None;
    }
    // What was asked for on the command line is above NO_COLOR.
    crossterm::style::force_color_output(true);
    let variable = |name| std::env::var(name).unwrap_or_default();
    Colors::of_terminal(&variable("TERM"), &variable("COLORTERM"))
}

struct Session {
    state: State,
    theme: Theme,
    terminal: Terminal,
    engine: Engine,
    messages: Receiver<Message>,
    start: Instant,
}

/// Whether the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoesOn,
    Ends,
}

impl Session {
    fn run(mut self) -> Result<()> {
        let (width, height) = Terminal::size()?;
        self.happen(Event::Resize(width, height))?;
        loop {
            self.terminal.draw(&self.state, self.theme)?;
            let Some(message) = self.next_message() else {
                self.happen(Event::Time(self.start.elapsed()))?;
                continue;
            };
            // Whatever else has come is dealt with before the screen is drawn once.
            let mut next = Some(message);
            while let Some(message) = next {
                if self.deal_with(message)? == Flow::Ends {
                    return Ok(());
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

    fn deal_with(&mut self, message: Message) -> Result<Flow> {
        match message {
            Message::Event(event) => {
                self.happen(Event::Time(self.start.elapsed()))?;
                self.happen(event)
            }
            Message::Interrupt => self.bring_about(Effect::Interrupt),
            Message::Suspend => self.bring_about(Effect::Suspend),
            Message::Resumed => {
                self.terminal.resume()?;
                let (width, height) = Terminal::size()?;
                self.happen(Event::Resize(width, height))
            }
            #[cfg(unix)]
            Message::End(signal) => {
                // As if nobody had waited for the signal, but with the terminal in order.
                terminal::give_back();
                signal_hook::low_level::emulate_default_handler(signal)?;
                Ok(Flow::Ends)
            }
            Message::EngineFailed => bail!("the engine has failed"),
            Message::Closed(error) => Err(error).context("reading the terminal"),
        }
    }

    fn happen(&mut self, event: Event) -> Result<Flow> {
        for effect in update(&mut self.state, event) {
            if self.bring_about(effect)? == Flow::Ends {
                return Ok(Flow::Ends);
            }
        }
        Ok(Flow::GoesOn)
    }

    fn bring_about(&mut self, effect: Effect) -> Result<Flow> {
        match effect {
            Effect::Start(job) => self.engine.give(job),
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
            #[cfg(unix)]
            Effect::Suspend => self.terminal.suspend()?,
            #[cfg(not(unix))]
            Effect::Suspend => {}
            Effect::Quit => return Ok(Flow::Ends),
            Effect::Interrupt => return Err(Interrupted.into()),
        }
        Ok(Flow::GoesOn)
    }
}
