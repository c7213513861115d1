//! The line protocol between an engine and its driver: commands in one direction, replies in the other.
//!
//! Both sides read and write values of the same types, one on each line. `docs/protocol.md` in the repository has the
//! grammar and an example. The protocol extends Marlin's (V. Ibironke) and keeps its replies.

mod command;
mod reply;

pub use command::{Command, CommandError, Go};
pub use reply::{BestMove, Info, Reply, Value};
