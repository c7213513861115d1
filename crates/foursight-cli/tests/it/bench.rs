//! `foursight bench`.

use std::fs;

use crate::run;

/// The solver's page names the search from which its figures come.
#[test]
fn the_documented_node_count_is_that_of_the_search() {
    let signature = run(&["bench", "--no-book"], "").stdout;
    let signature = signature.lines().last().unwrap();
    let page = include_str!("../../../../docs/solver.md");
    assert!(page.contains(&format!("`{signature}`")), "docs/solver.md does not say {signature}");
}

#[test]
fn bench_checks_and_counts() {
    let folder = std::env::temp_dir().join(format!("foursight-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("positions.txt");
    let path = file.to_str().unwrap();
    let write = |text: &str| fs::write(&file, text).unwrap();

    write("# known scores\n32164625 11\n1233722555341451114725221333 -1\n");
    let right = run(&["bench", path], "");
    assert!(right.stdout.contains("positions  2 (2 right)"), "{}", right.stdout);
    let signature = right.stdout.lines().last().unwrap();
    assert_eq!(run(&["bench", path], "").stdout.lines().last().unwrap(), signature);
    let shared = run(&["bench", "--threads", "2", path], "").stdout;
    assert_eq!(shared.lines().last().unwrap(), signature, "quick positions take one thread");

    write("32164625 12\n");
    let wrong = run(&["bench", path], "");
    assert_eq!(
        (wrong.stderr.as_str(), wrong.code),
        ("error: only 0 of 1 scores are correct\n", Some(1))
    );
    write("32164625 11\n32164625\n");
    let malformed = run(&["bench", path], "");
    assert!(malformed.stderr.ends_with("line 2: expected `POSITION SCORE`, as in `32164625 11`\n"));
    assert_eq!(malformed.code, Some(3));
    assert_eq!(run(&["bench", "/no/such/file"], "").code, Some(2));
    fs::remove_dir_all(&folder).unwrap();
}
