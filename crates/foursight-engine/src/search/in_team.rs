//! The moves of a node, searched alongside other threads.

use foursight::Size;

use super::{Search, Stopped, class_of};
use crate::cpu::Cpu;
use crate::lanes::LaneSet;
use crate::node::{Children, Node};
use crate::ordering::Order;
use crate::table::Address;
use crate::team::Team;

impl<S: Size> Search<'_, '_, S> {
    /// Searches the moves of a node that other threads are also searching: moves that another thread is searching come
    /// last.
    #[inline(never)]
    pub(super) fn search_moves_in_team<C: Cpu>(
        &mut self,
        node: &Node<S, C>,
        children: &Children<S::Bits>,
        alpha: i32,
        address: Address<S::Key>,
        team: &Team,
    ) -> Result<i32, Stopped> {
        let order = Order::new(node, children, alpha, self.order);
        let mut best = i32::MIN;
        let mut put_off: LaneSet = 0;
        for comes_back in [false, true] {
            for lane in order.clone() {
                if comes_back && put_off >> lane & 1 == 0 {
                    continue;
                }
                let child = node.after(children.get(lane));
                let class = class_of(&child);
                let number = self.table.address(class).number();
                if !comes_back && team.is_busy(number) {
                    put_off |= 1 << lane;
                    continue;
                }
                team.begin(number);
                let score = self.search_next(&child, -alpha - 1, Some(class));
                team.end(number);
                best = best.max(-score?);
                if best > alpha {
                    return Ok(best);
                }
                // Another thread may have been quicker with this very node.
                if let Some(score) = self.table.get(address).answer(alpha) {
                    return Ok(score);
                }
            }
        }
        Ok(best)
    }
}
