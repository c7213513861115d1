//! Before anything is compiled, finds the programs that the tests need besides Rust. Installs them if allowed,
//! otherwise stops with instructions.
//!
//! It does not look for a C compiler: without one, cargo could not have built this.

mod manager;
mod need;
mod part;

use std::io::{self, BufRead, IsTerminal};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::step::{cargo, step, succeeds};
use crate::{deny, docs, node, python};
use manager::{Manager, Rights};
use need::Need;
pub(crate) use need::has_coq;
pub(crate) use part::{Part, Parts};

/// Prepares the machine for the tests of these parts.
///
/// Installs system packages without asking if `is_installing`.
pub(crate) fn run(parts: &Parts, is_installing: bool) -> Result<()> {
    add_components()?;
    provide(is_installing, |need| need.part.is_none_or(|part| parts.include(part)))?;
    deny::prepare()?;
    docs::prepare()?;
    if parts.include(Part::Python) {
        python::prepare()?;
    }
    if parts.include(Part::Browser) { prepare_page() } else { Ok(()) }
}

/// Prepares the machine for the tests of the Python package.
pub(crate) fn run_for_python() -> Result<()> {
    provide(false, |need| need.part == Some(Part::Python))?;
    python::prepare()
}

/// Prepares the machine for the proofs.
pub(crate) fn run_for_proof() -> Result<()> {
    provide(false, |need| need.name == need::COQ)
}

/// Prepares the machine for the tests of the page.
pub(crate) fn run_for_page() -> Result<()> {
    provide(false, |need| need.part == Some(Part::Browser))?;
    prepare_page()
}

fn prepare_page() -> Result<()> {
    node::prepare()?;
    node::install_packages()
}

/// Adds rustfmt and clippy, which a minimal toolchain lacks.
fn add_components() -> Result<()> {
    let lacks = |name: &&str| !succeeds(&mut cargo(&[name, "--version"]));
    let missing: Vec<&str> = ["fmt", "clippy"].into_iter().filter(lacks).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut add = Command::new("rustup");
    add.args(["component", "add", "rustfmt", "clippy"]);
    step("install rustfmt and clippy", add)
        .context("the tests need rustfmt and clippy: add them to this toolchain")
}

/// Installs the missing programs if allowed, or explains how.
fn provide(is_installing: bool, is_needed: impl Fn(&Need) -> bool) -> Result<()> {
    let missing = || -> Vec<Need> {
        let needed = need::NEEDS.into_iter().filter(|need| is_needed(need));
        needed.filter(|need| !(need.is_there)()).collect()
    };
    let before = missing();
    if before.is_empty() {
        return Ok(());
    }
    let rights = Rights::here();
    let manager = Manager::choose(|program| succeeds(Command::new(program).arg("--version")));
    let line = |manager: Manager| manager.line(&packages(&before, manager), rights);
    let line = manager.filter(|manager| manager.may_install(rights)).map(line);
    let mut has_consent = true;
    if let Some(line) = line {
        has_consent = is_given(&line, is_installing)?;
        if has_consent {
            install(&and(&names(&before)), &line);
        }
    }
    let after = missing();
    if after.iter().all(|need| need.is_optional) {
        return Ok(());
    }
    bail!(advice(&after, manager, rights, has_consent))
}

/// Whether `line` may run: because of `--install`, the variable `CI`, or a person at the terminal who agrees.
fn is_given(line: &str, is_installing: bool) -> io::Result<bool> {
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    let is_seen = io::stdin().is_terminal() && io::stderr().is_terminal();
    let mut person = io::stdin().lock();
    consents(line, is_installing || is_ci, is_seen.then_some(&mut person))
}

/// Whether `line` is already allowed, or a person is there and agrees.
fn consents(line: &str, is_allowed: bool, person: Option<&mut impl BufRead>) -> io::Result<bool> {
    let Some(person) = person.filter(|_| !is_allowed) else { return Ok(is_allowed) };
    eprint!(
        "xtask: the tests need more programs. This installs them:\n\n    {line}\n\nRun it now? [y/N] "
    );
    let mut answer = String::new();
    person.read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}

/// Runs an install command. Success is judged by what is still missing afterwards.
fn install(names: &str, line: &str) {
    let mut install = Command::new("sh");
    install.args(["-c", line]);
    // A command that asks a question gets no answer, so it takes its default.
    install.stdin(Stdio::null());
    if let Err(error) = step(&format!("install {names}"), install) {
        eprintln!("xtask: {error:#}");
    }
}

/// Instructions for missing programs: a command to copy, the option that gives consent if none was given, and options
/// that skip the tests that need them.
fn advice(missing: &[Need], manager: Option<Manager>, rights: Rights, has_consent: bool) -> String {
    let names = and(&names(missing));
    let how = manager.map_or_else(
        || ", with this system's package manager".to_owned(),
        |manager| format!(":\n\n    {}\n", manager.line(&packages(missing, manager), rights)),
    );
    let install =
        if has_consent { "" } else { "\nor let xtask install it: cargo xtask test --install" };
    let options = unique(missing.iter().filter_map(|need| need.part).map(Part::option));
    let without = if options.is_empty()
        || missing.iter().any(|need| need.part.is_none() && !need.is_optional)
    {
        String::new()
    } else {
        format!("\nor leave tests out: cargo xtask test {}", options.join(" "))
    };
    // Some systems, such as Ubuntu in a container, have a browser package that installs nothing.
    let lacks_browser = missing.iter().any(|need| need.name == need::CHROMIUM);
    let browser = if lacks_browser { "\nor name your browser: CHROMIUM=/path/to/it" } else { "" };
    format!("the tests need {names}; install what is missing{how}{install}{browser}{without}")
}

fn names(needs: &[Need]) -> Vec<&'static str> {
    unique(needs.iter().map(|need| need.name))
}

fn packages(needs: &[Need], manager: Manager) -> Vec<&'static str> {
    unique(needs.iter().filter_map(|need| need.packages[manager as usize]))
}

/// The words without the earlier ones.
fn unique(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut seen = Vec::new();
    for word in words {
        if !seen.contains(&word) {
            seen.push(word);
        }
    }
    seen
}

/// Words joined as in a sentence.
fn and(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests;
