//! Rules for the whole workspace.

mod address;
mod arrows;
mod circles;
mod code_map;
mod imports;
mod links;
mod metadata;
mod packages;
mod profiles;
mod readme;
mod walls;
