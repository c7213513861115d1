//! Bitboards explained: how they number the cells, and how shifting finds a line, step by step.
//!
//! The rules and the search do not use this module; they find lines with [`line`](crate::line).
//! It serves programs that show these steps, such as `foursight bits`.

mod layout;
mod line_test;

pub use layout::Layout;
pub use line_test::{LineTest, ShiftStep};
