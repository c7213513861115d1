//! Integration tests of diagrams.

mod text;
