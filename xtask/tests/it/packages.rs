//! Metadata that crates.io and docs.rs need for each published package.

use std::fs;

use serde_json::Value;

use crate::metadata::{packages, root, text};

/// The packages that can be published.
fn published() -> Vec<Value> {
    packages().into_iter().filter(|package| package["publish"].is_null()).collect()
}

#[test]
fn published_packages_describe_themselves() {
    for package in published() {
        let name = text(&package["name"]);
        for key in ["description", "license", "repository", "readme", "rust_version"] {
            assert!(package[key].is_string(), "{name} lacks {key}");
        }
        for key in ["keywords", "categories"] {
            let n_entries = package[key].as_array().expect("a package lists them").len();
            assert!((1..=5).contains(&n_entries), "{name} has {n_entries} {key}");
        }
    }
}

#[test]
fn libraries_are_documented_with_all_features() {
    for package in published() {
        let targets = package["targets"].as_array().expect("a package has targets");
        let is_library = targets.iter().any(|target| target["kind"][0] == "lib");
        let all_features = &package["metadata"]["docs"]["rs"]["all-features"];
        assert!(!is_library || all_features == true, "{}", package["name"]);
    }
}

#[test]
fn the_version_to_cite_is_this_one() {
    let citation = fs::read_to_string(root().join("CITATION.cff")).expect("the file is there");
    let version = format!("version: {}", env!("CARGO_PKG_VERSION"));
    assert!(citation.lines().any(|line| line == version), "CITATION.cff lacks: {version}");
}

/// Only developers run these parts of the workspace.
#[test]
fn tools_are_not_published() {
    let published: Vec<String> = published().iter().map(|package| text(&package["name"])).collect();
    assert!(!published.contains(&"tools".to_owned()), "{published:?}");
    assert!(!published.contains(&"xtask".to_owned()), "{published:?}");
    for folder in ["fuzz", "tools/peers"] {
        let manifest = root().join(folder).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("the folder has a manifest");
        assert!(manifest.contains("\npublish = false\n"), "{folder}");
    }
}

#[test]
fn programs_for_others_are_made_with_our_rust() {
    let version = text(&packages()[0]["rust_version"]);
    for (file, line) in [
        (".github/workflows/ci.yml", format!("RUSTUP_TOOLCHAIN: \"{version}\"\n")),
        ("deploy/Containerfile", format!("library/rust:{version}-slim")),
    ] {
        let steps = fs::read_to_string(root().join(file)).expect(file);
        assert!(steps.contains(&line), "{file} lacks {line}");
    }
}

/// Everybody who depends on the engine downloads it, so the 12-ply book is a separate package.
#[test]
fn the_engine_is_a_small_package() {
    let books = root().join("crates/foursight-engine/books");
    let sizes = fs::read_dir(books)
        .expect("the engine has a book")
        .map(|entry| entry.and_then(|entry| entry.metadata()).expect("the file can be read").len());
    assert!(sizes.sum::<u64>() < 100_000, "large books belong in packages of their own");
}

/// `cargo binstall` finds the archive, and the program in it, by the names that the package states.
#[test]
fn installers_find_the_archive() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect(path);
    let manifest = read("crates/foursight-cli/Cargo.toml");
    let name = "foursight-{ version }-{ target }";
    let stated = [
        format!(
            "pkg-url = \"{{ repo }}/releases/download/v{{ version }}/{name}{{ archive-suffix }}\""
        ),
        format!("bin-dir = \"{name}/{{ bin }}{{ binary-ext }}\""),
    ];
    for line in stated {
        assert!(manifest.lines().any(|other| other == line), "the manifest lacks {line}");
    }
    let release = read("xtask/src/release.rs");
    assert!(release.contains("format!(\"foursight-{VERSION}-{target_name}\")"), "another name");
}

#[test]
fn images_contain_the_same_program() {
    let path = root().join("deploy/Containerfile");
    let steps = fs::read_to_string(path).expect("there is a Containerfile");
    let module = "FOURSIGHT_EMBED_ENGINE=/workspace/target/wasm/foursight.wasm ";
    for part in
        ["\nWORKDIR /workspace\n", "\nRUN cargo xtask wasm\n", module, "cargo build --release "]
    {
        assert!(steps.contains(part), "the steps lack {part:?}");
    }
}
