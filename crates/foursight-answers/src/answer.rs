//! From the text of a question to the text of its answer.

use std::collections::HashMap;

use foursight::{AnySize, Game};
use foursight_engine::{Limits, Solve};
use serde::Serialize;

use crate::analysis::analyze;
use crate::bits::BitsBody;
use crate::level::{LevelQuestion, levels};
use crate::picture::Still;
use crate::position::{PositionBody, PositionText};
use crate::puzzle::{self, Attempt, NextParams, Puzzle, PuzzleBody};
use crate::review::{ReviewBody, ReviewParams, review};
use crate::score::score;
use crate::scores::{SolveParams, scores};
use crate::why::{StrategyQuestion, WhyQuestion};
use crate::{PositionParams, Problem, Result, exercise, game_file, read_body, read_query, text};

/// A question, as a request to a server would put it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// `GET` or `POST`.
    pub method: &'a str,
    /// The path with the query: `/solve?pos=44`.
    pub target: &'a str,
    /// JSON, for questions that have a body.
    pub body: &'a str,
}

/// What an answer takes that is not here.
pub struct Means<'a, S> {
    /// Solves positions of every size.
    pub solver: &'a mut S,
    /// The puzzles that have been found, by their numbers.
    pub puzzles: &'a mut HashMap<u32, Puzzle>,
    /// When to stop.
    pub limits: Limits<'a>,
    /// The days since 1970-01-01.
    pub today: u32,
    /// A random number, for levels that are not told one.
    pub seed: u64,
}

/// An answer as it travels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What kind of text it is: `application/json` or another media type.
    pub kind: &'static str,
    /// The text.
    pub text: String,
}

impl Answer {
    fn json(value: &impl Serialize) -> Self {
        let text = serde_json::to_string(value).expect("answers are plain data");
        Self { kind: "application/json", text }
    }

    fn plain(text: String) -> Self {
        Self { kind: "text/plain; charset=utf-8", text }
    }
}

/// Answers a question about a position or a game.
///
/// # Errors
///
/// If the question is wrong, asks about something else, or takes longer than the limits allow.
pub fn answer<S: Solve<AnySize>>(
    request: &Request<'_>,
    means: &mut Means<'_, S>,
) -> Result<Answer> {
    let (path, query) = request.target.split_once('?').unwrap_or((request.target, ""));
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let Means { solver, limits, seed, .. } = means;
    let limits = *limits;
    match (request.method, parts.as_slice()) {
        ("GET", ["solve"]) => {
            let params: SolveParams = read_query(query)?;
            let scores = scores(*solver, params.game()?.position(), limits)?;
            Ok(Answer::json(&params.answer(scores)))
        }
        ("GET", ["api", "position"]) => Ok(Answer::json(&PositionBody::new(&game(query)?))),
        ("POST", ["api", "position"]) => {
            let text: PositionText = read_body(request.body)?;
            Ok(Answer::json(&PositionBody::new(&text.game()?)))
        }
        ("GET", ["api", "score"]) => Ok(Answer::json(&score(&game(query)?, *solver, limits))),
        ("GET", ["api", "analyze"]) => Ok(Answer::json(&analyze(&game(query)?, *solver, limits))),
        ("GET", ["api", "review"]) => {
            let game = game(query)?;
            let ReviewParams { why } = read_query(query)?;
            let review = review(&game, *solver, limits);
            let body = ReviewBody::new(&game, &review);
            let body = if why { body.explained(&game, &review, *solver, limits) } else { body };
            Ok(Answer::json(&body))
        }
        ("GET", ["api", "why"]) => {
            let question = WhyQuestion::new(game(query)?, &read_query(query)?)?;
            Ok(Answer::json(&question.answer(*solver, limits)))
        }
        ("GET", ["api", "why", "answer"]) => {
            let question = StrategyQuestion::new(game(query)?, &read_query(query)?)?;
            Ok(Answer::json(&question.answer(*solver, limits)?))
        }
        ("GET", ["api", "move"]) => {
            let question = LevelQuestion::new(game(query)?, &read_query(query)?, *seed)?;
            Ok(Answer::json(&question.answer(*solver, limits)))
        }
        ("GET", ["api", "levels"]) => Ok(Answer::json(&levels())),
        ("GET", ["api", "bits"]) => Ok(Answer::json(&BitsBody::new(game(query)?.position()))),
        ("GET", ["api", "exercises"]) => Ok(Answer::json(&exercise::exercises())),
        ("GET", ["api", "text"]) => {
            let game = game(query)?;
            Ok(Answer::plain(read_query::<text::StyleParams>(query)?.text(&game)))
        }
        ("GET", ["api", "game_file"]) => {
            let game = game(query)?;
            let text = read_query::<game_file::NameParams>(query)?.text(game)?;
            Ok(Answer::plain(text.to_string()))
        }
        ("GET", ["render.svg"]) => svg(query, means),
        (method, ["api", "puzzles", rest @ ..]) => {
            puzzles(method, rest, query, request.body, means)
        }
        _ => Err(nothing_at(path)),
    }
}

fn nothing_at(path: &str) -> Problem {
    let path: String = path.chars().take(80).collect();
    Problem::not_found(format!("there is nothing at {path:?}"))
}

fn game(query: &str) -> Result<Game<AnySize>> {
    read_query::<PositionParams>(query)?.game()
}

fn svg<S: Solve<AnySize>>(query: &str, means: &mut Means<'_, S>) -> Result<Answer> {
    let params = (read_query(query)?, read_query(query)?, read_query(query)?);
    let still = Still::new(game(query)?, &params)?;
    let scores =
        still.scored().map(|position| scores(means.solver, position, means.limits)).transpose()?;
    let text = still.diagram(scores).to_svg(still.look());
    Ok(Answer { kind: "image/svg+xml", text })
}

fn puzzles<S: Solve<AnySize>>(
    method: &str,
    rest: &[&str],
    query: &str,
    body: &str,
    means: &mut Means<'_, S>,
) -> Result<Answer> {
    let number = |text: &str| {
        let message = || format!("{text:?} is not a whole number, or is too large");
        text.parse().map_err(|_| Problem::new(crate::Kind::Invalid, "invalid_path", message()))
    };
    match (method, rest) {
        ("GET", []) => {
            let params: NextParams = read_query(query)?;
            Ok(Answer::json(&PuzzleBody::new(&puzzle(params.id()?, means)?)))
        }
        ("GET", ["daily"]) => {
            Ok(Answer::json(&PuzzleBody::new(&puzzle(puzzle::daily_id(means.today), means)?)))
        }
        ("GET", [id]) => Ok(Answer::json(&PuzzleBody::new(&puzzle(number(id)?, means)?))),
        ("POST", [id, "attempt"]) => {
            let attempt = Attempt::new(puzzle(number(id)?, means)?, &read_body(body)?)?;
            Ok(Answer::json(&attempt.answer(means.solver, means.limits)?))
        }
        _ => Err(nothing_at(&format!("/api/puzzles/{}", rest.join("/")))),
    }
}

/// A puzzle by its number: one that was found before, or else found now.
fn puzzle<S: Solve<AnySize>>(id: u32, means: &mut Means<'_, S>) -> Result<Puzzle> {
    let id = puzzle::known_id(id, means.today)?;
    if let Some(puzzle) = means.puzzles.get(&id) {
        return Ok(puzzle.clone());
    }
    let puzzle = puzzle::find(id, means.solver, means.limits)?;
    means.puzzles.insert(id, puzzle.clone());
    Ok(puzzle)
}
