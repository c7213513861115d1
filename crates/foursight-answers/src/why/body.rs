//! Wire format of the reason for a result.

use foursight::notation::moves;
use foursight::reason::{Claim, Proof};
use foursight::{AnySize, Cell, Player};
use foursight_engine::why::{
    Explanation, ExplanationKind, Highlights, Idea, Item, ItemKind, Part, PartKind, Why,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use super::strategy_body::{StrategyBody, strategies};
use crate::color::Color;

/// The reason for the result of a position or a move. Cells are named by column and row: `a1` is at the bottom left.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Why)]
pub struct WhyBody {
    /// The position where the reason begins, and the board of `overlay` and `line`: the position that was asked about
    /// or, for a move, the position after it; if `kind` is `kept`, the position before it, where the better move
    /// begins.
    #[schema(example = "74434")]
    pos: String,
    #[serde(with = "WhyKind")]
    #[schema(value_type = WhyKind)]
    kind: ExplanationKind,
    /// False if time ran out before everything was tried: with more time there may be a reason, or strategies against
    /// more replies.
    complete: bool,
    /// The side whose strategies are certain to win or to hold.
    hero: Option<Color>,
    /// The result that the strategies were checked to achieve; null for an example, which proves nothing.
    claim: Option<ClaimBody>,
    /// The deciding idea, in one term of the game.
    #[schema(example = "double threat")]
    idea: Option<&'static str>,
    /// What a reader has to hold in mind: 0 a line or a stepping stone, 1 two threats, 2 at most three forced answers,
    /// 3 one square and one rule, 4 rules, pairs or answers to single discs, 5 a map of replies, 6 a plan, 7 an example
    /// or nothing.
    #[schema(maximum = 7, example = 1)]
    tier: u8,
    /// The reason in at most three sentences: the texts of `parts`.
    sentences: Vec<String>,
    /// The sentences with their subjects and lists.
    parts: Vec<PartBody>,
    /// After a mistake, the column, from 1, that would have kept the result.
    better: Option<usize>,
    /// If the better move has a reason of its own, the parameters that request it.
    better_question: Option<QuestionBody>,
    /// The signs to draw over the board of `pos`.
    overlay: OverlayBody,
    /// Moves of both sides after `pos` that show the reason.
    #[schema(example = "52")]
    line: String,
    /// The cells where the discs of `line` land.
    #[schema(example = json!(["e1", "b1"]))]
    line_cells: Vec<String>,
    /// The number of positions, with the other side to move, in which the strategies were checked; a position counts
    /// again for each part of a strategy that meets it. 0 if there is no strategy, or if it is a single disc that
    /// completes a line.
    n_positions: usize,
    /// For a plan, the number of positions that its side must know after its next disc or, if the other side is to
    /// move, after its last disc; otherwise null.
    #[schema(example = json!(null))]
    plan_positions: Option<usize>,
    /// The strategies, if requested; otherwise null. For a plan, the strategy at the end of its main line.
    strategies: Option<Vec<StrategyBody>>,
}

/// A sentence, and the list that belongs to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = WhyPart)]
struct PartBody {
    /// The subject of the sentence.
    #[schema(schema_with = part_kind)]
    kind: &'static str,
    #[schema(
        example = "Yellow plays b1 and then completes a line in a1 or e1: Red can block only one."
    )]
    text: String,
    /// Forced answers in order, then answers to single discs, then rules: the first that can be played and is safe
    /// applies. For a map, all replies from the left.
    items: Vec<ItemBody>,
}

/// An item of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = WhyItem)]
struct ItemBody {
    /// The subject of the item.
    #[schema(schema_with = item_kind)]
    kind: &'static str,
    #[schema(example = "a2 and f2 answer each other.")]
    text: String,
    /// The cells that it names, in that order.
    #[schema(example = json!(["a2", "f2"]))]
    cells: Vec<String>,
    /// The list of the strategy against a reply.
    #[schema(no_recursion, example = json!([]))]
    items: Vec<ItemBody>,
}

/// Parameters of `GET /api/why`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = WhyQuestion)]
struct QuestionBody {
    #[schema(example = "7443")]
    pos: String,
    /// From 1.
    #[schema(example = 2)]
    column: usize,
}

/// The strength of the reason.
#[derive(Serialize, ToSchema)]
#[serde(remote = "ExplanationKind", rename_all = "snake_case")]
enum WhyKind {
    /// A strategy that wins, or holds, against every reply; with `plan_positions`, a plan that knows that many
    /// positions.
    Certain,
    /// Each side has a strategy that holds.
    Draw,
    /// A strategy for the better move, a strategy against most replies to it, or a plan: no short reason was found for
    /// the mistake itself.
    Kept,
    /// No single short reason, but a strategy against most replies.
    Replies,
    /// No short reason: the line is one example of best play.
    Example,
    /// No reason: only scores are known, or not even those.
    Bare,
}

/// The result that a strategy guarantees.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WhyClaim)]
pub(super) enum ClaimBody {
    Wins,
    Holds,
}

/// Signs over a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = WhyOverlay)]
struct OverlayBody {
    /// Cells that matter.
    #[schema(example = json!(["b1"]))]
    rings: Vec<String>,
    /// From one cell to the cell that it leads to.
    #[schema(value_type = Vec<Vec<String>>, example = json!([["b1", "b2"]]))]
    arrows: Vec<[String; 2]>,
    /// Cells that answer each other.
    #[schema(value_type = Vec<Vec<String>>, example = json!([["a2", "g2"]]))]
    links: Vec<[String; 2]>,
    /// The discs of a line of play in order.
    steps: Vec<StepBody>,
}

/// A disc of a line of play.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = WhyStep)]
struct StepBody {
    #[schema(example = "e1")]
    cell: String,
    player: Color,
}

impl WhyBody {
    /// The reason for the position that `pos` gives, as moves or in another notation; `before` gives the position
    /// before the move in question, and `you` the player who reads it.
    pub fn new(pos: String, before: Option<String>, why: &Why, you: Option<Player>) -> Self {
        let parts = why.parts_for(you);
        let proofs: Vec<&Proof<AnySize>> = match &why.explanation {
            Explanation::Example { .. } => Vec::new(),
            explanation => explanation.strategies().into_iter().map(|(_, proof)| proof).collect(),
        };
        let kind = why.explanation.kind();
        let mut heroes = proofs.iter().map(|proof| proof.reason().hero);
        let hero = heroes.next().filter(|first| heroes.all(|hero| hero == *first));
        Self {
            pos,
            kind,
            complete: why.is_complete,
            hero: hero.map(Color::from),
            claim: proofs.first().map(|proof| proof.reason().claim.into()),
            idea: why.idea.map(Idea::name),
            tier: why.tier.number(),
            sentences: parts.iter().map(|part| part.text().to_owned()).collect(),
            parts: parts.iter().map(PartBody::new).collect(),
            better: why.better.map(|column| column.index() + 1),
            better_question: before
                .filter(|_| kind != ExplanationKind::Kept)
                .zip(why.better)
                .map(|(pos, better)| QuestionBody { pos, column: better.index() + 1 }),
            overlay: OverlayBody::new(&why.highlights),
            line: moves::write(&why.line),
            line_cells: why.line_cells().iter().map(Cell::to_string).collect(),
            n_positions: proofs.iter().map(|proof| proof.n_positions()).sum(),
            plan_positions: match &why.explanation {
                Explanation::Plan { plan, .. } => Some(plan.n_more()),
                _ => None,
            },
            strategies: None,
        }
    }

    /// The same answer with the strategies of `why`.
    #[must_use]
    pub fn with_strategies(self, why: &Why) -> Self {
        Self { strategies: Some(strategies(why)), ..self }
    }
}

impl PartBody {
    fn new(part: &Part) -> Self {
        let items = part.items.iter().map(ItemBody::new).collect();
        Self { kind: part.kind.name(), text: part.text().to_owned(), items }
    }
}

impl ItemBody {
    fn new(item: &Item) -> Self {
        let cells = item.cells.iter().map(Cell::to_string).collect();
        let items = item.items.iter().map(Self::new).collect();
        Self { kind: item.kind.name(), text: item.text().to_owned(), cells, items }
    }
}

fn part_kind() -> Object {
    one_of(PartKind::ALL.map(PartKind::name))
}

fn item_kind() -> Object {
    one_of(ItemKind::ALL.map(ItemKind::name))
}

/// The type of a name.
pub(crate) fn one_of<const N: usize>(names: [&'static str; N]) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build()
}

impl From<Claim> for ClaimBody {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::Wins => Self::Wins,
            Claim::Holds => Self::Holds,
        }
    }
}

impl OverlayBody {
    fn new(Highlights { cells, leads, pairs, steps }: &Highlights) -> Self {
        let pair = |(from, to): &(Cell, Cell)| [from.to_string(), to.to_string()];
        Self {
            rings: cells.iter().map(Cell::to_string).collect(),
            arrows: leads.iter().map(pair).collect(),
            links: pairs.iter().map(pair).collect(),
            steps: steps
                .iter()
                .map(|&(cell, player)| StepBody { cell: cell.to_string(), player: player.into() })
                .collect(),
        }
    }
}
