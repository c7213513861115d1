//! Messages from the threads to the game loop: events and signals.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::event::{self, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};

use super::event::{Event, Key};
use super::signals::{self, Signal};

/// A message for the loop to handle.
#[derive(Debug)]
pub(crate) enum Message {
    Event(Event),
    /// The program must end with this signal.
    #[cfg(unix)]
    End(Signal),
    /// Ctrl-C, which came as a signal.
    Interrupt,
    /// The program must stop until it is resumed.
    Suspend,
    /// The program was stopped and is running again.
    Resumed,
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
        let message = match signal {
            Resume => Message::Resumed,
            Suspend => Message::Suspend,
            Interrupt => Message::Interrupt,
            #[cfg(unix)]
            Terminate | HangUp | Quit => Message::End(signal),
            #[cfg(not(unix))]
            Terminate | HangUp | Quit => Message::Interrupt,
        };
        // Without a receiver, the program is ending.
        let _ = messages.send(message);
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

fn translate_key(key: KeyEvent) -> Option<Key> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char(symbol) if is_control => Key::Ctrl(symbol.to_ascii_lowercase()),
        KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::ALT) => return None,
        KeyCode::Char(symbol) => Key::Char(symbol),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::F(1) => Key::F1,
        _ => return None,
    })
}
