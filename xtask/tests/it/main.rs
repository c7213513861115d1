//! Rules for the workspace as a whole.

mod address;
mod arrows;
mod code_map;
mod links;
mod metadata;
mod packages;
mod profiles;
mod readme;
