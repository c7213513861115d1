//! The form for a new game.

use foursight::notation::{Expected, Notation};
use foursight::{AnySize, OpeningRule, Size};

use super::{Action, Dialog, HelpView, edit};
use crate::event::Key;
use crate::game::{LocalGame, PlayerKind};

/// The fields, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Red,
    Yellow,
    Width,
    Height,
    Connect,
    OpeningRule,
    Position,
    Start,
}

impl Field {
    pub(crate) const ALL: [Self; 8] = [
        Self::Red,
        Self::Yellow,
        Self::Width,
        Self::Height,
        Self::Connect,
        Self::OpeningRule,
        Self::Position,
        Self::Start,
    ];

    fn next(self, n: usize) -> Self {
        let index = Self::ALL.iter().position(|&field| field == self).expect("it is one of all");
        Self::ALL[(index + n) % Self::ALL.len()]
    }
}

/// The form, with its current values.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) players: [PlayerKind; 2],
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) connect: usize,
    pub(crate) opening_rule: OpeningRule,
    /// In any notation.
    pub(crate) position: String,
    pub(crate) focus: Field,
    /// The reason why the game cannot start.
    pub(crate) error: Option<String>,
}

impl Form {
    /// The longest position.
    const MAX_CHARS: usize = 300;

    /// A form with the players and the board of a game.
    pub(crate) fn new(local: &LocalGame) -> Self {
        let size = local.record.game.position().size();
        Self {
            players: local.players,
            width: size.width(),
            height: size.height(),
            connect: size.connect(),
            opening_rule: local.record.opening_rule,
            position: String::new(),
            focus: Field::Start,
            error: None,
        }
    }

    pub(super) fn press(mut self, key: Key) -> Action {
        self.error = None;
        match key {
            Key::Esc => return Action::Close,
            Key::F(1) | Key::Char('?') => {
                let help = HelpView { form: Some(Box::new(self)), ..HelpView::default() };
                return Action::Stay(Dialog::Help(help));
            }
            Key::Enter => match self.new_game() {
                Ok(local) => return Action::Propose(Box::new(local)),
                Err(error) => self.error = Some(error),
            },
            Key::Tab | Key::Down => self.focus = self.focus.next(1),
            Key::BackTab | Key::Up => self.focus = self.focus.next(Field::ALL.len() - 1),
            _ if self.focus == Field::Position => edit(&mut self.position, key, Self::MAX_CHARS),
            Key::Char('j') => self.focus = self.focus.next(1),
            Key::Char('k') => self.focus = self.focus.next(Field::ALL.len() - 1),
            Key::Left | Key::Char('h' | '-') => self.change(false),
            Key::Right | Key::Char('l' | '+' | ' ') => self.change(true),
            _ => {}
        }
        Action::Stay(Dialog::NewGame(self))
    }

    fn change(&mut self, is_up: bool) {
        let step = |value: &mut usize, lowest: usize, highest: usize| {
            let next = if is_up { *value + 1 } else { *value - 1 };
            *value = next.clamp(lowest, highest);
        };
        match self.focus {
            Field::Red => self.players[0] = next_kind(self.players[0], is_up),
            Field::Yellow => self.players[1] = next_kind(self.players[1], is_up),
            Field::Width => step(&mut self.width, AnySize::MIN_SIDE, AnySize::MAX_SIDE),
            Field::Height => step(&mut self.height, AnySize::MIN_SIDE, AnySize::MAX_SIDE),
            Field::Connect => step(&mut self.connect, AnySize::MIN_CONNECT, AnySize::MAX_CONNECT),
            Field::OpeningRule => self.opening_rule = next_rule(self.opening_rule, is_up),
            Field::Position | Field::Start => {}
        }
    }

    fn new_game(&self) -> Result<LocalGame, String> {
        let size = AnySize::new(self.width, self.height, self.connect);
        let expected = Expected::of_size(size.map_err(|error| error.to_string())?);
        let game = Notation::read_any(&self.position, expected);
        let game = game.map_err(|error| error.to_string())?;
        LocalGame::new(game, self.players).with_opening_rule(self.opening_rule)
    }
}

/// The next kind: a person, then the levels from 0, in a cycle.
fn next_kind(kind: PlayerKind, is_up: bool) -> PlayerKind {
    const N_KINDS: usize = 12;
    let index = kind.level().map_or(0, |level| usize::from(level.number()) + 1);
    let next = (index + if is_up { 1 } else { N_KINDS - 1 }) % N_KINDS;
    let Some(number) = next.checked_sub(1) else { return PlayerKind::Human };
    format!("level:{number}").parse().expect("it is a level")
}

/// The next opening rule, in a cycle.
fn next_rule(rule: OpeningRule, is_up: bool) -> OpeningRule {
    let rules = OpeningRule::ALL;
    let index = rules.iter().position(|&other| other == rule).expect("it is one of all");
    rules[(index + if is_up { 1 } else { rules.len() - 1 }) % rules.len()]
}
