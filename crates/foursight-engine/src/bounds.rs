//! Bounds on the score of a position that need no search.
//!
//! - [`dead_lines`]: a side that cannot complete any line does not win.
//! - [`attack`]: who wins within two moves, exactly.
//! - [`follow_up`]: what a side gets that always answers in the column just played.
//! - [`strategy`]: the same, line by line: which lines of the leader that side still stops. Slower, and
//!   worth it only where much search is saved.
//!
//! A wrong bound makes a wrong score, so each comes with its proof, and all of them are checked
//! against exact scores of random positions on boards of even and odd sides.

pub(crate) mod attack;
pub(crate) mod dead_lines;
pub(crate) mod follow_up;
pub(crate) mod strategy;

#[cfg(test)]
mod tests;
