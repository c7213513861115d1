//! Why a position is what it is: a reason that the checker has accepted, or an honest example.
//!
//! [`Why::of_position`] explains the result of a position, [`Why::of_move`] that of a move: what it gave away
//! against the best one. A finder looks for a strategy that a person can follow, and
//! [`foursight::reason`] checks it; nothing is said that the checker has not seen. Where no short reason is
//! found there is an example of best play, which is called one, and proves nothing.
//!
//! ```
//! use foursight::{AnySize, Column, Position};
//! use foursight_engine::why::{Explanation, Why};
//! use foursight_engine::{AnySolver, Control, Goal, Solve, TableSize};
//!
//! let position = "7443".parse::<Position>()?.to_any();
//! let mut solver = AnySolver::new(AnySize::default(), TableSize::from_mib(1));
//! let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
//! let why = Why::of_move(&position, Column::new(3), &scores, &mut solver, &mut Control::default());
//! assert!(matches!(why.explanation, Explanation::Certain(_)));
//! println!("{}", why.sentences.join(" "));
//! # Ok::<(), foursight::notation::MovesError>(())
//! ```

mod attempt;
mod ending;
mod explanation;
mod finder;
mod idea;
mod mistake;
mod playout;
mod prune;
mod repair;
mod rules;
mod sentence;
mod story;
mod words;

use foursight::reason::Overlay;
use foursight::{AnySize, Cell, Column, Position};

pub use explanation::{Explanation, prove, strategy};
pub use idea::Idea;

use self::mistake::Mistake;
use self::sentence::Sentence;
use self::story::{Story, completed_line};
use crate::{Control, Forecast, Goal, MoveScores, Solve};

/// The most sentences of an explanation.
const MAX_SENTENCES: usize = 3;

/// The most moves of an example that are said.
const MAX_SAID: usize = 8;

/// The reason of a result, in words and signs, with a line that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The position that is explained: for a move, the one after it; for [`Explanation::Kept`], the one before it.
    pub position: Position<AnySize>,
    /// What is known of it.
    pub explanation: Explanation,
    /// What decides, in one term; `None` without a reason.
    pub idea: Option<Idea>,
    /// After a mistake, the move that would have kept the result.
    pub better: Option<Column>,
    /// At most three sentences for a person; cells are named `a1` to `g6`.
    pub sentences: Vec<String>,
    /// What to draw over the board of [`Why::position`].
    pub overlay: Overlay,
    /// Moves of both sides from [`Why::position`] on that show the reason: resistance to a strategy, or
    /// an example of best play.
    pub line: Vec<Column>,
}

impl Why {
    /// Why the open `position` is won, lost or drawn, given the scores of its moves.
    ///
    /// The `solver` is asked for lines of play. The explanation is [`Explanation::Bare`] where the scores do not
    /// prove who wins.
    pub fn of_position(
        position: &Position<AnySize>,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        let explanation = Explanation::find(position, scores, solver, control);
        let line = explanation.line(position, solver, control);
        let story = tell(position, &explanation, scores, &line);
        Self::of_story(position, explanation, story, line)
    }

    /// Why the move in `column` leads to what it leads to, given the scores of the moves of `position`: after
    /// a mistake, what it gave away or, if only that has a reason, how the better move would have kept it.
    ///
    /// # Panics
    ///
    /// If no disc can be played in `column`.
    pub fn of_move(
        position: &Position<AnySize>,
        column: Column,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        let next = position.play(column).expect("the caller names a legal move");
        if next.outcome().is_some() {
            return Self::of_end(position, column, &next);
        }
        let next_scores = solver.solve_moves(&next, Goal::Score, control);
        let Some(mistake) = Mistake::new(position, column, scores) else {
            return Self::of_position(&next, &next_scores, solver, control);
        };
        let (before, after) = ((position, scores), (&next, &next_scores));
        let explanation = Explanation::of_mistake(before, after, solver, control);
        if let Explanation::Kept(proof) = &explanation {
            let mut story = Story::of(proof);
            mistake.tell_kept(proof, &mut story);
            let line = explanation.line(position, solver, control);
            let better = line.first().copied();
            return Self { better, ..Self::of_story(position, explanation, story, line) };
        }
        let line = explanation.line(&next, solver, control);
        let mut story = tell(&next, &explanation, &next_scores, &line);
        let better = mistake.better(scores);
        mistake.tell(better, explanation.proof(), &mut story);
        Self { better: Some(better), ..Self::of_story(&next, explanation, story, line) }
    }

    /// The cells where the discs of [`Why::line`] land.
    pub fn line_cells(&self) -> Vec<Cell> {
        discs_of(&self.position, &self.line).into_iter().map(|(cell, _)| cell).collect()
    }

    /// The last move of a game.
    fn of_end(position: &Position<AnySize>, column: Column, next: &Position<AnySize>) -> Self {
        let hero = position.side_to_move();
        let cell = position.landing(column).expect("the move was legal");
        let line = completed_line(position, hero, cell);
        let overlay = Overlay { rings: line.clone(), ..Overlay::default() };
        let (idea, sentence) = if next.is_won() {
            (Some(Idea::Four), Sentence::Completes { hero, cell, line })
        } else {
            (None, Sentence::Fills { hero, cell: Some(cell) })
        };
        let story = Story { idea, sentences: vec![sentence], overlay };
        Self::of_story(next, Explanation::Bare, story, Vec::new())
    }

    fn of_story(
        position: &Position<AnySize>,
        explanation: Explanation,
        story: Story,
        line: Vec<Column>,
    ) -> Self {
        let sentences = story.sentences.iter().take(MAX_SENTENCES).map(words::english);
        Self {
            position: *position,
            explanation,
            idea: story.idea,
            better: None,
            sentences: sentences.collect(),
            overlay: story.overlay,
            line,
        }
    }
}

/// What `explanation` tells of `position`, where `line` shows it.
fn tell(
    position: &Position<AnySize>,
    explanation: &Explanation,
    scores: &MoveScores,
    line: &[Column],
) -> Story {
    let mut story = match explanation {
        Explanation::Certain(proof) | Explanation::Kept(proof) => return Story::of(proof),
        Explanation::Draw { mover, opponent } => {
            let (mut of_mover, mut of_opponent) = (Story::of(mover), Story::of(opponent));
            let last =
                [of_mover.sentences.pop(), of_opponent.sentences.pop()].into_iter().flatten();
            let sentences = [Sentence::BothHold].into_iter().chain(last.map(plain)).collect();
            return Story { sentences, ..of_mover };
        }
        Explanation::Example { .. } | Explanation::Bare => Story::default(),
    };
    let mover = position.side_to_move();
    let forecast = scores.best().map_or(Forecast::Open, |best| Forecast::new(&best, position));
    story.sentences.push(Sentence::NoReason { mover, forecast });
    let line = match explanation {
        Explanation::Example { line, .. } => line,
        _ => &line[..line.len().min(MAX_SAID)],
    };
    story.overlay.steps = discs_of(position, line);
    if !line.is_empty() {
        let line: Vec<Cell> = story.overlay.steps.iter().map(|(cell, _)| *cell).collect();
        story.sentences.push(Sentence::Example { line });
    }
    if let Explanation::Example { then, .. } = explanation
        && let Some(proof) = then.proof()
    {
        let then = Story::of(proof);
        story.idea = then.idea;
        let first = then.sentences.into_iter().next();
        story.sentences.extend(first.map(|sentence| Sentence::AfterThat(Box::new(sentence))));
    }
    story
}

/// A sentence without the words that tie it to the one before.
fn plain(sentence: Sentence) -> Sentence {
    match sentence {
        Sentence::AfterThat(sentence) => *sentence,
        other => other,
    }
}

/// The discs of the moves in `line`, each with its player.
fn discs_of(position: &Position<AnySize>, line: &[Column]) -> Vec<(Cell, foursight::Player)> {
    let mut position = *position;
    let discs = line.iter().map_while(|&column| {
        let cell = position.landing(column)?;
        let player = position.side_to_move();
        position = position.play(column).ok()?;
        Some((cell, player))
    });
    discs.collect()
}
