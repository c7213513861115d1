//! Rules for every request: its sender, limits, headers, reading parameters, the form of answers.

pub(crate) mod client;
pub(crate) mod connection;
pub(crate) mod error;
pub(crate) mod etag;
pub(crate) mod extract;
pub(crate) mod game_body;
pub(crate) mod guard;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod observe;
pub(crate) mod rates;
pub(crate) mod requester;
mod status;
