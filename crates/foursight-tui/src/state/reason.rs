//! The question why, from the key that asks it to its answer.

use foursight::Player;
use foursight_engine::Control;
use foursight_engine::review::Lesson;

use super::State;
use crate::dialog::{Dialog, ReasonView};
use crate::game::{PlayerKind, WhyAnswer, WhyQuestion};

impl State {
    /// Opens the window that will show the reason.
    pub(crate) fn ask_why(&mut self) {
        let (game, you) = (self.game(), self.you());
        let lesson = self.outcome().and_then(|_| self.lesson());
        let question = if let Some(lesson) = &lesson {
            WhyQuestion::of_lesson(game, self.index_of(lesson), you)
        } else if self.outcome().is_some() {
            // Nobody chose the moves of the opening.
            let chosen = self.local.record.n_before_play()..game.moves().len();
            let last = self.find_mistake(chosen.rev(), "no move of this game changed the result");
            let Some(last) = last else { return };
            WhyQuestion::new(self.game(), Some(last), you)
        } else {
            WhyQuestion::new(game, self.last_choice(), you)
        };
        let headline = lesson.as_ref().map(|lesson| lesson.headline(you));
        let answer = lesson.and_then(|lesson| WhyAnswer::of_lesson(lesson, self.game(), you));
        let answer = answer.map(Box::new);
        let view = ReasonView { question, headline, answer, step: 0, above: 0 };
        self.dialog = Some(Dialog::Reason(view));
    }

    /// The lesson of a finished game, once all of it is graded.
    fn lesson(&self) -> Option<Lesson> {
        let (game, loser) = (self.game(), self.local.record.result().loser());
        let is_graded = self.n_ungraded(game) == 0;
        let lesson = || self.review(game).lesson(game, loser, &mut Control::default());
        is_graded.then(lesson).flatten()
    }

    /// The number of moves before the lesson's.
    fn index_of(&self, lesson: &Lesson) -> usize {
        lesson.ply - self.game().positions()[0].ply()
    }

    /// The person, if only one plays.
    fn you(&self) -> Option<Player> {
        let is_person = |player: &Player| self.kind(*player) == PlayerKind::Human;
        let mut people = [Player::First, Player::Second].into_iter().filter(is_person);
        people.next().filter(|_| people.next().is_none())
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
        self.local.players.iter().any(|&kind| kind != PlayerKind::Human)
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
