//! The question why: about a game's position, or about the last mistake in it.

use foursight::{AnySize, Column, Game, Player, Position};
use foursight_engine::review::{Lesson, remark};
use foursight_engine::why::{Highlights, Why};
use foursight_engine::{Control, Forecast, Goal, Solve};
use foursight_render::Overlay;

use crate::text::{capitalized, color_name};

/// The subject that a person wants explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhyQuestion {
    /// The position on the board.
    position: Position<AnySize>,
    /// A move that was played, and the position before it: if the move was a mistake, it is explained instead.
    played: Option<(Position<AnySize>, Column)>,
    /// The player who reads the answer, if only one person plays.
    you: Option<Player>,
    /// Whether that move is explained even if it is not a mistake, since it is the game's lesson.
    is_lesson: bool,
}

/// The reason for a position's result, or for a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyAnswer {
    /// The subject of the explanation, in a sentence.
    pub heading: String,
    /// The explained position. For a mistake, this is the position after it, or the position before it if only the
    /// better move has a reason.
    pub game: Game<AnySize>,
    /// The reason.
    pub why: Why,
}

impl WhyAnswer {
    /// The lesson of a game, told to `you`; `None` if it has no reason.
    pub fn of_lesson(lesson: Lesson, game: &Game<AnySize>, you: Option<Player>) -> Option<Self> {
        let heading = lesson.headline(you);
        let before = game.positions().iter().find(|position| position.ply() == lesson.ply)?;
        Self::new(heading, *before, lesson.cell.column, lesson.why?.told_to(you))
    }

    /// The reason for the move in `column`; `None` if it could not be played in the position `before`.
    fn new(heading: String, before: Position<AnySize>, column: Column, why: Why) -> Option<Self> {
        let mut game = Game::new(before);
        if why.position != before {
            game.play(column).ok()?;
        }
        Some(Self { heading, game, why })
    }
}

/// The signs of a reason.
pub fn overlay(why: &Why) -> Overlay {
    let Highlights { cells: rings, leads: arrows, pairs: links, steps } = why.highlights.clone();
    Overlay { rings, arrows, links, steps }
}

impl WhyQuestion {
    /// Asks about the position of `game`, or about the move after `ply` others, if that was a mistake.
    pub fn new(game: &Game<AnySize>, ply: Option<usize>, you: Option<Player>) -> Self {
        let played = ply.and_then(|ply| Some((game.positions()[ply], *game.moves().get(ply)?)));
        Self { position: *game.position(), played, you, is_lesson: false }
    }

    /// Asks about the lesson's move, which is `ply` moves after the first one.
    pub fn of_lesson(game: &Game<AnySize>, ply: usize, you: Option<Player>) -> Self {
        Self { is_lesson: true, ..Self::new(game, Some(ply), you) }
    }

    /// The reason; `None` where too little was proved, or if a finished game contains no mistake.
    pub fn answer(
        &self,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Option<WhyAnswer> {
        let mistake = self.played.and_then(|(before, column)| {
            let scores = solver.solve_moves(&before, Goal::Score, control);
            let grade = scores.grade(&before, column)?;
            let is_asked = self.is_lesson || grade.mark().is_mistake();
            let remark = remark(grade).filter(|_| is_asked)?;
            let mover = before.side_to_move();
            let color = capitalized(color_name(mover));
            let side = if self.you == Some(mover) { "You" } else { &*color };
            let heading = format!("{side} played {} and {remark}.", column.letter());
            let why = Why::of_move(&before, column, &scores, solver, control);
            WhyAnswer::new(heading, before, column, why.told_to(self.you))
        });
        mistake.or_else(|| self.of_position(solver, control))
    }

    fn of_position(
        &self,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Option<WhyAnswer> {
        let position = &self.position;
        if position.outcome().is_some() {
            return None;
        }
        let scores = solver.solve_moves(position, Goal::Score, control);
        let solution = scores.best().filter(|solution| solution.verdict().is_some())?;
        let side = capitalized(color_name(position.side_to_move()));
        let heading = format!("{side} to move {}.", Forecast::new(&solution, position));
        let why = Why::of_position(position, &scores, solver, control).told_to(self.you);
        Some(WhyAnswer { heading, game: Game::new(*position), why })
    }
}
