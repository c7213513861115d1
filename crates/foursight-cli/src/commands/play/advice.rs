//! Hints, analyses and reasons at the prompts.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use foursight::Player;
use foursight_engine::review::Review;
use foursight_engine::{Advice, Analysis, Goal, Guess, Limits, Solve};
use foursight_tui::game::{NO_HINT, WhyAnswer, WhyQuestion};

use super::prompts::{Flow, Participant, PromptGame};
use crate::commands::analyze::to_text;
use crate::progress::with_spinner;
use crate::reason;

/// Maximum time that a person waits for a hint or an analysis.
const HINT_TIME: Duration = Duration::from_secs(5);

impl<R: BufRead, W: Write> PromptGame<R, W> {
    pub(super) fn hint(&mut self) -> Result<Flow> {
        if self.local.record.opening().n_to_place > 0 {
            return self.say(NO_HINT);
        }
        let (position, solver) = (self.local.record.game.position(), &mut self.solver);
        let scores = with_spinner("looking", Limits::default().within(HINT_TIME), |control| {
            solver.solve_moves(position, Goal::Score, control)
        });
        let hint = if let Some(advice) = Advice::new(&scores, position) {
            advice.to_string()
        } else {
            Guess::new(position).expect("the game is open").to_string()
        };
        self.say(&hint)
    }

    pub(super) fn analyze(&mut self) -> Result<Flow> {
        let (position, solver) = (self.local.record.game.position(), &mut self.solver);
        let analysis = with_spinner("analyzing", Limits::default().within(HINT_TIME), |control| {
            Analysis::new(solver, position, control)
        });
        let game = &self.local.record.game;
        let text = to_text(game, &analysis, self.style);
        self.say(text.trim_end_matches('\n'))
    }

    /// Explains the lesson of a finished game or, if it has no reason, its last mistake; otherwise the person's own last move, or the position.
    pub(super) fn why(&mut self) -> Result<Flow> {
        let (game, solver) = (&self.local.record.game, &mut self.solver);
        let n_moves = game.moves().len();
        let is_over = self.local.outcome().is_some();
        let has_machine = self.participants.iter().any(|p| !matches!(p, Participant::Human));
        let last = n_moves.checked_sub(if has_machine && !is_over { 2 } else { 1 });
        // Nobody chose the moves of the opening.
        let first = self.local.record.n_before_play();
        let plies = match last.filter(|&last| last >= first) {
            Some(last) if is_over => (first..=last).rev().map(Some).collect(),
            last => vec![last],
        };
        let loser = self.local.record.result().loser();
        let person = |index: usize| matches!(self.participants[index], Participant::Human);
        let you = match [person(0), person(1)] {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        };
        let mut answers = plies.into_iter().map(|ply| WhyQuestion::new(game, ply, you));
        let start = Instant::now();
        let answer = with_spinner(
            "looking for the reason",
            Limits::default().within(HINT_TIME),
            |control| {
                let mut lesson = || {
                    let review = Review::new(game, |position| {
                        Some(solver.solve_moves(position, Goal::Score, control))
                    });
                    let lesson = review.without(0..first).lesson(game, loser, control)?;
                    let heading = lesson.headline(you);
                    let ply = lesson.ply - game.positions()[0].ply();
                    WhyAnswer::of_lesson(lesson, game, you).or_else(|| {
                        let long =
                            WhyQuestion::of_lesson(game, ply, you).answer(solver, control)?;
                        Some(WhyAnswer { heading, ..long })
                    })
                };
                let lesson = if is_over { lesson() } else { None };
                lesson.or_else(|| answers.find_map(|question| question.answer(solver, control)))
            },
        );
        let text = match answer {
            Some(WhyAnswer { heading, game, why }) => {
                let board = reason::board(&game, &why, self.style);
                format!("{board}\n{heading}\n{}", reason::in_words(&why))
            }
            None if is_over && start.elapsed() < HINT_TIME => {
                "no mistake was found in this game".to_owned()
            }
            None if is_over => {
                "this game takes too long to solve, so its mistakes are not known".to_owned()
            }
            None => {
                "this position takes too long to solve, so there is no reason to give".to_owned()
            }
        };
        self.say(text.trim_end_matches('\n'))
    }
}
