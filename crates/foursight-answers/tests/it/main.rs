//! Integration tests of questions and answers.

mod endpoint;
mod fuzz;
mod limits;
mod query;
mod scores;

use std::collections::HashMap;

use foursight_answers::{Answer, Asked, Endpoint, Given, Means, Problem, Solvers};
use foursight_engine::{Limits, OpeningBooks};

/// The answer to a question without a body.
fn ask(target: &str) -> Result<Answer, Problem> {
    let mut solvers = Solvers::new(OpeningBooks::embedded());
    let mut puzzles = HashMap::new();
    let limits = Limits::default();
    let means = &mut Means { solver: &mut solvers, puzzles: &mut puzzles, limits };
    asked(target).read(Given { today: 0, seed: 1 })?.answer(means)
}

/// A question without a body.
fn asked(target: &str) -> Asked<'_> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (endpoint, id) = Endpoint::find(path, false).expect(target);
    Asked { endpoint, id, query, body: b"" }
}
