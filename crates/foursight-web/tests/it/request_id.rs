//! Request names, which connect an answer to the log's lines.

use std::collections::BTreeSet;

use crate::Site;

#[tokio::test]
async fn every_answer_has_a_name_of_its_own() {
    let site = Site::new();
    let mut names = BTreeSet::new();
    for path in ["/api/health", "/api/health", "/nothing", "/solve?pos=x", "/"] {
        let name = site.get(path).await.header("x-request-id").to_owned();
        assert_eq!(name.len(), 16, "{path}: {name:?}");
        assert!(names.insert(name), "{path}");
    }
}

/// Only a trusted proxy may name requests, and only with characters that are safe in a log.
#[tokio::test]
async fn the_name_that_anybody_sends_is_not_taken() {
    let site = Site::new();
    let answer = site.get_with("/api/health", &[("x-request-id", "mine")]).await;
    assert_ne!(answer.header("x-request-id"), "mine");
}
