//! The scores of all moves of one position.

use std::cmp::Reverse;

use foursight::{Column, Grade, Oversight, Position, Score, Size};

use super::{Goal, Solution};
use crate::short_sort::sort_short_by_key;

/// The results of the moves of a position: a [`Solution`] for every column in which a disc can be
/// played.
///
/// All of them are seen from the side that moves. Where a search was stopped, a solution holds
/// bounds instead of a score.
///
/// ```
/// use foursight::{Column, Mark, Position, STANDARD, Score};
/// use foursight_engine::{Control, Goal, Solve, Solver};
///
/// let position: Position = "37313333717124171162542".parse()?;
/// let mut solver = Solver::new(STANDARD);
/// let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
///
/// assert_eq!(scores.score(), Some(Score::new(3)));
/// assert_eq!(scores.best_columns(), [Column::new(3)]);
/// let grade = scores.grade(&position, Column::new(4)).expect("the column has room");
/// assert_eq!(grade.mark(), Mark::Blunder);
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveScores {
    columns: Vec<Option<Solution>>,
}

impl MoveScores {
    /// Proved scores, one for each column from the left; `None` where no disc can be played.
    pub fn exact(scores: impl IntoIterator<Item = Option<Score>>) -> Self {
        scores.into_iter().map(|score| score.map(Solution::exact)).collect()
    }

    /// The moves of `position` before anything is proved about them.
    ///
    /// ```
    /// use foursight::{Column, Position, Score};
    /// use foursight_engine::{MoveScores, Solution};
    ///
    /// let position: Position = "112233".parse()?;
    /// let mut scores = MoveScores::unproved(&position);
    /// assert_eq!(scores.score(), None);
    ///
    /// scores.set(Column::new(3), Solution::exact(Score::new(18)));
    /// assert_eq!(scores.score(), Some(Score::new(18)), "no other move can do better");
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn unproved<S: Size>(position: &Position<S>) -> Self {
        let mut scores = Self { columns: vec![None; position.size().width()] };
        for column in position.moves() {
            scores.set(column, Solution::unproved(position));
        }
        scores
    }

    /// Replaces what is known about the move in `column`.
    ///
    /// # Panics
    ///
    /// If the board has no such column.
    pub fn set(&mut self, column: Column, solution: Solution) {
        self.columns[column.index()] = Some(solution);
    }

    /// The result of the move in `column`; `None` if no disc can be played there.
    pub fn get(&self, column: Column) -> Option<&Solution> {
        self.columns.get(column.index())?.as_ref()
    }

    /// One solution for each column from the left; `None` where no disc can be played.
    pub fn columns(&self) -> &[Option<Solution>] {
        &self.columns
    }

    /// The legal moves with their solutions, from the left.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Column, &Solution)> + Clone {
        let numbered = self.columns.iter().enumerate();
        numbered.filter_map(|(index, solution)| Some((Column::new(index), solution.as_ref()?)))
    }

    /// Every score, `None` where no disc can be played; `None` unless all of them are proved.
    pub fn scores(&self) -> Option<Vec<Option<Score>>> {
        let score = |solution: &Option<Solution>| match solution {
            Some(solution) => solution.score().map(Some),
            None => Some(None),
        };
        self.columns.iter().map(score).collect()
    }

    /// Whether `goal` is proved for every move.
    pub fn proves(&self, goal: Goal) -> bool {
        self.moves().all(|(_, solution)| solution.proves(goal))
    }

    /// The score of the position itself: that of its best move. `None` if the game is over.
    pub fn best(&self) -> Option<Solution> {
        let solutions = self.moves().map(|(_, solution)| solution);
        Some(Solution {
            lower: solutions.clone().map(|solution| solution.lower).max()?,
            upper: solutions.clone().map(|solution| solution.upper).max()?,
            nodes: self.nodes(),
            from_book: self.are_from_book(),
        })
    }

    /// The score of the position, if it is proved; `None` also if the game is over.
    pub fn score(&self) -> Option<Score> {
        self.best()?.score()
    }

    /// The moves that are proved to be best, from the left.
    ///
    /// These are all of the best moves if every score is proved.
    pub fn best_columns(&self) -> Vec<Column> {
        let highest = self.moves().map(|(_, solution)| solution.upper).max();
        let is_best = |(_, solution): &(Column, &Solution)| Some(solution.lower) >= highest;
        self.moves().filter(is_best).map(|(column, _)| column).collect()
    }

    /// The moves that keep the result of the position, the best first and, of equal ones, the farthest from the center;
    /// all moves if the result is not proved.
    pub fn keeping_columns(&self) -> Vec<Column> {
        let verdict = self.best().and_then(|best| best.verdict());
        let width = self.columns.len();
        let is_kept = |solution: &Solution| verdict.is_none() || solution.verdict() == verdict;
        let mut kept: Vec<(Column, &Solution)> =
            self.moves().filter(|(_, solution)| is_kept(solution)).collect();
        sort_short_by_key(&mut kept, |(column, solution)| {
            Reverse((solution.lower, (2 * column.index() + 1).abs_diff(width)))
        });
        kept.into_iter().map(|(column, _)| column).collect()
    }

    /// The grade of the move in `column` of `position`, to which these scores belong.
    ///
    /// `None` if no disc can be played there, or if its score or the best move's is not proved.
    pub fn grade<S: Size>(&self, position: &Position<S>, column: Column) -> Option<Grade> {
        let grade = Grade::new(self.get(column)?.score()?, self.score()?);
        Some(grade.with_oversight(Oversight::of_move(position, column)))
    }

    /// The number of positions searched for all of the moves.
    pub fn nodes(&self) -> u64 {
        self.moves().map(|(_, solution)| solution.nodes).sum()
    }

    /// Whether opening books answered, and nothing was searched.
    pub fn are_from_book(&self) -> bool {
        // A move that ends the game needs no book.
        self.moves().any(|(_, solution)| solution.from_book)
            && self.moves().all(|(_, solution)| solution.from_book || solution.nodes == 0)
    }
}

/// One solution for each column from the left; `None` where no disc can be played.
impl FromIterator<Option<Solution>> for MoveScores {
    fn from_iter<T: IntoIterator<Item = Option<Solution>>>(columns: T) -> Self {
        Self { columns: columns.into_iter().collect() }
    }
}
