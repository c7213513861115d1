//! The line protocol between an engine and its driver: commands one way, replies the other.
//!
//! Both ends read and write the same types, each on a line of its own. `docs/protocol.md` in the
//! repository has the grammar and an example. The protocol extends that of Marlin (V. Ibironke) and
//! keeps its replies.

mod command;
mod reply;

pub use command::{Command, CommandError, Go};
pub use reply::{BestMove, Info, Reply, Value};
