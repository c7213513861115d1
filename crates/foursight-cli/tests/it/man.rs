//! Manual pages and completions.

use std::fs;

use crate::run;

#[test]
fn shells_and_man_find_what_they_need() {
    let man = run(&["man"], "");
    assert!(man.stdout.contains(".TH foursight 1"), "{}", man.stdout);
    for words in [&["man", "arena", "show"][..], &["man", "arena show"]] {
        assert!(run(words, "").stdout.contains(".TH foursight-arena-show 1"), "{words:?}");
    }
    assert_eq!(run(&["man", "sing"], "").code, Some(2));
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    let write = ["man", "--output", pages.to_str().unwrap()];
    assert_eq!(run(&write, "").code, Some(0));
    run(&write, "").failed(2, "foursight.1 exists; add --force to replace it");
    assert_eq!(fs::read_to_string(pages.join("foursight.1")).unwrap(), man.stdout);
    let page = if cfg!(unix) { "foursight-arena-run.1" } else { "foursight-solve.1" };
    assert!(fs::read_to_string(pages.join(page)).unwrap().contains(".SH OPTIONS"));
    assert_eq!(run(&["completions", "tcsh"], "").code, Some(2));
}
