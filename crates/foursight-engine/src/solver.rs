//! The exact solver: which questions are asked of the search, and when it stops.
//!
//! The score is found by asking "is it at least `beta`?" for one `beta` after another, each question
//! a window of width one. The search answers with a bound that may prove more than was asked.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

use foursight::{Player, Position, Score, Size, Standard};

use crate::lanes::{Lanes, columns_from_center};
use crate::node::Node;
use crate::search::{Search, Stopped};
use crate::table::{Access, TranspositionTable};
use crate::team::Team;
use crate::{Control, Goal, Solution, Solve, TableSize};

/// An exact solver for boards of one size.
///
/// It keeps what it has proved from one position to the next.
#[derive(Debug)]
pub struct Solver<S: Size = Standard> {
    table: TranspositionTable<S>,
    columns: Lanes<S::Bits>,
    n_threads: NonZeroUsize,
}

impl<S: Size> Solver<S> {
    /// A solver for boards of `size` with a table of the default size.
    pub fn new(size: S) -> Self {
        Self::with_table(size, TableSize::default())
    }

    /// A solver for boards of `size` with a table of `table_size`.
    pub fn with_table(size: S, table_size: TableSize) -> Self {
        Self {
            table: TranspositionTable::new(size, table_size),
            columns: columns_from_center(size),
            n_threads: NonZeroUsize::MIN,
        }
    }

    /// The same solver with `n_threads` threads for a position that takes long.
    ///
    /// The score does not depend on it; the number of nodes does.
    #[must_use]
    pub fn with_threads(self, n_threads: NonZeroUsize) -> Self {
        Self { n_threads, ..self }
    }
}

/// The answer to one question: by one thread if it is quick, else by `n_threads`.
fn ask<S: Size>(
    search: &mut Search<'_, '_, S>,
    root: &Node<S>,
    alpha: i32,
    n_threads: NonZeroUsize,
) -> Answer {
    if n_threads == NonZeroUsize::MIN {
        return search.search(root, alpha);
    }
    let limits = search.control.limits;
    let alone = search.nodes + NODES_ALONE;
    search.control.limits.nodes = Some(limits.nodes.map_or(alone, |nodes| nodes.min(alone)));
    let answer = search.search(root, alpha);
    search.control.limits = limits;
    if answer.is_ok() || limits.are_reached(search.nodes) {
        return answer;
    }
    ask_team(search, root, alpha, n_threads)
}

fn ask_team<S: Size>(
    search: &mut Search<'_, '_, S>,
    root: &Node<S>,
    alpha: i32,
    n_threads: NonZeroUsize,
) -> Answer {
    let team = Team::new();
    let Search { columns, lower, upper, start, .. } = *search;
    let member = Member { table: search.table.table(), columns, team: &team, lower, upper, start };
    let ask_as_helper = || {
        let mut control = Control::default();
        let mut helper = member.search(&mut control, 0);
        let answer = helper.search(root, alpha);
        if answer.is_ok() {
            team.finish();
        }
        (answer, helper.nodes)
    };
    let (answer, nodes) = thread::scope(|scope| {
        let spawn = |_| {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, ask_as_helper).expect("the system has room for a thread")
        };
        let helpers: Vec<_> = (1..n_threads.get()).map(spawn).collect();
        let mut own = member.search(search.control, search.nodes);
        let mut answer = own.search(root, alpha);
        team.finish();
        let mut nodes = own.nodes;
        for helper in helpers {
            let (of_helper, n_nodes) = helper.join().expect("a search does not panic");
            nodes += n_nodes;
            answer = answer.or(of_helper);
        }
        (answer, nodes)
    });
    search.nodes = nodes;
    answer
}

/// What the threads of a team begin with.
#[derive(Clone, Copy)]
struct Member<'a, S: Size> {
    table: &'a TranspositionTable<S>,
    columns: &'a Lanes<S::Bits>,
    team: &'a Team,
    lower: i32,
    upper: i32,
    start: Instant,
}

impl<'a, S: Size> Member<'a, S> {
    fn search<'c>(self, control: &'a mut Control<'c>, nodes: u64) -> Search<'a, 'c, S> {
        let Self { table, columns, team, lower, upper, start } = self;
        let (table, team) = (Access::Shared(table), Some(team));
        Search { table, columns, control, team, lower, upper, nodes, start }
    }
}

/// What a question is answered with.
type Answer = Result<i32, Stopped>;

/// How many nodes one thread searches before it is worth it to start others.
const NODES_ALONE: u64 = 1 << 16;

/// The stack of a helper, of which only what is used takes memory: a build that is not optimized needs
/// more than 8 MiB on the largest boards.
const STACK_BYTES: usize = 64 << 20;

impl<S: Size> Solve<S> for Solver<S> {
    fn solve(&mut self, position: &Position<S>, goal: Goal, control: &mut Control<'_>) -> Solution {
        if let Some(score) = score_at_sight(position) {
            return Solution::exact(score);
        }
        let Some(root) = Node::new(position) else {
            return Solution::exact(Score::loss_next(position));
        };
        self.table.start_generation();
        let n_threads = self.n_threads;
        let mut search = Search {
            table: Access::Own(&mut self.table),
            columns: &self.columns,
            control,
            team: None,
            lower: root.min(),
            upper: root.max(),
            nodes: 0,
            start: Instant::now(),
        };
        let is_first_player = position.side_to_move() == Player::First;
        let mut questions = Questions { n_asked: 0, goal, is_first_player };
        while !search.solution().proves(goal) {
            let alpha = questions.next_beta(search.lower, search.upper) - 1;
            match ask(&mut search, &root, alpha, n_threads) {
                Ok(score) if score > alpha => search.lower = search.lower.max(score),
                Ok(score) => search.upper = search.upper.min(score),
                Err(Stopped) => break,
            }
            search.report();
        }
        search.solution()
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// The score of a game that is over or ends with the next disc.
fn score_at_sight<S: Size>(position: &Position<S>) -> Option<Score> {
    let wins = || position.winning_cells() & position.playable_cells();
    Score::at_end(position).or_else(|| (!wins().is_empty()).then(|| Score::win_now(position)))
}

/// The order of questions.
struct Questions {
    n_asked: usize,
    goal: Goal,
    is_first_player: bool,
}

impl Questions {
    /// The `beta` to ask about next, with the score from `lower` to `upper`, which differ.
    ///
    /// Far from 0 the answers are cheap, and they leave bounds in the table that help with the dear
    /// ones: first the quick wins and losses are ruled out, then the verdict is asked for, on the
    /// side where it is more likely, and last the distance, from the side of the draw.
    fn next_beta(&mut self, lower: i32, upper: i32) -> i32 {
        self.n_asked += 1;
        let beta = match (self.goal, self.n_asked) {
            (Goal::Score, 1) => upper / 2 + 1,
            (Goal::Score, 2) => lower / 2,
            (Goal::Score, _) if lower > 3 || upper < -3 => lower + (upper - lower + 1) / 2,
            _ if lower < 0 && upper > 0 => i32::from(self.is_first_player),
            _ if lower == 0 => 1,
            _ if upper == 0 => 0,
            _ if lower > 0 => lower + 1 + (upper - lower - 1) / 3,
            _ => upper - (upper - lower - 1) / 3,
        };
        beta.clamp(lower + 1, upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every question is open, and the answers lead to every score.
    #[test]
    fn questions_narrow_to_the_score() {
        for (goal, is_first_player) in [
            (Goal::Score, true),
            (Goal::Score, false),
            (Goal::Verdict, true),
            (Goal::Verdict, false),
        ] {
            for score in -20..=20 {
                let (mut lower, mut upper) = (-20, 20);
                let mut questions = Questions { n_asked: 0, goal, is_first_player };
                while lower < upper {
                    let beta = questions.next_beta(lower, upper);
                    assert!(lower < beta && beta <= upper, "{lower} {beta} {upper}");
                    if score >= beta { lower = beta } else { upper = beta - 1 }
                }
                assert_eq!(lower, score);
                assert!(questions.n_asked < 20);
            }
        }
    }
}
