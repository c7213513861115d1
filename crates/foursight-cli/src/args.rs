//! The arguments that commands share, a file for each group.

mod board;
mod books;
#[cfg(unix)]
mod clock;
mod column;
mod data;
mod position;
mod search;
mod seed;
mod style;

pub(crate) use board::BoardArgs;
pub(crate) use books::BookArgs;
#[cfg(unix)]
pub(crate) use books::book_options;
#[cfg(unix)]
pub(crate) use clock::ClockRule;
pub(crate) use column::read_column;
pub(crate) use data::DataArgs;
pub(crate) use position::{PositionArgs, refuse_files};
pub(crate) use search::{SearchArgs, Solver, at_least_one, n_threads, solver, table_size};
pub(crate) use seed::SeedArgs;
#[cfg(unix)]
pub(crate) use seed::TOURNAMENT_SEED;
pub(crate) use style::Style;
