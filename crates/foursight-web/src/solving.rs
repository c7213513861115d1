//! What thinks: the threads that solve, what is known without solving, and puzzles.

pub(crate) mod knowledge;
pub(crate) mod pool;
pub(crate) mod puzzle;
pub(crate) mod thinker;
