//! Allowed dependencies between crates: the invariants of ARCHITECTURE.md that `cargo metadata` can show.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::metadata::{packages, text};

/// The dependencies of each package in the workspace, except those of its tests.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    packages()
        .iter()
        .map(|package| (text(&package["name"]), normal_dependencies(package)))
        .collect()
}

fn normal_dependencies(package: &Value) -> Vec<String> {
    let dependencies = package["dependencies"].as_array().expect("a package lists dependencies");
    let normal = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
    normal.map(|dependency| text(&dependency["name"])).collect()
}

/// For each crate, the crates of this workspace that it may use.
const ARROWS: [(&str, &[&str]); 18] = [
    ("foursight", &[]),
    ("foursight-answers", &["foursight", "foursight-engine", "foursight-render"]),
    ("foursight-book-12", &[]),
    ("foursight-engine", &["foursight", "foursight-book-12"]),
    ("foursight-arena", &["foursight", "foursight-files", "foursight-render", "foursight-sandbox"]),
    (
        "foursight-class",
        &[
            "foursight",
            "foursight-arena",
            "foursight-files",
            "foursight-render",
            "foursight-sandbox",
        ],
    ),
    ("foursight-files", &[]),
    ("foursight-games", &["foursight", "foursight-files"]),
    ("foursight-label", &["foursight", "foursight-engine"]),
    ("foursight-tui", &["foursight", "foursight-engine", "foursight-files", "foursight-render"]),
    (
        "foursight-python",
        &[
            "foursight",
            "foursight-answers",
            "foursight-engine",
            "foursight-label",
            "foursight-render",
        ],
    ),
    ("foursight-render", &["foursight"]),
    ("foursight-sandbox", &[]),
    ("foursight-wasm", &["foursight", "foursight-answers", "foursight-engine"]),
    (
        "foursight-web",
        &[
            "foursight",
            "foursight-answers",
            "foursight-engine",
            "foursight-files",
            "foursight-games",
            "foursight-render",
        ],
    ),
    (
        "foursight-cli",
        &[
            "foursight",
            "foursight-answers",
            "foursight-arena",
            "foursight-class",
            "foursight-engine",
            "foursight-files",
            "foursight-label",
            "foursight-render",
            "foursight-sandbox",
            "foursight-tui",
            "foursight-web",
        ],
    ),
    ("tools", &["foursight", "foursight-engine", "foursight-files"]),
    ("xtask", &["foursight-files"]),
];

/// The packages that people run; the others are libraries.
const PROGRAMS: [&str; 3] = ["foursight-cli", "tools", "xtask"];

#[test]
fn crates_depend_only_on_those_below_them() {
    let dependencies = dependencies();
    let names: Vec<&str> = dependencies.keys().map(String::as_str).collect();
    let mut listed = ARROWS.map(|(name, _)| name).to_vec();
    listed.sort_unstable();
    assert_eq!(names, listed, "every crate has its arrows listed");
    for (name, allowed) in ARROWS {
        let ours = dependencies[name].iter().filter(|d| names.contains(&d.as_str()));
        for dependency in ours {
            assert!(allowed.contains(&dependency.as_str()), "{name} must not use {dependency}");
        }
    }
}

/// All dependencies except for optional features.
#[test]
fn the_rules_depend_on_nothing() {
    let packages = packages();
    let rules = packages.iter().find(|package| package["name"] == "foursight").expect("the rules");
    let dependencies = rules["dependencies"].as_array().expect("a package lists dependencies");
    let required =
        |dependency: &&Value| dependency["kind"].is_null() && dependency["optional"] == false;
    let required: Vec<&Value> = dependencies.iter().filter(required).collect();
    assert_eq!(required, Vec::<&Value>::new());
}

/// Positions travel as notation.
#[test]
fn core_types_know_nothing_of_serialization() {
    for name in ["foursight-engine", "foursight-render"] {
        let taken = dependencies()[name].iter().find(|d| d.starts_with("serde")).cloned();
        assert_eq!(taken, None, "{name}");
    }
}

/// Each kind of outside world has one owner. Programs own their messages to people, and their arguments.
const OWNED: [(&[&str], &[&str]); 11] = [
    (&PROGRAMS, &["anyhow", "clap", "anstream", "indicatif"]),
    (&["foursight-tui"], &["crossterm", "ratatui", "signal-hook", "ctrlc"]),
    (&["foursight-web"], &["hyper", "tower-http", "utoipa-axum"]),
    (&["foursight-class", "foursight-web"], &["axum"]),
    (&["foursight-class", "foursight-games"], &["rusqlite"]),
    (&["foursight-answers", "foursight-games", "foursight-web"], &["utoipa"]),
    (&["foursight-sandbox"], &["caps", "landlock", "seccompiler"]),
    (&["foursight-arena", "foursight-class"], &["maud"]),
    // Tables of a tournament, labels of data sets, and marks.
    (&["foursight-arena", "foursight-label"], &["csv"]),
    (&["foursight-render"], &["gif", "resvg"]),
    (&["foursight-python"], &["pyo3"]),
];

#[test]
fn each_outside_world_has_one_owner() {
    for (name, dependencies) in dependencies() {
        for (owners, owned) in OWNED {
            let taken = dependencies.iter().find(|d| owned.contains(&d.as_str()));
            assert!(owners.contains(&name.as_str()) || taken.is_none(), "{name} uses {taken:?}");
        }
    }
}

/// Levels play in tournaments as processes: not even the arena's tests link the engine.
#[test]
fn the_arena_and_its_tests_are_free_of_engines() {
    let packages = packages();
    for name in ["foursight-arena", "foursight-class", "foursight-sandbox"] {
        let package = packages.iter().find(|package| package["name"] == name).expect(name);
        let dependencies = package["dependencies"].as_array().expect("a package lists them");
        let names: Vec<String> = dependencies.iter().map(|d| text(&d["name"])).collect();
        assert!(!names.contains(&"foursight-engine".to_owned()), "{name}: {names:?}");
    }
}
