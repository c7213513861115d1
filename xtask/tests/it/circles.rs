//! Modules that use each other in a circle: each circle is listed here with its reason, or is an error.

use std::collections::BTreeSet;

use crate::imports::{Imports, imports};
use crate::metadata::root;

/// The intended circles, as their modules in order.
const CIRCLES: [(&str, &[&str]); 3] = [
    // A position reads and writes itself as text, also from the record of a game.
    ("foursight", &["board", "game", "notation", "position", "record"]),
    // One search in several compiled forms.
    ("foursight-engine", &["bounds", "cpu", "equivalence", "node", "ordering", "search", "table"]),
    // A value of Python is made of others, and a text becomes any of them.
    (
        "foursight-python",
        &["analysis", "game", "move_scores", "position", "reading", "review", "solution", "why"],
    ),
];

/// The modules that a module reaches, directly or through others.
fn reached<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        let used = imports.get(module).into_iter().flatten();
        for name in used.filter_map(|used| used.strip_prefix("crate::")) {
            if imports.contains_key(name) && found.insert(name) {
                open.push(name);
            }
        }
    }
    found
}

/// Groups of modules in which each module reaches every other.
fn circles(imports: &Imports) -> BTreeSet<Vec<&str>> {
    let leads = |a: &str, b: &str| reached(imports, a).contains(b);
    let names = || imports.keys().map(String::as_str);
    let of = |a| names().filter(|&b| leads(a, b) && leads(b, a)).collect();
    names().map(of).filter(|circle: &Vec<&str>| circle.len() > 1).collect()
}

#[test]
fn circles_are_meant() {
    let mut found = Vec::new();
    let mut n_meant = 0;
    let crates = std::fs::read_dir(root().join("crates")).expect("there are crates");
    let folders = crates.map(|entry| entry.expect("a folder can be read").path());
    for folder in folders.chain(["tools", "xtask"].map(|name| root().join(name))) {
        let source = folder.join("src");
        let lib = if source.join("lib.rs").exists() { "lib.rs" } else { "main.rs" };
        let name =
            folder.file_name().expect("a crate has a name").to_str().expect("ASCII").to_owned();
        for circle in circles(&imports(&source, lib)) {
            if CIRCLES.contains(&(&name, &circle)) {
                n_meant += 1;
            } else {
                found.push(format!("{name}: {}", circle.join(", ")));
            }
        }
    }
    assert_eq!(n_meant, CIRCLES.len(), "a circle that is listed is none any more");
    assert!(found.is_empty(), "circles:\n{}", found.join("\n"));
}
