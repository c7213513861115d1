//! The meaning of a score, in words.

use std::fmt;

use foursight::{Position, Score, Size, Verdict, counted};

use crate::Solution;

/// The result of a position under best play, in words: `wins in 7 moves`.
///
/// The count is of the winner's moves, including the last one.
///
/// ```
/// use foursight::{Position, Score};
/// use foursight_engine::{Forecast, Solution};
///
/// let position: Position = "112233".parse()?;
/// let forecast = Forecast::new(&Solution::exact(Score::new(18)), &position);
/// assert_eq!(forecast, Forecast::Wins(Some(1)));
/// assert_eq!(forecast.to_string(), "wins in 1 move");
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forecast {
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

impl Forecast {
    /// The proved result of `position`, or of one of its moves.
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

    /// The forecast for the side to move, called `name`: `red to move wins in 7 moves`.
    pub fn of_mover(&self, name: &str) -> String {
        match self {
            Self::Open => format!("{name} to move: the result is not proved"),
            _ => format!("{name} to move {self}"),
        }
    }

    /// The forecast for several moves: `win in 7 moves`.
    pub(crate) fn of_several(&self) -> String {
        self.in_words(["win", "draw", "lose", "have"])
    }

    fn in_words(&self, [wins, draws, loses, has]: [&str; 4]) -> String {
        let in_moves = |verb: &str, n: usize| match n {
            0 => format!("{has} lost"),
            _ => format!("{verb} in {}", counted(n, "move")),
        };
        match *self {
            Self::Wins(Some(n)) => in_moves(wins, n),
            Self::Wins(None) => wins.to_owned(),
            Self::Draws => draws.to_owned(),
            Self::Loses(Some(n)) => in_moves(loses, n),
            Self::Loses(None) => loses.to_owned(),
            Self::WinsOrDraws => format!("{wins} or {draws}"),
            Self::DrawsOrLoses => format!("{draws} or {loses}"),
            Self::Open => "undecided".to_owned(),
        }
    }
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(["wins", "draws", "loses", "has"]))
    }
}
