//! Integration tests of everything that thinks.

mod advice;
mod analysis;
#[cfg(feature = "book-8")]
mod book;
mod empty_boards;
mod guess;
mod lesson;
mod level;
mod limits;
mod lookahead;
#[cfg(target_os = "linux")]
mod memory;
mod naive;
mod nodes;
#[cfg(feature = "plans")]
mod planned;
mod plans;
mod reasons;
mod replies;
mod review;
mod scores;
mod session;
mod threads;
mod words;
