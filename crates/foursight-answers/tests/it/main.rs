//! Integration tests of questions and answers.

mod endpoint;
mod fuzz;
mod limits;
mod query;
mod scores;

use foursight_answers::{Answer, Context, Endpoint, Problem, Request, Solvers};
use foursight_engine::{Limits, OpeningBooks};

/// The answer to a question without a body.
fn ask(target: &str) -> Result<Answer, Problem> {
    let mut solvers = Solvers::new(OpeningBooks::embedded());
    request(target).read(Context { today: 0, seed: 1 })?.answer(&mut solvers, Limits::default())
}

/// A question without a body.
fn request(target: &str) -> Request<'_> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (endpoint, id) = Endpoint::find(path, false).expect(target);
    Request { endpoint, id, query, body: b"" }
}
