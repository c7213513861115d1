//! Teaching the first player's plan: in which order to learn it, and when to repeat it.
//!
//! A [`Course`] teaches the first plan of [`SHIPPED`](foursight::plan::SHIPPED) in the order in which its positions come up
//! against a level. [`Memory`] says when to ask for a position again.

mod course;
mod memory;

pub use course::{Course, GAMES, Played};
pub use memory::Memory;
