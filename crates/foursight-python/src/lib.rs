//! The Python package `foursight`: conversions between Python's types and those of the other crates.
//!
//! This is the module `foursight._foursight`, which `python/foursight/__init__.py` passes on. Searches run without the
//! interpreter's lock; `search` lets Ctrl-C end them.

#![expect(clippy::doc_link_with_quotes, reason = "people read the documentation in Python")]

mod analysis;
mod books;
mod errors;
mod game;
mod json;
mod labels;
mod layout;
mod level;
mod move_scores;
mod options;
mod pickle;
mod position;
mod positions;
mod reading;
mod review;
mod search;
mod selfplay;
mod solution;
mod step;
mod vector;
mod why;

use pyo3::prelude::*;

/// The part of the package that is written in Rust. It is tested only with the interpreter's lock.
#[pymodule(gil_used = true)]
mod _foursight {
    #[pymodule_export]
    use super::{
        analysis::{Analysis, MoveAnalysis, analyze},
        books::Books,
        game::Game,
        labels::_label,
        level::Level,
        move_scores::{MoveScores, scores},
        position::Position,
        positions::Positions,
        review::{Accuracy, Counted, Lesson, Review, ReviewedMove, review},
        search::clear,
        selfplay::_label_games,
        solution::{Solution, solve},
        vector::_Vector,
        why::{Why, why},
    };
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn start(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if super::is_jailed() {
            return Err(PyImportError::new_err(
                "foursight does not run inside a tournament jail, because it would help the players",
            ));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Whether this process is in the jail of a tournament: `foursight-sandbox` lets this question fail with an error that
/// it has nowhere else.
#[cfg(target_os = "linux")]
fn is_jailed() -> bool {
    use nix::errno::Errno;
    use nix::unistd::{Pid, getsid};

    getsid(Some(Pid::from_raw(0x4653_4a4c))) == Err(Errno::EKEYREJECTED)
}

/// Other operating systems have no jail.
#[cfg(not(target_os = "linux"))]
fn is_jailed() -> bool {
    false
}
