//! Strategies for programs: what a checked reason plays against every reply. `docs/why.md` has the grammar.

use foursight::notation::moves;
use foursight::reason::{Answers, Follow, Proof, Start, Turn};
use foursight::{AnySize, Cell, Column};
use foursight_engine::why::Why;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::ClaimBody;
use crate::color::Color;

/// A strategy that the checker has played against every reply.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Strategy)]
pub(super) struct StrategyBody {
    /// The columns, from 1, played by both sides between `pos` of the answer and the position where the strategy begins.
    #[schema(example = "")]
    after: String,
    /// The side with the strategy.
    hero: Color,
    claim: ClaimBody,
    /// The number of positions, with the other side to move, in which it was checked; counted as for the whole answer.
    n_positions: usize,
    /// The hero's disc, if it is to move; otherwise null.
    turn: Option<TurnBody>,
    /// The hero's answers, if the other side is to move; otherwise null.
    answers: Option<AnswersBody>,
}

/// A disc of the hero's.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = StrategyTurn)]
struct TurnBody {
    #[schema(example = "b1")]
    cell: String,
    /// The hero's next answers; null if the disc completes a line.
    #[schema(no_recursion)]
    answers: Option<Box<AnswersBody>>,
}

/// The hero's answers to the other side's next disc, unless the hero can complete a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = StrategyAnswers)]
struct AnswersBody {
    /// Discs of the other side that have an answer of their own.
    named: Vec<NamedBody>,
    /// The rule that answers all others, to the end of the game.
    rule: Option<RuleBody>,
}

/// A disc of the other side and the answer to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = StrategyNamed)]
struct NamedBody {
    #[schema(example = "e5")]
    reply: String,
    turn: TurnBody,
}

/// A rule that answers every disc of the other side.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = StrategyRule)]
struct RuleBody {
    /// Whether the rule makes a double threat wherever it can.
    double_threats: bool,
    /// Cells that answer each other.
    #[schema(value_type = Vec<Vec<String>>, example = json!([["b2", "e2"]]))]
    pairs: Vec<[String; 2]>,
    /// Columns, from 1, for a disc where there is no other answer, in this order.
    spare: Vec<usize>,
}

/// All strategies of a reason.
pub(super) fn strategies(why: &Why) -> Vec<StrategyBody> {
    let found = why.explanation.strategies().into_iter();
    found.map(|(after, proof)| StrategyBody::new(proof, &after)).collect()
}

impl StrategyBody {
    fn new(proof: &Proof<AnySize>, after: &[Column]) -> Self {
        let reason = proof.reason();
        let (turn, answers) = match &reason.start {
            Start::Hero(turn) => (Some(turn.into()), None),
            Start::Other(answers) => (None, Some(answers.into())),
        };
        Self {
            after: moves::write(after),
            hero: reason.hero.into(),
            claim: reason.claim.into(),
            n_positions: proof.n_positions(),
            turn,
            answers,
        }
    }
}

impl From<&Turn> for TurnBody {
    fn from(turn: &Turn) -> Self {
        let answers = match turn {
            Turn::Finish(_) => None,
            Turn::Play(_, answers) => Some(Box::new(answers.into())),
        };
        Self { cell: turn.cell().to_string(), answers }
    }
}

impl From<&Answers> for AnswersBody {
    fn from(answers: &Answers) -> Self {
        let named = |(reply, turn): &(Cell, Turn)| NamedBody {
            reply: reply.to_string(),
            turn: turn.into(),
        };
        Self {
            named: answers.named.iter().map(named).collect(),
            rule: answers.follow.as_ref().map(RuleBody::from),
        }
    }
}

impl From<&Follow> for RuleBody {
    fn from(follow: &Follow) -> Self {
        let pair = |(one, two): &(Cell, Cell)| [one.to_string(), two.to_string()];
        Self {
            double_threats: follow.double_threats,
            pairs: follow.pairs.iter().map(pair).collect(),
            spare: follow.spare.iter().map(|column| column.index() + 1).collect(),
        }
    }
}
