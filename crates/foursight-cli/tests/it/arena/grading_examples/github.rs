//! The workflow for GitHub actions, step by step.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::place::{bash, stand_in, yaml};
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

    let download = word(&install["run"]);
    assert!(download.contains("${{ vars.FOURSIGHT_URL }}"), "{download}");
    stand_in(&at("bin/foursight"));
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
