//! Nodes as a search meets them, and what each of their moves costs.

use std::fmt;
use std::iter;
use std::ops::RangeInclusive;

use fastrand::Rng;
use foursight::{AnySize, Column, Position, Score, Size};
use foursight_engine::ordering::{Model, N_FEATURES, Row, promises};
use foursight_engine::{AnySolver, Control, Goal, Limits, Solve, TableSize};

/// A move's search ends here: it costs at least this.
const MOST_COST: u64 = 40_000;

/// A node where no move costs more is answered at sight and needs no order.
const LEAST_COST: u64 = 20;

/// Moves of a node with what they are worth to its question.
pub(super) struct Node {
    pub(super) is_attack: bool,
    pub(super) moves: Vec<Move>,
}

pub(super) struct Move {
    /// Whether it answers the node's question.
    pub(super) answers: bool,
    /// Nodes that its search visits.
    pub(super) cost: u64,
    pub(super) features: Row,
}

/// A line for each move; an empty line ends the node.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Move { answers, cost, features } in &self.moves {
            write!(f, "{} {} {cost}", u8::from(self.is_attack), u8::from(*answers))?;
            features.iter().try_for_each(|feature| write!(f, " {feature}"))?;
            writeln!(f)?;
        }
        writeln!(f)
    }
}

/// Random nodes whose number of empty cells is in a range, without end.
pub(super) fn nodes(
    size: AnySize,
    n_empty: RangeInclusive<usize>,
    seed: u64,
) -> impl Iterator<Item = Node> {
    let mut random = Rng::with_seed(seed);
    let mut solver = AnySolver::new(size, TableSize::from_mib(1));
    // The promise by one feature alone is the feature.
    let units: Vec<Model> = (0..N_FEATURES)
        .map(|index| {
            let mut row = Row::default();
            row[index] = 1;
            Model::new([row; 2])
        })
        .collect();
    iter::repeat_with(move || {
        let (position, alpha) = walk(size, random.usize(n_empty.clone()), &mut random)?;
        node(&position, alpha, &units, &mut solver)
    })
    .flatten()
}

/// A position with some empty cells, and a question about it: after some random moves, in turn one of the most promising
/// moves and a random one, as in a search.
fn walk(size: AnySize, n_empty: usize, random: &mut Rng) -> Option<(Position<AnySize>, i32)> {
    let mut position = Position::empty(size);
    let mut alpha = random.choice([0, 0, 0, 0, 1, 1, -1, -1, -1, -2, 2, -3])?;
    let n_random = random.usize(..=(size.n_cells() - n_empty) * 2 / 3);
    let mut is_best = random.bool();
    while position.n_empty() > n_empty {
        let mut moves = promises(&position, alpha, Model::learned(size));
        moves.sort_by_key(|&(_, promise)| -promise);
        let wanders = !is_best || position.ply() < n_random;
        let mut choice = if wanders { random.usize(..moves.len().max(1)) } else { 0 };
        while is_best && choice + 1 < moves.len() && random.f64() < 0.35 {
            choice += 1;
        }
        let &(column, _) = moves.get(choice)?;
        position = position.play(column).ok()?;
        (alpha, is_best) = (-alpha - 1, !is_best);
    }
    Some((position, alpha))
}

/// The node of a position and a question, if its order matters.
fn node(
    position: &Position<AnySize>,
    alpha: i32,
    units: &[Model],
    solver: &mut AnySolver,
) -> Option<Node> {
    let columns: Vec<Column> =
        promises(position, alpha, &units[0]).into_iter().map(|(column, _)| column).collect();
    let features: Vec<Vec<(Column, i32)>> =
        units.iter().map(|unit| promises(position, alpha, unit)).collect();
    let mut moves = Vec::new();
    for (index, &column) in columns.iter().enumerate() {
        solver.clear();
        let limits = Limits { nodes: Some(MOST_COST), ..Limits::default() };
        let goal = Score::new(-alpha as i8);
        let child = position.play(column).ok()?;
        let found = solver.solve(&child, Goal::AtLeast(goal), &mut Control::limited(limits));
        moves.push(Move {
            answers: found.upper < goal,
            cost: found.nodes + 1,
            features: std::array::from_fn(|feature| features[feature][index].1),
        });
    }
    let has_answer = moves.len() > 1 && moves.iter().any(|of_move| of_move.answers);
    let is_search = moves.iter().any(|of_move| of_move.cost > LEAST_COST);
    (has_answer && is_search).then_some(Node { is_attack: alpha >= 0, moves })
}
