//! Arguments that several commands share; each group has a file.

mod board;
mod books;
#[cfg(unix)]
mod clock;
mod data;
mod position;
mod search;
mod seed;

pub(crate) use board::{BoardArgs, Style};
pub(crate) use books::BookArgs;
#[cfg(unix)]
pub(crate) use books::book_options;
#[cfg(unix)]
pub(crate) use clock::ClockRule;
pub(crate) use data::DataArgs;
pub(crate) use position::{PositionArgs, read_column, refuse_files};
pub(crate) use search::{SearchArgs, Solver, at_least_one, n_threads, solver, table_size};
pub(crate) use seed::SeedArgs;
#[cfg(unix)]
pub(crate) use seed::TOURNAMENT_SEED;
