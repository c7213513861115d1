//! `cargo xtask mutants`: tests the tests with cargo-mutants, which breaks a sample of the recently changed functions,
//! one at a time.

use std::fs;
use std::num::NonZeroUsize;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{cargo, output, step, target, workspace};

const VERSION: &str = "27.1.0";

/// The share of the mutants that the tests must catch, in percent.
const SHARE: usize = 95;

#[derive(Args, Debug, Default)]
pub(crate) struct MutantsArgs {
    /// Approximate number of mutants to try; each needs a build and a test run of its crate [default: 40].
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Mutate these files instead of those that the last 30 commits changed.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

/// Tries each mutant with the tests of its crate and, if these miss it, with those of the program, the server and the tools.
pub(crate) fn run(args: &MutantsArgs) -> Result<()> {
    let installed = cargo(&["mutants", "--version"]).output();
    if !installed.is_ok_and(|output| output.stdout.trim_ascii().ends_with(VERSION.as_bytes())) {
        let install = cargo(&["install", "--locked", "--version", VERSION, "cargo-mutants"]);
        step("install cargo-mutants, which takes minutes", install)?;
    }
    let mutants = || -> Result<Command> {
        let mut mutants = cargo(&["mutants", "--workspace"]);
        if args.files.is_empty() {
            let diff = target()?.join("mutants.diff");
            let mut git = Command::new("git");
            git.args(["diff", "HEAD~30", "HEAD"]).current_dir(workspace());
            fs::write(&diff, output(&mut git)?)?;
            mutants.arg("--in-diff").arg(diff);
        }
        mutants.args(args.files.iter().flat_map(|file| ["--file", file]));
        Ok(mutants)
    };
    let n_mutants = output(mutants()?.arg("--list"))?.lines().count();
    ensure!(n_mutants > 0, "there is nothing to mutate");
    let part = format!("0/{}", n_mutants.div_ceil(args.sample.map_or(40, NonZeroUsize::get)));
    let mut sample = mutants()?;
    // Every n-th mutant, so that the sample reaches all files.
    sample.args(["--sharding", "round-robin", "--shard", &part]);
    let (n_caught, mut missed) = tried(sample)?;
    let n_tried = n_caught + missed.len();
    ensure!(n_tried > 0, "no mutant of the sample compiles; try more with --sample");
    if !missed.is_empty() {
        let mut again = mutants()?;
        // The tools read explanations, and play plans and lessons; the server plays network games.
        again.args(["--test-package", "foursight-cli,foursight-web,tools"]);
        for name in &missed {
            again.args(["--re", &format!("^{}$", escape(name))]);
        }
        // cargo-mutants also tries all mutants of fields in these files: it does not select those by name.
        let (_, missed_again) = tried(again)?;
        missed.retain(|name| missed_again.contains(name));
    }
    let n_caught = n_tried - missed.len();
    let share = 100 * n_caught / n_tried;
    eprintln!("tools: the tests caught {n_caught} of {n_tried} mutants, {share}%");
    let missed = missed.join("\n");
    ensure!(share >= SHARE, "the tests must catch {SHARE}% of the mutants; they missed\n{missed}");
    Ok(())
}

/// Tries mutants; returns how many were caught, and the names of the others that compile.
fn tried(mut mutants: Command) -> Result<(usize, Vec<String>)> {
    // It also fails if a mutant is missed, which may happen once in a while.
    let status = mutants.arg("--output").arg(target()?).status();
    status.with_context(|| format!("cannot start {mutants:?}"))?;
    let names = |file: &str| -> Result<Vec<String>> {
        let names = fs::read_to_string(target()?.join("mutants.out").join(file));
        Ok(names.with_context(|| file.to_owned())?.lines().map(str::to_owned).collect())
    };
    Ok((names("caught.txt")?.len() + names("timeout.txt")?.len(), names("missed.txt")?))
}

/// A regular expression that matches only this text; `\<` and `\>` would stand for the ends of words.
fn escape(text: &str) -> String {
    let is_plain = |c: char| !c.is_ascii_punctuation() || "<>".contains(c);
    text.chars().map(|c| if is_plain(c) { c.to_string() } else { format!("\\{c}") }).collect()
}
