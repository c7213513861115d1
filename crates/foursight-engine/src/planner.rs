//! The finder of plans: what one side must know to win, or hold, every game from a position.
//!
//! It searches a graph of positions in which the hero is to move; mirror images and other orders of the moves share a
//! node. A node may have a reason that covers the rest of the game. It also has options: discs that keep the result,
//! each alone or with a rule that answers some replies. The value of a node is its price plus the values of the
//! positions that its cheapest option leaves open; an average stands in for positions not looked at yet. The finder
//! looks at the open positions of the cheapest plan until none is left (AO*, Nilsson 1980, with estimates that may be
//! too high). Then it chooses other options wherever they make the whole plan cheaper, since positions are shared.
//!
//! Work is counted, never timed: the same position always has the same plan. A caller can keep the findings about nodes
//! and pass them to the next search, which then resumes.

mod finding;
mod graph;
mod improve;
mod price;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use foursight::plan::{Plan, Step};
use foursight::reason::{Claim, Start};
use foursight::{AnySize, Column, Player, Position, Verdict};

pub use self::finding::{Finding, Sought};
use self::graph::{Graph, Node, Options};
use crate::why::{partial_rules, prove_within};
use crate::{Control, Goal, Limits, Solve, sort_from_center};

/// The maximum number of positions to look at while playing out rules for one position.
const MAX_PLAYED: usize = 15_000;

/// The maximum number where more work is likely to pay: for positions that have a line in the plan.
const MAX_PLAYED_AGAIN: usize = 350_000;

/// The number of open positions to look at before finding the cheapest plan again.
const AT_ONCE: usize = 8;

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanProgress {
    /// Number of positions whose options are known.
    pub n_expanded: usize,
    /// Number of positions in the cheapest plan.
    pub n_lines: usize,
    /// Number of positions in the cheapest plan that have no step.
    pub n_open: usize,
}

/// The limits and the records of a search.
pub struct PlanSearch<'a> {
    /// The maximum number of positions whose options are looked for in order to choose between them.
    pub max_expanded: usize,
    /// The findings of earlier searches for the same side and claim.
    pub known: Vec<Finding>,
    /// Receives each finding as it is made.
    pub keep: Box<dyn FnMut(&Finding) + 'a>,
    /// Receives the progress.
    pub report: Box<dyn FnMut(PlanProgress) + 'a>,
    /// Stops the search within milliseconds when set; the finding in progress is lost.
    pub cancel: Option<&'a AtomicBool>,
}

impl PlanSearch<'_> {
    /// The default of [`PlanSearch::max_expanded`].
    pub const MAX_EXPANDED: NonZeroUsize = NonZeroUsize::new(1_000).unwrap();
}

/// A search without records, which nothing stops.
impl Default for PlanSearch<'_> {
    fn default() -> Self {
        Self {
            max_expanded: Self::MAX_EXPANDED.get(),
            known: Vec::new(),
            keep: Box::new(|_| ()),
            report: Box::new(|_| ()),
            cancel: None,
        }
    }
}

/// A plan, and whether the search for a shorter one was completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The plan, which is complete.
    pub plan: Plan,
    /// Whether the search finished making the plan shorter.
    pub is_finished: bool,
}

/// The reason why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlan {
    /// The game is over, or the moves are illegal.
    Over,
    /// The other side wins.
    Loses,
    /// The search was stopped.
    Stopped,
}

/// A plan for `hero` from the position after `moves` on the empty board of `size`: to win if it can, otherwise to hold.
///
/// ```
/// use foursight::{AnySize, Player, Size};
/// use foursight_engine::planner::{PlanSearch, find};
/// use foursight_engine::{AnySolver, TableSize};
///
/// let size = AnySize::new(4, 4, 4)?;
/// let mut solver = AnySolver::new(size, TableSize::from_mib(1));
/// let found = find(size, &[], Player::Second, &mut solver, PlanSearch::default()).expect("it holds");
/// assert_eq!(found.plan.check()?.n_lines(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the hero loses, if the game is over, or if the `search` is stopped before there is a plan.
pub fn find(
    size: AnySize,
    moves: &[Column],
    hero: Player,
    solver: &mut impl Solve<AnySize>,
    search: PlanSearch<'_>,
) -> Result<Found, NoPlan> {
    let start = Position::from_columns(size, moves.iter().copied()).map_err(|_| NoPlan::Over)?;
    if start.outcome().is_some() {
        return Err(NoPlan::Over);
    }
    let PlanSearch { max_expanded, known, mut keep, mut report, cancel } = search;
    let limits = Limits { cancel, ..Limits::default() };
    let verdict = solver.solve(&start, Goal::Verdict, &mut Control::limited(limits)).verdict();
    let is_mover = start.side_to_move() == hero;
    let claim = match verdict.ok_or(NoPlan::Stopped)? {
        Verdict::Draw => Claim::Holds,
        Verdict::Win if is_mover => Claim::Wins,
        Verdict::Loss if !is_mover => Claim::Wins,
        Verdict::Win | Verdict::Loss => return Err(NoPlan::Loses),
    };
    let known = known
        .into_iter()
        .filter_map(|finding| Some(((finding.position(size)?, finding.sought), finding.steps)));
    let (known, keep, report) = (known.collect(), &mut *keep, &mut *report);
    let last = PlanProgress::default();
    let mut finder = Finder { hero, claim, solver, known, keep, report, limits, last };
    let mut graph = Graph::new(start, moves, hero, claim);
    finder.complete(&mut graph, max_expanded).ok_or(NoPlan::Stopped)?;
    // A plan that could be shorter is still a plan.
    let is_finished = finder.improve(&mut graph).is_some();
    Ok(Found { plan: graph.plan(), is_finished })
}

struct Finder<'a, V> {
    hero: Player,
    claim: Claim,
    solver: &'a mut V,
    known: HashMap<(Position<AnySize>, Sought), Vec<Step>>,
    keep: &'a mut dyn FnMut(&Finding),
    report: &'a mut dyn FnMut(PlanProgress),
    /// Nothing but the flag that stops the search.
    limits: Limits<'a>,
    /// The last progress that was computed.
    last: PlanProgress,
}

impl<V: Solve<AnySize>> Finder<'_, V> {
    /// Completes the cheapest plan.
    fn complete(&mut self, graph: &mut Graph, max_expanded: usize) -> Option<()> {
        loop {
            graph.is_closing = graph.n_expanded >= max_expanded;
            graph.evaluate();
            let tips = graph.tips();
            if tips.is_empty() {
                return Some(());
            }
            self.report(graph);
            self.look_at(graph, &tips)?;
        }
    }

    /// Looks at some of the open positions: for the reasons of all new ones, else for the options of a few.
    fn look_at(&mut self, graph: &mut Graph, tips: &[usize]) -> Option<()> {
        let is_new = |&index: &usize| !graph.nodes[index].is_seen;
        let new: Vec<usize> = tips.iter().copied().filter(is_new).collect();
        for &index in &new {
            self.look(graph, index)?;
            self.report_again(graph);
        }
        if new.is_empty() {
            for &index in tips.iter().take(AT_ONCE) {
                self.expand(graph, index)?;
                self.report_again(graph);
            }
        }
        Some(())
    }

    /// Looks for a new node's reason.
    fn look(&mut self, graph: &mut Graph, index: usize) -> Option<()> {
        let reason = self.ask(&graph.nodes[index], Sought::Reason)?;
        let node = &mut graph.nodes[index];
        (node.is_seen, node.reason) = (true, reason.into_iter().next());
        Some(())
    }

    /// Looks harder for a reason for a node; returns whether there is one.
    fn look_again(&mut self, graph: &mut Graph, index: usize) -> Option<bool> {
        let reason = self.ask(&graph.nodes[index], Sought::ReasonAgain)?;
        graph.nodes[index].reason = reason.into_iter().next();
        Some(graph.nodes[index].reason.is_some())
    }

    /// Looks for the options of a node without a reason.
    fn expand(&mut self, graph: &mut Graph, index: usize) -> Option<()> {
        let steps = self.ask(&graph.nodes[index], Sought::Options)?;
        graph.expand(index, steps);
        Some(())
    }

    /// Reports the progress.
    fn report(&mut self, graph: &Graph) {
        self.last = graph.progress();
        self.report_again(graph);
    }

    /// Reports the progress while the plan has not changed.
    fn report_again(&mut self, graph: &Graph) {
        self.last.n_expanded = graph.n_expanded;
        (self.report)(self.last);
    }

    /// `None` if the search is stopped.
    fn go_on(&self) -> Option<()> {
        (!self.limits.are_reached(0)).then_some(())
    }

    /// The steps of a node in answer to `sought`; `None` if the search is stopped.
    fn ask(&mut self, node: &Node, sought: Sought) -> Option<Vec<Step>> {
        self.go_on()?;
        let position = node.position;
        if let Some(steps) = self.known.remove(&(position, sought)) {
            return Some(steps);
        }
        let steps = match sought {
            Sought::Reason => self.reason(&position, MAX_PLAYED),
            Sought::ReasonAgain => self.reason(&position, MAX_PLAYED_AGAIN),
            Sought::Options => self.options(&position),
        };
        // If the search was stopped meanwhile, these steps are incomplete.
        self.go_on()?;
        (self.keep)(&Finding { moves: node.moves.clone(), sought, steps: steps.clone() });
        Some(steps)
    }

    fn reason(&mut self, position: &Position<AnySize>, n_played: usize) -> Vec<Step> {
        let first = self.keeping(position);
        let (mut n_left, limits) = (n_played, self.limits);
        let go_on = &mut || !limits.are_reached(0);
        let proof = prove_within(position, self.hero, self.claim, &first, &mut n_left, go_on);
        match proof.map(|proof| proof.reason().start.clone()) {
            Some(Start::Hero(turn)) => Step::of_turn(turn).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Each disc that keeps the result, alone and with rules.
    fn options(&mut self, position: &Position<AnySize>) -> Vec<Step> {
        let (mut steps, limits) = (Vec::new(), self.limits);
        let go_on = &mut || !limits.are_reached(0);
        for column in self.keeping(position) {
            let cell = position.landing(column).expect("the move is legal");
            let next = position.play(column).expect("the move is legal");
            steps.push(Step::of_cell(cell));
            for (own, follow) in partial_rules(&next, self.hero, self.claim, MAX_PLAYED, go_on) {
                steps.extend(Options::with_rule(&next, cell, own, follow));
            }
        }
        steps
    }

    /// The hero's discs that keep the result, those near the center first.
    fn keeping(&mut self, position: &Position<AnySize>) -> Vec<Column> {
        let control = &mut Control::limited(self.limits);
        let scores = self.solver.solve_moves(position, Goal::Verdict, control);
        let is_kept = |verdict| match self.claim {
            Claim::Wins => verdict == Verdict::Win,
            Claim::Holds => verdict != Verdict::Loss,
        };
        let kept = scores.moves().filter(|(_, solution)| solution.verdict().is_some_and(is_kept));
        let mut columns: Vec<Column> = kept.map(|(column, _)| column).collect();
        sort_from_center(&mut columns, position.size());
        columns
    }
}
