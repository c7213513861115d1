//! What an answer does with its time: long work other than searches ends when canceled and lets others go first, and no
//! search takes the time of all others.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foursight::{AnySize, Position, Score};
use foursight_answers::{Given, Means, Solvers};
use foursight_engine::clock::Instant;
use foursight_engine::{Control, Goal, Limits, OpeningBooks, Solution, Solve};

use crate::asked;

/// Searches few nodes for each score, whatever time it is given.
struct Brief<F> {
    solvers: Solvers,
    /// The longest time that it was given for a search.
    longest: Duration,
    on_pause: F,
}

impl<F: FnMut()> Brief<F> {
    fn new(on_pause: F) -> Self {
        Self { solvers: Solvers::new(OpeningBooks::none()), longest: Duration::ZERO, on_pause }
    }
}

impl<F: FnMut()> Solve<AnySize> for Brief<F> {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        let time = control.limits.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        self.longest = self.longest.max(time.unwrap_or_default());
        let limits = Limits { nodes: Some(1000), ..control.limits };
        self.solvers.solve_within(position, known, goal, &mut Control::limited(limits))
    }

    fn clear(&mut self) {
        self.solvers.clear();
    }

    fn pause_if_due(&mut self) {
        (self.on_pause)();
    }
}

/// The number of times an answer lets others go first, if it is canceled at pause number `most`.
fn n_pauses(target: &str, most: usize) -> usize {
    let (mut n_pauses, cancel) = (0, AtomicBool::new(false));
    let solver = &mut Brief::new(|| {
        n_pauses += 1;
        if n_pauses == most {
            cancel.store(true, Ordering::Relaxed);
        }
    });
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    let question = asked(target).read(Given { today: 0, seed: 0 }).expect("it makes sense");
    // It has an answer without a reason, or none in time.
    let _ = question.answer(&mut Means { solver, puzzles: &mut HashMap::new(), limits });
    n_pauses
}

#[test]
fn reasons_end_when_they_are_told_to() {
    let pos = "537617219443444747277961629541";
    for route in ["/api/why", "/api/why/answer"] {
        let target = format!("{route}?size=10x10&connect=5&pos={pos}");
        let n = n_pauses(&target, 100);
        // Some questions follow, and each sees at once that it is too late.
        assert!((100..130).contains(&n), "{target}: {n} pauses");
    }
}

/// The answer of a solver that cannot prove much, and the longest time that it was given for a search.
fn brief_answer(target: &str) -> (serde_json::Value, Duration) {
    let mut solver = Brief::new(|| ());
    let (puzzles, limits) = (&mut HashMap::new(), Limits::default());
    let means = &mut Means { solver: &mut solver, puzzles, limits };
    let question = asked(target).read(Given { today: 0, seed: 0 });
    let answer = question.and_then(|question| question.answer(means)).expect(target);
    (serde_json::from_str(&answer.text).expect("JSON"), solver.longest)
}

/// On a board that takes too long to solve, the position where the game was thrown away is still proved.
#[test]
fn a_review_grades_what_is_proved() {
    let (review, _) = brief_answer("/api/review?size=9x9&pos=19293959");
    let last: Vec<_> = [6, 7].iter().map(|&ply| &review["moves"][ply]["mark"]).collect();
    assert_eq!(last, ["missed_win", "best"]);
    assert_eq!(review["moves"][6]["best_columns"], serde_json::json!([4]));
    assert_eq!(review["moves"][0], serde_json::Value::Null, "nobody knows");
    assert_eq!(review["evaluation"][6], 38);
    assert_eq!(review["complete"], false);
}

/// Where a move wins at once, an analysis does not wait long for the other scores.
#[test]
fn an_analysis_is_quick_where_a_move_wins_at_once() {
    let (analysis, longest) = brief_answer("/api/analyze?size=9x9&pos=192939");
    assert_eq!(analysis["advice"]["columns"], serde_json::json!([4]));
    assert!(longest < Duration::from_secs(1), "{longest:?}");
    let (_, longest) = brief_answer("/api/analyze?size=9x9&pos=1929");
    assert!(longest > Duration::from_secs(1), "{longest:?}");
}
