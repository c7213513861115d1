//! Bounds on the score of a position that need no search.
//!
//! - [`dead_lines`]: a side that cannot complete any line does not win.
//! - [`attack`]: who wins within two moves, exactly.
//! - [`follow_up`]: what a side achieves by always answering in the column just played.
//! - [`strategy`]: the same, line by line: which lines of the leader that side still stops. Slower, and
//!   worth it only where it saves much search.
//!
//! A wrong bound makes a wrong score, so each comes with a proof, and tests check all of them against exact
//! scores of random positions on boards with even and odd sides.

pub(crate) mod attack;
pub(crate) mod dead_lines;
pub(crate) mod follow_up;
pub(crate) mod part;
pub(crate) mod strategy;

#[cfg(test)]
mod pictures;
#[cfg(test)]
mod tests;
