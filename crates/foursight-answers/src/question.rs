//! Questions as values, and the text of their answers.

use std::time::Duration;

use foursight::record::GameRecord;
use foursight::{AnySize, Game, OpeningRule};
use foursight_engine::{Limits, Solve};
use serde::Serialize;

use crate::analysis::{LINE_TIME, analyze};
use crate::bits::BitsBody;
use crate::level::{LevelQuestion, MOVE_TIME, levels};
use crate::opening::OpeningParams;
use crate::parameters::not_whole;
use crate::picture::Still;
use crate::position::{PositionBody, PositionText};
use crate::puzzle::{Finder, NextParams, PuzzleBody, daily_id, known_id};
use crate::review::{self, REVIEW_TIME, ReviewParams};
use crate::score::{SCORE_TIME, score};
use crate::solve::{SolveParams, scores};
use crate::text::StyleParams;
use crate::why::{StrategyQuestion, WHY_TIME, WhyQuestion};
use crate::{Endpoint, PositionParams, Problem, ProblemKind, Result, read_body, read_query};

/// A question as text, as an address and a body have it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The question.
    pub endpoint: Endpoint,
    /// The value of `{id}` in the path of the endpoint.
    pub id: &'a str,
    /// The parameters: `pos=44&level=3`.
    pub query: &'a str,
    /// The JSON body, if the endpoint takes one.
    pub body: &'a [u8],
}

/// The day and a random seed, which only the caller knows.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The days since 1970-01-01.
    pub today: u32,
    /// A random seed, for levels without one.
    pub seed: u64,
}

/// A valid question.
pub enum Question {
    /// The scores of all columns.
    Scores(Game<AnySize>, SolveParams),
    /// The facts that the rules determine about a position.
    Position(Game<AnySize>),
    /// The position that a text describes.
    ReadPosition(PositionText),
    /// The score of a position.
    Score(Game<AnySize>),
    /// The result of every move.
    Analysis(Game<AnySize>),
    /// The graded moves of a game.
    Review(Game<AnySize>, ReviewParams, OpeningRule),
    /// The reason for the result of a position or a move.
    Why(WhyQuestion),
    /// The move of a strategy.
    Strategy(StrategyQuestion),
    /// A level's move.
    Move(LevelQuestion),
    /// The levels.
    Levels,
    /// The bitboards of a position.
    Bits(Game<AnySize>),
    /// A picture.
    Svg(Still),
    /// A position as lines of text.
    Text(Game<AnySize>, StyleParams),
    /// A game as a file.
    GameFile(Game<AnySize>, OpeningParams),
    /// The puzzle of this number.
    Puzzle(u32),
}

/// The work that an answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Almost none: no solver is needed.
    Nothing,
    /// Next to nothing if all scores that the answer needs are known, otherwise a search.
    Scores,
    /// A search: if it is interrupted and asked again, it continues with what its solver has proved.
    Search,
    /// Work that starts over if it is interrupted; reasons, for example, are rarely more than a tenth of a second.
    Rigid,
}

/// The text of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The media type: `application/json` or another.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// Its file name, if it is meant to be saved.
    pub file_name: Option<&'static str>,
}

impl Request<'_> {
    /// The question.
    ///
    /// # Errors
    ///
    /// If it is invalid.
    pub fn read(&self, context: Context) -> Result<Question> {
        let Self { endpoint, query, body, .. } = *self;
        let game = || read_query::<PositionParams>(query)?.game();
        Ok(match endpoint {
            Endpoint::Solve => {
                let params: SolveParams = read_query(query)?;
                Question::Scores(params.game()?, params)
            }
            Endpoint::Position => Question::Position(game()?),
            Endpoint::ReadPosition => Question::ReadPosition(read_body(body)?),
            Endpoint::Score => Question::Score(game()?),
            Endpoint::Analyze => Question::Analysis(game()?),
            Endpoint::Review => {
                let game = game()?;
                let (rule, _) = read_query::<OpeningParams>(query)?.check(game.moves().len())?;
                let params: ReviewParams = read_query(query)?;
                params.result(&game)?;
                Question::Review(game, params, rule)
            }
            Endpoint::Why => Question::Why(WhyQuestion::new(game()?, &read_query(query)?)?),
            Endpoint::WhyAnswer => {
                Question::Strategy(StrategyQuestion::new(game()?, &read_query(query)?)?)
            }
            Endpoint::Move => {
                let (level, opening) = (read_query(query)?, read_query(query)?);
                Question::Move(LevelQuestion::new(game()?, &level, &opening, context.seed)?)
            }
            Endpoint::Levels => Question::Levels,
            Endpoint::Bits => Question::Bits(game()?),
            Endpoint::Svg => {
                Question::Svg(Still::new(game()?, &read_query(query)?, &read_query(query)?)?)
            }
            Endpoint::Text => Question::Text(game()?, read_query(query)?),
            Endpoint::GameFile => Question::GameFile(game()?, read_query(query)?),
            Endpoint::DailyPuzzle => Question::Puzzle(daily_id(context.today)),
            Endpoint::NextPuzzle => {
                Question::Puzzle(known_id(read_query::<NextParams>(query)?.id()?, context.today)?)
            }
            Endpoint::Puzzle => Question::Puzzle(known_id(self.number()?, context.today)?),
        })
    }

    fn number(&self) -> Result<u32> {
        let invalid = |_| Problem::new(ProblemKind::Invalid, "invalid_path", not_whole(self.id));
        self.id.parse().map_err(invalid)
    }
}

impl Question {
    /// The work that the answer takes.
    pub fn effort(&self) -> Effort {
        match self {
            Self::Position(_)
            | Self::Levels
            | Self::Bits(_)
            | Self::Text(..)
            | Self::GameFile(..) => Effort::Nothing,
            Self::Svg(still) if still.scored().is_none() => Effort::Nothing,
            Self::Scores(..) | Self::Svg(_) => Effort::Scores,
            Self::Review(game, params, _) if !params.needs_reasons(game) => Effort::Scores,
            Self::Move(question) if question.is_quick() => Effort::Scores,
            Self::Score(_) | Self::Analysis(_) | Self::Move(_) | Self::Puzzle(_) => Effort::Search,
            Self::ReadPosition(_) | Self::Review(..) | Self::Why(_) | Self::Strategy(_) => {
                Effort::Rigid
            }
        }
    }

    /// The longest time that a search for the answer takes; what is proved by then is the answer. `None` if the answer
    /// takes as long as its limits allow.
    pub fn time(&self) -> Option<Duration> {
        match self {
            Self::Score(_) => Some(SCORE_TIME),
            Self::Analysis(_) => Some(SCORE_TIME + LINE_TIME),
            Self::Review(game, params, _) if !params.needs_reasons(game) => Some(REVIEW_TIME),
            Self::Review(..) => Some(REVIEW_TIME + WHY_TIME),
            Self::Why(_) | Self::Strategy(_) => Some(SCORE_TIME + WHY_TIME),
            Self::Move(_) => Some(MOVE_TIME),
            _ => None,
        }
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// If finding a puzzle takes longer than the limits allow.
    pub fn answer(&self, solver: &mut impl Solve<AnySize>, limits: Limits<'_>) -> Result<Answer> {
        Ok(match self {
            Self::Scores(game, params) => {
                Answer::json(&params.answer(scores(solver, game.position(), limits)?))
            }
            Self::Position(game) => Answer::json(&PositionBody::new(game)),
            Self::ReadPosition(text) => Answer::json(&PositionBody::new(&text.game()?)),
            Self::Score(game) => Answer::json(&score(game, solver, limits)),
            Self::Analysis(game) => Answer::json(&analyze(game, solver, limits)),
            Self::Review(game, params, rule) => {
                Answer::json(&review::answer(game, params, *rule, solver, limits)?)
            }
            Self::Why(question) => Answer::json(&question.answer(solver, limits)),
            Self::Strategy(question) => Answer::json(&question.answer(solver, limits)?),
            Self::Move(question) => Answer::json(&question.answer(solver, limits)),
            Self::Levels => Answer::json(&levels()),
            Self::Bits(game) => Answer::json(&BitsBody::new(game.position())),
            Self::Svg(still) => {
                let scored = still.scored().map(|position| scores(solver, position, limits));
                let text = still.diagram(scored.transpose()?).to_svg(still.look());
                Answer { kind: "image/svg+xml", text, file_name: None }
            }
            Self::Text(game, style) => Answer::plain(style.text(game)),
            Self::GameFile(game, opening) => {
                let (opening_rule, is_swapped) = opening.check(game.moves().len())?;
                let record =
                    GameRecord { opening_rule, is_swapped, ..GameRecord::new(game.clone()) };
                let text = record.text().map_err(Problem::position)?.to_string();
                Answer { file_name: Some("game.txt"), ..Answer::plain(text) }
            }
            Self::Puzzle(id) => {
                Answer::json(&PuzzleBody::new(&Finder::new(*id).find(solver, limits)?))
            }
        })
    }
}

impl Answer {
    /// A value as JSON.
    pub fn json(value: &impl Serialize) -> Self {
        let text = serde_json::to_string(value).expect("answers are plain data");
        Self { kind: "application/json", text, file_name: None }
    }

    fn plain(text: String) -> Self {
        Self { kind: "text/plain; charset=utf-8", text, file_name: None }
    }
}
