//! Rules for the workspace as a whole.

mod arrows;
