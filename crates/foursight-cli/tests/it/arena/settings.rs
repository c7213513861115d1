//! Settings of a `class.toml` for players that it does not list: their Python and their dialects.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::{foursight, run};

/// A virtual environment with a module that only it has.
fn virtual_environment(folder: &Path) -> PathBuf {
    let path = folder.join("venv");
    let mut python = Command::new("python3");
    let made = python.args(["-m", "venv", "--without-pip"]).arg(&path).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut versions = fs::read_dir(path.join("lib")).unwrap();
    let packages = versions.next().unwrap().unwrap().path().join("site-packages");
    fs::write(packages.join("onlyhere.py"), "COLUMN = 6\n").unwrap();
    path
}

const AGENT: &str = "import onlyhere\ndef agent(observation, configuration):\n    return observation.board.index(0)\n";

/// A line bot whose first line would choose another Python, which is missing.
const LINES: &str = "#!/usr/bin/python47\nimport onlyhere\nwhile input():  # go!\n    print(onlyhere.COLUMN, flush=True)\n";

/// The shell finds the Python of an activated environment first, and so does a player in its jail.
#[test]
fn an_activated_environment_is_seen_inside() {
    let folder = TempDir::new().unwrap();
    let environment = virtual_environment(folder.path());
    let bot = folder.path().join("ann.py");
    fs::write(&bot, AGENT).unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = [environment.join("bin")].into_iter().chain(std::env::split_paths(&paths));
    let mut command = foursight(&["arena", "check", "--clock=20s", bot.to_str().unwrap()]);
    command.env("PATH", std::env::join_paths(paths).unwrap()).env("VIRTUAL_ENV", &environment);
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(text.contains("as red     ok: "), "{text}");
}

#[test]
fn a_class_has_one_python() {
    let folder = TempDir::new().unwrap();
    let class = folder.path().join("class");
    fs::create_dir(&class).unwrap();
    virtual_environment(&class);
    let settings =
        "[tournament]\npython = \"venv/bin/python\"\nopenings = \"none\"\nclock = \"20s\"\n";
    fs::write(class.join("class.toml"), settings).unwrap();
    fs::write(class.join("ann.py"), AGENT).unwrap();
    fs::write(class.join("bob.py"), LINES).unwrap();
    let play = ["arena", "run", class.to_str().unwrap(), "--no-grades"];
    let outcome = run(&play, "").succeeded();
    assert_eq!(outcome.stdout.matches("a line is complete").count(), 2, "{}", outcome.stdout);
    // No other Python is needed.
    let mut alone = foursight(&[&play[..], &["--trust", "--output", "alone"]].concat());
    let alone = alone.env("PATH", &class).current_dir(&folder).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&alone.stdout).matches("a line is complete").count(), 2);
    for (bot, expected) in [("ann.py", "as red     ok: "), ("bob.py", "dialect    columns\n")] {
        let path = class.join(bot);
        let checked = run(&["arena", "check", "--clock=20s", path.to_str().unwrap()], "");
        let text = checked.stdout;
        assert!(text.contains(expected) && !text.contains("onlyhere"), "{text}{}", checked.stderr);
    }
    for (python, message) in [
        ("venv/bin/python4", "class.toml: python: there is no program "),
        ("venv", "venv is a folder; name the program in it, as in venv/bin/python"),
        ("python47", "class.toml: python: there is no program python47 on PATH"),
    ] {
        fs::write(class.join("class.toml"), format!("[tournament]\npython = {python:?}\n"))
            .unwrap();
        run(&["arena", "run", class.to_str().unwrap()], "").failed(2, message);
    }
}

#[test]
fn a_class_names_the_dialect_of_one_player() {
    let folder = TempDir::new().unwrap();
    let class = folder.path();
    let script = "while read line; do echo COLUMN; done\n";
    for (name, column) in [("ann.sh", "0"), ("bob/main.sh", "6")] {
        let path = class.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, script.replace("COLUMN", column)).unwrap();
    }
    let toml = |dialects: &str| fs::write(class.join("class.toml"), dialects).unwrap();
    toml("[dialects]\n\"ann.sh\" = \"columns\"\nbob = \"columns\"\n");
    let run_class =
        || run(&["arena", "run", "--no-grades", "--openings=none", class.to_str().unwrap()], "");
    let outcome = run_class().succeeded();
    assert_eq!(outcome.stdout.matches("a line is complete").count(), 2, "{}", outcome.stdout);
    for name in ["ann.sh", "bob", "bob/main.sh"] {
        let path = class.join(name);
        let checked = run(&["arena", "check", path.to_str().unwrap()], "");
        assert!(
            checked.stdout.contains("dialect    columns\n"),
            "{}{}",
            checked.stdout,
            checked.stderr
        );
    }
    for (dialects, message) in [
        (
            "\"anne.sh\" = \"columns\"",
            "[dialects] lists \"anne.sh\", but the players in the folder are ann.sh, bob",
        ),
        ("\"ann.sh\" = \"colums\"", "\"colums\" is not a dialect; the dialects are "),
        (
            "bob = \"columns\"\n[[player]]\nfile = \"ann.sh\"",
            "[dialects] is for players that are not listed; ",
        ),
    ] {
        toml(&format!("[dialects]\n{dialects}\n"));
        run_class().failed(2, message);
    }
}

#[test]
fn settings_of_another_schedule_are_refused() {
    for (options, message) in [
        ("--schedule swiss --cycles 3", "cycles is for a round robin or gauntlet"),
        ("--rounds 3", "rounds is for a Swiss tournament"),
        ("--schedule knockout --challengers 1", "challengers is for a gauntlet"),
        (
            "--schedule gauntlet --challengers 5",
            "challengers: of 2 players, at most 1 can challenge the others",
        ),
    ] {
        let players = ["arena", "run", "random", "b=random", "--output", "/no/such/folder"];
        let words: Vec<&str> = players.into_iter().chain(options.split(' ')).collect();
        run(&words, "").failed(2, message);
    }
}
