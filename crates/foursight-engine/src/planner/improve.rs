//! Makes a complete plan cheaper, by choices that share positions and by reasons that take more work to find.

use foursight::AnySize;

use super::Finder;
use super::graph::Graph;
use crate::Solve;

/// The maximum number of open positions to look at for one alternative choice.
const MAX_NEW: usize = 12;

impl<V: Solve<AnySize>> Finder<'_, V> {
    pub(super) fn improve(&mut self, graph: &mut Graph) -> Option<()> {
        loop {
            let before = graph.cost();
            self.look_for_reasons(graph)?;
            self.choose_together(graph)?;
            self.choose_again(graph)?;
            if graph.cost() >= before {
                return Some(());
            }
        }
    }

    /// Looks harder for reasons, from the ends of the plan back; uses a reason unless the plan then costs more.
    fn look_for_reasons(&mut self, graph: &mut Graph) -> Option<()> {
        let mut inner = graph.reached();
        inner.retain(|&index| !graph.next(index).is_empty());
        inner.sort_by_key(|&index| std::cmp::Reverse(graph.nodes[index].position.ply()));
        for index in inner {
            if graph.nodes[index].reason.is_some() || graph.nodes[index].is_looked_at_again {
                continue;
            }
            graph.nodes[index].is_looked_at_again = true;
            if self.look_again(graph, index)? {
                let (before, choice) = (graph.cost(), graph.nodes[index].choice.take());
                if graph.cost() > before {
                    graph.nodes[index].choice = choice;
                }
            }
            self.report(graph);
            self.go_on()?;
        }
        Some(())
    }

    /// Chooses again in each position of the plan, together with all positions that only this one leads to.
    fn choose_together(&mut self, graph: &mut Graph) -> Option<()> {
        for index in graph.reached() {
            let before = graph.cost();
            let changed = graph.choose_below(index);
            if graph.cost() >= before {
                for (index, choice) in changed {
                    graph.nodes[index].choice = choice;
                }
            }
            self.report(graph);
            self.go_on()?;
        }
        Some(())
    }

    /// Tries the other options of each position of the plan.
    fn choose_again(&mut self, graph: &mut Graph) -> Option<()> {
        for index in graph.reached() {
            let node = &graph.nodes[index];
            let Some(n_options) = node.options.as_ref().map(Vec::len) else { continue };
            let mut best = (graph.cost(), node.choice);
            for choice in 0..n_options {
                graph.nodes[index].choice = Some(choice);
                match self.is_cheaper(graph, best.0) {
                    Some(true) => best = (graph.cost(), Some(choice)),
                    Some(false) => {}
                    None => {
                        graph.nodes[index].choice = best.1;
                        return None;
                    }
                }
            }
            graph.nodes[index].choice = best.1;
            self.report(graph);
            self.go_on()?;
        }
        Some(())
    }

    /// Looks at the plan's open positions while it costs less than `cost`; returns whether it still does at the end.
    fn is_cheaper(&mut self, graph: &mut Graph, cost: u32) -> Option<bool> {
        let mut n_left = MAX_NEW;
        while graph.cost() < cost {
            let tips = graph.tips();
            if tips.is_empty() {
                return Some(true);
            }
            let n_new = n_left.checked_sub(tips.len());
            let Some(n_new) = n_new else { return Some(false) };
            n_left = n_new;
            self.look_at(graph, &tips)?;
            for index in tips {
                if let Some((value, choice)) = graph.best(index) {
                    let node = &mut graph.nodes[index];
                    (node.value, node.choice) = (value, choice);
                }
            }
        }
        Some(false)
    }
}
