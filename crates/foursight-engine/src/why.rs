//! The reason for a position's result: one that the checker has accepted, or an honest example.
//!
//! [`Why::of_position`] explains the result of a position, [`Why::of_move`] the result of a move: what it gave away
//! compared with the best move. A finder looks for a strategy that a person can follow, and [`foursight::reason`]
//! checks it; only what the checker has verified is stated. If no short reason is found, there may be a
//! [plan](foursight::plan) for the whole game; otherwise there is an example of best play, which is called an example
//! and proves nothing.
//!
//! ```
//! use foursight::{AnySize, Column, Position};
//! use foursight_engine::why::{Explanation, Why};
//! use foursight_engine::{AnySolver, Control, Goal, Solve, TableSize};
//!
//! let position = "7443".parse::<Position>()?.to_any();
//! let mut solver = AnySolver::new(AnySize::default(), TableSize::from_mib(1));
//! let scores = solver.solve_moves(&position, Goal::Score, &mut Control::default());
//! let why = Why::of_move(&position, Column::new(3), &scores, &mut solver, &mut Control::default());
//! assert!(matches!(why.explanation, Explanation::Certain(_)));
//! println!("{}", why.sentences().join(" "));
//! # Ok::<(), foursight::notation::MovesError>(())
//! ```

mod attempt;
mod ending;
mod explanation;
mod facts;
mod finder;
mod idea;
mod mapping;
mod mistake;
pub(crate) mod names;
mod part;
mod planned;
mod playout;
mod prune;
mod recall;
mod refutation;
mod repair;
mod replies;
mod rules;
mod sentence;
mod short;
mod story;
mod strategy;
mod tier;
pub(crate) mod ties;
mod told;
mod words;

use foursight::{AnySize, Cell, Column, Player, Position};

pub use explanation::{Explanation, ExplanationKind, prove, prove_within};
pub use finder::partial_rules;

pub use idea::Idea;
pub use part::{Highlights, Item, ItemKind, Part, PartKind};
pub use planned::{Planned, lend_plan};
pub use replies::{Replies, Reply};
pub(crate) use short::ShortReason;
pub use tier::Tier;

use self::mistake::Mistake;
use self::names::Names;
use self::sentence::Sentence;
use self::story::{Story, completed_line};
use self::told::{Scene, Told};
use crate::{Control, Forecast, Goal, MoveScores, Solve};

/// The maximum number of an example's moves that a sentence lists.
const MAX_SAID: usize = 8;

/// The reason for a result, in words and signs, with a line that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The explained position: for a move, the one after it; for [`Explanation::Kept`], the one before it.
    pub position: Position<AnySize>,
    /// The known facts about the position.
    pub explanation: Explanation,
    /// Whether there is nothing better to find; false if a limit ended the search first.
    pub is_complete: bool,
    /// The deciding idea, in one term; `None` without a reason.
    pub idea: Option<Idea>,
    /// What a reader has to hold in mind.
    pub tier: Tier,
    /// After a mistake, the move that would have kept the result.
    pub better: Option<Column>,
    /// At most three sentences with their subjects and lists; cells are named `a1` to `g6`.
    pub parts: Vec<Part>,
    /// The signs to show on the board of [`Why::position`]; for a map, each reply that has a strategy.
    pub highlights: Highlights,
    /// Moves of both sides from [`Why::position`] on that show the reason: resistance to a strategy, or
    /// an example of best play.
    pub line: Vec<Column>,
    told: Told,
}

impl Why {
    /// The reason why the open `position` is won, lost or drawn, given the scores of its moves.
    ///
    /// The `solver` finds lines of play. The explanation is [`Explanation::Bare`] if the scores do not prove who wins.
    pub fn of_position(
        position: &Position<AnySize>,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        let explanation = Explanation::find(position, scores, solver, control);
        let is_complete = explanation.is_complete(control.limits);
        let line = explanation.line(position, solver, control);
        let story = tell(position, &explanation, is_complete, scores, &line);
        let why = Self::of_story(Scene { position, last: None }, explanation, story, line);
        Self { is_complete, ..why }
    }

    /// The reason for the result of the move in `column`, given the scores of the moves of `position`: after a mistake,
    /// what the move gave away or, if only the better move has a reason, how that move would have kept the result.
    ///
    /// # Panics
    ///
    /// If no disc can be played in `column`.
    pub fn of_move(
        position: &Position<AnySize>,
        column: Column,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        let next = position.play(column).expect("the caller names a legal move");
        if next.outcome().is_some() {
            return Self::of_end(position, column, &next);
        }
        let next_scores = solver.solve_moves(&next, Goal::Score, control);
        let Some(mistake) = Mistake::new(position, column, scores) else {
            return Self::of_position(&next, &next_scores, solver, control);
        };
        let (before, after) = ((position, scores), (&next, &next_scores));
        let explanation = Explanation::of_mistake(before, after, solver, control);
        let is_complete = explanation.is_complete(control.limits);
        let cell = position.landing(column).expect("the move was legal");
        let last = Some((position, cell));
        let kept = match &explanation {
            Explanation::Kept(proof) => {
                let mut story = told::story(proof).unwrap_or_default();
                mistake.tell_kept(proof, &mut story);
                Some(story)
            }
            Explanation::Replies { map, is_kept: true } => {
                Some(mistake.kept(map.story(is_complete)))
            }
            Explanation::Plan { plan, is_kept: true } => Some(mistake.kept(plan.story())),
            _ => None,
        };
        if let Some(story) = kept {
            let line = explanation.line(position, solver, control);
            let better = line.first().copied();
            let why = Self::of_story(Scene { position, last }, explanation, story, line);
            return Self { is_complete, better, ..why };
        }
        let line = explanation.line(&next, solver, control);
        let mut story = tell(&next, &explanation, is_complete, &next_scores, &line);
        let better = mistake.better(scores);
        mistake.tell(better, explanation.proof(), &mut story);
        let scene = Scene { position: &next, last };
        let why = Self::of_story(scene, explanation, story, line);
        Self { is_complete, better: Some(better), ..why }
    }

    /// The [parts](Why::parts), told to `you`, if one of the players reads them.
    pub fn parts_for(&self, you: Option<Player>) -> Vec<Part> {
        words::english(&self.told, Names { you })
    }

    /// The same reason, told to `you`, if one of the players reads it.
    #[must_use]
    pub fn told_to(self, you: Option<Player>) -> Self {
        Self { parts: self.parts_for(you), ..self }
    }

    /// The cells where the discs of [`Why::line`] land.
    pub fn line_cells(&self) -> Vec<Cell> {
        discs_of(&self.position, &self.line).into_iter().map(|(cell, _)| cell).collect()
    }

    /// The sentences alone.
    pub fn sentences(&self) -> Vec<&str> {
        self.parts.iter().map(Part::text).collect()
    }

    /// The sentences, each with a line for each item of its list.
    pub fn lines(&self) -> Vec<String> {
        self.parts.iter().flat_map(Part::lines).collect()
    }

    /// The explanation of the last move of a game.
    fn of_end(position: &Position<AnySize>, column: Column, next: &Position<AnySize>) -> Self {
        let hero = position.side_to_move();
        let cell = position.landing(column).expect("the move was legal");
        let line = completed_line(position, hero, cell);
        let highlights = Highlights { cells: line.clone(), ..Highlights::default() };
        let (idea, sentence) = if next.is_won() {
            (Some(Idea::Four), Sentence::Completes { hero, cell, line })
        } else {
            (None, Sentence::Fills { hero, cell })
        };
        let story = Story { idea, sentences: vec![sentence], highlights };
        let scene = Scene { position: next, last: Some((position, cell)) };
        Self::of_story(scene, Explanation::Bare, story, Vec::new())
    }

    fn of_story(
        scene: Scene<'_>,
        explanation: Explanation,
        story: Story,
        line: Vec<Column>,
    ) -> Self {
        let told = Told::new(scene, story.sentences);
        Self {
            position: *scene.position,
            explanation,
            is_complete: true,
            idea: story.idea,
            tier: Tier::of(told.sentences()),
            better: None,
            parts: words::english(&told, Names::default()),
            highlights: story.highlights,
            line,
            told,
        }
    }
}

/// The words for `explanation` of `position`, where `line` shows it.
fn tell(
    position: &Position<AnySize>,
    explanation: &Explanation,
    is_complete: bool,
    scores: &MoveScores,
    line: &[Column],
) -> Story {
    let of_proof = |proof| told::story(proof).unwrap_or_default();
    let line = match explanation {
        Explanation::Certain(proof) | Explanation::Kept(proof) => return of_proof(proof),
        Explanation::Draw { mover, opponent } => {
            let (mut story, of_opponent) = (of_proof(mover), of_proof(opponent));
            story.sentences.insert(0, Sentence::BothHold);
            story.sentences.extend(of_opponent.sentences);
            return story;
        }
        Explanation::Replies { map, .. } => return map.story(is_complete),
        Explanation::Plan { plan, .. } => return plan.story(),
        Explanation::Example { line, .. } => line,
        Explanation::Bare => &line[..line.len().min(MAX_SAID)],
    };
    let mover = position.side_to_move();
    let forecast = scores.best().map_or(Forecast::Open, |best| Forecast::new(&best, position));
    let mut story = Story::default();
    story.highlights.steps = discs_of(position, line);
    let cells: Vec<Cell> = story.highlights.steps.iter().map(|(cell, _)| *cell).collect();
    story.sentences.push(if cells.is_empty() {
        Sentence::NoReason { mover, forecast, is_complete }
    } else {
        Sentence::Example { mover, forecast, is_complete, line: cells }
    });
    if let Explanation::Example { then, .. } = explanation
        && let Some(proof) = then.proof()
    {
        let then = of_proof(proof);
        story.idea = then.idea;
        story.sentences.extend(then.sentences.into_iter().find_map(Sentence::after_that));
    }
    story
}

/// The discs of the moves in `line`, each with its player.
fn discs_of(position: &Position<AnySize>, line: &[Column]) -> Vec<(Cell, Player)> {
    let mut position = *position;
    let discs = line.iter().map_while(|&column| {
        let cell = position.landing(column)?;
        let player = position.side_to_move();
        position = position.play(column).ok()?;
        Some((cell, player))
    });
    discs.collect()
}
