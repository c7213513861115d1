//! The answers as a WebAssembly module: conversions only.
//!
//! Text goes in and comes out through two buffers of the module. The host writes a question into the buffer that
//! `reserve` provides, calls `answer`, and reads `answer_length` bytes from the address that it returns. A question is
//! a line with a method and a target, `GET /solve?pos=44`, followed by the body, if any; an answer is a line with a
//! status and a media type, `200 application/json`, followed by its text.
//!
//! The module imports from `host` what it does not have: `now`, milliseconds since a moment that never changes;
//! `random`, a random number of at least 0 and below 1; and `today`, the days since 1970-01-01.

mod answerer;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;

pub use answerer::{Answerer, Host};
