//! Reasons that a child can repeat, found without any scores.

use foursight::reason::{Proof, Start};
use foursight::{AnySize, Column, Position};

use super::explanation::{going_on, prove_short};
use super::mistake::Mistake;
use super::ties::Ties;
use super::told::{self, Scene};
use super::{Explanation, Tier, Why};
use crate::short_sort::sort_short_by_key;
use crate::{Control, MoveScores};

/// A [short](Tier::is_short) reason why the side to move wins.
#[derive(Clone, Debug)]
pub(crate) struct ShortReason {
    proof: Proof<AnySize>,
    tier: Tier,
}

impl ShortReason {
    /// The simplest reason or, unless that is a line, one that begins with the column that was `played`.
    pub(crate) fn find(
        position: &Position<AnySize>,
        played: Option<Column>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        if position.outcome().is_some() {
            return None;
        }
        let ties = Ties::of(position);
        let mut columns: Vec<Column> = position.moves().collect();
        sort_short_by_key(&mut columns, |column| ties.key(*column));
        let mut find = |columns: &[Column]| {
            prove_short(position, columns, go_on).map(|(proof, tier)| Self { proof, tier })
        };
        let simplest = find(&columns)?;
        let played = played.filter(|_| simplest.tier > Tier::Line);
        let own = played.and_then(|column| find(&[column]));
        Some(own.unwrap_or(simplest))
    }

    /// The strategies of the simplest reasons that begin with each column.
    pub(super) fn each(
        position: &Position<AnySize>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> impl Iterator<Item = Proof<AnySize>> {
        position.moves().filter_map(|column| Some(prove_short(position, &[column], go_on)?.0))
    }

    /// The column of its first disc.
    pub(crate) fn first(&self) -> Option<Column> {
        match &self.proof.reason().start {
            Start::Hero(turn) => Some(turn.cell().column),
            Start::Other(_) => None,
        }
    }
}

impl Why {
    /// Whether the side to move wins `position` for a [short](Tier::is_short) reason. It needs no scores, and takes a
    /// hundredth of the time of [`Why::of_position`]; false also if a limit is reached.
    pub fn has_short_win(position: &Position<AnySize>, control: &mut Control<'_>) -> bool {
        ShortReason::find(position, None, &mut going_on(control, None)).is_some()
    }

    /// What the move in `column` allowed, by a reason for the position after it, and that `better` did not.
    pub(crate) fn of_short(
        before: &Position<AnySize>,
        column: Column,
        scores: &MoveScores,
        better: Column,
        reason: ShortReason,
    ) -> Self {
        let mut story = told::story(&reason.proof).unwrap_or_default();
        let mistake = Mistake::new(before, column, scores);
        let mistake = mistake.unwrap_or_else(|| Mistake::slower(before, column, better));
        mistake.tell(better, None, &mut story);
        let position = *reason.proof.position();
        let last = Some((before, mistake.cell()));
        let explanation = Explanation::Certain(reason.proof);
        let line = explanation.resistance();
        let scene = Scene { position: &position, last };
        Self { better: Some(better), ..Self::of_story(scene, explanation, story, line) }
    }

    /// The win that the move in `column` gave away, by a reason for the position before it.
    pub(crate) fn of_missed(
        before: &Position<AnySize>,
        column: Column,
        scores: &MoveScores,
        reason: ShortReason,
    ) -> Self {
        let better = reason.first();
        let mut story = told::story(&reason.proof).unwrap_or_default();
        let mistake = Mistake::new(before, column, scores);
        if let Some(mistake) = &mistake {
            mistake.tell_kept(&reason.proof, &mut story);
        }
        let last = mistake.map(|mistake| (before, mistake.cell()));
        let explanation = Explanation::Kept(reason.proof);
        let line = explanation.resistance();
        let why = Self::of_story(Scene { position: before, last }, explanation, story, line);
        Self { better, ..why }
    }
}
