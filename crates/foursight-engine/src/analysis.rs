//! The result of every move of a position: its score, in words, and the line that follows.

use foursight::{Column, Position, Size};

use crate::{Advice, Control, Forecast, Goal, Guess, MoveScores, Solution, Solve};

/// A position with all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The value of the position, for the side to move.
    pub solution: Solution,
    /// The value in words: `wins in 7 moves`.
    pub forecast: Forecast,
    /// The moves to point out; `None` if none is proved to be best, or the game is over.
    pub advice: Option<Advice>,
    /// The move to play where no move is proved to be best; `None` also if the search was canceled.
    pub guess: Option<Guess>,
    /// The legal moves, from the left.
    pub moves: Vec<MoveAnalysis>,
}

/// A move and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnalysis {
    /// The column played.
    pub column: Column,
    /// The value of the move, for the side that plays it.
    pub solution: Solution,
    /// The value in words, counted from before the move: `wins in 1 move` ends the game.
    pub forecast: Forecast,
    /// Whether no other move is better, though all may lose: see [`Advice`].
    pub is_best: bool,
    /// The move and best play of both sides to the end; shorter if a limit was reached, and only the move if its score is
    /// not proved.
    pub line: Vec<Column>,
}

impl Analysis {
    /// Solves `position` and each of its moves.
    ///
    /// If a limit of `control` is reached first, the values are the bounds proved until then.
    ///
    /// ```
    /// use foursight::{Position, STANDARD};
    /// use foursight_engine::{Analysis, Control, Solver};
    ///
    /// let position: Position = "4455667".parse()?;
    /// let mut solver = Solver::new(STANDARD);
    /// let analysis = Analysis::new(&mut solver, &position, &mut Control::default());
    /// assert!(analysis.moves.iter().all(|m| m.line[0] == m.column));
    /// # Ok::<(), foursight::notation::MovesError>(())
    /// ```
    pub fn new<S: Size>(
        solver: &mut impl Solve<S>,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Self {
        let scores = solver.solve_moves(position, Goal::Score, control);
        Self::of_scores(&scores, solver, position, control)
    }

    /// The analysis from scores that are already known: the solver only looks for the lines that follow.
    pub fn of_scores<S: Size>(
        scores: &MoveScores,
        solver: &mut impl Solve<S>,
        position: &Position<S>,
        control: &mut Control<'_>,
    ) -> Self {
        let of_position = scores.best();
        let solution = of_position.unwrap_or_else(|| solver.solve(position, Goal::Score, control));
        let moves = scores.moves().map(|(column, &of_move)| {
            let next = position.play(column).expect("the move is legal");
            let mut line = vec![column];
            // Looking for a line of best play where nothing is proved would take the time of the other lines.
            if of_move.score().is_some() {
                line.extend(solver.principal_variation(&next, control));
            }
            let is_best = of_move.lower >= solution.upper;
            let forecast = Forecast::new(&of_move, position);
            MoveAnalysis { column, solution: of_move, forecast, is_best, line }
        });
        let moves = moves.collect();
        let forecast = Forecast::new(&solution, position);
        let advice = Advice::new(scores, position);
        let needs_guess = advice.is_none() && !control.limits.are_canceled();
        let guess = needs_guess.then(|| Guess::new(position)).flatten();
        Self { solution, forecast, advice, guess, moves }
    }
}
