//! `cargo xtask large`: answers a question about a board too large for one search, in parts that a file keeps.
//!
//! Positions with few discs are searched move by move, the most promising first. Those with more are left to the
//! solver, one after another, with one table for all. Every answer is written down at once, so the same command goes
//! on after an interruption. The file also shows how the nodes grow with each disc less.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use foursight::notation::moves;
use foursight::{AnySize, Column, Position, Score, Size};
use foursight_engine::{AnySolver, Control, Goal, Guess, Solve, TableSize};

use crate::processor_time;

#[derive(Args, Debug)]
pub(crate) struct LargeArgs {
    /// Columns x rows, 3 to 10 each.
    #[arg(value_name = "WxH", default_value = "8x8")]
    size: AnySize,
    /// Does the first player score at least this?
    #[arg(long, value_name = "SCORE", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(i8).range(-50..=50))]
    least: i8,
    /// The number of discs from which on the solver searches a position at once.
    #[arg(long, value_name = "DISCS", default_value_t = 12)]
    plies: usize,
    /// The answers so far; each adds a line.
    #[arg(long, value_name = "FILE")]
    resume: PathBuf,
    /// Memory of the solver's table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    table_mib: usize,
}

pub(crate) fn run(args: &LargeArgs) -> Result<()> {
    let LargeArgs { size, least, plies, .. } = *args;
    let answers = Answers::open(&args.resume, size)?;
    eprintln!("{} answers so far", answers.found.len());
    answers.print_growth();
    let table = TableSize::from_mib(args.table_mib);
    let solver = AnySolver::try_with_threads(size, table, NonZeroUsize::MIN)?;
    let mut proof = Proof { solver, plies, answers, nodes: 0 };
    let is_reached = proof.reaches(&mut Vec::new(), &Position::empty(size), least)?;
    let relation = if is_reached { "at least" } else { "less than" };
    println!("{size}: the first player scores {relation} {least}");
    proof.answers.print_growth();
    Ok(())
}

/// An answer: whether the side to move reaches a score, and what finding that out took, without earlier answers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Answer {
    ply: usize,
    is_reached: bool,
    nodes: u64,
    seconds: f64,
}

/// A position or its mirror image, and a score.
type Question = (<AnySize as Size>::Key, i8);

/// The answers so far, and the file that keeps them.
struct Answers {
    found: HashMap<Question, Answer>,
    file: File,
}

impl Answers {
    /// Reads a file, or begins one. A last line without an end was not finished, and goes; no other file is changed.
    fn open(path: &Path, size: AnySize) -> Result<Self> {
        let name = || path.display().to_string();
        let mut file =
            OpenOptions::new().create(true).append(true).open(path).with_context(name)?;
        let text = fs::read_to_string(path).with_context(name)?;
        let header = format!(
            "# {size}: moves, score, whether the side to move reaches it, nodes, seconds\n"
        );
        let (whole, _) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let is_own = text.starts_with(&header) || header.starts_with(&text);
        ensure!(is_own, "{}: the first line is not {:?}", name(), header.trim_end());
        file.set_len(whole.len() as u64)?;
        if whole.is_empty() {
            file.write_all(header.as_bytes())?;
        }
        let read = |(index, line): (usize, &str)| {
            read(line, size).with_context(|| format!("{}, line {}: {line:?}", name(), index + 1))
        };
        let found = whole.lines().enumerate().skip(1).map(read).collect::<Result<_>>()?;
        Ok(Self { found, file })
    }

    fn add(&mut self, played: &[Column], question: Question, answer: Answer) -> Result<()> {
        let Answer { is_reached, nodes, seconds, .. } = answer;
        let played = moves::write(played);
        writeln!(self.file, "{played},{},{is_reached},{nodes},{seconds:.2}", question.1)?;
        self.file.sync_data()?;
        self.found.insert(question, answer);
        Ok(())
    }

    /// How many positions of each ply have an answer, and what these took on average.
    fn print_growth(&self) {
        let most = self.found.values().map(|answer| answer.ply).max();
        for ply in (0..=most.unwrap_or(0)).rev() {
            let of_ply = self.found.values().filter(|answer| answer.ply == ply);
            let answers: Vec<(f64, f64)> =
                of_ply.map(|answer| (answer.nodes as f64, answer.seconds)).collect();
            if answers.is_empty() {
                continue;
            }
            let n = answers.len();
            let nodes = answers.iter().map(|answer| answer.0).sum::<f64>() / n as f64;
            let seconds = answers.iter().map(|answer| answer.1).sum::<f64>() / n as f64;
            println!("{ply} discs: {n} answers of {nodes:.0} nodes and {seconds:.1} s on average");
        }
    }
}

/// A line of the file.
fn read(line: &str, size: AnySize) -> Result<(Question, Answer)> {
    let [played, least, is_reached, nodes, seconds] =
        line.split(',').collect::<Vec<_>>().try_into().ok().context("five values are expected")?;
    let position = moves::position(played, size)?;
    let (is_reached, nodes, seconds) = (is_reached.parse()?, nodes.parse()?, seconds.parse()?);
    let answer = Answer { ply: position.ply(), is_reached, nodes, seconds };
    Ok(((position.canonical_key(), least.parse()?), answer))
}

struct Proof {
    solver: AnySolver,
    plies: usize,
    answers: Answers,
    /// The nodes so far.
    nodes: u64,
}

impl Proof {
    /// Whether the side to move scores at least `least`.
    fn reaches(
        &mut self,
        played: &mut Vec<Column>,
        position: &Position<AnySize>,
        least: i8,
    ) -> Result<bool> {
        let question = (position.canonical_key(), least);
        if let Some(answer) = self.answers.found.get(&question) {
            return Ok(answer.is_reached);
        }
        let (start, nodes_before) = (processor_time(), self.nodes);
        let is_reached = if played.len() < self.plies && position.moves().next().is_some() {
            self.a_move_reaches(played, position, least)?
        } else {
            let least = Score::new(least);
            let goal = Goal::AtLeast(least);
            let solution = self.solver.solve(position, goal, &mut Control::default());
            self.nodes += solution.nodes;
            solution.lower >= least
        };
        let seconds = processor_time().saturating_sub(start).as_secs_f64();
        let nodes = self.nodes - nodes_before;
        let answer = Answer { ply: played.len(), is_reached, nodes, seconds };
        self.answers.add(played, question, answer)?;
        Ok(is_reached)
    }

    /// The same, move by move.
    fn a_move_reaches(
        &mut self,
        played: &mut Vec<Column>,
        position: &Position<AnySize>,
        least: i8,
    ) -> Result<bool> {
        let mut moves = Vec::new();
        for column in position.moves() {
            let next = position.play(column)?;
            // The other side's share of the points; a game that has just been won leaves it none.
            moves.push((Guess::new(&next).map_or(0, Guess::share), column, next));
        }
        moves.sort_by_key(|&(share, ..)| share);
        for (_, column, next) in moves {
            played.push(column);
            let is_refuted = self.reaches(played, &next, 1 - least)?;
            played.pop();
            if !is_refuted {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 5x4 is a draw.
    #[test]
    fn an_interrupted_proof_goes_on_where_it_stopped() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let resume = folder.path().join("answers.csv");
        let size: AnySize = "5x4".parse()?;
        let args =
            |least| LargeArgs { size, least, plies: 4, resume: resume.clone(), table_mib: 1 };
        run(&args(0))?;
        let whole = fs::read_to_string(&resume)?;
        assert!(whole.lines().last().is_some_and(|line| line.starts_with(",0,true,")), "{whole}");
        let n_lines = whole.lines().count();

        // The last two lines are lost, one of them in part.
        let half: Vec<&str> = whole.lines().take(n_lines - 2).collect();
        fs::write(&resume, half.join("\n") + "\n,0,tr")?;
        run(&args(0))?;
        let again = fs::read_to_string(&resume)?;
        assert_eq!(again.lines().count(), n_lines);
        assert!(again.starts_with(&half.join("\n")));

        run(&args(1))?;
        let more = fs::read_to_string(&resume)?;
        assert!(more.starts_with(&again), "other questions come after these");
        assert!(more.lines().last().is_some_and(|line| line.starts_with(",1,false,")), "{more}");
        Ok(())
    }

    #[test]
    fn a_file_with_other_content_is_refused_and_stays() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("answers.csv");
        for text in ["# 7x6: something\n", "a poem without an end of line"] {
            fs::write(&path, text)?;
            assert!(Answers::open(&path, "8x8".parse()?).is_err());
            assert_eq!(fs::read_to_string(&path)?, text);
        }
        Ok(())
    }
}
