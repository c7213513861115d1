//! `cargo xtask mutants`: tests the tests. It breaks a sample of the recently changed functions, one at a time; each
//! time, the tests of its crate or of the program should fail.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;

use crate::metadata::target;
use crate::step::{cargo, git, output_of, step, workspace};

const VERSION: &str = "27.1.0";

/// The share of the mutants that the tests must catch, in percent.
const SHARE: usize = 95;

/// Number of commits back in which a file counts as recently changed, and number of mutants to try.
const COMMITS: usize = 30;
const SAMPLE: u32 = 40;

/// The crate of the program, whose tests try all other crates together.
const PROGRAM: &str = "foursight-cli";

/// The tests of a crate count as hanging after this many times the duration of all tests without a mutant.
const TIMES_AS_LONG: &str = "3";

#[derive(Args, Debug)]
pub(crate) struct MutantsArgs {
    /// Mutate the files that the last COMMITS commits changed.
    #[arg(long, value_name = "COMMITS", default_value_t = COMMITS)]
    commits: usize,
    /// Approximate number of mutants to try; each needs a build and a test run of its crate.
    #[arg(long, value_name = "N", default_value_t = SAMPLE, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Mutate these files instead.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

impl Default for MutantsArgs {
    fn default() -> Self {
        Self { commits: COMMITS, sample: SAMPLE, files: Vec::new() }
    }
}

pub(crate) fn run(args: &MutantsArgs) -> Result<()> {
    install()?;
    let files = if args.files.is_empty() { changed(args.commits)? } else { args.files.clone() };
    if files.is_empty() {
        eprintln!(
            "xtask: no source file of a crate has changed in the last {} commits",
            args.commits
        );
        return Ok(());
    }
    let n_mutants = list(&files)?;
    ensure!(n_mutants > 0, "{} has nothing to mutate", files.join(", "));
    let n_shards = n_mutants.div_ceil(args.sample as usize);
    let output = target()?.join("mutants");
    let copy = output.join("clone");
    update(&copy)?;
    let mut mutants = mutants(&files);
    // Every n-th mutant, so that the sample reaches all files.
    mutants.args(["--sharding", "round-robin", "--shard", &format!("0/{n_shards}")]);
    let of_crate = try_out(mutants, &copy, &output)?;
    let n_tried = of_crate.n_caught + of_crate.missed.len();
    ensure!(n_tried > 0, "no mutant of the sample compiles; try more with --sample");
    let own = format!("crates/{PROGRAM}/");
    let (mut missed, elsewhere): (Vec<_>, Vec<_>) =
        of_crate.missed.into_iter().partition(|name| name.starts_with(&own));
    missed.extend(missed_by_program(&elsewhere, &copy, &output)?);
    let n_caught = n_tried - missed.len();
    let share = 100 * n_caught / n_tried;
    eprintln!("xtask: the tests caught {n_caught} of {n_tried} mutants, {share}%");
    let missed = missed.join("\n");
    ensure!(share >= SHARE, "the tests must catch {SHARE}% of the mutants; they missed\n{missed}");
    Ok(())
}

/// The mutants that neither their own crates' tests nor the program's catch.
fn missed_by_program(names: &[String], copy: &Path, output: &Path) -> Result<Vec<String>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    eprintln!("xtask: trying {} missed mutants with the program's tests", names.len());
    let files: BTreeSet<&str> = names.iter().filter_map(|name| name.split(':').next()).collect();
    let mut mutants = mutants(&files.into_iter().map(str::to_owned).collect::<Vec<_>>());
    mutants.args(["--test-package", PROGRAM]);
    for name in names {
        mutants.args(["--re", &format!("^{}$", escape(name))]);
    }
    // cargo-mutants also tries all mutants of fields in these files: it does not select those by name.
    let mut tried = try_out(mutants, copy, output)?;
    let n_tried = tried.n_caught + tried.missed.len();
    ensure!(n_tried >= names.len(), "{n_tried} of {} missed mutants were tried again", names.len());
    tried.missed.retain(|name| names.contains(name));
    Ok(tried.missed)
}

/// The outcomes of mutants that compile.
struct Tried {
    n_caught: usize,
    /// The names of the mutants that no test caught.
    missed: Vec<String>,
}

/// Tries mutants in a clone of the workspace, which keeps what it has built.
fn try_out(mut mutants: Command, copy: &Path, output: &Path) -> Result<Tried> {
    mutants.args(["--in-place", "--timeout-multiplier", TIMES_AS_LONG]).arg("--output").arg(output);
    mutants.current_dir(copy).env("CARGO_TARGET_DIR", output.join("build"));
    // cargo-mutants also fails if a mutant is missed, which may happen once in a while.
    let status = mutants.status().with_context(|| format!("cannot start {mutants:?}"))?;
    let read = |name: &str| {
        let path = output.join("mutants.out").join(name);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    };
    let outcomes: Value = serde_json::from_str(&read("outcomes.json")?)?;
    let count = |name: &str| outcomes[name].as_u64().unwrap_or(0) as usize;
    let n_all = count("caught") + count("timeout") + count("missed") + count("unviable");
    ensure!(n_all > 0, "no mutant was tried: cargo-mutants ended with {status}");
    let missed = read("missed.txt")?.lines().map(str::to_owned).collect();
    Ok(Tried { n_caught: count("caught") + count("timeout"), missed })
}

/// A regular expression that matches only this text.
fn escape(text: &str) -> String {
    // `\<` and `\>` would stand for the ends of words.
    let is_plain = |c: char| !c.is_ascii_punctuation() || "<>".contains(c);
    let escaped = text.chars().map(|c| if is_plain(c) { c.to_string() } else { format!("\\{c}") });
    escaped.collect()
}

/// Brings a clone to the last commit. Files that are the same keep their dates, so that they are not compiled again.
fn update(clone: &Path) -> Result<()> {
    if !clone.join(".git").exists() {
        let mut make = Command::new("git");
        make.args(["clone", "--quiet", "--no-checkout"]).arg(workspace()).arg(clone);
        step("clone the last commit", make)?;
    }
    // This also repairs what a killed cargo-mutants leaves behind.
    for args in [
        &["fetch", "--quiet", "origin", "HEAD"][..],
        &["checkout", "--quiet", "--force", "FETCH_HEAD"],
    ] {
        output_of(Command::new("git").args(args).current_dir(clone))?;
    }
    Ok(())
}

fn install() -> Result<()> {
    let version = cargo(&["mutants", "--version"]).output();
    if version.is_ok_and(|output| output.stdout == format!("cargo-mutants {VERSION}\n").as_bytes())
    {
        return Ok(());
    }
    let install = cargo(&["install", "--locked", "--version", VERSION, "cargo-mutants"]);
    step(&format!("install cargo-mutants {VERSION}, which takes minutes"), install)
}

/// The crates' source files that the last commits changed.
fn changed(n_commits: usize) -> Result<Vec<String>> {
    let count = format!("--max-count={n_commits}");
    let names = git(&["log", "--name-only", "--pretty=format:", &count])?;
    let is_source = |name: &&str| {
        let is_code = name.starts_with("crates/") && name.contains("/src/");
        let path = Path::new(name);
        let is_test = path.file_stem() == Some("tests".as_ref());
        is_code
            && !is_test
            && path.extension() == Some("rs".as_ref())
            && workspace().join(path).exists()
    };
    let names: BTreeSet<&str> = names.lines().filter(is_source).collect();
    Ok(names.into_iter().map(str::to_owned).collect())
}

fn mutants(files: &[String]) -> Command {
    let mut mutants = cargo(&["mutants", "--workspace"]);
    for file in files {
        mutants.args(["--file", file]);
    }
    mutants
}

/// The number of mutants.
fn list(files: &[String]) -> Result<usize> {
    Ok(output_of(mutants(files).arg("--list"))?.lines().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_for_as_they_are() {
        assert_eq!(
            escape("a-b.rs:5: replace <T>::f -> &[u8] with '●'"),
            r"a\-b\.rs\:5\: replace <T>\:\:f \-> \&\[u8\] with \'●\'"
        );
    }
}
