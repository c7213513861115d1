//! The command to copy, and the programs that each test needs.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;

use super::*;
use crate::Task;
use crate::step::workspace;

fn need(name: &str) -> Need {
    *need::NEEDS.iter().find(|need| need.name == name).expect("it is in the table")
}

#[track_caller]
fn check_line(manager: Manager, rights: Rights, expected: &str) {
    let needs = ["Ruby", "pip", "Python 3", "Chromium"].map(need);
    assert_eq!(manager.line(&packages(&needs, manager), rights), expected);
}

#[test]
fn each_system_has_its_line() {
    check_line(
        Manager::Apt,
        Rights::Sudo,
        "sudo apt-get update -q && sudo apt-get install -q -y --no-install-recommends ruby python3-pip python3 chromium",
    );
    check_line(
        Manager::Apt,
        Rights::Su,
        "su -c 'apt-get update -q && apt-get install -q -y --no-install-recommends ruby python3-pip python3 chromium'",
    );
    check_line(Manager::Dnf, Rights::Root, "dnf install -y ruby python3-pip python3 chromium");
    check_line(
        Manager::Pacman,
        Rights::FreeSudo,
        "sudo -n pacman -S --needed --noconfirm ruby python-pip python chromium",
    );
    check_line(Manager::Apk, Rights::Root, "apk add ruby py3-pip python3 chromium");
    // One package provides two of the programs, and Homebrew needs no root rights.
    check_line(Manager::Brew, Rights::Sudo, "brew install ruby python google-chrome");
}

#[test]
fn a_package_manager_is_chosen() {
    let choose = |there: &[&str]| Manager::choose(|program| there.contains(&program));
    assert_eq!(choose(&["brew", "apt-get"]), Some(Manager::Apt));
    assert_eq!(choose(&["dnf"]), Some(Manager::Dnf));
    assert_eq!(choose(&["pacman"]), Some(Manager::Pacman));
    assert_eq!(choose(&["apk"]), Some(Manager::Apk));
    assert_eq!(choose(&["brew"]), Some(Manager::Brew));
    assert_eq!(choose(&["apt"]), None);
}

#[test]
fn nothing_is_installed_that_takes_a_password() {
    for (rights, expected) in
        [(Rights::Root, true), (Rights::FreeSudo, true), (Rights::Sudo, false), (Rights::Su, false)]
    {
        assert_eq!(Manager::Apt.may_install(rights), expected, "{rights:?}");
    }
    assert!(Manager::Brew.may_install(Rights::Su));
}

#[test]
fn the_advice_is_a_line_to_copy_and_options() {
    let missing = ["Ruby", "tmux", "pip", "pip"].map(need);
    assert_eq!(
        advice(&missing, Some(Manager::Dnf), Rights::Sudo, true),
        "the tests need Ruby, tmux and pip; install what is missing:\n\n    \
         sudo dnf install -y ruby tmux python3-pip\n\n\
         or leave tests out: cargo xtask test --no-bots --no-terminal --no-browser"
    );
    assert_eq!(
        advice(&[need("kill"), need("tmux")], None, Rights::Su, true),
        "the tests need kill and tmux; install what is missing, with this system's package manager"
    );
    assert_eq!(
        advice(&[need("Chromium")], Some(Manager::Apk), Rights::Root, false),
        "the tests need Chromium; install what is missing:\n\n    apk add chromium\n\n\
         or let xtask install it: cargo xtask test --install\n\
         or name your browser: CHROMIUM=/path/to/it\n\
         or leave tests out: cargo xtask test --no-browser"
    );
}

/// The files in a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder can be read");
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The parts that a source file's tests need, as its words show.
fn parts_of(text: &str) -> Vec<Part> {
    let bots = ["python3", ".py\"", "ruby", ".rb\""];
    let words = [(Part::Bots, &bots[..]), (Part::Terminal, &["tmux"])];
    let found = words.into_iter().filter(|(_, words)| words.iter().any(|word| text.contains(word)));
    found.map(|(part, _)| part).collect()
}

#[test]
fn whatever_needs_a_program_is_left_out_with_its_part() {
    let mut n_files = 0;
    for path in files(&workspace().join("crates")) {
        let name = path.strip_prefix(workspace().join("crates")).expect("it lies there");
        let name = name.to_str().expect("a name is text").replace('\\', "/");
        if !name.contains("/tests/") || path.extension() != Some("rs".as_ref()) {
            continue;
        }
        for part in parts_of(&fs::read_to_string(&path).expect("it can be read")) {
            let packages = part.packages().iter().map(|package| format!("{package}/"));
            let modules =
                part.modules().iter().map(|module| module.trim_end_matches(':').replace("::", "/"));
            let mut modules = modules.flat_map(|name| [format!("/{name}.rs"), format!("/{name}/")]);
            let is_left_out = packages.into_iter().any(|package| name.starts_with(&package))
                || modules.any(|module| name.contains(&module));
            assert!(is_left_out, "{name} runs in spite of {}", part.option());
            n_files += 1;
        }
    }
    assert!(n_files > 10, "the words are those of the tests");
}

fn parts(options: &[&str]) -> Parts {
    match Task::parse_from([&["cargo xtask", "test"], options].concat()) {
        Task::Test(args) => args.parts,
        task => panic!("{task:?}"),
    }
}

#[test]
fn what_is_left_out_is_named() {
    let parts = parts(&["--no-terminal", "--no-browser"]);
    assert_eq!(
        parts.untested(),
        ["the page (--no-browser)", "the game in a terminal (--no-terminal)"]
    );
    assert_eq!(parts.exclusions(), [""; 0]);
    assert_eq!(parts.skips(), ["--skip=screen::", "--skip=panics::"]);
    let parts = self::parts(&["--no-bots"]);
    let excluded = ["foursight-arena", "foursight-class", "foursight-sandbox"];
    assert_eq!(parts.exclusions(), excluded.map(|package| format!("--exclude={package}")));
    assert_eq!(self::parts(&[]).untested(), [""; 0]);
}

#[track_caller]
fn check_consent(is_allowed: bool, answer: Option<&str>, expected: bool, left: &str) {
    let mut person = answer.map(str::as_bytes);
    assert_eq!(consents("apk add ruby", is_allowed, person.as_mut()).unwrap(), expected);
    assert_eq!(person.unwrap_or_default(), left.as_bytes());
}

#[test]
fn a_person_is_asked_unless_it_is_allowed_already() {
    check_consent(true, None, true, "");
    check_consent(true, Some("no\n"), true, "no\n");
    check_consent(false, None, false, "");
    for (answer, expected) in
        [("y\n", true), (" Yes\n", true), ("\n", false), ("no\n", false), ("", false)]
    {
        check_consent(false, Some(answer), expected, "");
    }
}
