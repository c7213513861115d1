//! The examples in `examples/grading`, and the published shapes of what they make.

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

/// Puts a bot of the examples into a folder.
fn hand_in(folder: &Path, name: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::copy(root().join("examples/bots/ben.py"), folder.join(name)).unwrap();
}

#[track_caller]
fn succeed(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// Gradescope's documentation of autograders names these fields.
#[test]
fn gradescope() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    hand_in(&at("submission"), "bot.py");
    for name in ["source", "results"] {
        fs::create_dir(at(name)).unwrap();
    }
    fs::write(at("source/rubric.toml"), example("rubric.toml")).unwrap();
    let script = root().join("examples/grading/gradescope/run_autograder");
    let output = Command::new("bash")
        .arg(script)
        .env("AUTOGRADER", folder.path())
        .env("FOURSIGHT", PROGRAM)
        .output();
    succeed(output.unwrap());
    let results: Value =
        serde_json::from_str(&fs::read_to_string(at("results/results.json")).unwrap()).unwrap();
    check_fields(
        &results,
        &[
            "score",
            "output",
            "output_format",
            "visibility",
            "stdout_visibility",
            "tests",
            "leaderboard",
        ],
    );
    let tests = results["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), 2);
    for test in tests {
        check_fields(
            test,
            &[
                "score",
                "max_score",
                "status",
                "name",
                "number",
                "output",
                "output_format",
                "visibility",
            ],
        );
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
fn check_fields(object: &Value, known: &[&str]) {
    for name in object.as_object().expect("an object").keys() {
        assert!(known.contains(&name.as_str()), "{name} is not a field");
    }
}

/// check50's own package is not needed: what it gives to checks is little.
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
    let folder = TempDir::new().unwrap();
    hand_in(folder.path(), "bot.py");
    let rubric = folder.path().join("rubric.toml");
    fs::write(&rubric, example("rubric.toml")).unwrap();
    let args = ["grade", "bot.py", "--out", "check50", "--rubric", "rubric.toml"];
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

/// The elements and attributes that the schema of Jenkins' xUnit plugin (`junit-10.xsd`) allows; the second number of
/// attributes is required.
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
root = tree.fromstring(sys.stdin.buffer.read())
assert root.tag == 'testsuites'
check(root)
for suite in root:
    cases = suite.findall('testcase')
    assert int(suite.get('tests')) == len(cases)
    for name, tag in ('failures', 'failure'), ('skipped', 'skipped'):
        assert int(suite.get(name)) == sum(case.find(tag) is not None for case in cases)
print(len(cases), 'cases')
";

/// The workflow's own command makes XML that Jenkins accepts.
#[test]
fn github() {
    let folder = TempDir::new().unwrap();
    hand_in(folder.path(), "bot.py");
    fs::write(folder.path().join("rubric.toml"), example("rubric.toml")).unwrap();
    let workflow = example("github/grade.yml");
    let commands = workflow.lines().filter_map(|line| line.trim().strip_prefix("run: foursight "));
    let [command] = commands.collect::<Vec<_>>()[..] else { panic!("one command") };
    let run = |file: &str| {
        fs::write(folder.path().join("schema.py"), SCHEMA).unwrap();
        let check = format!("\"$0\" {command}; code=$?; python3 schema.py <{file}; exit $code");
        Command::new("sh")
            .args(["-c", &check, PROGRAM])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    assert_eq!(succeed(run("marks.xml")), "2 cases\n");
    fs::write(folder.path().join("bot.py"), "raise ValueError('<&\\x1b')\n").unwrap();
    let failed = run("marks.xml");
    assert_eq!(String::from_utf8_lossy(&failed.stdout), "2 cases\n");
    assert_eq!(failed.status.code(), Some(1), "half of the points are needed");
}

/// The module of the Python package, without the rest of the package, and the bot of its example.
#[test]
fn python_gets_marks() {
    let module = root().join("crates/foursight-python/python/foursight/grading.py");
    let script = "import importlib.util, sys\n\
        spec = importlib.util.spec_from_file_location('grading', sys.argv[1])\n\
        grading = importlib.util.module_from_spec(spec)\n\
        sys.modules['grading'] = grading\n\
        spec.loader.exec_module(grading)\n\
        marks = grading.grade('bot.py', rubric='rubric.toml')\n\
        print(marks.name, marks.points, marks['valid'].is_passed, marks['valid'].feedback)\n\
        try:\n    grading.grade('nobody.py')\nexcept grading.GradingError as error:\n    print(error)\n\
        try:\n    marks['blocks']\nexcept KeyError as error:\n    print(error)\n";
    let folder = TempDir::new().unwrap();
    hand_in(folder.path(), "bot.py");
    fs::write(folder.path().join("rubric.toml"), example("rubric.toml")).unwrap();
    let output = Command::new("python3")
        .args(["-c", script])
        .arg(module)
        .env("FOURSIGHT", PROGRAM)
        .current_dir(folder.path())
        .output();
    let printed = succeed(output.unwrap());
    assert!(printed.starts_with("bot 10.0 True fit to play\nerror: there is no file"), "{printed}");
    assert!(printed.contains("no criterion 'blocks', but valid, beats_level_0"), "{printed}");
}
