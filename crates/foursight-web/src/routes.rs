//! The resources, one file each; questions without a resource share one.

pub(crate) mod docs;
pub(crate) mod game;
pub(crate) mod notices;
pub(crate) mod pages;
pub(crate) mod picture;
pub(crate) mod question;
pub(crate) mod session;
