//! One question, answered by one thread or, if it takes long, by a team of them.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

use foursight::Size;

use crate::lanes::Lanes;
use crate::node::Node;
use crate::search::{Search, Stopped};
use crate::table::{Access, TranspositionTable};
use crate::team::Team;
use crate::{Control, Limits};

/// The answer to one question: by one thread if it is quick, else by `n_threads`.
pub(super) fn ask<S: Size>(
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
    // The caller's thread counts the nodes; time is up for all of them.
    let time_limits = Limits { nodes: None, ..search.control.limits };
    let ask_as_helper = || {
        let mut control = Control::limited(time_limits);
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
            // Where the system has no room for another thread, fewer do the work.
            thread.spawn_scoped(scope, ask_as_helper).ok()
        };
        let helpers: Vec<_> = (1..n_threads.get()).map_while(spawn).collect();
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

/// What each thread of a team starts with.
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

/// A bound that answers the question.
type Answer = Result<i32, Stopped>;

/// How many nodes one thread searches before others are worth starting.
const NODES_ALONE: u64 = 1 << 16;

/// The stack of a helper, which takes memory only where it is used. A build without optimizations needs
/// more than 8 MiB on the largest boards.
const STACK_BYTES: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use foursight::{Position, STANDARD};

    use super::*;
    use crate::TableSize;
    use crate::lanes::columns_from_center;

    /// Each thread counts at least the position that it starts from; the one that obeys the limit stops where it
    /// would alone.
    #[test]
    fn every_thread_of_a_team_searches() {
        const LIMIT: u64 = 1 << 14;
        for n_threads in [1, 2, 5] {
            let mut table = TranspositionTable::new(STANDARD, TableSize::default()).unwrap();
            let root = Node::new(&Position::new()).expect("the game is open");
            let limits = Limits { nodes: Some(LIMIT), ..Limits::default() };
            let mut search = Search {
                table: Access::Own(&mut table),
                columns: &columns_from_center(STANDARD),
                control: &mut Control::limited(limits),
                team: None,
                lower: root.min(),
                upper: root.max(),
                nodes: 0,
                start: Instant::now(),
            };
            let n_threads = NonZeroUsize::new(n_threads).expect("there are threads");
            let answer = ask_team(&mut search, &root, 0, n_threads);
            assert!(answer.is_err(), "whether the first player wins takes longer");
            let n_helpers = n_threads.get() as u64 - 1;
            assert!(search.nodes >= LIMIT + n_helpers, "{} by {n_threads}", search.nodes);
            assert!(n_helpers > 0 || search.nodes == LIMIT, "{}", search.nodes);
        }
    }
}
