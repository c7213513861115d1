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

mod explanation;
mod finder;
mod idea;
mod playout;
mod rules;
mod words;

use foursight::reason::Overlay;
use foursight::{AnySize, Column, Position};

pub use explanation::{Explanation, prove};
pub use idea::Idea;

use crate::{Control, MoveScores, Solve};

/// The reason of a result, in words and signs, with a line that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The position that is explained: for a move, the one after it.
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
    /// Moves of both sides from [`Why::position`] on that show the reason: the longest resistance to a
    /// strategy, or an example of best play.
    pub line: Vec<Column>,
}

impl Why {
    /// Why the open `position` is won, lost or drawn, given the scores of its moves.
    ///
    /// The `solver` is asked for the line that shows it. The explanation is [`Explanation::Bare`] where the
    /// scores do not prove who wins.
    pub fn of_position(
        position: &Position<AnySize>,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        let explanation = Explanation::find(position, scores, solver, control);
        let line = explanation.line(position, solver, control);
        Self {
            position: *position,
            idea: None,
            better: None,
            sentences: words::of_position(position, &explanation),
            overlay: Overlay::default(),
            explanation,
            line,
        }
    }

    /// Why the move in `column` leads to what it leads to, given the scores of the moves of `position`: after
    /// a mistake, what it gave away.
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
        let _ = scores;
        let next = position.play(column).expect("the caller names a legal move");
        let next_scores = solver.solve_moves(&next, crate::Goal::Score, control);
        Self::of_position(&next, &next_scores, solver, control)
    }
}
