//! A grading service in a folder: its programs and settings.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{PROGRAM, root, succeed};

/// Writes a program for `sh`. Another process writes it: a file that this process had open could not be run while
/// another test starts a program.
pub(super) fn script(path: &Path, lines: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).unwrap();
    let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$0\" && chmod 755 \"$0\"";
    let output = Command::new("sh").args(["-c", write]).arg(path).arg(lines).output();
    succeed(output.unwrap());
}

/// Writes a small program that stands for `foursight` in a download.
pub(super) fn stand_in(path: &Path) {
    script(path, &format!("exec '{PROGRAM}' \"$@\""));
}

/// A `bash` that finds the programs in a folder first, as these services start scripts.
pub(super) fn bash(folder: &Path, programs: &str) -> Command {
    let path = env::var("PATH").expect("there is a PATH");
    let mut command = Command::new("bash");
    command
        .env("PATH", format!("{}:{path}", folder.join(programs).display()))
        .env("ROOT", folder)
        .env_remove("FOURSIGHT")
        .current_dir(folder);
    command
}

/// Texts, lists and objects of a YAML file; a text with a tag becomes an object.
const YAML: &str = r"
require 'json'
require 'yaml'
def plain(node)
  case node
  when Psych::Nodes::Mapping
    node.children.each_slice(2).to_h { |key, value| [key.value, plain(value)] }
  when Psych::Nodes::Sequence then node.children.map { |child| plain(child) }
  else node.tag ? { node.tag => node.value } : node.value
  end
end
puts JSON.generate(plain(YAML.parse(File.read(ARGV[0])).root))
";

pub(super) fn yaml(path: &str) -> Value {
    let file = root().join("examples/grading").join(path);
    let output = Command::new("ruby").args(["-e", YAML]).arg(file).output();
    serde_json::from_str(&succeed(output.unwrap())).unwrap()
}
