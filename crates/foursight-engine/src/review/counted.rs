//! A counted reason: how most games end that perfect players play on after a mistake. It is no proof.

use std::cmp::Reverse;
use std::iter;

use fastrand::Rng;
use foursight::{AnySize, Cell, Column, Player, Position, Size};

use crate::short_sort::sort_short_by_key;
use crate::why::ties::Ties;
use crate::{AnySolver, BookSolver, Control, Goal, Limits, OpeningBooks, Solve, TableSize};

/// The number of games after each move.
const N_GAMES: usize = 20;

/// The number of these games that must end alike.
const MIN_ALIKE: usize = 12;

/// The number of nodes for all games, and for one search.
const MAX_NODES: u64 = 4_000_000;
const MAX_NODES_OF_SEARCH: u64 = 100_000;

/// The end that most games have that are played on after a move, by players who choose at random among the best moves.
///
/// The games come in pairs, one after the move and one after a better move, with the same random numbers. These follow
/// from the position, and nodes are counted instead of time, so the same move always gets the same games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The side that wins them.
    pub winner: Player,
    /// The cell of the winner's last disc or, if more games end so, the cells of the line.
    pub cells: Vec<Cell>,
    /// The cell right below the winner's last disc, if the loser's last disc is there in every game that ends so.
    pub below: Option<Cell>,
    /// The number of games that end so: after the move, and after the better one.
    pub n_alike: [usize; 2],
    /// The moves of each game: after the move, and after the better one.
    pub games: [Vec<Vec<Column>>; 2],
}

impl Counted {
    /// The most frequent end after the move in the column `played`, instead of which `better` could have been played;
    /// `None` if too few games end alike, if a limit is reached first, and in WebAssembly.
    pub(super) fn find(
        before: &Position<AnySize>,
        [played, better]: [Column; 2],
        limits: Limits<'_>,
    ) -> Option<Self> {
        // It would add 9 KB to the WebAssembly module, which has no room for them.
        if cfg!(target_family = "wasm") {
            return None;
        }
        if !Ties::new(before, before.landing(played)?).is_mirrored() {
            return Self::find_in_order(before, [played, better], limits);
        }
        let width = before.size().width();
        let mirror = |column: Column| column.mirror(width);
        let found = Self::find_in_order(&before.mirror(), [played, better].map(mirror), limits)?;
        let mirrored = |games: Vec<Vec<Column>>| -> Vec<Vec<Column>> {
            games.iter().map(|moves| moves.iter().map(|c| c.mirror(width)).collect()).collect()
        };
        let mut cells: Vec<Cell> = found.cells.iter().map(|cell| cell.mirror(width)).collect();
        sort_short_by_key(&mut cells, |cell| *cell);
        let below = found.below.map(|cell| cell.mirror(width));
        Some(Self { cells, below, games: found.games.map(mirrored), ..found })
    }

    fn find_in_order(
        before: &Position<AnySize>,
        [played, better]: [Column; 2],
        limits: Limits<'_>,
    ) -> Option<Self> {
        let searcher = AnySolver::new(before.size(), TableSize::from_mib(4));
        let mut table = Table {
            solver: BookSolver::new(OpeningBooks::embedded(), searcher),
            limits: Limits { nodes: Some(MAX_NODES_OF_SEARCH), ..limits },
            n_nodes: 0,
            known: Vec::new(),
        };
        let winner = before.side_to_move().other();
        let after_played = table.games(before, played)?;
        let ends = ends(before, &after_played, winner);
        let n_alike = |cells: &[Cell]| ends.iter().filter(|end| end.is(cells)).count();
        let kinds = ends.iter().flat_map(|end| iter::once(vec![end.cell]).chain(end.lines.clone()));
        // Of equally frequent ones, the simplest.
        let (n_played, _, cells) = kinds
            .map(|cells| (n_alike(&cells), Reverse(cells.len()), cells))
            .max_by_key(|&(n, simplest, _)| (n, simplest))?;
        if n_played < MIN_ALIKE {
            return None;
        }
        let last = ends.iter().filter(|end| end.is(&cells));
        let [first, ref others @ ..] = last.collect::<Vec<_>>()[..] else { return None };
        let is_alike = others.iter().all(|end| end.below == first.below);
        let below = first.below.filter(|_| is_alike);
        let after_better = table.games(before, better)?;
        let n_better = self::ends(before, &after_better, winner);
        let n_better = n_better.iter().filter(|end| end.is(&cells)).count();
        let games = [after_played, after_better];
        Some(Self { winner, cells, below, n_alike: [n_played, n_better], games })
    }
}

/// The end of a game that the winner won.
struct End {
    /// The cell of the last disc, and the lines that it completed.
    cell: Cell,
    lines: Vec<Vec<Cell>>,
    /// The cell right below, if the disc before the last one is there.
    below: Option<Cell>,
}

impl End {
    /// Whether the last disc is in one of the cells and completes a line through all of them.
    fn is(&self, cells: &[Cell]) -> bool {
        let has_all = |line: &Vec<Cell>| cells.iter().all(|cell| line.contains(cell));
        cells.contains(&self.cell) && self.lines.iter().any(has_all)
    }
}

/// The ends of the games that `winner` won.
fn ends(before: &Position<AnySize>, games: &[Vec<Column>], winner: Player) -> Vec<End> {
    let end = |moves: &Vec<Column>| {
        let (&last, moves) = moves.split_last()?;
        let play = |position: Position<AnySize>, column: &Column| position.play(*column).ok();
        let position = moves.iter().try_fold(*before, play)?;
        let is_won = position.side_to_move() == winner && position.is_winning_move(last);
        let cell = position.landing(last).filter(|_| is_won)?;
        let below = (moves.last() == Some(&last)).then(|| Cell::new(last.index(), cell.row - 1));
        let lines = position.play(last).ok()?.completed_lines();
        let lines = lines.into_iter().map(|line| line.cells.cells().collect()).collect();
        Some(End { cell, lines, below })
    };
    games.iter().filter_map(end).collect()
}

/// The best moves of positions, and the number of nodes that it took to find them.
struct Table<'a> {
    solver: BookSolver<AnySolver>,
    limits: Limits<'a>,
    n_nodes: u64,
    known: Vec<(Position<AnySize>, Vec<Column>)>,
}

impl Table<'_> {
    /// Games from `before` that begin with a disc in `first`; `None` if a limit is reached.
    fn games(&mut self, before: &Position<AnySize>, first: Column) -> Option<Vec<Vec<Column>>> {
        let key = before.key();
        let seed = (key >> 64 ^ key) as u64;
        let games = (0..N_GAMES as u64).map(|number| {
            let mut random = Rng::with_seed(seed.wrapping_add(number));
            let mut position = before.play(first).ok()?;
            let mut moves = vec![first];
            while position.outcome().is_none() {
                let best = self.best(&position)?;
                // With a number as wide as a pointer, WebAssembly would choose differently.
                let column = best[random.u64(..best.len() as u64) as usize];
                position = position.play(column).ok()?;
                moves.push(column);
            }
            Some(moves)
        });
        games.collect()
    }

    fn best(&mut self, position: &Position<AnySize>) -> Option<&[Column]> {
        if let Some(place) = self.known.iter().position(|(known, _)| known == position) {
            return Some(&self.known[place].1);
        }
        let control = &mut Control::limited(self.limits);
        let scores = self.solver.solve_moves(position, Goal::Score, control);
        self.n_nodes += scores.nodes();
        scores.score().filter(|_| self.n_nodes < MAX_NODES)?;
        self.known.push((*position, scores.best_columns()));
        self.known.last().map(|(_, best)| &**best)
    }
}
