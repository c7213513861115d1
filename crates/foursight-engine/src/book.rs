//! Opening books: the exact scores of all positions of a ply, in a few bits each.
//!
//! A book stores no positions. From what hashes of a position point at, its score is computed (see
//! `retrieval`), as the shortest of codewords for frequent scores (`code`). Asked about a position that
//! was not stored this would say anything; so [`OpeningBooks`] asks only about positions that games reach, and
//! searches the few plies from an earlier position to the stored ones.
//!
//! `cargo xtask book` builds and verifies the books that are compiled in; docs/book-format.md describes
//! the files.

mod books;
mod code;
mod file;
mod positions;
mod retrieval;

pub use books::{BookSolver, OpeningBooks};
pub use file::{BookError, OpeningBook};
pub use positions::stored_positions;
