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
mod level;
mod move_scores;
mod options;
mod pickle;
mod position;
mod positions;
mod reading;
mod review;
mod search;
mod solution;
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
        labels::{
            _hash_of_values, _header_and_rows, _other_names, _rows_with_errors, _shard_head,
            _with_rows, LabelClaims, LabelPlan, LabelTexts, LabeledRows, Rows,
        },
        level::Level,
        move_scores::{MoveScores, scores},
        position::Position,
        positions::Positions,
        review::{Accuracy, Lesson, Review, ReviewedMove, review},
        search::clear,
        solution::{Solution, solve},
        vector::_Vector,
        why::{Why, why},
    };
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn start(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if foursight_stamp::is_jailed() {
            return Err(PyImportError::new_err(
                "foursight does not run inside a tournament jail, because it would help the players",
            ));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
