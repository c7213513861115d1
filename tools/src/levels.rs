//! `cargo xtask levels`: plays every level against the one below in the arena, and writes docs/levels.md.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use foursight::{Accuracy, Grade, Score};
use serde_json::Value;

use crate::{program, save, step, target};

#[derive(Args, Debug)]
pub(crate) struct LevelsArgs {
    /// Pairs of games between two levels; a pair plays one opening from both sides.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pairs: usize,
    /// Seed for the openings and the levels' random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

const PERFECT: usize = 10;

/// The share of points that each level must score against the one below.
const LEAST_SHARE: f64 = 0.6;

/// The results of a level against the one below.
struct Rung {
    level: usize,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Half of the 95 % interval of the share of points.
    error: f64,
}

pub(crate) fn run(args: &LevelsArgs) -> Result<()> {
    let rungs = (1..=PERFECT).map(|level| play(level, args)).collect::<Result<Vec<Rung>>>()?;
    let perfect = moves_of_perfect_level()?;
    save("docs/levels.md", &page(&rungs, &perfect, args)?)?;
    for rung in &rungs {
        let share = rung.share();
        ensure!(share >= LEAST_SHARE, "level {} scores only {:.1} %", rung.level, 100.0 * share);
    }
    let n_thrown_away = perfect.mistakes + perfect.blunders;
    ensure!(n_thrown_away == 0, "level {PERFECT} threw away {n_thrown_away} results");
    Ok(())
}

fn folder(level: usize) -> Result<PathBuf> {
    Ok(target()?.join("levels").join(level.to_string()))
}

fn play(level: usize, args: &LevelsArgs) -> Result<Rung> {
    let folder = folder(level)?;
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut arena = Command::new(program()?);
    arena.args(["arena", "run", "--openings", "random:4", "--clock", "30s", "--concurrency", "2"]);
    arena.args([format!("--pairs={}", args.pairs), format!("--seed={}", args.seed)]);
    arena.arg("--out").arg(&folder).stdout(fs::File::create(folder.join("played.txt"))?);
    // Only the moves of the perfect level are graded.
    arena.args((level != PERFECT).then_some("--no-grades"));
    arena.args([format!("level:{}", level - 1), format!("level:{level}")]);
    step(&format!("level {level} against level {}", level - 1), arena)?;
    let results = read(&folder.join("standings.json"))?;
    let row = results["standings"].as_array().context("no standings")?.iter();
    let name = format!("level:{level}");
    let row = row.into_iter().find(|row| row["name"] == name).context("the level did not play")?;
    let count = |key: &str| row[key].as_u64().with_context(|| format!("no {key}"));
    let [wins, draws, losses] = [count("wins")?, count("draws")?, count("losses")?];
    let n_games = (wins + draws + losses) as f64;
    let share = (wins as f64 + 0.5 * draws as f64) / n_games;
    let square = (wins as f64 + 0.25 * draws as f64) / n_games;
    let error = 1.96 * ((square - share * share) / n_games).sqrt();
    Ok(Rung { level, wins, draws, losses, error })
}

fn read(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}

fn read_lines(path: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Grades of the perfect level's moves against the level below.
fn moves_of_perfect_level() -> Result<Accuracy> {
    let folder = folder(PERFECT)?;
    let games = read_lines(&folder.join("games.jsonl"))?;
    let mut accuracy = Accuracy::default();
    for line in read_lines(&folder.join("grades.jsonl"))? {
        let game = games.iter().find(|game| game["number"] == line["game"]);
        let game = game.context("grades exist for a game that was not played")?;
        let n_opening = game["opening"].as_str().context("no opening")?.len();
        let moves = line["grades"]["moves"].as_array().context("no grades")?;
        for (index, graded) in moves.iter().enumerate() {
            let player = &game["players"][(n_opening + index) % 2];
            // The players are in the order of the command line.
            if *player == 1 {
                accuracy.add(grade(graded).context("a move without a grade")?);
            }
        }
    }
    ensure!(accuracy.n_graded() > 0, "no move of level {PERFECT} is graded");
    Ok(accuracy)
}

fn grade(graded: &Value) -> Option<Grade> {
    let score = |value: &Value| Some(Score::new(value.as_i64()?.try_into().ok()?));
    Some(Grade::among(
        score(&graded["score"])?,
        graded["scores"].as_array()?.iter().filter_map(score),
    ))
}

impl Rung {
    fn n_games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1.
    fn share(&self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.n_games() as f64
    }
}

fn page(rungs: &[Rung], perfect: &Accuracy, args: &LevelsArgs) -> Result<String> {
    let mut page = format!(
        "# Levels\n\n\
         Each level played the one below in {} pairs of games. A pair plays the same opening of four random plies \
         from both sides. The clock allows 30 s per move, more than any level needs. `cargo xtask levels --pairs {} \
         --seed {}` plays the games again and rewrites this page.\n\n\
         | level | against | games | won | drawn | lost | points |\n|---|---|---|---|---|---|---|\n",
        args.pairs, args.pairs, args.seed
    );
    for rung in rungs {
        writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {:.1} ± {:.1} % |",
            rung.level,
            rung.level - 1,
            rung.n_games(),
            rung.wins,
            rung.draws,
            rung.losses,
            100.0 * rung.share(),
            100.0 * rung.error
        )?;
    }
    writeln!(
        page,
        "\nLevel {PERFECT} made {} moves in these games. By the exact solver's grades, {} were best, {} turned a win \
         into a draw, and {} turned a win or a draw into a loss: it loses only when the opening is already lost.\n\n\
         Level 0 plays at random, 1 takes a win, and 2 also blocks one. Levels 3 to 9 become less careless, look \
         further ahead, and calculate to the end more often. Level 10 always calculates to the end. \
         [level.rs]({}/blob/main/crates/foursight-engine/src/level.rs) has the details.",
        perfect.n_graded(),
        perfect.best,
        perfect.mistakes,
        perfect.blunders,
        env!("CARGO_PKG_REPOSITORY")
    )?;
    Ok(page)
}
