//! The examples in `examples/grading`, and the published formats of their output.

mod github;
mod gradescope;
mod place;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use place::yaml;

const PROGRAM: &str = env!("CARGO_BIN_EXE_foursight");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn example(path: &str) -> String {
    fs::read_to_string(root().join("examples/grading").join(path)).expect("there is an example")
}

/// Puts an example bot into a folder.
fn hand_in(folder: &Path, name: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::copy(root().join("examples/bots/ben.py"), folder.join(name)).unwrap();
}

#[track_caller]
fn succeed(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// A stand-in for check50's own package, which offers little to checks.
const CHECK50: &str = r"
lines = []
def log(line): lines.append(line)
class Failure(Exception):
    def __init__(self, rationale, help=None): self.payload = dict(rationale=rationale, help=help)
def check(dependency=None):
    return lambda function: function
";

/// The file that `.cs50.yml` requires pupils to hand in.
fn required() -> String {
    let config = yaml("check50/.cs50.yml");
    let files = config["check50"]["files"].as_array().expect("a list of files");
    let mut wanted = Vec::new();
    for file in files {
        let tagged: Vec<(&String, &Value)> = file.as_object().expect("a tag").iter().collect();
        let [(tag, pattern)] = tagged[..] else { panic!("one tag: {file}") };
        match &tag[..] {
            "!exclude" => {}
            "!include" | "!require" => wanted.push(pattern.as_str().expect("a text").to_owned()),
            _ => panic!("lib50 has no tag {tag}"),
        }
    }
    let [file] = &wanted[..] else { panic!("one file: {wanted:?}") };
    file.clone()
}

/// The specification of check50's JSON, and the checks that read it.
#[test]
fn check50() {
    let folder = TempDir::new().unwrap();
    hand_in(folder.path(), &required());
    let rubric = folder.path().join("rubric.toml");
    fs::write(&rubric, example("rubric.toml")).unwrap();
    let args = ["arena", "grade", "bot.py", "--format", "check50", "--rubric", "rubric.toml"];
    let printed =
        succeed(Command::new(PROGRAM).args(args).current_dir(folder.path()).output().unwrap());
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert!(report["slug"].is_string() && report["version"].is_string(), "{report}");
    for result in report["results"].as_array().expect("results") {
        assert!(result["name"].is_string() && result["description"].is_string(), "{result}");
        assert!(result["passed"].is_boolean() || result["passed"].is_null(), "{result}");
        assert!(
            result["log"].as_array().is_some_and(|log| log.iter().all(Value::is_string)),
            "{result}"
        );
        assert_eq!(result["passed"] == true, result["cause"].is_null(), "{result}");
        assert!(result["data"].is_object(), "{result}");
    }
    assert_eq!(report["results"][1]["dependency"], "valid");

    fs::write(folder.path().join("check50.py"), CHECK50).unwrap();
    fs::write(folder.path().join("checks.py"), example("check50/__init__.py")).unwrap();
    let script = "import checks; checks.beats_level_0(checks.valid()); print('passed')";
    let output = Command::new("python3")
        .args(["-c", script])
        .env("FOURSIGHT", PROGRAM)
        .current_dir(folder.path())
        .output();
    assert_eq!(succeed(output.unwrap()), "passed\n");
    fs::write(folder.path().join("bot.py"), "def agent(o, c):\n    return 9\n").unwrap();
    let script = "import checks\ntry:\n    checks.valid()\nexcept checks.check50.Failure as failure:\n    print(failure.payload['rationale'])";
    let output = Command::new("python3")
        .args(["-c", script])
        .env("FOURSIGHT", PROGRAM)
        .current_dir(folder.path())
        .output();
    let rationale = succeed(output.unwrap());
    assert!(rationale.contains("there is no column 9"), "{rationale}");
}
