//! The resources, a file each; questions without any share one.

pub(crate) mod docs;
pub(crate) mod game;
pub(crate) mod notices;
pub(crate) mod pages;
pub(crate) mod picture;
pub(crate) mod question;
pub(crate) mod session;
