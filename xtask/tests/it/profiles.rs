//! Development, tests and xtask share their compiled code; docs/building.md explains how.

use std::fs;

use crate::metadata::{metadata, root};

/// Cargo resolves the features of dependencies for the packages that a command works on.
#[test]
fn every_command_works_on_all_packages() {
    let metadata = metadata();
    let count = |key: &str| metadata[key].as_array().expect("there are packages").len();
    assert_eq!(count("workspace_default_members"), count("workspace_members"));
    let config = fs::read_to_string(root().join(".cargo/config.toml")).expect("xtask is an alias");
    assert!(config.contains("xtask = \"run --bin xtask --\""), "{config}");
}

/// A setting for tests alone compiles every dependency twice.
#[test]
fn tests_have_no_profile_of_their_own() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("there is a workspace");
    assert!(manifest.contains("[profile.dev]"));
    assert!(!manifest.contains("[profile.test"));
}
