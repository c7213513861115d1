//! The game on the screen, without a terminal: keys go in; moves, words and screens come out.

mod clock;
mod dialogs;
mod engine;
mod leaving;
mod monkey;
mod mouse;
mod moves;
mod opening_rule;
#[cfg(unix)]
mod panics;
mod screens;
mod why;

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use foursight::notation::{Expected, Notation, moves as notation};
use foursight::{AnySize, OpeningRule};
use foursight_engine::OpeningBooks;

use super::engine::Engine;
use super::event::{Assignment, Effect, Event, Finding, Key, Task};
use super::message::Message;
use super::state::{Look, State};
use super::update::update;
use super::view::status::sentence;
use crate::game::LocalGame;

/// A game with an engine that works only on request.
struct Table {
    state: State,
    /// The requests to the outside world, without the engine's assignments.
    effects: Vec<Effect>,
    assignment: Option<Assignment>,
    engine: Engine,
    messages: Receiver<Message>,
}

impl Table {
    /// A game between `players` (`human level:3`) on the board of `size` after `start`.
    fn new(players: &str, size: &str, start: &str) -> Self {
        let size: AnySize = size.parse().unwrap();
        let connect = if size == AnySize::default() { 4 } else { 3 };
        let size = size.with_connect(connect).unwrap();
        let game = Notation::Moves.read(start, Expected::of_size(size)).unwrap();
        let players: Vec<&str> = players.split(' ').collect();
        let players = [players[0].parse().unwrap(), players[1].parse().unwrap()];
        let look = Look { is_ascii: false, is_animated: false, is_colored: true };
        let time = Duration::from_secs(10);
        let state = State::new(LocalGame::new(game, players), look, 1, time);
        let (sender, messages) = channel();
        let engine = Engine::start(OpeningBooks::embedded(), sender);
        let mut table = Self { state, effects: Vec::new(), assignment: None, engine, messages };
        table.happen(Event::Resize(80, 24));
        table
    }

    /// The same game under an opening rule.
    fn with_opening_rule(mut self, rule: OpeningRule) -> Self {
        let local = self.state.local.clone().with_opening_rule(rule).unwrap();
        self.state.begin(local, None);
        self.happen(Event::Time(self.state.now));
        self
    }

    /// Two people on the standard board.
    fn people() -> Self {
        Self::new("human human", "7x6", "")
    }

    fn happen(&mut self, event: Event) {
        for effect in update(&mut self.state, event) {
            match effect {
                Effect::Start(assignment) => self.assignment = Some(assignment),
                Effect::Cancel => self.assignment = None,
                other => self.effects.push(other),
            }
        }
    }

    /// Presses keys given by name, with spaces between them.
    fn press(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            self.happen(Event::Key(key(name)));
        }
    }

    fn wait(&mut self, milliseconds: u64) {
        let now = self.state.now + Duration::from_millis(milliseconds);
        self.happen(Event::Time(now));
    }

    /// Lets the engine finish its assignment.
    fn work(&mut self) {
        while let Some(assignment) = self.assignment.take() {
            self.engine.give(assignment);
            self.take_findings(assignment);
        }
    }

    /// Lets the engine and time work until nothing changes by itself.
    fn settle(&mut self) {
        loop {
            self.work();
            if self.state.wakes_at().is_none() {
                return;
            }
            let wakes_at = self.state.wakes_at().unwrap_or_default();
            self.happen(Event::Time(wakes_at.max(self.state.now)));
        }
    }

    fn take_findings(&mut self, assignment: Assignment) {
        loop {
            let message = self.messages.recv_timeout(Duration::from_mins(1)).unwrap();
            let Message::Event(event) = message else { panic!("the engine only answers") };
            let is_last = match &event {
                Event::Found(number, _) if *number != assignment.number => continue,
                Event::Found(_, Finding::Evaluation(evaluation)) => evaluation.is_complete,
                _ => true,
            };
            self.happen(event);
            if is_last {
                return;
            }
        }
    }

    fn moves(&self) -> String {
        notation::write(self.state.game().moves())
    }

    fn sentence(&self) -> String {
        sentence(&self.state)
    }

    /// Checks the moves and the sentence after each of these keys, pressed one after the other.
    #[track_caller]
    fn check(&mut self, steps: &[(&str, &str, &str)]) {
        for &(keys, moves, sentence) in steps {
            self.press(keys);
            assert_eq!((&*self.moves(), &*self.sentence()), (moves, sentence), "{keys}");
        }
    }

    fn notice(&self) -> &str {
        self.state.notice.as_deref().unwrap_or("")
    }

    /// The characters on a screen of the usual size.
    fn screen(&self) -> String {
        screens::text(&self.state, 80, 24, screens::PLAIN)
    }

    /// Whether the engine has been asked for a move.
    fn is_thinking(&self) -> bool {
        self.assignment.is_some_and(|assignment| matches!(assignment.task, Task::Choose { .. }))
    }
}

fn key(name: &str) -> Key {
    match name {
        "Left" => Key::Left,
        "Right" => Key::Right,
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Home" => Key::Home,
        "End" => Key::End,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "Enter" => Key::Enter,
        "Space" => Key::Char(' '),
        "Esc" => Key::Esc,
        "Tab" => Key::Tab,
        "BackTab" => Key::BackTab,
        "Backspace" => Key::Backspace,
        "F1" => Key::F(1),
        _ => match name.strip_prefix("Ctrl-") {
            Some(letter) => Key::Char(char::from(letter.as_bytes()[0] & 0x1f)),
            None => Key::Char(name.chars().next().unwrap()),
        },
    }
}
