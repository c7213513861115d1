//! The workflow for GitHub actions, step by step.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::place::{bash, script, stand_in, yaml};
use super::{example, hand_in, succeed};

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

/// The steps of the workflow, in the shell that runs them there, and XML that Jenkins accepts.
#[test]
fn github() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    hand_in(folder.path(), "bot.py");
    fs::write(at("rubric.toml"), example("rubric.toml")).unwrap();
    fs::write(at("schema.py"), SCHEMA).unwrap();
    let workflow = yaml("github/grade.yml");
    assert_eq!(workflow["on"], json!(["push"]));
    let job = &workflow["jobs"]["grade"];
    assert_eq!(job["runs-on"], "ubuntu-latest");
    let steps = job["steps"].as_array().expect("a list of steps");
    let [checkout, install, grade, keep] = &steps[..] else { panic!("four steps: {steps:?}") };
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    assert!(word(&checkout["uses"]).starts_with("actions/checkout@v"), "{checkout}");
    assert!(word(&keep["uses"]).starts_with("actions/upload-artifact@v"), "{keep}");
    assert_eq!(keep["if"], "always()", "marks are kept when the job fails");

    install_from_download(folder.path(), &word(&install["run"]));
    let (grade, file) = (word(&grade["run"]), word(&keep["with"]["path"]));
    let run = || {
        let graded = bash(folder.path(), "bin").args(["-e", "-c", &grade]).output().unwrap();
        let check = format!("python3 schema.py <{file}");
        (graded, succeed(bash(folder.path(), "bin").args(["-c", &check]).output().unwrap()))
    };
    let (graded, checked) = run();
    succeed(graded);
    assert_eq!(checked, "2 cases\n");
    fs::write(at("bot.py"), "raise ValueError('<&\\x1b')\n").unwrap();
    let (graded, checked) = run();
    assert_eq!(checked, "2 cases\n");
    assert_eq!(graded.status.code(), Some(1), "half of the points are needed");
}

/// Puts `foursight` into the folder `bin`, as the workflow's command does with a real download.
fn install_from_download(folder: &Path, command: &str) {
    let (address, place) = ("${{ vars.FOURSIGHT_URL }}", "/usr/local/bin");
    assert!(command.contains(address) && command.contains(place), "{command}");
    let name = "foursight-1.0.0-x86_64-unknown-linux-musl";
    stand_in(&folder.join(name).join("foursight"));
    let version = Command::new("tar").arg("--version").output().unwrap();
    if !String::from_utf8_lossy(&version.stdout).contains("GNU tar") {
        // Only GNU tar knows `--wildcards`; the workflow's machine has it.
        stand_in(&folder.join("bin/foursight"));
        return;
    }
    fs::create_dir(folder.join(name).join("completions")).unwrap();
    fs::write(folder.join(name).join("completions/foursight.bash"), "").unwrap();
    let packed = Command::new("tar").args(["-czf", "download", name]).current_dir(folder).output();
    succeed(packed.unwrap());
    script(
        &folder.join("bin/curl"),
        "[ \"$2\" = https://example.org/download ] && exec cat \"$ROOT/download\"",
    );
    let command = command.replace(address, "https://example.org/download").replace(place, "bin");
    succeed(bash(folder, "bin").args(["-e", "-c", &command]).output().unwrap());
    assert!(folder.join("bin/foursight").is_file(), "{command}");
}
