//! What the arena asks of an engine, which it does not link.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, Grade, Position};

use crate::{Contestant, GradedGame, StoredGame};

/// An engine that plays at levels, and knows how good positions and moves are.
pub trait Judge: Send + Sync {
    /// The program that plays at a level from 0 to 10, for one game.
    fn level(&self, name: &str, level: u8, size: AnySize, seed: u64) -> Contestant;

    /// Whether both sides have about the same chances in a position.
    fn is_balanced(&self, position: &Position<AnySize>, cancel: &AtomicBool) -> bool;

    /// Whether balanced positions of this board are only estimated, because solving them would take too long.
    fn estimates_balance(&self, size: AnySize) -> bool;

    /// The grades of a game's moves; `None` for moves that cannot be graded in time. They mean nothing once the work is
    /// canceled.
    fn grade(&self, game: &StoredGame, size: AnySize, depth: GradeDepth<'_>) -> GradedGame;

    /// A remark about a move with this grade, such as `turned a draw into a loss`.
    fn remark(&self, grade: Grade) -> Option<String>;
}

/// How thoroughly a game is graded.
#[derive(Clone, Copy, Debug)]
pub struct GradeDepth<'a> {
    /// Whether to look for the reasons of mistakes and for the lesson, which takes longer than the grades.
    pub has_reasons: bool,
    /// The time for the whole game, if it is limited.
    pub time: Option<Duration>,
    /// When set, the work ends.
    pub cancel: &'a AtomicBool,
}

/// A judge for tests: the first move of a game is a mistake if it starts with one of these openings and moves; all
/// other moves draw.
#[cfg(test)]
pub(crate) struct TestJudge;

/// Openings on six columns and four rows, each with a first move that is a mistake.
#[cfg(test)]
const MISTAKES: [(&str, &str); 3] = [("212151", "3"), ("213151", "6"), ("12", "1")];

#[cfg(test)]
impl Judge for TestJudge {
    fn level(&self, _: &str, _: u8, _: AnySize, _: u64) -> Contestant {
        unreachable!("nobody plays")
    }

    fn is_balanced(&self, _: &Position<AnySize>, _: &AtomicBool) -> bool {
        true
    }

    fn estimates_balance(&self, _: AnySize) -> bool {
        false
    }

    fn grade(&self, game: &StoredGame, _: AnySize, _: GradeDepth<'_>) -> GradedGame {
        let [lost, drawn] = [-5, 0].map(foursight::Score::new);
        let is_mistake = MISTAKES
            .iter()
            .any(|(opening, first)| *opening == game.opening && game.moves.starts_with(first));
        let mut scores = vec![Some(lost); 6];
        scores[1] = Some(drawn);
        let mistake = crate::report::grade::GradedMove {
            score: lost,
            scores,
            why: vec!["It opens column b.".to_owned()],
        };
        let sound = crate::report::grade::GradedMove {
            score: drawn,
            scores: vec![Some(drawn); 6],
            why: Vec::new(),
        };
        let mut moves = vec![Some(sound); game.moves.len()];
        if is_mistake {
            moves[0] = Some(mistake);
        }
        GradedGame { moves, lesson: None }
    }

    fn remark(&self, _: Grade) -> Option<String> {
        Some("turned a draw into a loss".to_owned())
    }
}
