//! Integration tests of questions and answers.

mod limits;
mod scores;

use std::collections::HashMap;

use foursight_answers::{Answer, Means, Problem, Request, Solvers, answer};
use foursight_engine::{Limits, OpeningBooks};

/// The answer to a question without a body.
fn ask(target: &str) -> Result<Answer, Problem> {
    let mut solvers = Solvers::new(OpeningBooks::embedded());
    let limits = Limits::default();
    let mut puzzles = HashMap::new();
    let mut means =
        Means { solver: &mut solvers, puzzles: &mut puzzles, limits, today: 0, seed: 1 };
    answer(&Request { method: "GET", target, body: "" }, &mut means)
}
