//! The resources, a file each.

pub(crate) mod analyze;
pub(crate) mod bits;
pub(crate) mod card;
pub(crate) mod docs;
pub(crate) mod exercise;
pub(crate) mod game;
pub(crate) mod game_file;
pub(crate) mod health;
pub(crate) mod level;
pub(crate) mod notices;
pub(crate) mod pages;
pub(crate) mod picture;
pub(crate) mod position;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod score;
pub(crate) mod session;
pub(crate) mod solve;
pub(crate) mod text;
pub(crate) mod why;
