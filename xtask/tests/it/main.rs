//! Rules for the workspace as a whole.

mod arrows;
mod metadata;
mod packages;
