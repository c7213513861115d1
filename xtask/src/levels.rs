//! `cargo xtask levels`: every level against the one below it, in the arena; writes docs/levels.md.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use foursight::{Accuracy, Grade, Score};
use serde_json::Value;

use crate::check::{cargo, step, workspace};
use crate::docs;

#[derive(Args, Debug)]
pub(crate) struct LevelsArgs {
    /// How many pairs of games two levels play: each opening from both sides.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pairs: usize,
    /// A number that makes openings and levels the same each time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

const PERFECT: usize = 10;

/// What share of the points each level is to make against the one below.
const LEAST_SHARE: f64 = 0.6;

/// What a level made against the one below.
struct Rung {
    level: usize,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Half of the 95 % interval of the share of points.
    error: f64,
}

pub(crate) fn run(args: &LevelsArgs) -> Result<()> {
    step("build", cargo(&["build", "--release"]))?;
    let rungs = (1..=PERFECT).map(|level| play(level, args)).collect::<Result<Vec<Rung>>>()?;
    let perfect = moves_of_perfect_level()?;
    docs::save("levels.md", &page(&rungs, &perfect, args)?)?;
    for rung in &rungs {
        let share = rung.share();
        ensure!(share >= LEAST_SHARE, "level {} makes {:.1} %", rung.level, 100.0 * share);
    }
    let n_thrown_away = perfect.mistakes + perfect.blunders;
    ensure!(n_thrown_away == 0, "level {PERFECT} gave {n_thrown_away} results away");
    Ok(())
}

fn folder(level: usize) -> PathBuf {
    workspace().join("target/levels").join(level.to_string())
}

fn play(level: usize, args: &LevelsArgs) -> Result<Rung> {
    let folder = folder(level);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut arena = Command::new(workspace().join("target/release/foursight"));
    arena.args(["arena", "run", "--openings", "random:4", "--clock", "30s", "--concurrency", "2"]);
    arena.args([format!("--pairs={}", args.pairs), format!("--seed={}", args.seed)]);
    arena.arg("--out").arg(&folder).stdout(fs::File::create(folder.join("played.txt"))?);
    // The moves of the perfect level are to be graded.
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

/// How good the moves of the perfect level were in its games against the level below.
fn moves_of_perfect_level() -> Result<Accuracy> {
    let folder = folder(PERFECT);
    let games = read_lines(&folder.join("games.jsonl"))?;
    let mut accuracy = Accuracy::default();
    for line in read_lines(&folder.join("grades.jsonl"))? {
        let game = games.iter().find(|game| game["number"] == line["game"]);
        let game = game.context("a game is graded that was not played")?;
        let n_opening = game["opening"].as_str().context("no opening")?.len();
        let moves = line["grades"]["moves"].as_array().context("no grades")?;
        for (index, graded) in moves.iter().enumerate() {
            let player = &game["players"][(n_opening + index) % 2];
            // The players are in the order of the command line.
            if *player == 1 {
                accuracy.add(grade(graded).context("a move without a grade")?.mark());
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
         Each level against the one below: {} pairs of games, each with the same opening of four random plies \
         from both sides, 30 s a move, which no level needs. `cargo xtask levels --pairs {} --seed {}` plays \
         them again and writes this page.\n\n\
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
        "\nOf the {} moves of level {PERFECT} in these games, graded by the exact solver, {} had no better one, {} \
         turned a win into a draw and {} a win or a draw into a loss: it loses only games that the opening has lost \
         for it.\n\n\
         What the levels do is said by `Level` in [level.rs](../crates/foursight-engine/src/level.rs): level 0 plays at \
         random, 1 sees its own win, 2 also blocks, 3 to 9 are careless ever more rarely, look further ahead and \
         calculate to the end ever more often, 10 always does.",
        perfect.n_graded(),
        perfect.best,
        perfect.mistakes,
        perfect.blunders
    )?;
    Ok(page)
}
