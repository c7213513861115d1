//! Messages from the threads to the game loop: events and signals.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::event::{self, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};

use super::event::{Event, Key};
use super::signals::{self, Signal};

/// A message for the loop to handle.
#[derive(Debug)]
pub(crate) enum Message {
    Event(Event),
    Signal(Signal),
    /// The thread of the engine has panicked.
    EngineFailed,
    /// The terminal can no longer be read.
    Closed(io::Error),
}

/// Reads the terminal until it is closed.
pub(crate) fn read_terminal(messages: Sender<Message>) {
    thread::spawn(move || {
        loop {
            let message = match event::read() {
                Ok(event) => translate(&event).map(Message::Event),
                Err(error) => Some(Message::Closed(error)),
            };
            let is_last = matches!(message, Some(Message::Closed(_)));
            if message.is_some_and(|message| messages.send(message).is_err()) || is_last {
                return;
            }
        }
    });
}

/// Passes signals on as messages.
///
/// # Errors
///
/// If the system refuses to deliver them.
pub(crate) fn wait_for_signals(messages: Sender<Message>) -> io::Result<()> {
    use Signal::{HangUp, Interrupt, Quit, Resume, Suspend, Terminate};
    signals::listen(&[Interrupt, Terminate, HangUp, Quit, Suspend, Resume], move |signal| {
        // Without a receiver, the program is ending.
        let _ = messages.send(Message::Signal(signal));
    })
}

fn translate(event: &event::Event) -> Option<Event> {
    match *event {
        event::Event::Key(key) if !key.is_release() => translate_key(key).map(Event::Key),
        event::Event::Resize(width, height) => Some(Event::Resize(width, height)),
        event::Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                Some(Event::Hover(mouse.column, mouse.row))
            }
            MouseEventKind::Down(MouseButton::Left) => Some(Event::Click(mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(Event::Scroll(true)),
            MouseEventKind::ScrollUp => Some(Event::Scroll(false)),
            _ => None,
        },
        _ => None,
    }
}

/// The key; with Ctrl, a letter is another character. There are no commands with Alt.
fn translate_key(key: KeyEvent) -> Option<Key> {
    match key.code {
        Key::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => {
            let character = char::from(letter.to_ascii_lowercase() as u8 & 0x1f);
            letter.is_ascii_alphabetic().then_some(Key::Char(character))
        }
        Key::Char(_) if key.modifiers.contains(KeyModifiers::ALT) => None,
        code => Some(code),
    }
}
