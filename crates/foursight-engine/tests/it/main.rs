//! Integration tests of everything that thinks.

mod advice;
mod analysis;
mod book;
mod empty_boards;
mod exercise;
mod level;
mod limits;
mod lookahead;
mod naive;
mod nodes;
mod reasons;
mod review;
mod scores;
mod session;
mod threads;
mod words;
