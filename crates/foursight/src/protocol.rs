//! The line protocol between an engine and whoever drives it: commands one way, replies the other.
//!
//! Both ends read and write the same types, a line each. `docs/protocol.md` has the grammar and a
//! conversation. It extends the protocol of Marlin (V. Ibironke), whose replies it keeps.

mod command;
mod reply;

pub use command::{Command, CommandError, Go};
pub use reply::{BestMove, Info, Reply, Value};
