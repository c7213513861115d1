//! The program's commands, a module each.

pub(crate) mod analyze;
#[cfg(unix)]
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod best_move;
pub(crate) mod bits;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod label;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod solve;
#[cfg(not(unix))]
pub(crate) mod unix_only;
pub(crate) mod why;
