//! The autograder for Gradescope, from the zip to the results.

use std::fs;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use super::place::{bash, script, stand_in};
use super::{example, hand_in, root, succeed};

/// The files that teachers zip according to the manual.
fn zipped() -> Vec<String> {
    let manual = fs::read_to_string(root().join("docs/grading.md")).unwrap();
    let line = manual.lines().find_map(|line| line.strip_prefix("- `gradescope`: zip "));
    let words = line.expect("the manual has a line for Gradescope").split('`');
    words.skip(1).step_by(2).map(str::to_owned).collect()
}

/// Does what Gradescope does, with a folder instead of `/`: unpacks the zip, runs `setup.sh` and then `run_autograder`.
/// Gradescope's autograder documentation names the fields of the results.
#[test]
fn gradescope() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    hand_in(&at("autograder/submission"), "bot.py");
    for name in ["autograder/results", "usr/local/bin", "zip"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    let names = zipped();
    assert_eq!(names.len(), 4, "{names:?}");
    for name in &names {
        let place = at("zip").join(name);
        match &name[..] {
            "foursight" => stand_in(&place),
            "rubric.toml" => fs::write(place, example(name)).unwrap(),
            script => fs::write(place, example(&format!("gradescope/{script}"))).unwrap(),
        }
    }
    // Python drops the permissions of files: nothing may depend on them.
    let zip = |args: &[&str], within: &str| {
        let mut command = Command::new("python3");
        command.args(["-m", "zipfile"]).args(args).current_dir(at(within));
        succeed(command.output().unwrap());
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    zip(&[&["-c", "../autograder.zip"][..], &names].concat(), "zip");
    zip(&["-e", "autograder.zip", "autograder/source"], ".");

    script(&at("setup/apt-get"), "echo \"$@\" >>\"$ROOT/packages\"");
    script(
        &at("setup/install"),
        "PATH=${PATH#*:}; exec install \"$1\" \"$2\" \"$ROOT$3\" \"$ROOT$4\"",
    );
    let setup = bash(folder.path(), "setup").arg(at("autograder/source/setup.sh")).output();
    succeed(setup.unwrap());
    let packages = fs::read_to_string(at("packages")).unwrap();
    assert!(packages.starts_with("update\ninstall -y "), "nobody can say yes: {packages}");
    assert!(packages.trim().ends_with(" python3"), "{packages}");

    let output = bash(folder.path(), "usr/local/bin")
        .arg(at("autograder/source/run_autograder"))
        .env("AUTOGRADER", at("autograder"))
        .output();
    succeed(output.unwrap());
    let results: Value =
        serde_json::from_str(&fs::read_to_string(at("autograder/results/results.json")).unwrap())
            .unwrap();
    check_fields(
        &results,
        "score output output_format visibility stdout_visibility tests leaderboard",
    );
    let tests = results["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), 2);
    for test in tests {
        check_fields(test, "score max_score status name number output output_format visibility");
        assert!(["passed", "failed"].contains(&test["status"].as_str().expect("a word")), "{test}");
        assert!(
            test["score"].as_f64() <= test["max_score"].as_f64() && test["score"].is_number(),
            "{test}"
        );
    }
    assert_eq!(results["score"], 10.0, "{results:#}");
    for line in results["leaderboard"].as_array().expect("a leaderboard") {
        assert!(line["name"].is_string() && line["value"].is_number(), "{line}");
    }
    let words = ["visible", "hidden", "after_due_date", "after_published"];
    assert!(words.contains(&results["stdout_visibility"].as_str().expect("a word")));
}

#[track_caller]
fn check_fields(object: &Value, known: &str) {
    for name in object.as_object().expect("an object").keys() {
        assert!(known.split(' ').any(|other| other == name), "{name} is not a field");
    }
}
