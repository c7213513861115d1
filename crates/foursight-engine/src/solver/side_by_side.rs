//! Several positions solved at a time, a thread for each.

use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use foursight::{Position, Score, Size};

use super::Solver;
use super::ask::ask;
use super::task::Task;
use crate::table::Access;
use crate::team::Team;
use crate::{Control, Goal, Limits, SEARCH_STACK_BYTES, Solution};

/// The work that is left, and the results.
struct Shared {
    /// The numbers of the positions that no thread is working on, the next one last.
    open: Vec<usize>,
    solutions: Vec<Option<Solution>>,
}

impl<S: Size> Solver<S> {
    /// The result of [`solve_each`](crate::Solve::solve_each), by this thread and spare ones. They share the table, and
    /// each also has its own, as in a team.
    pub(super) fn solve_side_by_side(
        &mut self,
        positions: &[(Position<S>, RangeInclusive<Score>)],
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Vec<Solution> {
        self.table.start_search();
        self.table.use_all();
        let solver = &*self;
        let _own_place = solver.threads.take();
        let open = (0..positions.len()).rev().collect();
        let shared = Mutex::new(Shared { open, solutions: vec![None; positions.len()] });
        let shared = &shared;
        let team = Team::new();
        // Only the caller's thread counts nodes; the time limit applies to all threads.
        let limits = Limits { nodes: None, ..control.limits };
        let help = |part: Team| {
            solver.work(positions, goal, &mut Control::limited(limits), shared, Some(&part));
        };
        let help = &help;
        while !lock(shared).open.is_empty() {
            thread::scope(|scope| {
                for _ in 1..positions.len() {
                    let Some(place) = solver.threads.lend() else { break };
                    let part = team.with_helper(place);
                    let thread = thread::Builder::new().stack_size(SEARCH_STACK_BYTES);
                    if thread.spawn_scoped(scope, move || help(part)).is_err() {
                        break;
                    }
                }
                solver.work(positions, goal, control, shared, None);
            });
        }
        let solutions = std::mem::take(&mut lock(shared).solutions);
        let solutions: Vec<Solution> = solutions
            .into_iter()
            .map(|solution| solution.expect("nothing is left to do"))
            .collect();
        self.table.end_search(solutions.iter().map(|solution| solution.nodes).sum());
        solutions
    }

    /// Solves positions that no thread is working on. A thread with a `part` in the team is a helper, which leaves if
    /// its place is needed; a thread without one is the caller's, which a team joins for the last position.
    fn work(
        &self,
        positions: &[(Position<S>, RangeInclusive<Score>)],
        goal: Goal,
        control: &mut Control<'_>,
        shared: &Mutex<Shared>,
        part: Option<&Team>,
    ) {
        let (own_table, mut n_nodes) = (self.own_tables.take(), 0);
        if part.is_some() && own_table.is_none() {
            return;
        }
        while let Some(number) = take(shared) {
            let (position, known) = &positions[number];
            let solution = match Task::new(position, known.clone(), control) {
                Err(solution) => solution,
                Ok(task) => {
                    let table = Access { table: &self.table, is_shared: true };
                    let mut search = task.search(table, &self.columns, self.order, control);
                    (search.own_table, search.team) = (own_table.as_ref(), part);
                    task.prove(&mut search, goal, |search, alpha| match part {
                        None => ask(search, &task.root, alpha, &self.threads, &self.own_tables),
                        Some(_) => search.search(&task.root, alpha),
                    })
                }
            };
            n_nodes += solution.nodes;
            if !solution.proves(goal) && part.is_some_and(Team::is_done) {
                lock(shared).open.push(number);
                break;
            }
            lock(shared).solutions[number] = Some(solution);
        }
        if let Some(own_table) = own_table {
            self.own_tables.give_back(own_table, n_nodes);
        }
    }
}

fn take(shared: &Mutex<Shared>) -> Option<usize> {
    lock(shared).open.pop()
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
