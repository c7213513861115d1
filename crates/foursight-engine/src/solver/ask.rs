//! One question, answered by one thread or, if it takes long, by a team of them.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use foursight::Size;

use super::own_tables::OwnTables;
use crate::clock::Instant;
use crate::lanes::Lanes;
use crate::node::Node;
use crate::ordering::Model;
use crate::search::{Search, Stopped};
use crate::table::{Access, TranspositionTable};
use crate::team::Team;
use crate::{Control, Limits, SEARCH_STACK_BYTES, ThreadBudget};

/// The answer to one question: by one thread if it is quick, otherwise with the spare threads of `budget`.
pub(super) fn ask<S: Size>(
    search: &mut Search<'_, '_, S>,
    root: &Node<S>,
    alpha: i32,
    budget: &ThreadBudget,
    own_tables: &OwnTables<S>,
) -> Answer {
    if budget.n_threads() == NonZeroUsize::MIN {
        return search.search(root, alpha);
    }
    let mut n_nodes = NODES_ALONE;
    loop {
        if let Some(answer) = ask_for(search, root, alpha, n_nodes) {
            return answer;
        }
        if budget.has_spare() {
            return ask_team(search, root, alpha, budget, own_tables);
        }
        n_nodes = NODES_BETWEEN_LOOKS;
    }
}

/// The answer, unless it takes more than `n_nodes`. The results stay in the table: asking again continues the search.
fn ask_for<S: Size>(
    search: &mut Search<'_, '_, S>,
    root: &Node<S>,
    alpha: i32,
    n_nodes: u64,
) -> Option<Answer> {
    let limits = search.control.limits;
    let last = search.nodes + n_nodes;
    search.control.limits.nodes = Some(limits.nodes.map_or(last, |nodes| nodes.min(last)));
    let answer = search.search(root, alpha);
    search.control.limits = limits;
    (answer.is_ok() || limits.are_reached(search.nodes)).then_some(answer)
}

fn ask_team<S: Size>(
    search: &mut Search<'_, '_, S>,
    root: &Node<S>,
    alpha: i32,
    budget: &ThreadBudget,
    own_tables: &OwnTables<S>,
) -> Answer {
    let Some(own_table) = own_tables.take() else { return search.search(root, alpha) };
    let nodes_before = search.nodes;
    let team = Team::new();
    let Search { columns, order, lower, upper, start, .. } = *search;
    search.table.table.use_all();
    let member = Member { table: search.table.table, columns, order, lower, upper, start };
    // Only the caller's thread counts nodes; the time limit applies to all threads.
    let time_limits = Limits { nodes: None, ..search.control.limits };
    let (found, helped_nodes) = (OnceLock::new(), AtomicU64::new(0));
    let help = |part: Team| {
        let Some(own_table) = own_tables.take() else { return };
        let mut control = Control::limited(time_limits);
        let mut helper = member.search(&part, &own_table, &mut control, 0);
        if let Ok(answer) = helper.search(root, alpha) {
            let _ = found.set(answer);
            part.finish();
        }
        let nodes = helper.nodes;
        own_tables.give_back(own_table, nodes);
        helped_nodes.fetch_add(nodes, Ordering::Relaxed);
    };
    let help = &help;
    let mut own = member.search(&team, &own_table, search.control, nodes_before);
    let answer = thread::scope(|scope| {
        loop {
            for _ in 1..budget.n_threads().get() {
                // The first helpers may have answered before the last ones start.
                if team.is_done() {
                    break;
                }
                let Some(place) = budget.lend() else { break };
                let part = team.with_helper(place);
                let thread = thread::Builder::new().stack_size(SEARCH_STACK_BYTES);
                // Where the system has no room for another thread, fewer do the work.
                if thread.spawn_scoped(scope, move || help(part)).is_err() {
                    break;
                }
            }
            let answer = ask_for(&mut own, root, alpha, NODES_BETWEEN_LOOKS);
            if answer.is_some() || team.is_done() {
                team.finish();
                return answer;
            }
        }
    });
    let own_nodes = own.nodes;
    own_tables.give_back(own_table, own_nodes - nodes_before);
    search.nodes = own_nodes + helped_nodes.into_inner();
    // A helper may have been quicker.
    answer.and_then(Answer::ok).or(found.into_inner()).ok_or(Stopped)
}

/// The starting values of each thread of a team.
#[derive(Clone, Copy)]
struct Member<'a, S: Size> {
    table: &'a TranspositionTable<S>,
    columns: &'a Lanes<S::Bits>,
    order: &'a Model,
    lower: i32,
    upper: i32,
    start: Option<Instant>,
}

impl<'a, S: Size> Member<'a, S> {
    fn search<'b, 'c>(
        self,
        team: &'b Team,
        own_table: &'b TranspositionTable<S>,
        control: &'b mut Control<'c>,
        nodes: u64,
    ) -> Search<'b, 'c, S>
    where
        'a: 'b,
    {
        let Self { table, columns, order, lower, upper, start } = self;
        let (table, team) = (Access { table, is_shared: true }, Some(team));
        let own_table = Some(own_table);
        Search { table, own_table, columns, order, control, team, lower, upper, nodes, start }
    }
}

/// A bound that answers the question.
pub(super) type Answer = Result<i32, Stopped>;

/// The nodes one thread searches before others are worth starting.
pub(super) const NODES_ALONE: u64 = 1 << 12;

/// The nodes a thread searches before it looks for spare threads again: a tenth of a second's worth. Asking again costs
/// some thousand nodes.
const NODES_BETWEEN_LOOKS: u64 = 1 << 21;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use foursight::{STANDARD, Standard, notation::moves};

    use super::*;
    use crate::lanes::columns_from_center;
    use crate::{Progress, TableSize};

    /// Searches the reply to a first disc in column 2 up to a limit of nodes, and counts the nodes of all threads.
    fn nodes_of(
        limit: u64,
        report: &mut dyn FnMut(&Progress),
        ask: impl FnOnce(&mut Search<'_, '_, Standard>, &Node<Standard>) -> Answer,
    ) -> u64 {
        let table = TranspositionTable::new(STANDARD, TableSize::default()).unwrap();
        let root = Node::new(&moves::position("2", STANDARD).unwrap()).expect("the game is open");
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let mut search = Search {
            table: Access { table: &table, is_shared: false },
            own_table: None,
            columns: &columns_from_center(STANDARD),
            order: Model::learned(STANDARD),
            control: &mut Control { limits, progress: Some(report) },
            team: None,
            lower: root.min(),
            upper: root.max(),
            nodes: 0,
            start: Some(Instant::now()),
        };
        let answer = ask(&mut search, &root);
        assert!(answer.is_err(), "whether the side to move wins takes longer");
        search.nodes
    }

    fn budget(n_threads: usize) -> ThreadBudget {
        ThreadBudget::new(NonZeroUsize::new(n_threads).expect("there are threads"))
    }

    /// Each thread counts at least the position that it starts from; the one that obeys the limit stops where it
    /// would alone.
    #[test]
    fn every_thread_of_a_team_searches() {
        const LIMIT: u64 = 1 << 14;
        for n_threads in [1, 2, 5] {
            let budget = budget(n_threads);
            let _own_place = budget.take();
            let own_tables = OwnTables::new(STANDARD);
            let nodes = nodes_of(LIMIT, &mut |_| (), |search, root| {
                ask_team(search, root, 0, &budget, &own_tables)
            });
            assert!((n_threads.min(2)..=n_threads).contains(&own_tables.n_unused()));
            let n_helpers = n_threads - 1;
            assert_eq!(budget.n_lent(), n_helpers);
            assert!(nodes >= LIMIT + n_helpers as u64, "{nodes} by {n_threads}");
            assert!(n_helpers > 0 || nodes == LIMIT, "{nodes}");
        }
    }

    #[test]
    fn a_helper_joins_a_running_search_and_leaves_it_for_other_work() {
        const LIMIT: u64 = NODES_ALONE + 3 * NODES_BETWEEN_LOOKS;
        let budget = budget(2);
        let _own_place = budget.take();
        let mut other = Some(budget.take());
        let mut has_left = false;
        let mut report = |progress: &Progress| {
            if progress.nodes < NODES_ALONE + NODES_BETWEEN_LOOKS / 2 {
                assert_eq!(budget.n_lent(), 0, "nobody was idle");
            } else if budget.n_lent() == 0 {
                other = None;
            } else if other.is_none() {
                other = Some(budget.take());
                has_left = wait_until(|| !budget.is_short());
            }
        };
        let own_tables = OwnTables::new(STANDARD);
        nodes_of(LIMIT, &mut report, |search, root| ask(search, root, 0, &budget, &own_tables));
        assert_eq!(budget.n_lent(), 1);
        assert!(has_left, "the helper stayed");
    }

    /// Whether a condition becomes true within a minute.
    fn wait_until(mut has_happened: impl FnMut() -> bool) -> bool {
        let deadline = Instant::now() + Duration::from_mins(1);
        while !has_happened() && Instant::now() < deadline {
            thread::yield_now();
        }
        has_happened()
    }
}
