//! The keys on the board and their effects.

use foursight::{Column, Size};

use super::dialog::{Dialog, Form, HelpView, NameField, Purpose};
use super::event::{CTRL_C, CTRL_R, CTRL_Z, Effect, Key};
use super::layout::Layout;
use super::state::{Hints, State, whole};
use crate::game::NO_HINT;

/// Carries out a key's command.
pub(crate) fn press(state: &mut State, key: Key) -> Vec<Effect> {
    match key {
        Key::Char(CTRL_C) => return vec![Effect::Interrupt],
        Key::Char(CTRL_Z) => return vec![Effect::Suspend],
        _ => {}
    }
    // A game that cannot be seen takes no keys.
    if Layout::new(state.size(), state.screen).is_none() {
        let quits = matches!(key, Key::Char('q' | 'Q'));
        return if quits { vec![Effect::Quit] } else { Vec::new() };
    }
    match state.dialog.take() {
        Some(dialog) if key == Key::Char('Q') && !dialog.takes_text() => vec![Effect::Quit],
        Some(dialog) => {
            let action = dialog.press(state.screen, key);
            state.act(action)
        }
        None => press_on_board(state, key),
    }
}

fn press_on_board(state: &mut State, key: Key) -> Vec<Effect> {
    if let Some(column) = column(state, key) {
        state.drop_disc(column);
    } else if !press_to_play(state, key) && !press_to_look(state, key) {
        return open_dialog(state, key);
    }
    Vec::new()
}

/// Handles the keys that change the game; returns whether `key` is one.
fn press_to_play(state: &mut State, key: Key) -> bool {
    match key {
        Key::Left | Key::Char('h') => state.move_cursor(false),
        Key::Right | Key::Char('l') => state.move_cursor(true),
        Key::Char(' ') if !state.has_person() => state.toggle_pause(),
        Key::Enter | Key::Char(' ') => state.drop_disc(state.cursor),
        Key::Esc => escape(state),
        Key::Char('u') => state.take_back(),
        Key::Char('r' | CTRL_R) => state.play_again(),
        Key::Char('p') => state.toggle_pause(),
        Key::Char('+' | '=') => change_speed(state, true),
        Key::Char('-') => change_speed(state, false),
        Key::Char('R') => state.restart(),
        Key::Char('X') => state.rematch(),
        Key::Char('x') => state.swap_sides(),
        _ => return false,
    }
    true
}

/// Handles the keys that change the view; returns whether `key` is one.
fn press_to_look(state: &mut State, key: Key) -> bool {
    match key {
        Key::Up | Key::Char('k') => state.step_back(),
        Key::Down | Key::Char('j') => state.step_forward(),
        Key::Home | Key::Char('g') => state.go_to_ply(0),
        Key::End | Key::Char('G') => state.go_to_ply(whole(state.game()).moves().len()),
        Key::Char('m') => state.go_to_mistake(true),
        Key::Char('M') => state.go_to_mistake(false),
        Key::Char('e' | 'a') => state.shows_scores = !state.shows_scores,
        Key::Char('i') => hint(state),
        Key::Char('I') => keep_hints(state),
        Key::Char('w') => state.ask_why(),
        _ => return false,
    }
    true
}

fn open_dialog(state: &mut State, key: Key) -> Vec<Effect> {
    state.dialog = match key {
        Key::Char('f') => {
            let player = state.resigning();
            if player.is_none() {
                state.notice = Some("nobody can resign here".to_owned());
            }
            player.map(Dialog::Resign)
        }
        Key::Char('n') => Some(Dialog::NewGame(Form::new(&state.local))),
        Key::Char('s') => Some(Dialog::Name(NameField::new(Purpose::Save, state.path.as_deref()))),
        Key::Char('o') => Some(Dialog::Name(NameField::new(Purpose::Open, state.path.as_deref()))),
        Key::Char('y') => Some(Dialog::Copy),
        Key::Char('?') | Key::F(1) => Some(Dialog::Help(HelpView::default())),
        Key::Char('q') if state.is_unsaved() => Some(Dialog::Quit),
        Key::Char('q' | 'Q') => return vec![Effect::Quit],
        _ => {
            state.notice = Some("this key does nothing here; ? lists the keys".to_owned());
            None
        }
    };
    Vec::new()
}

/// The column that a key stands for on this board.
fn column(state: &State, key: Key) -> Option<Column> {
    let Key::Char(symbol) = key else { return None };
    let column = Column::from_symbol(symbol).filter(|&column| state.size().has_column(column));
    column.filter(|_| symbol.is_ascii_digit() || symbol == 'a')
}

fn escape(state: &mut State) {
    if state.asks_machine() && !state.is_waiting {
        state.stop_machine();
    } else if state.wants_evaluation() {
        state.shows_scores = false;
        state.hints = Hints::Off;
    } else {
        state.notice = Some("q quits, ? lists the keys".to_owned());
    }
}

fn hint(state: &mut State) {
    if state.asks_to_place() {
        state.notice = Some(NO_HINT.to_owned());
    } else if state.asks_person() {
        state.hints = Hints::Once(*state.position());
    } else {
        state.notice = Some("hints are for people, on their turn".to_owned());
    }
}

fn keep_hints(state: &mut State) {
    let stays = state.hints != Hints::Stay;
    state.hints = if stays { Hints::Stay } else { Hints::Off };
    let now = if stays { "hints on every move: I turns them off" } else { "no more hints" };
    state.notice = Some(now.to_owned());
}

fn change_speed(state: &mut State, is_faster: bool) {
    state.pace.change(is_faster);
    let (speed, fastest) = state.pace.speed();
    state.notice = Some(format!("machines play each other at speed {speed} of {fastest}"));
}

impl State {
    /// Moves the disc above the board, wrapping around from the last column to the first.
    fn move_cursor(&mut self, is_right: bool) {
        let width = self.size().width();
        let step = if is_right { 1 } else { width - 1 };
        self.cursor = Column::new((self.cursor.index() + step) % width);
    }
}
