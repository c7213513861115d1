//! The reason for a result or a mistake, with a line that shows it step by step.

use foursight::{AnySize, Game};

use super::{Action, Dialog};
use crate::event::Key;
use crate::game::{WhyAnswer, WhyQuestion};

/// A question, and the answer once there is one.
#[derive(Debug)]
pub(crate) struct ReasonView {
    pub(crate) question: WhyQuestion,
    /// The headline of the game's lesson, which replaces the answer's heading.
    pub(crate) headline: Option<String>,
    pub(crate) answer: Option<Box<WhyAnswer>>,
    /// The number of moves of the line on the board.
    pub(crate) step: usize,
    /// The number of lines above the window.
    pub(crate) above: u16,
}

impl ReasonView {
    pub(super) fn press(mut self, key: Key) -> Action {
        let n_steps = self.answer.as_ref().map_or(0, |answer| answer.why.line.len());
        match key {
            Key::Right | Key::Char('l' | ' ') | Key::Enter => {
                self.step = (self.step + 1).min(n_steps);
            }
            Key::Left | Key::Char('h') => self.step = self.step.saturating_sub(1),
            Key::Home | Key::Char('g') => self.step = 0,
            Key::End | Key::Char('G') => self.step = n_steps,
            Key::Down | Key::Char('j') => self.scroll(true),
            Key::Up | Key::Char('k') => self.scroll(false),
            _ => return Action::Close,
        }
        Action::Stay(Dialog::Reason(self))
    }

    pub(super) fn scroll(&mut self, is_down: bool) {
        // The window stops at its last line.
        const MOST: u16 = 200;
        self.above =
            if is_down { (self.above + 1).min(MOST) } else { self.above.saturating_sub(1) };
    }

    /// The position that is explained, after the steps so far.
    pub(crate) fn game(&self, answer: &WhyAnswer) -> Game<AnySize> {
        let mut game = answer.game.clone();
        for &column in &answer.why.line[..self.step] {
            game.play(column).expect("the line can be played");
        }
        game
    }
}
