//! Inner layers do not import outer ones: the walls within crates, as stated in `ARCHITECTURE.md` and the modules'
//! headers.

use std::collections::BTreeSet;
use std::fs;

use crate::imports::imports;
use crate::metadata::root;

/// Each layer of a crate, with the layers and crates that it must not use.
const WALLS: [(&str, &str, &[&str]); 16] = [
    ("foursight-games", "game", &["store", "games"]),
    ("foursight-games", "store", &["games"]),
    ("foursight-games", "connections", &["store", "games"]),
    ("foursight-web", "solving", &["axum", "http", "page", "routes"]),
    ("foursight-web", "http", &["page", "routes"]),
    ("foursight-web", "page", &["solving", "routes"]),
    ("foursight-web", "routes", &["router", "server"]),
    ("foursight-web", "server", &[]),
    ("foursight-arena", "source", &["referee", "tournament", "rating", "report", "entrant"]),
    ("foursight-arena", "referee", &["tournament", "rating", "report", "entrant"]),
    ("foursight-arena", "tournament", &["rating", "report", "entrant"]),
    ("foursight-arena", "report", &["entrant", "arena", "competition", "marking"]),
    ("foursight-arena", "entrant", &["arena", "check", "competition", "marking", "settings"]),
    ("foursight-arena", "check", &["competition", "marking"]),
    ("foursight-arena", "marking", &["competition", "results"]),
    ("foursight-tui", "dialog", &["state", "update", "view"]),
];

/// The parts of the server outside all layers: no layer below `routes` may use them.
const OUTERMOST: [&str; 3] = ["App", "router", "server"];

#[test]
fn inner_layers_know_no_outer_ones() {
    for (name, layer, forbidden) in WALLS {
        let imports = imports(&root().join("crates").join(name).join("src"), "lib.rs");
        let used = &imports[layer];
        let is_inner = name == "foursight-web" && !["routes", "server"].contains(&layer);
        for outer in OUTERMOST.iter().filter(|_| is_inner).chain(forbidden) {
            // `App` is exported by the module `app`.
            let module = format!("crate::{}", outer.to_lowercase());
            assert!(!used.contains(&module), "{name}: {layer} uses {outer}");
            let is_crate = !imports.contains_key(*outer);
            assert!(!is_crate || !used.contains(*outer), "{name}: {layer} uses {outer}");
        }
    }
}

#[test]
fn every_folder_of_the_server_is_a_layer() {
    let source = root().join("crates/foursight-web/src");
    let entries = fs::read_dir(source).expect("the server has sources");
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    let folders: BTreeSet<String> = paths
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("it has a name").to_string_lossy().into_owned())
        .collect();
    let listed = WALLS.iter().filter(|(name, ..)| *name == "foursight-web");
    assert_eq!(folders, listed.map(|(_, layer, _)| (*layer).to_owned()).collect());
}
