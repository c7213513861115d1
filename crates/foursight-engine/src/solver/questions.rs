//! Chooses the next question.

use crate::Goal;

/// The order of questions.
pub(super) struct Questions {
    pub(super) n_asked: usize,
    pub(super) goal: Goal,
    pub(super) is_first_player: bool,
}

impl Questions {
    /// The next `beta` to ask about, given a score from `lower` to `upper`, which differ.
    ///
    /// Answers far from 0 are cheap, and they leave bounds in the table that help with the costly ones. So first rule
    /// out the quick wins and losses, then ask for the verdict, on the side where it is more likely, and last for the
    /// distance, from the side of the draw.
    pub(super) fn next_beta(&mut self, lower: i32, upper: i32) -> i32 {
        self.n_asked += 1;
        let beta = match (self.goal, self.n_asked) {
            (Goal::AtLeast(score), _) => score.value(),
            (Goal::Score, 1) => upper / 2 + 1,
            (Goal::Score, 2) => lower / 2,
            (Goal::Score, _) if lower > 3 || upper < -3 => lower + (upper - lower + 1) / 2,
            _ if lower < 0 && upper > 0 => i32::from(self.is_first_player),
            _ if lower == 0 => 1,
            _ if upper == 0 => 0,
            _ if lower > 0 => lower + 1 + (upper - lower - 1) / 3,
            _ => upper - (upper - lower - 1) / 3,
        };
        beta.clamp(lower + 1, upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to every question is open, and the answers lead to every score.
    #[test]
    fn questions_narrow_to_the_score() {
        for (goal, is_first_player) in [
            (Goal::Score, true),
            (Goal::Score, false),
            (Goal::Verdict, true),
            (Goal::Verdict, false),
        ] {
            for score in -20..=20 {
                let (mut lower, mut upper) = (-20, 20);
                let mut questions = Questions { n_asked: 0, goal, is_first_player };
                while lower < upper {
                    let beta = questions.next_beta(lower, upper);
                    assert!(lower < beta && beta <= upper, "{lower} {beta} {upper}");
                    if score >= beta { lower = beta } else { upper = beta - 1 }
                }
                assert_eq!(lower, score);
                assert!(questions.n_asked < 20);
            }
        }
    }
}
