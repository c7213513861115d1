//! Plans in the program: found, stopped and resumed, checked and drawn.

use std::fs;
use std::path::Path;

use crate::run;

/// The arguments of a search on a small board.
const FIND: [&str; 7] = ["plan", "find", "--size", "5x5", "--side", "first", "startpos"];

/// The same arguments with an output file.
fn find(out: &Path) -> Vec<&str> {
    [&FIND[..], &["-o", out.to_str().unwrap()]].concat()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn a_folder_is_not_a_file_for_a_plan() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(&find(folder.path()), "");
    let expected = format!("error: {} is a folder, not a file\n", folder.path().display());
    assert_eq!((outcome.stderr, outcome.code), (expected, Some(2)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(!folder.path().with_extension("found").exists());
}

/// Ctrl-C while the search improves its plan; then the same command resumes.
#[cfg(unix)]
#[test]
fn a_search_that_was_stopped_while_it_improves_has_a_plan_and_resumes() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    let [plan, found, whole] =
        ["a.plan", "a.plan.found", "whole.plan"].map(|name| folder.path().join(name));
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
    program.args(find(&plan)).env("FOURSIGHT_DATA", crate::NO_DATA);
    let mut program = program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !text(&found).contains(" again ") {
        assert_eq!(program.try_wait().unwrap(), None, "it ended before it improved its plan");
        thread::sleep(Duration::from_millis(5));
    }
    crate::interrupt(&program);
    let stopped = program.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130));
    let said = "stopped: the plan may become shorter; run the same command to resume\n";
    assert_eq!(String::from_utf8(stopped.stderr).unwrap(), said);
    assert_eq!(run(&["plan", "check", plan.to_str().unwrap()], "").code, Some(0));
    assert!(text(&found).lines().count() > 1);

    let resumed = run(&find(&plan), "");
    assert_eq!((resumed.stderr.as_str(), resumed.code), ("", Some(0)));
    assert!(resumed.stdout.starts_with("Checked: red does not lose, whatever yellow plays.\n"));
    assert!(!found.exists(), "it is finished");
    assert_eq!(run(&find(&whole), "").code, Some(0));
    assert_eq!(text(&plan), text(&whole), "the same plan as in one go");
    let drawn = run(&["plan", "draw", plan.to_str().unwrap()], "").stdout;
    assert_eq!(drawn, foursight_render::plan_tree(&text(&plan).parse().unwrap()));
}

#[test]
fn notes_of_another_search_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (plan, found) = (folder.path().join("a.plan"), folder.path().join("a.plan.found"));
    fs::write(&found, "# 6x4, start \"\", side first\n").unwrap();
    run(&[&FIND[..], &["-o", plan.to_str().unwrap()]].concat(), "")
        .failed(2, "belongs to another search");
    assert!(text(&found).starts_with("# 6x4"));
}

#[test]
fn an_object_says_what_was_found_and_checked() {
    let line = "plan find --size 4x4 --connect 3 --side first --json startpos";
    let outcome = run(&crate::words(line), "");
    let object: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let plan: foursight::plan::Plan = object["plan"].as_str().unwrap().parse().unwrap();
    assert_eq!(object["n_positions"], plan.lines().len());
    assert_eq!((&object["claim"], &object["finished"]), (&"wins".into(), &true.into()));
}

/// Neither command accepts a wrong plan, or a file without a plan.
#[test]
fn a_plan_that_fails_is_not_a_file_without_a_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.plan");
    let plan =
        "foursight plan 1\nboard 3x3-3\nstart 1\nside second\nclaim holds\n1 c1(* else:ca)\n";
    let refuted = ("claim holds", "claim wins", 1, "after 1: the reason fails");
    let unread =
        ("claim holds", "claim draws", 2, "line 5: expected `claim wins` or `claim holds`");
    for (old, new, code, message) in [refuted, unread, (plan, "\u{1}", 2, "line 1: expected ")] {
        fs::write(&path, plan.replace(old, new)).unwrap();
        for command in ["check", "draw"] {
            let outcome = run(&["plan", command, path.to_str().unwrap()], "");
            assert_eq!((outcome.stdout.as_str(), outcome.code), ("", Some(code)), "{new}");
            assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
        }
    }
    fs::write(&path, b"\xff").unwrap();
    let outcome = run(&["plan", "check", path.to_str().unwrap()], "");
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.ends_with("a.plan: it is not text in UTF-8\n"), "{}", outcome.stderr);
    // The documentation shows this plan to readers.
    assert!(include_str!("../../../../docs/plan.md").contains(plan));
    fs::write(&path, plan).unwrap();
    let drawn = run(&["plan", "draw", path.to_str().unwrap()], "").stdout;
    assert!(drawn.contains("<title>A plan of 1 position in 1 turn</title>"), "{drawn}");
}

#[test]
fn the_page_lists_the_plans_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = text(&root.join("docs/plan.md"));
    for plan in fs::read_dir(root.join("crates/foursight/plans")).unwrap() {
        let path = plan.unwrap().path();
        let (name, lines) = (path.file_name().unwrap().to_str().unwrap(), text(&path));
        let mut lines = lines.lines().skip(2);
        let [start, side, claim] =
            [(); 3].map(|()| lines.next().unwrap().split_once(' ').unwrap().1);
        let row = format!("| `{name}` | {side} | `{start}` | {claim} | {} |\n", lines.count());
        assert!(page.contains(&row), "{row}");
    }
}

/// `UPDATE_EXPECT=1` draws the picture of docs/plan.md anew.
#[test]
fn the_page_has_the_figures_and_the_picture_of_the_first_players_plan() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let plan = root.join("crates/foursight/plans/first.plan");
    // The command would check the plan once more.
    let drawn = foursight_render::plan_tree(&text(&plan).parse().unwrap());
    let path = root.join("docs/plan.svg");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    assert!(text(&path) == drawn, "docs/plan.svg is not made by `foursight plan draw`");
    let checked = run(&["plan", "check", plan.to_str().unwrap()], "").stdout;
    assert!(checked.starts_with("Checked: red wins, whatever yellow plays.\n"), "{checked}");
    assert!(text(&root.join("docs/plan.md")).contains(&checked), "{checked}");
}
