//! The referee against scripted players.

mod endings;
