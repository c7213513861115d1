//! Solvers in C and C++, each built from a checkout that the person who measures has fetched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use super::{Board, built};
use crate::step;

pub(super) const C4: &str = "c4";
pub(super) const PONS: &str = "c4solver";
pub(super) const FHOURSTONES: &str = "fhourstones";

#[derive(Args, Debug)]
pub(super) struct Checkouts {
    /// Also measure Christophe Steininger's c4, from this checkout, on empty boards: half an hour.
    #[arg(long, value_name = "DIR")]
    c4: Option<PathBuf>,
    /// Also measure Pascal Pons's solver in C++, from this checkout.
    #[arg(long, value_name = "DIR")]
    pons: Option<PathBuf>,
    /// Also measure John Tromp's Fhourstones, from this checkout, on the empty board. It only finds out who wins.
    #[arg(long, value_name = "DIR")]
    fhourstones: Option<PathBuf>,
}

impl Checkouts {
    /// Compiles the solvers whose checkouts are named, and returns the solvers.
    pub(super) fn build(&self) -> Result<Vec<&'static str>> {
        let mut names = Vec::new();
        if let Some(path) = &self.pons {
            let sources = ["Solver.cpp", "main.cpp"].map(|file| path.join(file));
            compile(PONS, "c++", &["-std=c++11"], &sources)?;
            names.push(PONS);
        }
        if let Some(path) = &self.fhourstones {
            compile(FHOURSTONES, "cc", &[], &[path.join("SearchGame.c")])?;
            names.push(FHOURSTONES);
        }
        if let Some(path) = &self.c4 {
            for board in super::empty_boards() {
                let sources = c4_sources(path, board)?;
                compile(&c4_of(board), "c++", &["-std=c++20", "-flto"], &sources)?;
            }
            names.push(C4);
        }
        Ok(names)
    }
}

/// Compiles a solver as its own build does, except that the code is for this machine's processor.
fn compile(name: &str, compiler: &str, options: &[&str], sources: &[PathBuf]) -> Result<()> {
    let mut compile = Command::new(compiler);
    compile.args(["-O3", "-DNDEBUG", "-march=native"]).args(options);
    compile.arg("-o").arg(program(name)?).args(sources);
    step(&format!("build {name}"), compile)
}

fn program(name: &str) -> Result<PathBuf> {
    Ok(built()?.join(name).with_extension("out"))
}

/// The name of the program, which searches on a single size of board.
fn c4_of(board: Board) -> String {
    format!("{C4}-{board}")
}

/// The sources of c4, in a copy for a board that searches on one thread.
fn c4_sources(checkout: &Path, board: Board) -> Result<Vec<PathBuf>> {
    let copy = built()?.join(c4_of(board));
    let mut sources = vec![copy.join("c4.cpp")];
    copy_folder(&checkout.join("src/solver"), &copy.join("solver"), &mut sources)?;
    let main = checkout.join("src/c4.cpp");
    fs::copy(&main, &sources[0]).with_context(|| main.display().to_string())?;
    let settings = copy.join("solver/settings.h");
    let text = fs::read_to_string(&settings).with_context(|| settings.display().to_string())?;
    fs::write(&settings, with_settings(&text, board).context("settings.h lacks a setting")?)?;
    Ok(sources)
}

/// Copies a folder with its folders, and lists the copied files that a compiler takes.
fn copy_folder(from: &Path, to: &Path, sources: &mut Vec<PathBuf>) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let (path, copy) = {
            let entry = entry?;
            (entry.path(), to.join(entry.file_name()))
        };
        if path.is_dir() {
            copy_folder(&path, &copy, sources)?;
            continue;
        }
        fs::copy(&path, &copy)?;
        if copy.extension().is_some_and(|end| end == "cpp") {
            sources.push(copy);
        }
    }
    Ok(())
}

/// The settings for a board and one thread.
fn with_settings(settings: &str, board: Board) -> Option<String> {
    let Board { width, height } = board;
    let new = [("BOARD_WIDTH", width), ("BOARD_HEIGHT", height), ("NUM_THREADS", 1)];
    new.into_iter().try_fold(settings.to_owned(), |text, (name, value)| {
        let (before, rest) = text.split_once(&format!(" {name} = "))?;
        let (_, after) = rest.split_once(';')?;
        Some(format!("{before} {name} = {value};{after}"))
    })
}

/// The command of a solver that answers line by line, without its book.
pub(super) fn line_solver() -> Result<Command> {
    let mut command = Command::new(program(PONS)?);
    // The solver continues without the book, which it cannot read.
    command.args(["-b", "/dev/null"]).stderr(Stdio::null());
    Ok(command)
}

/// The score of an empty board and the time, by a program that solves one position and ends.
pub(super) fn solve_empty_board(name: &str, board: Board) -> Result<(i32, Duration)> {
    let mut command = Command::new(program(&if name == C4 { c4_of(board) } else { name.into() })?);
    // For a program that reads standard input, an empty line is the empty board.
    let input = fs::File::open({
        let path = built()?.join("empty.txt");
        fs::write(&path, "\n")?;
        path
    })?;
    let output = command.env("LC_ALL", "C").stdin(input).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let read = if name == C4 {
        read_c4(&text, board.width * board.height)
    } else {
        read_fhourstones(&text)
    };
    read.with_context(|| format!("{name} prints {text:?}"))
}

/// The score and the time in the report of c4, such as `Final strong score is 1 (first player will win on move #41).` and
/// `Time to solve = 3.00 s`.
fn read_c4(text: &str, n_cells: i32) -> Option<(i32, Duration)> {
    let end = text.lines().find_map(|line| line.strip_prefix("Final strong score is "))?;
    let (_, end) = end.split_once(" (")?;
    let score = if end.starts_with("draw") {
        0
    } else {
        let last: i32 = end.split_once('#')?.1.trim_end_matches([')', '.']).parse().ok()?;
        let score = (n_cells - last) / 2 + 1;
        if end.starts_with("first player") { score } else { -score }
    };
    let time = text.lines().find_map(|line| line.strip_prefix("Time to solve"))?;
    let seconds = time.trim_start_matches([' ', '=']).strip_suffix(" s")?.parse().ok()?;
    Some((score, Duration::try_from_secs_f64(seconds).ok()?))
}

/// The result, as a score of 1, 0 or -1, and the time in Fhourstones's report of one position, such as
/// `score = 5 (+)  work = 27` and `1479113766 pos / 141000 msec = 10490.2 Kpos/sec`.
fn read_fhourstones(text: &str) -> Option<(i32, Duration)> {
    let score = text.lines().find_map(|line| line.strip_prefix("score = ")?.split_once(" ("))?.1;
    let score = match score.chars().next()? {
        '+' => 1,
        '=' => 0,
        '-' => -1,
        _ => return None,
    };
    let time = text.lines().find_map(|line| line.split_once(" pos / ")?.1.split_once(" msec"))?.0;
    Some((score, Duration::from_millis(time.parse().ok()?)))
}

/// The score in a line of Pons's solver: the moves, a space and the score.
pub(super) fn read_pons(line: &str) -> Option<i32> {
    line.rsplit_once(' ')?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that `src/c4.cpp` prints.
    #[test]
    fn reports_of_c4_are_read() {
        let report = |end: &str, time: &str| {
            format!(
                "Using a 7 x 6 board, a 1,024 MB table, and 1 threads.\n\nScore is 0.\nScore is 1.\n\n\
                 Final strong score is {end}\n\nTime to solve       = {time} s\nNodes per ms        = 2,221.18\n"
            )
        };
        let read = |end, time| read_c4(&report(end, time), 42);
        let seconds = |n| Duration::from_secs_f64(n);
        let won = "1 (first player will win on move #41).";
        assert_eq!(read(won, "42.50"), Some((1, seconds(42.5))));
        let lost = "-2 (second player will win on move #40).";
        assert_eq!(read(lost, "0.01"), Some((-2, seconds(0.01))));
        assert_eq!(read("0 (draw).", "3.00"), Some((0, seconds(3.0))));
        assert_eq!(read(won, "1,042.50"), None, "another locale");
        assert_eq!(read_c4("Segmentation fault", 42), None);
    }

    /// The lines that `SearchGame.c` prints.
    #[test]
    fn reports_of_fhourstones_are_read() {
        let report = |score: &str| {
            format!(
                "Fhourstones 3.1 (C)\nBoardsize = 7x6\nUsing 8306069 transposition table entries.\n\n\
                 Solving 0-ply position after  . . .\n444#1\n{score}  work = 29\n\
                 1479113766 pos / 141000 msec = 10490.2 Kpos/sec\n- 0.073  < 0.346\n"
            )
        };
        let time = Duration::from_secs(141);
        for (score, expected) in [
            ("score = 5 (+)", 1),
            ("score = WIN (+)", 1),
            ("score = 3 (=)", 0),
            ("score = 1 (-)", -1),
        ] {
            assert_eq!(read_fhourstones(&report(score)), Some((expected, time)));
        }
        assert_eq!(read_fhourstones(&report("score = 2 (<)")), None, "a bound is no result");
        assert_eq!(read_fhourstones(""), None);
    }

    #[test]
    fn lines_of_pons_are_read() {
        assert_eq!(read_pons("4455 -2\n"), Some(-2));
        assert_eq!(read_pons(" 1\n"), Some(1), "the empty board");
        assert_eq!(read_pons("\n"), None, "the moves were refused");
    }

    #[test]
    fn c4_searches_a_board_on_one_thread() {
        let settings = |width: i32, height: i32, threads: i32| {
            format!(
                "inline constexpr int BOARD_WIDTH = {width};\ninline constexpr int BOARD_HEIGHT = {height};\n\n\
                 // Threads.\ninline constexpr int NUM_THREADS = {threads};\n"
            )
        };
        let board = Board { width: 10, height: 4 };
        assert_eq!(with_settings(&settings(7, 6, 4), board), Some(settings(10, 4, 1)));
        assert_eq!(with_settings("constexpr int THREADS = 8;\n", board), None);
    }
}
