//! The review of a game: every move graded, and who was ahead at every moment.
//!
//! A review neither searches nor stores: it asks its caller for the [`MoveScores`] of each position,
//! which come from a solver with or without limits, from a cache, or from a file.

mod counted;
mod lesson;
mod words;

use std::cmp::Reverse;
use std::ops::Range;

use foursight::{Accuracy, Column, Game, Grade, Player, Position, Score, Size};

pub use counted::Counted;
pub use lesson::{Lesson, LessonKind};
pub use words::{remark, remedy};

use crate::MoveScores;
use crate::short_sort::sort_short_by_key;

/// A game with its moves graded, as far as the scores of its positions are known.
///
/// ```
/// use foursight::{Column, Game, Mark, Player, Position, STANDARD};
/// use foursight_engine::{Control, Goal, Solve, Solver, review::Review};
///
/// let mut game = Game::new("37313333717124171162542".parse::<Position>()?);
/// game.play(Column::new(4))?;
///
/// let mut solver = Solver::new(STANDARD);
/// let review = Review::new(&game, |position| {
///     Some(solver.solve_moves(position, Goal::Score, &mut Control::default()))
/// });
/// let played = review.moves()[0].as_ref().expect("the solver had no limits");
/// assert_eq!(played.grade.mark(), Mark::Blunder);
/// assert_eq!(review.accuracy(Player::Second).blunders, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    moves: Vec<Option<ReviewedMove>>,
    evaluation: Vec<Option<Score>>,
    /// Moves without a grade, because nobody played them for their own side.
    placed: Range<usize>,
}

/// A move of a game, with the other moves that could have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The number of discs before the move.
    pub ply: usize,
    /// The player who made the move.
    pub player: Player,
    /// The column played.
    pub column: Column,
    /// The result of every move of the position.
    pub scores: MoveScores,
    /// The grade of the move.
    pub grade: Grade,
}

impl Review {
    /// Reviews the moves that `game` played from its start on.
    ///
    /// `scores_of` returns what it knows of a position, or `None`. It is asked about each open position once, from the
    /// last to the first: later positions are solved faster, and what a solver proves about them helps with the earlier
    /// ones.
    pub fn new<S: Size>(
        game: &Game<S>,
        mut scores_of: impl FnMut(&Position<S>) -> Option<MoveScores>,
    ) -> Self {
        let mut ask = |position: &Position<S>| {
            if position.outcome().is_some() { None } else { scores_of(position) }
        };
        let mut known: Vec<_> = game.positions().iter().rev().map(&mut ask).collect();
        known.reverse();
        let positions = || game.positions().iter();
        let evaluation =
            positions().zip(&known).map(|(position, scores)| evaluate(position, scores.as_ref()));
        let evaluation = evaluation.collect();
        let with_scores = positions().zip(game.moves()).zip(known);
        let moves = with_scores.map(|((position, &column), scores)| {
            let (ply, player) = (position.ply(), position.side_to_move());
            let scores = scores?;
            let grade = scores.grade(position, column)?;
            Some(ReviewedMove { ply, player, column, scores, grade })
        });
        Self { moves: moves.collect(), evaluation, placed: 0..0 }
    }

    /// The same review without grades for discs that an opening rule asked for, which nobody played for their own side.
    #[must_use]
    pub fn without(mut self, placed: Range<usize>) -> Self {
        self.moves.iter_mut().take(placed.end).skip(placed.start).for_each(|graded| *graded = None);
        Self { placed, ..self }
    }

    /// The moves in order; `None` where too little is proved for a grade, and for [placed](Review::without) discs.
    pub fn moves(&self) -> &[Option<ReviewedMove>] {
        &self.moves
    }

    /// The score before each move, and at the end, from the first player's point of view; `None` where it is not
    /// proved.
    pub fn evaluation(&self) -> &[Option<Score>] {
        &self.evaluation
    }

    /// The moves to learn from, the worst first; equally bad ones are in the order of the game.
    ///
    /// An inaccuracy is not one of them: it only changes the number of moves to the end.
    pub fn mistakes(&self) -> Vec<&ReviewedMove> {
        let graded = self.moves.iter().flatten();
        let mut mistakes: Vec<_> =
            graded.filter(|played| played.grade.mark().is_mistake()).collect();
        sort_short_by_key(&mut mistakes, |played| Reverse(played.grade.severity()));
        mistakes
    }

    /// The number of a player's moves with each mark.
    pub fn accuracy(&self, player: Player) -> Accuracy {
        let of_player = self.moves.iter().flatten().filter(|played| played.player == player);
        of_player.map(|played| played.grade).collect()
    }

    /// Whether every move is graded, except placed discs, and every score known.
    pub fn is_complete(&self) -> bool {
        let mut moves = self.moves.iter().enumerate();
        moves.all(|(index, graded)| graded.is_some() || self.placed.contains(&index))
            && self.evaluation.iter().all(Option::is_some)
    }
}

/// The score of `position` from the first player's point of view, from the scores of its moves; `None` if it is not
/// proved.
///
/// The score of a game that is over follows from the rules.
pub fn evaluate<S: Size>(position: &Position<S>, scores: Option<&MoveScores>) -> Option<Score> {
    let score = Score::at_end(position).or_else(|| scores?.score())?;
    Some(if position.side_to_move() == Player::First { score } else { -score })
}
