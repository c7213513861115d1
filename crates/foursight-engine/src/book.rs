//! Opening books: the exact scores of all positions of a ply, in a few bits each.
//!
//! A book stores no positions. The score is computed from the bits that a position's hash selects (see
//! `retrieval`); frequent scores have short codewords (`code`). Any position gets some answer, right or wrong, so
//! [`OpeningBooks`] asks only about positions that are stored, and searches the few plies from an earlier
//! position to these.
//!
//! `foursight book build` builds books, and `cargo xtask book` builds those that are compiled in; docs/book-format.md
//! describes the files.

mod code;
mod file;
mod lookup;
mod retrieval;

pub use file::{BookError, OpeningBook};
pub use lookup::{BookSolver, OpeningBooks, stored_positions};
