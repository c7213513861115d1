//! Integration tests of everything that thinks.

mod analysis;
mod level;
mod limits;
mod lookahead;
mod naive;
mod scores;
mod threads;
