//! The page as files.

use std::fs;
use std::path::Path;

use crate::run;

/// Writes a site into `folder`, with a file that only begins like a module.
fn site(folder: &Path, more: &[&str]) -> crate::Outcome {
    let module = folder.with_extension("wasm");
    fs::write(&module, b"\0asm\x01\0\0\0").unwrap();
    let given = ["site", folder.to_str().unwrap(), "--engine", module.to_str().unwrap()];
    run(&[&given[..], more].concat(), "")
}

#[test]
fn a_site_is_written_into_an_empty_folder() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("a/site");
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    let outcome = site(&folder, &[]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    assert!(outcome.stdout.contains(" files, "), "{}", outcome.stdout);
    let html = fs::read_to_string(folder.join("learn/index.html")).unwrap();
    assert!(html.contains("href=\"../puzzles/\""), "{html}");

    let kept = folder.join("index.html");
    fs::write(&kept, "mine").unwrap();
    let refused = site(&folder, &[]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("is not empty; --force writes into it anyway"));
    assert_eq!(fs::read_to_string(&kept).unwrap(), "mine");
    assert_eq!(site(&folder, &["--force"]).code, Some(0));
    assert!(fs::read_to_string(&kept).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn a_site_needs_an_engine_and_a_folder() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("site");
    if option_env!("FOURSIGHT_EMBED_ENGINE").is_none() {
        run(&["site", folder.to_str().unwrap()], "").failed(2, "give its file with --engine");
        assert!(!folder.exists());
    }
    let module = data.path().join("text.wasm");
    let given = ["site", folder.to_str().unwrap(), "--engine", module.to_str().unwrap()];
    run(&given, "").failed(2, "text.wasm: No such file");
    fs::write(&module, "no module").unwrap();
    run(&given, "").failed(2, "this is not a WebAssembly module; `cargo xtask wasm` builds one");
    fs::write(&folder, "a file").unwrap();
    let outcome = site(&folder, &[]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("site"), "{}", outcome.stderr);
}
