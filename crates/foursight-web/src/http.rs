//! What holds for every request: who asks, limits, headers, figures.

pub(crate) mod asker;
pub(crate) mod client;
pub(crate) mod etag;
pub(crate) mod guard;
pub(crate) mod headers;
pub(crate) mod observe;
pub(crate) mod rates;
pub(crate) mod turns;
