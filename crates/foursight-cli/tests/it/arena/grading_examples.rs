//! The examples in `examples/grading`, and the published formats of their output.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_foursight");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn example(path: &str) -> String {
    fs::read_to_string(root().join("examples/grading").join(path)).expect("there is an example")
}

/// A folder with an example bot and the examples' rubric.
fn handed_in() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::copy(root().join("examples/bots/ben.py"), folder.path().join("bot.py")).unwrap();
    fs::write(folder.path().join("rubric.toml"), example("rubric.toml")).unwrap();
    folder
}

/// Runs a program in a folder, with ours in the variable and on the path where the examples look for it.
fn run(folder: &Path, program: &str, args: &[&str]) -> Output {
    let ours = Path::new(PROGRAM).parent().expect("a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([ours].into_iter().chain(env::split_paths(&others))).unwrap();
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).env("PATH", path).env("FOURSIGHT", PROGRAM);
    command.output().unwrap()
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

/// The specification of check50's JSON, and the checks that read it.
#[test]
fn check50() {
    assert!(example("check50/.cs50.yml").contains("!require \"bot.py\""));
    let folder = handed_in();
    let folder = folder.path();
    let args = ["arena", "grade", "bot.py", "--format", "check50", "--rubric", "rubric.toml"];
    let report: Value = serde_json::from_str(&succeed(run(folder, PROGRAM, &args))).unwrap();
    assert!(report["slug"].is_string() && report["version"].is_string(), "{report}");
    for result in report["results"].as_array().expect("results") {
        assert!(result["name"].is_string() && result["description"].is_string(), "{result}");
        let log = result["log"].as_array().expect("a list");
        assert!(log.iter().all(Value::is_string) && result["data"].is_object(), "{result}");
        let passed = result["passed"].as_bool();
        assert_eq!(passed == Some(true), result["cause"].is_null(), "{result}");
    }
    assert_eq!(report["results"][1]["dependency"], "valid");

    fs::write(folder.join("check50.py"), CHECK50).unwrap();
    fs::write(folder.join("checks.py"), example("check50/__init__.py")).unwrap();
    let script = "import checks; checks.beats_level_0(checks.valid()); print('passed')";
    assert_eq!(succeed(run(folder, "python3", &["-c", script])), "passed\n");
    fs::write(folder.join("bot.py"), "def agent(o, c):\n    return 9\n").unwrap();
    let script = "import checks\ntry:\n    checks.valid()\nexcept checks.check50.Failure as failure:\n    print(failure.payload['rationale'])";
    let rationale = succeed(run(folder, "python3", &["-c", script]));
    assert!(rationale.contains("there is no column 9"), "{rationale}");
}

/// The elements and attributes that the schema of Jenkins' xUnit plugin (`junit-10.xsd`) allows; the attributes in the
/// second list are required.
const SCHEMA: &str = r"
import re, sys, xml.etree.ElementTree as tree
ALLOWED = {
    'testsuites': ('name time tests failures errors', '', 'testsuite'),
    'testsuite': ('name tests failures errors group time skipped timestamp hostname id package file log url',
                  'name tests failures errors', 'testsuite properties testcase system-out system-err'),
    'properties': ('', '', 'property'),
    'property': ('name value', 'name value', ''),
    'testcase': ('name time classname group', 'name', 'skipped error failure system-out system-err'),
    'failure': ('type message', '', ''), 'skipped': ('type message', '', ''), 'system-out': ('', '', ''),
}
def check(element):
    attributes, required, children = (set(words.split()) for words in ALLOWED[element.tag])
    assert required <= set(element.attrib) <= attributes, element.attrib
    for child in element:
        assert child.tag in children, (element.tag, child.tag)
        check(child)
root = tree.parse('marks.xml').getroot()
assert root.tag == 'testsuites'
check(root)
for suite in root:
    cases = suite.findall('testcase')
    assert int(suite.get('tests')) == len(cases)
    for name, tag in ('failures', 'failure'), ('skipped', 'skipped'):
        assert int(suite.get(name)) == sum(case.find(tag) is not None for case in cases)
print(len(cases), 'cases')
";

/// The workflow's step that grades, and XML that Jenkins accepts.
#[test]
fn github() {
    let workflow = example("github/grade.yml");
    let grade = workflow.lines().find_map(|line| line.trim().strip_prefix("run: foursight "));
    let grade = format!("foursight {}", grade.expect("a step grades"));
    assert!(workflow.contains("if: always()"), "marks are kept when the job fails");
    let folder = handed_in();
    let folder = folder.path();
    succeed(run(folder, "bash", &["-e", "-c", &grade]));
    assert_eq!(succeed(run(folder, "python3", &["-c", SCHEMA])), "2 cases\n");
    fs::write(folder.join("bot.py"), "raise ValueError('<&\\x1b')\n").unwrap();
    let graded = run(folder, "bash", &["-e", "-c", &grade]);
    assert_eq!(succeed(run(folder, "python3", &["-c", SCHEMA])), "2 cases\n");
    assert_eq!(graded.status.code(), Some(1), "half of the points are needed");
}

/// The script that Gradescope runs for each submission, with a folder instead of `/autograder`. Its documentation names
/// the fields of the results.
#[test]
fn gradescope() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("results")).unwrap();
    fs::rename(handed_in().keep(), at("submission")).unwrap();
    fs::create_dir(at("source")).unwrap();
    fs::rename(at("submission/rubric.toml"), at("source/rubric.toml")).unwrap();
    fs::write(at("source/run_autograder"), example("gradescope/run_autograder")).unwrap();
    let script = "AUTOGRADER=$PWD exec bash source/run_autograder";
    succeed(run(folder.path(), "bash", &["-c", script]));
    let results = fs::read_to_string(at("results/results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    check_fields(
        &results,
        "score output output_format visibility stdout_visibility tests leaderboard",
    );
    let tests = results["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), 2);
    for test in tests {
        check_fields(test, "score max_score status name number output output_format visibility");
        assert!(["passed", "failed"].contains(&test["status"].as_str().expect("a word")), "{test}");
        let [score, most] = ["score", "max_score"].map(|name| test[name].as_f64());
        assert!(score.is_some() && score <= most, "{test}");
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
