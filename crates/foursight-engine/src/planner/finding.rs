//! The finder's findings, as text, so that a search can resume.
//!
//! A finding is a line: `4141 options d3 | d3(e1 * a2-f2) | e1`, or `- reason -` where there is nothing.

use std::fmt;

use foursight::notation::moves;
use foursight::plan::Step;
use foursight::{AnySize, Column, Position};

/// The finder's findings about the position after `moves` on the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The moves.
    pub moves: Vec<Column>,
    /// The goal of the search.
    pub sought: Sought,
    /// The findings: the hero's steps in the position.
    pub steps: Vec<Step>,
}

/// The finder's goal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sought {
    /// A reason that is found quickly.
    Reason,
    /// A reason, with more work.
    ReasonAgain,
    /// The discs that keep the result, and rules that answer some replies.
    Options,
}

impl Sought {
    const ALL: [Self; 3] = [Self::Reason, Self::ReasonAgain, Self::Options];

    fn name(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::ReasonAgain => "again",
            Self::Options => "options",
        }
    }
}

impl Finding {
    /// The finding that [`Display`](fmt::Display) writes; `None` if the text is not one, as after a crash.
    pub fn read(line: &str, size: AnySize) -> Option<Self> {
        let [played, sought, steps] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let moves: Option<Vec<Column>> =
            played.trim_matches('-').chars().map(Column::from_symbol).collect();
        let step = |text| Step::read(text, size).ok();
        let steps: Option<Vec<Step>> = match steps {
            "-" => Some(Vec::new()),
            steps => steps.split(" | ").map(step).collect(),
        };
        let sought = Sought::ALL.into_iter().find(|known| known.name() == sought)?;
        Some(Self { moves: moves?, sought, steps: steps? })
    }

    /// The position, if the moves are legal.
    pub(super) fn position(&self, size: AnySize) -> Option<Position<AnySize>> {
        Position::from_columns(size, self.moves.iter().copied()).ok()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let steps: Vec<String> = self.steps.iter().map(Step::to_string).collect();
        let (moves, steps) = (or_dash(moves::write(&self.moves)), or_dash(steps.join(" | ")));
        write!(f, "{moves} {} {steps}", self.sought.name())
    }
}
