//! The code map of ARCHITECTURE.md: short, and true.

use std::fs;
use std::path::{Path, PathBuf};

use crate::metadata::root;

const MAX_LINES: usize = 150;

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is there")
}

/// The names in backquotes in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The folders for the names in a table: in the crate given by the table's head, or in the workspace.
fn folders(head: &str) -> Vec<PathBuf> {
    names(head).next().map_or_else(
        || vec![root().to_owned()],
        |name| {
            let package = root().join("crates").join(name);
            vec![package.join("src"), package]
        },
    )
}

/// Whether a name is a module, a file or a folder.
fn exists(folder: &Path, name: &str) -> bool {
    folder.join(name).exists() || folder.join(format!("{name}.rs")).is_file()
}

#[test]
fn every_place_on_the_map_exists() {
    let page = architecture();
    let (_, map) = page.split_once("\n## Code map\n").expect("there is a map");
    let (map, _) = map.split_once("\n## ").expect("the map ends");
    let tables: Vec<&str> = map.split("\n\n").filter(|part| part.contains("|---|")).collect();
    assert!(tables.len() > 1, "the map has tables");
    for table in tables {
        let mut rows = table.trim().lines().map(|row| row.split('|').nth(1).expect("a cell"));
        let folders = folders(rows.next().expect("a table has a head"));
        for name in rows.flat_map(names) {
            let found = folders.iter().any(|folder| exists(folder, name));
            assert!(found, "{name} is not in {folders:?}");
        }
    }
}

#[test]
fn the_page_is_short() {
    let n_lines = architecture().lines().count();
    assert!(n_lines <= MAX_LINES, "{n_lines} lines");
}
