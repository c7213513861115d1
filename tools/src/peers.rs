//! `cargo xtask peers`: compares our solver with public ones on the same positions.
//!
//! Each solver is a process that answers one line at a time. The solvers take turns position by position, so a change
//! in the machine's speed affects all of them alike; only ratios within one run are meaningful.

mod checkouts;
mod report;
mod solver_process;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use std::{fmt, fs};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{cargo, output, step, target, workspace};
use checkouts::{C4, Checkouts, FHOURSTONES, PONS};
use solver_process::SolverProcess;

#[derive(Args, Debug)]
pub(crate) struct PeersArgs {
    /// Measure at most this many positions of each set.
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Compare the Python package with the package bitbully instead, and print the figures for docs/python.md.
    #[arg(long)]
    python: bool,
    /// Compare the WebAssembly module with connect-four-ai's instead, in Node.js.
    #[arg(long, conflicts_with = "python")]
    module: bool,
    #[command(flatten)]
    checkouts: Checkouts,
}

/// The size of a board.
#[derive(Clone, Copy, PartialEq)]
struct Board {
    width: i32,
    height: i32,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// One measurement: a data file or the empty board, the size of the board, the number of lines used, and the solvers to
/// compare with ours.
struct Set {
    name: &'static str,
    board: Board,
    n_lines: usize,
    peers: &'static [&'static str],
}

const OURS: &str = "foursight";
const AI: &str = "connect-four-ai";
const SOLVER: &str = "connect-four-solver";
const BITBULLY: &str = "bitbully";

/// The requirement as pip reads it.
const PINNED_BITBULLY: &str = "bitbully==0.0.79";

const EMPTY_BOARD: &str = "empty board";
const STANDARD: Board = Board { width: 7, height: 6 };

const fn empty(width: i32, height: i32, peers: &'static [&'static str]) -> Set {
    Set { name: EMPTY_BOARD, board: Board { width, height }, n_lines: 1, peers }
}

const fn set(name: &'static str, n_lines: usize, peers: &'static [&'static str]) -> Set {
    Set { name, board: STANDARD, n_lines, peers }
}

/// A set leaves out solvers that would take hours for it, and those that take less time for a search than their answer
/// needs to arrive.
const SETS: [Set; 11] = [
    empty(7, 6, &[BITBULLY, PONS, C4, FHOURSTONES]),
    empty(8, 5, &[C4]),
    empty(6, 7, &[C4]),
    empty(7, 7, &[C4]),
    empty(6, 8, &[C4]),
    set("begin-hard", 40, &[AI, PONS]),
    set("begin-medium", 300, &[AI, BITBULLY, PONS]),
    set("begin-easy", 300, &[AI, BITBULLY]),
    set("middle-medium", 300, &[AI, SOLVER, BITBULLY, PONS]),
    set("middle-easy", 300, &[AI, SOLVER, BITBULLY]),
    set("end-easy", 300, &[AI, SOLVER, BITBULLY]),
];

/// The boards of all sets that are empty boards.
fn empty_boards() -> impl Iterator<Item = Board> {
    SETS.iter().filter(|set| set.name == EMPTY_BOARD).map(|set| set.board)
}

/// The times of all solvers on one set, ours first.
struct SetTimes {
    name: String,
    n_positions: usize,
    times: Vec<(&'static str, Vec<Duration>)>,
}

pub(crate) fn run(args: &PeersArgs) -> Result<()> {
    if args.python {
        return run_python(args.most);
    }
    if args.module {
        return run_module(args.most);
    }
    let mut build = cargo(&["build", "--release", "--target-dir"]);
    build.arg(built()?).current_dir(workspace().join("tools/peers"));
    step("build the solvers in Rust", build)?;
    install(&["--no-deps", PINNED_BITBULLY])?;
    let checkouts = args.checkouts.build()?;
    let mut results = Vec::new();
    for set in &SETS {
        let n_lines = set.n_lines.min(args.most.unwrap_or(usize::MAX));
        results.extend(measure(set, n_lines, &checkouts)?);
    }
    report::write(&results)
}

/// The same in Python, with both packages installed as users do, ours from this checkout.
fn run_python(most: Option<usize>) -> Result<()> {
    install(&["--force-reinstall", PINNED_BITBULLY, "crates/foursight-python"])?;
    let mut compare = python()?;
    compare.arg(workspace().join("tools/peers/python.py")).args(most.map(|most| most.to_string()));
    step("compare the packages", compare)
}

/// The same in Node.js, with the WebAssembly module.
fn run_module(most: Option<usize>) -> Result<()> {
    let ours = output(&mut cargo(&["xtask", "wasm"]))?;
    let mut compare = Command::new("node");
    compare.arg(workspace().join("tools/peers/module.js"));
    compare.arg(ours.trim_end()).arg(build_module()?).args(most.map(|most| most.to_string()));
    step("compare the modules", compare)
}

/// Builds the other solver as a module, compiled like ours, and returns its path.
fn build_module() -> Result<PathBuf> {
    let target = "wasm32-unknown-unknown";
    let folder = built()?.join("wasm");
    let mut build = cargo(&["build", "--locked", "--release", "--target", target]);
    build.arg("--target-dir").arg(&folder).current_dir(workspace().join("tools/peers/wasm"));
    let flags = ["-Ctarget-feature=+simd128", "--cfg=getrandom_backend=\"wasm_js\""];
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    step("another solver as a module", build)?;
    Ok(folder.join(target).join("release/foursight_peer_module.wasm"))
}

/// The build folder of the Rust solvers, whose workspace is separate.
fn built() -> Result<PathBuf> {
    Ok(target()?.join("peers"))
}

/// The Python of an environment of its own.
fn python() -> Result<Command> {
    let folder = built()?.join("venv");
    let program = folder.join("bin/python");
    if !program.exists() {
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(&folder);
        step("an environment for Python", make)?;
    }
    let mut command = Command::new(program);
    command.current_dir(workspace());
    Ok(command)
}

/// Installs packages there.
fn install(packages: &[&str]) -> Result<()> {
    let mut install = python()?;
    install.args(["-m", "pip", "install", "--quiet"]).args(packages);
    step("install packages for Python", install)
}

/// The times of all solvers on one set; `None` if none of the others is here.
fn measure(set: &Set, n_lines: usize, checkouts: &[&'static str]) -> Result<Option<SetTimes>> {
    let lines = set.lines()?;
    let mut solvers = Vec::new();
    let is_here = |name: &&str| ![PONS, C4, FHOURSTONES].contains(name) || checkouts.contains(name);
    let peers = set.peers.iter().copied().filter(is_here);
    let (once, by_line): (Vec<_>, Vec<_>) =
        peers.partition(|&name| [C4, FHOURSTONES].contains(&name));
    if once.is_empty() && by_line.is_empty() {
        return Ok(None);
    }
    for name in [OURS].into_iter().chain(by_line) {
        solvers.push((SolverProcess::start(name, set.board)?, Vec::new()));
    }
    for (index, (moves, score)) in lines.iter().take(n_lines).enumerate() {
        eprint!("\r{set}: {} of {n_lines}", index + 1);
        for (solver, times) in &mut solvers {
            let (found, time) = solver.solve(moves)?;
            ensure!(found == *score, "{} says {found} for {moves:?}, not {score}", solver.name);
            times.push(time);
        }
    }
    eprintln!();
    let mut times_once = Vec::new();
    for name in once {
        let (found, time) = checkouts::solve_empty_board(name, set.board)?;
        let score = if name == FHOURSTONES { lines[0].1.signum() } else { lines[0].1 };
        ensure!(found == score, "{name} says {found} for {set}, not {score}");
        times_once.push((name, vec![time]));
        // Ours takes its turn again: the machine's speed may have changed.
        let (ours, times) = &mut solvers[0];
        times.push(ours.solve(&lines[0].0)?.1);
    }
    let times = solvers.into_iter().map(|(solver, times)| (solver.name, times));
    let times = times.chain(times_once).collect();
    Ok(Some(SetTimes { name: set.to_string(), n_positions: n_lines.min(lines.len()), times }))
}

impl Set {
    /// The positions with their scores.
    fn lines(&self) -> Result<Vec<(String, i32)>> {
        let is_empty_board = self.name == EMPTY_BOARD;
        let file = if is_empty_board { "empty-boards" } else { self.name };
        let path = workspace().join(format!("crates/foursight-engine/tests/data/{file}.txt"));
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let lines = text.lines().skip(1).filter_map(|line| {
            let (moves, score) = line.split_once(' ')?;
            if !is_empty_board {
                return Some((moves.to_owned(), score));
            }
            // A size, then its score as two bounds.
            (moves == self.board.to_string())
                .then(|| (String::new(), score.split(' ').next().unwrap_or(score)))
        });
        lines.map(|(moves, score)| Ok((moves, score.parse()?))).collect()
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.board == STANDARD { Ok(()) } else { write!(f, " of {}", self.board) }
    }
}

/// The version of a program behind the figures, from `--version`.
fn version_of(program: &str) -> Result<String> {
    Ok(output(Command::new(program).arg("--version"))?.trim_end().to_owned())
}
