//! The graph of positions in which the hero is to move, and the cheapest plan in it.

use std::collections::{BTreeMap, HashMap};

use foursight::plan::{Plan, Step};
use foursight::reason::{Answers, Claim, Follow};
use foursight::{AnySize, Cell, Column, Player, Position, Size};

use super::PlanProgress;
use super::price::{LINE, price};

/// For each ply before `LAST_PLY`, the estimated price of an unexamined position grows by this.
const PER_PLY: u32 = 200;
const LAST_PLY: usize = 24;

/// The extra cost of an open position once a plan is to be completed.
const DEAR: u32 = 10_000;

/// A price higher than any plan's.
pub(super) const NEVER: u32 = u32::MAX / 100;

/// A position in which the hero is to move and cannot complete a line.
pub(super) struct Node {
    pub(super) position: Position<AnySize>,
    /// Moves from the empty board.
    pub(super) moves: Vec<Column>,
    /// Whether the finder has looked for a reason.
    pub(super) is_seen: bool,
    /// A step that needs no other position.
    pub(super) reason: Option<Step>,
    /// All other steps, once they are known.
    pub(super) options: Option<Vec<Options>>,
    /// The cheapest of these, or `None` for the reason.
    pub(super) choice: Option<usize>,
    /// Whether more work went into a reason.
    pub(super) is_looked_at_again: bool,
    pub(super) value: u32,
}

/// A step with the positions that it leads to.
pub(super) struct Options {
    pub(super) step: Step,
    pub(super) price: u32,
    pub(super) nodes: Vec<usize>,
}

impl Options {
    /// The step with a rule that leaves the replies in `own` to other lines of the plan; `None` if that leaves the rule
    /// nothing to answer.
    pub(super) fn with_rule(
        next: &Position<AnySize>,
        cell: Cell,
        own: Vec<Cell>,
        follow: Follow,
    ) -> Option<Step> {
        let n_open = next.moves().filter(|&column| needs_line(next, column)).count();
        let answers = Answers { named: Vec::new(), follow: Some(follow) };
        (own.len() < n_open).then_some(Step { cell, own, answers: Some(answers) })
    }
}

/// Whether the plan needs a line for the position after a disc of the other side in `column`: the game continues, and
/// the hero cannot complete a line.
fn needs_line(position: &Position<AnySize>, column: Column) -> bool {
    let next = position.play(column).expect("the caller names legal moves");
    next.outcome().is_none() && !next.moves().any(|column| next.is_winning_move(column))
}

/// A sum, and the number of its terms.
struct Average(u64, u64);

impl Average {
    fn add(&mut self, value: u32) {
        if value < NEVER {
            (self.0, self.1) = (self.0 + u64::from(value), self.1 + 1);
        }
    }

    fn value(&self) -> u32 {
        (self.0 / self.1) as u32
    }
}

pub(super) struct Graph {
    start: Position<AnySize>,
    start_moves: Vec<Column>,
    hero: Player,
    claim: Claim,
    pub(super) nodes: Vec<Node>,
    /// The nodes where the hero is to move first.
    pub(super) roots: Vec<usize>,
    index: HashMap<u128, usize>,
    pub(super) n_expanded: usize,
    /// Whether the comparison phase has ended; open nodes then count as expensive.
    pub(super) is_closing: bool,
}

impl Graph {
    pub(super) fn new(
        start: Position<AnySize>,
        moves: &[Column],
        hero: Player,
        claim: Claim,
    ) -> Self {
        let mut graph = Self {
            start,
            start_moves: moves.to_vec(),
            hero,
            claim,
            nodes: Vec::new(),
            roots: Vec::new(),
            index: HashMap::new(),
            n_expanded: 0,
            is_closing: false,
        };
        graph.roots = if start.side_to_move() == hero {
            let is_over = start.moves().any(|column| start.is_winning_move(column));
            if is_over { Vec::new() } else { vec![graph.node(start, moves.to_vec())] }
        } else {
            graph.after(&start, moves, |_| true)
        };
        graph
    }

    fn node(&mut self, position: Position<AnySize>, moves: Vec<Column>) -> usize {
        let key = position.canonical_key();
        if let Some(&index) = self.index.get(&key) {
            return index;
        }
        let index = self.nodes.len();
        self.nodes.push(Node {
            position,
            moves,
            is_seen: false,
            reason: None,
            options: None,
            choice: None,
            is_looked_at_again: false,
            value: 0,
        });
        self.index.insert(key, index);
        index
    }

    /// The nodes after those replies in `position` that need a line and are `wanted`.
    fn after(
        &mut self,
        position: &Position<AnySize>,
        moves: &[Column],
        wanted: impl Fn(Cell) -> bool,
    ) -> Vec<usize> {
        let positions = resisting(position, moves, wanted);
        let mut nodes: Vec<usize> =
            positions.into_iter().map(|(position, moves)| self.node(position, moves)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Gives a node its options.
    pub(super) fn expand(&mut self, index: usize, steps: Vec<Step>) {
        let (position, moves) = (self.nodes[index].position, self.nodes[index].moves.clone());
        let of_step = |step: Step| {
            let next = position.play(step.cell.column).expect("options are legal");
            let moves = [&*moves, &[step.cell.column]].concat();
            let nodes = self.after(&next, &moves, |cell| step.has_own(cell));
            Options { price: price(&step), nodes, step }
        };
        let options = steps.into_iter().map(of_step).collect();
        self.nodes[index].options = Some(options);
        self.n_expanded += 1;
    }

    /// Computes all values and choices, from the ends of the games back.
    pub(super) fn evaluate(&mut self) {
        let mut by_ply: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            by_ply.entry(node.position.ply()).or_default().push(index);
        }
        for (ply, indices) in by_ply.into_iter().rev() {
            let guess = u64::from(LINE + PER_PLY * LAST_PLY.saturating_sub(ply) as u32);
            // A few guesses keep the first nodes from deciding the averages of their ply: one for nodes without a
            // reason, and one for all nodes.
            let (mut open, mut all) = (Average(10 * guess, 10), Average(5 * guess, 10));
            for &index in &indices {
                if let Some((value, choice)) = self.best(index) {
                    let node = &mut self.nodes[index];
                    (node.value, node.choice) = (value, choice);
                    if node.reason.is_none() {
                        open.add(value);
                    }
                    all.add(value);
                }
            }
            let dear = if self.is_closing { DEAR } else { 0 };
            for &index in &indices {
                let node = &mut self.nodes[index];
                if !node.is_seen {
                    node.value = all.value();
                } else if node.reason.is_none() && node.options.is_none() {
                    node.value = open.value() + dear;
                }
            }
        }
    }

    /// The value and the choice of a node with a reason or options.
    pub(super) fn best(&self, index: usize) -> Option<(u32, Option<usize>)> {
        self.best_by(index, |node| self.nodes[node].value)
    }

    /// The value and the choice of a node, given other values for the nodes that it leads to.
    fn best_by(
        &self,
        index: usize,
        value_of: impl Fn(usize) -> u32,
    ) -> Option<(u32, Option<usize>)> {
        let node = &self.nodes[index];
        if let Some(reason) = &node.reason {
            return Some((price(reason), None));
        }
        let value = |option: &Options| {
            let values = option.nodes.iter().map(|&node| value_of(node));
            values.fold(option.price, u32::saturating_add).min(NEVER)
        };
        let values = node.options.as_ref()?.iter().map(value).enumerate();
        let (choice, value) = values.min_by_key(|&(_, value)| value)?;
        Some((value, Some(choice)))
    }

    /// The nodes that `node` leads to by its choice.
    pub(super) fn next(&self, index: usize) -> &[usize] {
        let node = &self.nodes[index];
        match (&node.options, node.choice) {
            (Some(options), Some(choice)) => &options[choice].nodes,
            _ => &[],
        }
    }

    /// The positions of the plan, from the start on.
    pub(super) fn reached(&self) -> Vec<usize> {
        let mut is_seen = vec![false; self.nodes.len()];
        let mut reached = Vec::new();
        let mut pending: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(index) = pending.pop() {
            if std::mem::replace(&mut is_seen[index], true) {
                continue;
            }
            reached.push(index);
            pending.extend(self.next(index).iter().rev());
        }
        reached
    }

    /// Chooses the cheapest options from a node of the plan on, where positions that the plan needs anyway cost
    /// nothing; returns the previous choices.
    pub(super) fn choose_below(&mut self, index: usize) -> Vec<(usize, Option<usize>)> {
        let choice = self.nodes[index].choice.take();
        let options = self.nodes[index].options.take();
        let mut is_kept = vec![false; self.nodes.len()];
        self.reached().into_iter().for_each(|node| is_kept[node] = node != index);
        (self.nodes[index].choice, self.nodes[index].options) = (choice, options);
        let ply = self.nodes[index].position.ply();
        let mut below: Vec<usize> = (0..self.nodes.len())
            .filter(|&node| node == index || self.nodes[node].position.ply() > ply)
            .collect();
        below.sort_by_key(|&node| std::cmp::Reverse(self.nodes[node].position.ply()));
        let (mut values, mut changed) = (vec![0; self.nodes.len()], Vec::new());
        for node in below.into_iter().filter(|&node| !is_kept[node]) {
            let best = self.best_by(node, |node| values[node]);
            let (value, choice) = best.unwrap_or((NEVER, None));
            values[node] = value;
            changed.push((node, std::mem::replace(&mut self.nodes[node].choice, choice)));
        }
        changed
    }

    pub(super) fn is_open(&self, index: usize) -> bool {
        let node = &self.nodes[index];
        node.reason.is_none() && node.options.is_none()
    }

    /// The positions of the plan that have not been looked at.
    pub(super) fn tips(&self) -> Vec<usize> {
        self.reached().into_iter().filter(|&index| self.is_open(index)).collect()
    }

    /// The step of a node in the plan.
    pub(super) fn step(&self, index: usize) -> Option<&Step> {
        let node = &self.nodes[index];
        match (&node.options, node.choice) {
            (Some(options), Some(choice)) => Some(&options[choice].step),
            _ => node.reason.as_ref(),
        }
    }

    /// The price of the whole plan, in which positions are shared and open ones cost no more than a line.
    pub(super) fn cost(&self) -> u32 {
        let price = |index| self.step(index).map_or(LINE, price);
        self.reached().into_iter().map(price).fold(0, u32::saturating_add)
    }

    pub(super) fn progress(&self) -> PlanProgress {
        let reached = self.reached();
        PlanProgress {
            n_expanded: self.n_expanded,
            n_lines: reached.len(),
            n_open: reached.iter().filter(|&&index| self.is_open(index)).count(),
        }
    }

    /// The complete plan; each position after the moves of a game that follows the plan.
    pub(super) fn plan(&self) -> Plan {
        let mut lines = BTreeMap::new();
        let mut is_seen = vec![false; self.nodes.len()];
        let mut pending = Vec::new();
        if self.start.side_to_move() == self.hero {
            pending.push((self.start, self.start_moves.clone()));
        } else {
            pending.extend(resisting(&self.start, &self.start_moves, |_| true).into_iter().rev());
        }
        while let Some((position, moves)) = pending.pop() {
            let Some(&index) = self.index.get(&position.canonical_key()) else { continue };
            if std::mem::replace(&mut is_seen[index], true) {
                continue;
            }
            let step = self.step(index).expect("the plan is complete");
            let is_image = self.nodes[index].position != position;
            let step = if is_image { step.mirror(position.size().width()) } else { step.clone() };
            let next = position.play(step.cell.column).expect("steps are legal");
            let after = [&*moves, &[step.cell.column]].concat();
            let replies = resisting(&next, &after, |cell| step.has_own(cell));
            pending.extend(replies.into_iter().rev());
            lines.insert(moves, step);
        }
        let (size, start) = (self.start.size(), self.start_moves.clone());
        Plan::new(size, start, (self.hero, self.claim), lines).expect("the graph has it right")
    }
}

/// The positions after those replies in `position` that need a line and are `wanted`, each after `moves` and the reply.
fn resisting(
    position: &Position<AnySize>,
    moves: &[Column],
    wanted: impl Fn(Cell) -> bool,
) -> Vec<(Position<AnySize>, Vec<Column>)> {
    let reply = |column: Column| {
        let cell = position.landing(column)?;
        let next = position.play(column).ok()?;
        let is_needed = wanted(cell) && needs_line(position, column);
        is_needed.then(|| (next, [moves, &[column]].concat()))
    };
    position.moves().filter_map(reply).collect()
}
