//! The clock and board that a dialect's original referee uses.

use std::time::Duration;

use foursight::AnySize;

use super::Dialect;
use crate::referee::clock::Clock;

impl Dialect {
    /// The clock of the referee that its players were written for; `None` if they play by any clock.
    pub fn clock(self) -> Option<Clock> {
        match self {
            Self::Columns => Some(Clock::PerMove(Duration::from_millis(1100))),
            Self::Kaggle => Some(Clock::Kaggle),
            Self::TheAiGames | Self::Riddles => Some(Clock::TheAiGames),
            Self::CodinGame => Some(Clock::CodinGame),
            Self::AlphaBeta => Some(Clock::PerMove(Duration::from_secs(5))),
            _ => None,
        }
    }

    /// The board of the referee that its players were written for: the standard one for most.
    pub fn size(self) -> AnySize {
        match self {
            Self::CodinGame => AnySize::new(9, 7, 4).expect("a board can have 9 x 7 cells"),
            _ => AnySize::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_the_clock_and_the_board_that_they_were_written_for() {
        let [a_move, long] = [1100, 5000].map(|ms| Clock::PerMove(Duration::from_millis(ms)));
        for (dialect, clock, size) in [
            (Dialect::Columns, Some(a_move), "7x6"),
            (Dialect::Kaggle, Some(Clock::Kaggle), "7x6"),
            (Dialect::TheAiGames, Some(Clock::TheAiGames), "7x6"),
            (Dialect::Riddles, Some(Clock::TheAiGames), "7x6"),
            (Dialect::CodinGame, Some(Clock::CodinGame), "9x7"),
            (Dialect::AlphaBeta, Some(long), "7x6"),
            (Dialect::Foursight, None, "7x6"),
        ] {
            assert_eq!((dialect.clock(), dialect.size().to_string()), (clock, size.to_owned()));
        }
        assert!(Dialect::Foursight.takes_openings());
        assert!(!Dialect::Columns.takes_openings() && !Dialect::Prompts.takes_openings());
    }
}
