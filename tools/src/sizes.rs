//! `cargo xtask sizes`: solves the empty boards of all sizes, and writes docs/sizes.md.
//!
//! Each result is written to a data file at once, so a stopped run can resume.

mod estimate;
mod known;
mod page;
mod published;

use std::ffi::OsString;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use foursight::{AnySize, Score, Size, duration};
use serde_json::Value;

use crate::{output, program, save, workspace};
use known::{Board, Known};
use published::Published;

#[derive(Args, Debug)]
pub(crate) struct SizesArgs {
    /// Time limit for a board; a board that an earlier run gave less time is searched again.
    #[arg(long, value_name = "TIME", default_value = "2h", value_parser = duration::read)]
    limit: Duration,
    /// The boards, such as 8x7 [default: all of at most --max-cells cells].
    #[arg(value_name = "SIZE", value_parser = board)]
    boards: Vec<AnySize>,
    /// Maximum number of cells of a board.
    #[arg(long, value_name = "N", default_value_t = 45, conflicts_with = "boards")]
    max_cells: usize,
    /// Instead of solving the boards, estimate how many nodes they take, and write docs/estimates.md.
    #[arg(long, requires = "boards")]
    estimate: bool,
}

/// The shortest and the longest side.
const SIDES: std::ops::RangeInclusive<usize> = 4..=AnySize::MAX_SIDE;

/// A search that takes hours needs a large table.
const OPTIONS: [&str; 2] = ["--threads=2", "--table-mib=1024"];

pub(crate) fn run(args: &SizesArgs) -> Result<()> {
    let program = program()?;
    let version = version(&program)?;
    let published = Published::read()?;
    let mut known = Known::read()?;
    let boards = if args.boards.is_empty() { sizes(args.max_cells) } else { args.boards.clone() };
    if args.estimate {
        return estimate::run(&boards, &program, &known);
    }
    for size in boards {
        if known.board(size).is_some_and(|board| board.is_done(args.limit)) {
            continue;
        }
        eprintln!("tools: {size}");
        let board = solve(size, "", &OPTIONS, &program, &version, args.limit)?;
        eprintln!("tools: {}", board.line());
        published.check(&board)?;
        known.insert(board);
        known.write()?;
        save("docs/sizes.md", &page::page(&known, &published))?;
    }
    save("docs/sizes.md", &page::page(&known, &published))
}

fn board(text: &str) -> Result<AnySize> {
    let size: AnySize = text.parse()?;
    let sides = [size.width(), size.height()];
    ensure!(
        sides.iter().all(|side| SIDES.contains(side)),
        "the page has no boards of {size}: their sides are {} to {}",
        SIDES.start(),
        SIDES.end()
    );
    Ok(size)
}

/// All sizes of at most this many cells, the smallest first.
fn sizes(max_cells: usize) -> Vec<AnySize> {
    let all = SIDES.flat_map(|width| SIDES.map(move |height| (width, height)));
    let all = all.map(|(width, height)| AnySize::new(width, height, 4).expect("it is supported"));
    let mut sizes: Vec<AnySize> = all.filter(|size| size.n_cells() <= max_cells).collect();
    sizes.sort_by_key(|&size| order(size));
    sizes
}

/// Orders boards by size, equal ones by width.
fn order(size: AnySize) -> (usize, usize) {
    (size.n_cells(), size.width())
}

/// The program's version and the current commit, with `-dirty` if its code has changed since.
fn version(program: &OsString) -> Result<String> {
    let version = output(Command::new(program).arg("--version"))?;
    let version = version.split_whitespace().last().context("the program has no version")?;
    let git = |args: &[&str]| output(Command::new("git").args(args).current_dir(workspace()));
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // Results and their page change while boards are solved.
    let changed = git(&["status", "--porcelain", "--", "Cargo.lock", ":(glob)crates/*/src/**"])?;
    let dirty = if changed.is_empty() { "" } else { "-dirty" };
    Ok(format!("{version}+{}{dirty}", commit.trim()))
}

/// Solves the position after `moves`; for a board that needs more time, finds bounds.
fn solve(
    size: AnySize,
    moves: &str,
    options: &[&str],
    program: &OsString,
    version: &str,
    limit: Duration,
) -> Result<Board> {
    let mut solve = Command::new(program);
    solve.args(["solve", "--no-book", "--json", "--stats"]).args(options);
    solve.arg(format!("--size={size}"));
    solve.arg(format!("--time-limit={}", duration::write(limit)));
    let answer = output(solve.arg(moves))?;
    read_answer(size, &answer, version).with_context(|| format!("{size}: {answer}"))
}

fn read_answer(size: AnySize, answer: &str, version: &str) -> Result<Board> {
    let answer: Value = serde_json::from_str(answer)?;
    let number = |key: &str| answer[key].as_i64();
    let bound = |key: &str| {
        let value = number("score").or_else(|| number(key)).context("no score and no bounds")?;
        anyhow::Ok(Score::new(value.try_into()?))
    };
    Ok(Board {
        size,
        lower: bound("lower")?,
        upper: bound("upper")?,
        nodes: answer["nodes"].as_u64().context("no nodes")?,
        time: Duration::from_micros(answer["micros"].as_u64().context("no time")?),
        version: version.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_come_first() {
        let names: Vec<String> = sizes(24).iter().map(AnySize::to_string).collect();
        assert_eq!(names, ["4x4", "4x5", "5x4", "4x6", "6x4"]);
        assert_eq!(sizes(100).len(), 49);
    }

    #[test]
    fn boards_that_the_page_lacks_are_refused() {
        assert_eq!(board("8x7").unwrap().to_string(), "8x7");
        let error = board("3x5").unwrap_err().to_string();
        assert_eq!(error, "the page has no boards of 3x5: their sides are 4 to 10");
        assert!(board("8").is_err());
    }

    #[test]
    fn an_answer_has_a_score_or_bounds() {
        let size = AnySize::default();
        let score = r#"{"book":false,"micros":1500000,"nodes":7,"position":"","score":1}"#;
        assert_eq!(read_answer(size, score, "2").unwrap().line(), "7x6 1 1 7 1.50 2");
        let bounds = r#"{"lower":-2,"upper":1,"micros":60000123,"nodes":8}"#;
        assert_eq!(read_answer(size, bounds, "2").unwrap().line(), "7x6 -2 1 8 60.00 2");
        assert!(read_answer(size, r#"{"error":"?"}"#, "2").is_err());
    }
}
