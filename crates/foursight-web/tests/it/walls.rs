//! Inner layers do not import outer ones, and know nothing of HTTP.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer with what it must not mention.
const WALLS: [(&str, &[&str]); 5] = [
    (
        "game",
        &["axum", "crate::store", "crate::games", "crate::solving", "crate::http", "crate::routes"],
    ),
    ("store", &["axum", "crate::games", "crate::solving", "crate::http", "crate::routes"]),
    ("games", &["axum", "crate::solving", "crate::http", "crate::routes"]),
    ("solving", &["axum", "crate::game", "crate::http", "crate::routes"]),
    ("http", &["crate::routes", "crate::router", "crate::server", "crate::App"]),
];

/// What belongs to the program as a whole is for none of them.
const OUTERMOST: [&str; 4] = ["crate::App", "crate::router", "crate::server", "StatusCode"];

/// The files of a folder and of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn inner_layers_know_no_outer_ones() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut n_files = 0;
    for (layer, forbidden) in WALLS {
        let outermost = OUTERMOST.iter().filter(|_| layer != "http");
        let files = files(&source.join(layer));
        for file in files.into_iter().chain([source.join(layer).with_extension("rs")]) {
            let text = fs::read_to_string(&file).unwrap();
            for name in outermost.clone().chain(forbidden) {
                assert!(!text.contains(name), "{} mentions {name}", file.display());
            }
            n_files += 1;
        }
    }
    assert!(n_files > 30, "{n_files} files were read");
}
