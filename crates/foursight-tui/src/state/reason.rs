//! The question why, from the key that asks it to its answer.

use super::State;
use crate::dialog::{Dialog, ReasonView};
use crate::game::{WhyAnswer, WhyQuestion};

impl State {
    /// Opens the window that will show the reason.
    pub(crate) fn ask_why(&mut self) {
        let ply = if self.outcome().is_some() {
            // Nobody chose the moves of the opening.
            let chosen = self.local.record.n_before_play()..self.game().moves().len();
            let last = self.find_mistake(chosen.rev(), "no move of this game changed the result");
            if last.is_none() {
                return;
            }
            last
        } else {
            self.last_choice()
        };
        let question = WhyQuestion::new(self.game(), ply);
        let view = ReasonView { question, answer: None, step: 0, above: 0 };
        self.dialog = Some(Dialog::Reason(view));
    }

    /// The number of moves before the one that may have been a mistake: the move on the screen if the person looks back
    /// or no machine plays, otherwise the person's last move.
    fn last_choice(&self) -> Option<usize> {
        let n_moves = self.game().moves().len();
        let is_person_to_move = self.asks_person() && self.has_machine();
        let back = if is_person_to_move && !self.is_reviewing { 2 } else { 1 };
        n_moves.checked_sub(back).filter(|&ply| ply >= self.local.record.n_before_play())
    }

    fn has_machine(&self) -> bool {
        use crate::game::PlayerKind::Human;
        self.local.players.iter().any(|&kind| kind != Human)
    }

    /// The question that has no answer yet.
    pub(crate) fn asked(&self) -> Option<WhyQuestion> {
        match &self.dialog {
            Some(Dialog::Reason(view)) if view.answer.is_none() => Some(view.question),
            _ => None,
        }
    }

    /// Shows the answer, if it is still wanted.
    pub(crate) fn take_answer(&mut self, answer: Option<Box<WhyAnswer>>) {
        let Some(Dialog::Reason(view)) = &mut self.dialog else { return };
        if answer.is_none() {
            self.dialog = None;
            self.notice =
                Some("this position is not solved, so there is no reason to give".to_owned());
        } else {
            view.answer = answer;
        }
    }
}
