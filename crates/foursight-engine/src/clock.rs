//! The clock that searches use: the system clock or, where there is none, one that the caller supplies.
//!
//! A WebAssembly module without an operating system has no clock of its own: `Instant::now` of the standard library
//! panics there. Its host has a clock and lends it with `clock::lend`.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(
    not(all(target_family = "wasm", target_os = "unknown")),
    expect(unreachable_pub, reason = "only its tests use it here")
)]
mod lent;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use lent::{Instant, lend};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
