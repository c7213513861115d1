//! Commands with their output, written down where people read them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::run;

/// `TRYCMD=overwrite` records the commands' current output.
#[test]
fn commands_print_what_is_written_down() {
    let cases = trycmd::TestCases::new();
    // Help wraps to the window.
    cases.env("COLUMNS", "100");
    cases.env("FOURSIGHT_DATA", crate::NO_DATA);
    let docs = ["../../docs/*.md", "../../docs/solver/*.md"];
    for pages in ["tests/cmd/*.md", "README.md", "../../README.md"].into_iter().chain(docs) {
        cases.case(pages);
    }
}

/// The pictures on a page are made by the commands on it; `UPDATE_EXPECT=1` renews them.
#[test]
fn pictures_are_what_their_commands_make() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/solver");
    let mut made = BTreeSet::new();
    for page in files(&folder, "md") {
        let text = fs::read_to_string(folder.join(page)).unwrap();
        for command in text.lines().filter_map(|line| line.strip_prefix("foursight show ")) {
            let args: Vec<&str> = command.split_whitespace().collect();
            let [options @ .., "-o", name] = &args[..] else { panic!("no picture: {command}") };
            let outcome = run(&[&["show"], options, &["-o", "-"]].concat(), "");
            assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{command}");
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(folder.join(name), &outcome.stdout).unwrap();
            }
            let picture = fs::read_to_string(folder.join(name)).unwrap_or_default();
            assert!(picture == outcome.stdout, "docs/solver/{name} is not made by: {command}");
            assert!(text.contains(&format!("]({name})")), "{name} is not on its page");
            made.insert((*name).to_owned());
        }
    }
    assert_eq!(made, files(&folder, "svg"), "each picture has a command");
}

fn files(folder: &Path, extension: &str) -> BTreeSet<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter(|name| name.ends_with(&format!(".{extension}"))).collect()
}
