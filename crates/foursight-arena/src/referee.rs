//! The referee of one game: the contestants' processes, their dialects, clocks, time limits and endings.

pub(crate) mod build;
pub(crate) mod clock;
pub(crate) mod contestant;
pub(crate) mod contestant_process;
pub(crate) mod dialect;
pub(crate) mod ending;
pub(crate) mod ending_detail;
mod last_words;
pub(crate) mod log;
pub(crate) mod play;
mod shebang;
pub(crate) mod time_limits;
