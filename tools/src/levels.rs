//! `cargo xtask levels`: plays every level against the one below in the arena, and writes docs/levels.md: the first part
//! about the standard board, with `--large` the second about boards that cannot be solved.

mod large;
mod overlooked;

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
    /// Pairs of games between two players; a pair plays one opening from both sides [default: 500, or 100 on large
    /// boards, where level 10 plays fewer].
    #[arg(long, value_name = "N")]
    pairs: Option<usize>,
    /// Seed for the openings and the levels' random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play on boards that cannot be solved.
    #[arg(long)]
    large: bool,
}

const PERFECT: usize = 10;

/// The share of points that each level must score against the one below.
const LEAST_SHARE: f64 = 0.6;

/// The page, with a part for each kind of boards.
const PAGE: &str = "docs/levels.md";

/// The results of a player against another.
#[derive(Clone)]
struct Rung {
    player: String,
    opponent: String,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The games that one of them lost by the clock or another fault.
    faults: u64,
}

pub(crate) fn run(args: &LevelsArgs) -> Result<()> {
    if args.large {
        return large::run(args);
    }
    let pairs = args.pairs.unwrap_or(500);
    let options = |level| {
        let options =
            ["--openings=random:4", "--clock=30s", "--concurrency=2"].map(String::from).into_iter();
        // Only the moves of the perfect level are graded.
        options.chain((level != PERFECT).then(|| "--no-grades".to_owned())).collect::<Vec<_>>()
    };
    let play = |level| {
        let players = [level, level - 1].map(|level| format!("level:{level}"));
        play(&folder(level)?, &players, pairs, args.seed, &options(level))
    };
    let rungs = (1..=PERFECT).map(play).collect::<Result<Vec<Rung>>>()?;
    let perfect = moves_of_perfect_level()?;
    let text = page(&rungs, &perfect, pairs, args.seed)?;
    save(PAGE, &format!("{text}\n{}", large::rest_of_page()?))?;
    for rung in &rungs {
        rung.check(LEAST_SHARE)?;
    }
    let n_thrown_away = perfect.mistakes + perfect.blunders;
    ensure!(n_thrown_away == 0, "level {PERFECT} threw away {n_thrown_away} results");
    Ok(())
}

fn folder(level: usize) -> Result<PathBuf> {
    Ok(target()?.join("levels").join(level.to_string()))
}

/// Plays games between two players, given by their names in the arena.
fn play(
    folder: &Path,
    players: &[String; 2],
    pairs: usize,
    seed: u64,
    options: &[String],
) -> Result<Rung> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut arena = Command::new(program()?);
    arena.args(["arena", "run"]).args(options);
    arena.args([format!("--pairs={pairs}"), format!("--seed={seed}")]);
    arena.arg("--output").arg(folder).stdout(fs::File::create(folder.join("played.txt"))?);
    let [player, opponent] = players;
    arena.args([opponent, player]);
    let [player, opponent] = players.clone();
    step(&format!("{player} against {opponent}"), arena)?;
    let results = read(&folder.join("standings.json"))?;
    let rows = results["standings"].as_array().context("no standings")?;
    let count = |row: &Value, key: &str| row[key].as_u64().with_context(|| format!("no {key}"));
    let faults = rows.iter().map(|row| count(row, "faults")).sum::<Result<u64>>()?;
    let row = rows.iter().find(|row| row["name"] == player).context("the player did not play")?;
    let [wins, draws, losses] = [count(row, "wins")?, count(row, "draws")?, count(row, "losses")?];
    Ok(Rung { player, opponent, wins, draws, losses, faults })
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

    /// Half of the 95 % interval of the share of points.
    fn error(&self) -> f64 {
        let square = (self.wins as f64 + 0.25 * self.draws as f64) / self.n_games() as f64;
        1.96 * ((square - self.share().powi(2)) / self.n_games() as f64).sqrt()
    }

    /// These results and others of the same two.
    fn and(self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            faults: self.faults + other.faults,
            ..self
        }
    }

    /// Fails if the player scores less than `least`, or if a fault ended a game.
    fn check(&self, least: f64) -> Result<()> {
        let Self { player, opponent, faults, .. } = self;
        let percent = 100.0 * self.share();
        ensure!(*faults == 0, "faults ended {faults} games of {player} against {opponent}");
        ensure!(self.share() >= least, "{player} scores only {percent:.1} % against {opponent}");
        Ok(())
    }

    /// The cells of its row in a table.
    fn cells(&self) -> String {
        let number = |name: &str| name.trim_start_matches("level:").to_owned();
        format!(
            "{} | {} | {} | {} | {} | {} | {:.1} ± {:.1} %",
            number(&self.player),
            number(&self.opponent),
            self.n_games(),
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.share(),
            100.0 * self.error()
        )
    }
}

fn page(rungs: &[Rung], perfect: &Accuracy, pairs: usize, seed: u64) -> Result<String> {
    let mut page = format!(
        "# Levels\n\n\
         Each level played the one below in {pairs} pairs of games. Both games of a pair start with the same four \
         random plies, with sides swapped. The clock allows 30 s per move, more than any level needs. `cargo xtask \
         levels --pairs {pairs} --seed {seed}` plays the games again and rewrites this part of the page.\n\n\
         | level | against | games | won | drawn | lost | points |\n|---|---|---|---|---|---|---|\n"
    );
    for rung in rungs {
        writeln!(page, "| {} |", rung.cells())?;
    }
    writeln!(
        page,
        "\nLevel {PERFECT} made {} moves in these games. By the exact solver's grades, {} were best, {} turned a win \
         into a draw, and {} turned a win or a draw into a loss: it loses only when the opening is already lost.\n\n\
         Level 0 plays at random. In a careless move, a level only glances at the board and overlooks some threats, as \
         children do: diagonals more than rows, and the more, the farther from the last disc. Level 1 is always \
         careless, level 5 in one move of nine, and higher levels never. Otherwise, levels look ahead, the higher the \
         further, and from level 5 on calculate to the end ever more often. Level 10 always calculates to the end. \
         [level.rs]({}/blob/main/crates/foursight-engine/src/level.rs) has the details.\n\n\
         ## What levels overlook\n\n{}",
        perfect.n_graded(),
        perfect.best,
        perfect.mistakes,
        perfect.blunders,
        env!("CARGO_PKG_REPOSITORY"),
        overlooked::section()?
    )?;
    Ok(page)
}
