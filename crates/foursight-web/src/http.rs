//! What holds for every request: who asks, limits, headers, errors, figures.

pub(crate) mod client;
pub(crate) mod concurrency;
pub(crate) mod error;
pub(crate) mod etag;
pub(crate) mod extract;
pub(crate) mod guard;
pub(crate) mod headers;
pub(crate) mod observe;
pub(crate) mod rates;
pub(crate) mod seat_cookies;
