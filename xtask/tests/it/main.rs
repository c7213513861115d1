//! Rules for the workspace as a whole.

mod arrows;
mod code_map;
mod metadata;
mod packages;
