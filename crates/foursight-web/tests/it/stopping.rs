//! A stopping server's treatment of waiting clients.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::running::{Running, get};

/// A board that takes longer than minutes to solve.
const HARD: &str = "/solve?pos=1&size=10x10&connect=5";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_does_not_hold_up_the_end() {
    let server = Running::with(|config| {
        config.n_threads = NonZeroUsize::MIN;
        config.limits.solve_time = Duration::from_mins(10);
    });
    let server = server.await;
    let asking = tokio::spawn(get(server.address, HARD));
    // Other requests come and go: by then, the question has arrived.
    for _ in 0..20 {
        assert!(get(server.address, "/api/health").await.starts_with("HTTP/1.1 200"));
    }
    server.stop().await;
    let answer = asking.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("\"stopping\""), "{answer}");
}
