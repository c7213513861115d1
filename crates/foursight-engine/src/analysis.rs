//! What every move of a position leads to: scores, words for people, and the line that follows.

use std::fmt;

use foursight::{AnySize, Column, Position, Score, Size, Verdict};

use crate::{Control, Goal, MoveScores, Solution, Solve};

/// A position with all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The value of the position, for the side to move.
    pub solution: Solution,
    /// The legal moves, from the left.
    pub moves: Vec<MoveAnalysis>,
    position: Position<AnySize>,
}

/// A move and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnalysis {
    /// The column played.
    pub column: Column,
    /// The value of the move, for the side that plays it.
    pub solution: Solution,
    /// Whether no other move is better.
    pub is_best: bool,
    /// The move and best play of both sides to the end; shorter if a limit was reached.
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

    /// The same with scores that are known already: the solver only looks for the lines that follow.
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
            line.extend(solver.principal_variation(&next, control));
            let is_best = of_move.lower >= solution.upper;
            MoveAnalysis { column, solution: of_move, is_best, line }
        });
        let moves = moves.collect();
        Self { solution, moves, position: position.to_any() }
    }

    /// What the position leads to, in words: `wins in 7 moves`.
    pub fn words(&self) -> Words {
        Words::new(&self.solution, &self.position)
    }

    /// What a move leads to, in words, counted from before it: `wins in 1 move` ends the game.
    pub fn words_of(&self, of_move: &MoveAnalysis) -> Words {
        Words::new(&of_move.solution, &self.position)
    }
}

/// What a score means, for people.
///
/// Moves are counted for the side that wins, its last one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// The side to move wins with its `n`-th move from now; `None` if only the win is proved.
    Wins(Option<usize>),
    /// Nobody wins.
    Draws,
    /// The other side wins with its `n`-th move from now; `None` if only the loss is proved.
    Loses(Option<usize>),
    /// The side to move does not lose; more is not proved.
    WinsOrDraws,
    /// The side to move does not win; more is not proved.
    DrawsOrLoses,
    /// Nothing is proved.
    Open,
}

impl Words {
    /// The words for what is proved of `position`.
    pub fn new<S: Size>(solution: &Solution, position: &Position<S>) -> Self {
        let in_moves = || solution.score().and_then(|score| score.moves_to_end(position));
        match solution.verdict() {
            Some(Verdict::Win) => Self::Wins(in_moves()),
            Some(Verdict::Draw) => Self::Draws,
            Some(Verdict::Loss) => Self::Loses(in_moves()),
            None if solution.lower >= Score::DRAW => Self::WinsOrDraws,
            None if solution.upper <= Score::DRAW => Self::DrawsOrLoses,
            None => Self::Open,
        }
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_moves = |f: &mut fmt::Formatter<'_>, verb: &str, n: usize| match n {
            0 => write!(f, "has lost"),
            1 => write!(f, "{verb} in 1 move"),
            _ => write!(f, "{verb} in {n} moves"),
        };
        match *self {
            Self::Wins(Some(n)) => in_moves(f, "wins", n),
            Self::Wins(None) => f.write_str("wins"),
            Self::Draws => f.write_str("draws"),
            Self::Loses(Some(n)) => in_moves(f, "loses", n),
            Self::Loses(None) => f.write_str("loses"),
            Self::WinsOrDraws => f.write_str("wins or draws"),
            Self::DrawsOrLoses => f.write_str("draws or loses"),
            Self::Open => f.write_str("undecided"),
        }
    }
}
