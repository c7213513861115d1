//! The known explanation for a position's result.

use foursight::reason::{Claim, Proof, Reason};
use foursight::{AnySize, Column, Player, Position, STANDARD, Size, Verdict};

use super::finder::Aim;
use super::mapping::Mapping;
use super::planned::Planned;
use super::replies::Replies;
use super::tier::Tier;
use super::ties::in_order;
use super::{finder, told};
use crate::clock::Instant;
use crate::solve::sort_from_center;
use crate::{Control, Goal, Limits, MoveScores, Progress, Solution, Solve};

/// The maximum number of moves of best play after which an example looks for a reason.
const MAX_EXAMPLE: usize = 11;

/// The maximum number of positions to look at while playing out rules for one move of an example.
const MAX_PLAYED_OF_STEP: usize = 40_000;

/// The reason for a position's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// One side wins, by a strategy.
    Certain(Proof<AnySize>),
    /// Neither side wins, because each has a strategy to hold.
    Draw {
        /// The strategy of the side to move.
        mover: Box<Proof<AnySize>>,
        /// The strategy of the other side.
        opponent: Box<Proof<AnySize>>,
    },
    /// For a mistake: no short reason was found why it is one, but the better move has a strategy.
    Kept(Proof<AnySize>),
    /// No single short reason, but a strategy against each of most replies.
    Replies {
        /// These strategies.
        map: Box<Replies>,
        /// For a mistake: whether the strategies belong to the better move.
        is_kept: bool,
    },
    /// No single short reason, but a plan that wins every game.
    Plan {
        /// This plan.
        plan: Planned,
        /// For a mistake: whether the plan belongs to the better move.
        is_kept: bool,
    },
    /// No short reason, only an example of best play that reaches a position with one.
    Example {
        /// The moves of both sides.
        line: Vec<Column>,
        /// The reason for the position at its end.
        then: Box<Explanation>,
    },
    /// Nothing but a score and a line.
    Bare,
}

/// The strength of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplanationKind {
    /// A strategy or a plan proves the result.
    Certain,
    /// Both sides have a strategy to hold.
    Draw,
    /// For a mistake: the better move has a strategy, a map or a plan.
    Kept,
    /// There is a strategy against most replies.
    Replies,
    /// There is only a line of best play.
    Example,
    /// There is no explanation.
    Bare,
}

impl ExplanationKind {
    /// Its name in answers: `certain`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Draw => "draw",
            Self::Kept => "kept",
            Self::Replies => "replies",
            Self::Example => "example",
            Self::Bare => "bare",
        }
    }
}

impl Explanation {
    /// Its strength.
    pub fn kind(&self) -> ExplanationKind {
        match self {
            Self::Certain(_) | Self::Plan { is_kept: false, .. } => ExplanationKind::Certain,
            Self::Draw { .. } => ExplanationKind::Draw,
            Self::Kept(_)
            | Self::Replies { is_kept: true, .. }
            | Self::Plan { is_kept: true, .. } => ExplanationKind::Kept,
            Self::Replies { is_kept: false, .. } => ExplanationKind::Replies,
            Self::Example { .. } => ExplanationKind::Example,
            Self::Bare => ExplanationKind::Bare,
        }
    }

    /// The one proof; for a draw, the proof of the side to move.
    pub fn proof(&self) -> Option<&Proof<AnySize>> {
        match self {
            Self::Certain(proof) | Self::Kept(proof) => Some(proof),
            Self::Draw { mover, .. } => Some(mover),
            Self::Replies { .. } | Self::Plan { .. } | Self::Example { .. } | Self::Bare => None,
        }
    }

    /// All strategies, each after both sides' moves to the position where it begins; for a plan, the strategy at the
    /// end of its main line.
    pub fn strategies(&self) -> Vec<(Vec<Column>, &Proof<AnySize>)> {
        match self {
            Self::Certain(proof) | Self::Kept(proof) => vec![(Vec::new(), proof)],
            Self::Draw { mover, opponent } => {
                [mover, opponent].map(|proof| (Vec::new(), &**proof)).into()
            }
            Self::Replies { map, .. } => map.strategies(&[]),
            Self::Plan { plan, .. } => vec![(plan.line.clone(), &*plan.then)],
            Self::Example { line, then } => {
                let after = |(_, proof)| (line.clone(), proof);
                then.strategies().into_iter().map(after).collect()
            }
            Self::Bare => Vec::new(),
        }
    }

    /// Whether a search that stopped just now, perhaps at its `limits`, would have found nothing better without them.
    pub(super) fn is_complete(&self, limits: Limits<'_>) -> bool {
        matches!(self, Self::Certain(_) | Self::Draw { .. }) || !limits.are_reached(0)
    }

    pub(super) fn find(
        position: &Position<AnySize>,
        scores: &MoveScores,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        if position.outcome().is_some() {
            return Self::Bare;
        }
        if let Some(reason) = Self::at_once(position, scores, control, finder::MAX_PLAYED) {
            return reason;
        }
        let map = Mapping::new(solver, control).winner(position, scores);
        let longer = Self::map_or_plan(position, map, false);
        longer.unwrap_or_else(|| Self::example(position, solver, control))
    }

    /// A map without open replies, or else a plan, or else any map.
    pub(super) fn map_or_plan(
        position: &Position<AnySize>,
        map: Option<Replies>,
        is_kept: bool,
    ) -> Option<Self> {
        let is_open = map.as_ref().is_none_or(|map| map.n_open() > 0);
        match Planned::find(position).filter(|_| is_open) {
            Some(plan) if plan.n_more() == 0 && is_kept => Some(Self::Kept(*plan.then)),
            Some(plan) if plan.n_more() == 0 => Some(Self::Certain(*plan.then)),
            Some(plan) => Some(Self::Plan { plan, is_kept }),
            None => map.map(|map| Self::Replies { map: Box::new(map), is_kept }),
        }
    }

    /// The explanation of a mistake, given the positions before and after it, each with its scores: a strategy of the
    /// side that profits is enough, or else one of the side that was better off. If a win became a loss, a strategy to
    /// hold still explains why the win is gone. Then come maps of replies and plans.
    pub(super) fn of_mistake(
        before: (&Position<AnySize>, &MoveScores),
        after: (&Position<AnySize>, &MoveScores),
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        let mut go_on = going_on(control, after.1.best());
        let mut of_mover = |(position, scores): (&Position<AnySize>, &MoveScores)| {
            strategy(position, position.side_to_move(), scores, &mut go_on)
        };
        let certain = of_mover(after).map(Self::Certain);
        let certain = certain.or_else(|| of_mover(before).map(Self::Kept));
        let certain = certain.or_else(|| {
            let verdict = |scores: &MoveScores| scores.best()?.verdict();
            let was_turned =
                [before, after].map(|(_, scores)| verdict(scores)) == [Some(Verdict::Win); 2];
            was_turned.then(|| held(after.0, after.1, &mut go_on)).flatten().map(Self::Certain)
        });
        drop(go_on);
        if let Some(certain) = certain {
            return certain;
        }
        let mut mapping = Mapping::new(solver, control);
        for (is_kept, (position, scores)) in [(false, after), (true, before)] {
            let map = mapping.find(position, position.side_to_move(), scores);
            if let Some(longer) = Self::map_or_plan(position, map, is_kept) {
                return longer;
            }
        }
        Self::example(after.0, solver, control)
    }

    fn example(
        position: &Position<AnySize>,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Self {
        let mut line = best_play(position, solver, control);
        line.truncate(MAX_EXAMPLE);
        let mut end = *position;
        for (n_moves, &column) in (1..).zip(&line) {
            end = end.play(column).expect("best play is legal");
            if end.outcome().is_some() {
                break;
            }
            let scores = solver.solve_moves(&end, Goal::Score, control);
            if let Some(then) = Self::at_once(&end, &scores, control, MAX_PLAYED_OF_STEP) {
                line.truncate(n_moves);
                return Self::Example { line, then: Box::new(then) };
            }
        }
        Self::Bare
    }

    /// A reason for the position itself. If the scores do not say who wins, the finder may still find a forced win.
    fn at_once(
        position: &Position<AnySize>,
        scores: &MoveScores,
        control: &mut Control<'_>,
        n_played: usize,
    ) -> Option<Self> {
        let mover = position.side_to_move();
        let mut go_on = going_on(control, scores.best());
        let mut of = |hero| strategy_within(position, hero, scores, n_played, &mut go_on);
        if scores.best()?.verdict() == Some(Verdict::Draw) {
            let (mover, opponent) = (Box::new(of(mover)?), Box::new(of(mover.other())?));
            return Some(Self::Draw { mover, opponent });
        }
        of(mover).or_else(|| of(mover.other())).map(Self::Certain)
    }

    /// Moves that show the explanation: a long resistance to its strategy, or best play.
    pub(super) fn line(
        &self,
        position: &Position<AnySize>,
        solver: &mut impl Solve<AnySize>,
        control: &mut Control<'_>,
    ) -> Vec<Column> {
        match self {
            Self::Certain(_) | Self::Kept(_) => self.resistance(),
            Self::Replies { map, .. } => {
                let best = best_play(&map.position, solver, control);
                map.first.into_iter().chain(best).collect()
            }
            Self::Plan { plan, .. } => [&*plan.line, &resistance(&plan.then)].concat(),
            _ => best_play(position, solver, control),
        }
    }

    /// A long resistance to the one proof; empty without one.
    pub(super) fn resistance(&self) -> Vec<Column> {
        self.proof().map(resistance).unwrap_or_default()
    }
}

/// A line of best play.
fn best_play(
    position: &Position<AnySize>,
    solver: &mut impl Solve<AnySize>,
    control: &mut Control<'_>,
) -> Vec<Column> {
    in_order(position, |position| solver.principal_variation(position, control))
}

/// Whether to continue; reports the `best` known score.
pub(super) fn going_on(control: &mut Control<'_>, best: Option<Solution>) -> impl FnMut() -> bool {
    let start = control.progress.is_some().then(Instant::now);
    move || {
        if let (Some(report), Some(Solution { lower, upper, .. }), Some(start)) =
            (&mut control.progress, best, start)
        {
            report(&Progress { lower, upper, nodes: 0, elapsed: start.elapsed() });
        }
        !control.limits.are_reached(0)
    }
}

/// A game against the strategy in `proof`: where it can, the other side plays so that the hero cannot complete a line
/// at once, near the center if there is a choice.
fn resistance(proof: &Proof<AnySize>) -> Vec<Column> {
    in_order(proof.position(), |start| {
        let image =
            (start != proof.position()).then(|| proof.reason().mirror(start.size().width()));
        let reason = image.as_ref().unwrap_or(proof.reason());
        let (mut end, mut line) = (*start, Vec::new());
        while end.outcome().is_none() {
            let answer = reason.answer(start, &line);
            let column = answer.map_or_else(|| longest_reply(&end), |cell| cell.column);
            end = end.play(column).expect("both sides play legal moves");
            line.push(column);
        }
        line
    })
}

/// A reply after which the hero cannot complete a line at once, or else one that blocks a line somewhere.
fn longest_reply(position: &Position<AnySize>) -> Column {
    let mut replies: Vec<Column> = position.moves().collect();
    sort_from_center(&mut replies, position.size());
    let threats = position.opponent_winning_cells() & position.playable_cells();
    let blocks = |column: &Column| !threats.in_column(*column).is_empty();
    let found = replies.iter().find(|column| resists(position, **column));
    *found.or_else(|| replies.iter().find(|column| blocks(column))).unwrap_or(&replies[0])
}

/// Whether the hero cannot complete a line right after a legal reply.
pub(super) fn resists(position: &Position<AnySize>, reply: Column) -> bool {
    let next = position.play(reply).expect("the reply is legal");
    !next.moves().any(|column| next.is_winning_move(column))
}

/// A strategy by which `hero` wins the open `position`, or holds it if the `scores` of its moves prove a draw; `None`
/// if no short one is found, if the hero loses, or once `go_on` returns false; it is called every few milliseconds.
pub(super) fn strategy(
    position: &Position<AnySize>,
    hero: Player,
    scores: &MoveScores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Proof<AnySize>> {
    strategy_within(position, hero, scores, finder::MAX_PLAYED, go_on)
}

/// The strategy that [`strategy`] finds, with rules played out in at most `n_played` positions.
fn strategy_within(
    position: &Position<AnySize>,
    hero: Player,
    scores: &MoveScores,
    mut n_played: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Proof<AnySize>> {
    let is_mover = hero == position.side_to_move();
    let claim = match scores.best()?.verdict() {
        Some(Verdict::Draw) => Claim::Holds,
        Some(Verdict::Win) if !is_mover => return None,
        Some(Verdict::Loss) if is_mover => return None,
        Some(Verdict::Win | Verdict::Loss) | None => Claim::Wins,
    };
    prove_within(position, hero, claim, &scores.keeping_columns(), &mut n_played, go_on)
}

/// A strategy by which the side to move at least holds a `position` that it wins.
pub(super) fn held(
    position: &Position<AnySize>,
    scores: &MoveScores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Proof<AnySize>> {
    let (hero, columns) = (position.side_to_move(), scores.keeping_columns());
    prove_while(position, hero, Claim::Holds, &columns, go_on)
}

/// A reason why `hero` achieves what it claims in `position`, if a short one is found.
///
/// If the hero is to move, `first` lists the moves that keep the claimed result, the best first. The finder counts its
/// attempts, so its answer is always the same.
pub fn prove(
    position: &Position<AnySize>,
    hero: Player,
    claim: Claim,
    first: &[Column],
) -> Option<Proof<AnySize>> {
    prove_while(position, hero, claim, first, &mut || true)
}

/// The reason that [`prove`] finds, unless `go_on` returns false first.
fn prove_while(
    position: &Position<AnySize>,
    hero: Player,
    claim: Claim,
    first: &[Column],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Proof<AnySize>> {
    prove_within(position, hero, claim, first, &mut { finder::MAX_PLAYED }, go_on)
}

/// The reason that [`prove`] finds, unless `go_on` returns false first, with rules played out in at most `n_played`
/// positions; the positions used are subtracted from that number.
pub fn prove_within(
    position: &Position<AnySize>,
    hero: Player,
    claim: Claim,
    first: &[Column],
    n_played: &mut usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Proof<AnySize>> {
    let aim = Aim { hero, claim, is_short: false };
    prove_aim(position, aim, first, n_played, go_on).map(|(proof, _)| proof)
}

/// A [short](Tier::is_short) reason why the side to move wins with a move in one of the columns in `first`, the best
/// first; it needs no scores.
pub(crate) fn prove_short(
    position: &Position<AnySize>,
    first: &[Column],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Proof<AnySize>, Tier)> {
    let aim = Aim { hero: position.side_to_move(), claim: Claim::Wins, is_short: true };
    prove_aim(position, aim, first, &mut { MAX_PLAYED_OF_STEP }, go_on)
}

fn prove_aim(
    position: &Position<AnySize>,
    aim: Aim,
    first: &[Column],
    n_played: &mut usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Proof<AnySize>, Tier)> {
    let mut found = None;
    let mut accept = |reason: &Reason| {
        let proof = reason.clone().check(position).ok();
        let told = proof.and_then(|proof| {
            let tier = Tier::of(&told::story(&proof)?.sentences);
            Some((proof, tier))
        });
        found = told.filter(|(_, tier)| tier.is_short() || !aim.is_short);
        found.is_some()
    };
    match position.with_size(STANDARD) {
        Some(position) => finder::find(&position, aim, first, &mut accept, n_played, go_on),
        None => finder::find(position, aim, first, &mut accept, n_played, go_on),
    };
    found
}
