//! What an answer does with its time: no search takes the time of all others, and what nobody waits for ends.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foursight::notation::moves;
use foursight::{AnySize, Position, Score};
use foursight_answers::puzzle::Finder;
use foursight_answers::{Context, Solvers};
use foursight_engine::clock::Instant;
use foursight_engine::{Control, Goal, Limits, OpeningBooks, Solution, Solve};

use crate::request;

/// Searches few nodes for each score, whatever time it is given.
struct Brief {
    solvers: Solvers,
    /// The longest time that it was given for a search.
    longest: Duration,
    n_searches: usize,
    /// The most nodes of a search.
    nodes: u64,
    /// The number of searches after which [`STOP`] is set.
    most_searches: usize,
}

/// Ends the searches of one test.
static STOP: AtomicBool = AtomicBool::new(false);

impl Brief {
    fn new() -> Self {
        let solvers = Solvers::new(OpeningBooks::none());
        Self {
            solvers,
            longest: Duration::ZERO,
            n_searches: 0,
            nodes: 1000,
            most_searches: usize::MAX,
        }
    }
}

impl Solve<AnySize> for Brief {
    fn solve_within(
        &mut self,
        position: &Position<AnySize>,
        known: RangeInclusive<Score>,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Solution {
        let time = control.limits.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        self.n_searches += 1;
        if self.n_searches > self.most_searches {
            STOP.store(true, Ordering::Relaxed);
        }
        self.longest = self.longest.max(time.unwrap_or_default());
        let limits = Limits { nodes: Some(self.nodes), ..control.limits };
        self.solvers.solve_within(position, known, goal, &mut Control::limited(limits))
    }

    fn clear(&mut self) {
        self.solvers.clear();
    }
}

/// A search that proves nothing in its time ends in a guess, unless nobody waits for the answer.
#[test]
fn nobody_guesses_for_nobody() {
    for is_canceled in [false, true] {
        let cancel = AtomicBool::new(is_canceled);
        let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
        let question = request("/api/analyze?size=9x9&pos=1").read(Context { today: 0, seed: 0 });
        let answer = question.unwrap().answer(&mut Brief::new(), limits).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(answer["guess"].is_null(), is_canceled, "{answer}");
    }
}

/// The answer of a solver that cannot prove much, and the longest time that it was given for a search.
fn brief_answer(target: &str) -> (serde_json::Value, Duration) {
    let mut solver = Brief::new();
    let question = request(target).read(Context { today: 0, seed: 0 }).expect(target);
    let answer = question.answer(&mut solver, Limits::default()).expect(target);
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

/// This puzzle is the first of its difficulty among 718 positions. Only positions with a reason that a child can repeat
/// are solved, one search a move.
#[test]
fn a_hard_puzzle_needs_few_searches() {
    let mut solver = Brief { nodes: u64::MAX, ..Brief::new() };
    let found = Finder::new(25).find(&mut solver, Limits::default()).expect("no limit");
    assert_eq!(moves::write(found.game.moves()), "32365233363226657525525");
    assert!(solver.n_searches < 200, "{}", solver.n_searches);
}

/// A search that ends at a limit goes on from there: it searches no more than one that never ends early.
#[test]
fn a_search_for_a_puzzle_goes_on_where_it_ended() {
    let mut whole = Brief { nodes: u64::MAX, ..Brief::new() };
    let puzzle = Finder::new(25).find(&mut whole, Limits::default()).expect("no limit");
    let (mut in_parts, mut finder) = (Brief { nodes: u64::MAX, ..Brief::new() }, Finder::new(25));
    let found = (1..).find_map(|n_searches| {
        STOP.store(false, Ordering::Relaxed);
        in_parts.most_searches = in_parts.n_searches + n_searches;
        finder.find(&mut in_parts, Limits { cancel: Some(&STOP), ..Limits::default() }).ok()
    });
    assert_eq!(found, Some(puzzle));
    assert!(in_parts.n_searches < 2 * whole.n_searches, "{} searches", in_parts.n_searches);
}
