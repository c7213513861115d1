//! `foursight plan`: finds what one side must know to win or hold every game, and checks such plans.

mod find;

use std::fmt::{Display, Write as _};
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use foursight::Player;
use foursight::notation::moves;
use foursight::plan::{Checked, Plan, ReadError};
use foursight::reason::Claim;
use foursight_engine::planner::PlanSearch;
use serde_json::{Value, json};

use crate::args::{BookArgs, PositionArgs, ReplaceArgs, at_least_one};
use crate::failure::UsageError;
use crate::output::color_name;

/// Find a plan with which one side wins, or at least draws, every game from a position; check or draw a plan.
#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Find a plan with which one side wins, or at least draws, every game from a position.
    ///
    /// The plan has an entry for each position that the side must know: its disc and, where a rule answers some or all
    /// replies, that rule. It wins if the side can win; otherwise it holds. A position near the start of the game takes
    /// hours. Ctrl-C ends the search with the best complete plan so far, if there is one; with --output, run the same
    /// command to resume.
    Find(FindArgs),
    /// Check the plan in a file by playing every reply to it, without the solver.
    ///
    /// Exits with code 1 if a game defeats the plan or if one of its entries is never needed, and with 2 if the file is not a
    /// plan.
    Check(CheckArgs),
    /// Draw the tree of the plan in a file as SVG.
    ///
    /// Each row is a turn of the plan's side, each box a position, as wide as the number of positions to know from there on.
    /// Dark: a disc alone; medium: a rule that leaves replies out; light: a rule that answers all.
    Draw(DrawArgs),
}

#[derive(Args, Debug)]
struct FindArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The side that the plan is for.
    #[arg(long, value_parser = side())]
    side: Player,
    /// Number of positions whose moves to compare; a higher number takes longer but gives a shorter plan.
    #[arg(long, value_name = "N", default_value_t = PlanSearch::MAX_EXPANDED, value_parser = at_least_one)]
    effort: NonZeroUsize,
    /// Write the plan to this file instead of standard output; until the search finishes, FILE.found holds the
    /// results so far.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
    /// Print a JSON object with the result of the check, whether the search has finished and, without --output, the
    /// plan.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    books: BookArgs,
}

#[derive(Args, Debug)]
struct CheckArgs {
    /// The plan.
    file: PathBuf,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct DrawArgs {
    /// The plan.
    file: PathBuf,
}

/// Reads a side; help and completions list the colors.
fn side() -> impl TypedValueParser<Value = Player> {
    let sides = [Player::First, Player::Second];
    let names = sides.map(|side| PossibleValue::new(color_name(side)).alias(side.name()));
    PossibleValuesParser::new(names).map(move |name| {
        let is_named = |side: &Player| [color_name(*side), side.name()].contains(&&*name);
        sides.into_iter().find(is_named).expect("every possible value is a side")
    })
}

pub(crate) fn run(args: &PlanArgs) -> Result<()> {
    match &args.task {
        Task::Find(args) => find::run(args),
        Task::Check(args) => check(args),
        Task::Draw(args) => draw(&args.file),
    }
}

/// The plan in a file, which passes the check.
fn checked(path: &Path) -> Result<(Plan, Checked)> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| name.clone())?;
    let no_plan = |error: &dyn Display| UsageError(format!("{name}: {error}"));
    let text = String::from_utf8(bytes).map_err(|_| no_plan(&"it is not text in UTF-8"))?;
    let plan: Plan = text.parse().map_err(|error: ReadError| no_plan(&error))?;
    let checked = plan.check().with_context(|| name.clone())?;
    Ok((plan, checked))
}

fn draw(path: &Path) -> Result<()> {
    let (plan, _) = checked(path)?;
    write!(io::stdout(), "{}", foursight_render::plan_tree(&plan))?;
    Ok(())
}

fn check(args: &CheckArgs) -> Result<()> {
    let (plan, checked) = checked(&args.file)?;
    let report =
        if args.json { to_json(&plan, &checked).to_string() } else { to_text(&plan, &checked) };
    writeln!(io::stdout(), "{}", report.trim_end())?;
    Ok(())
}

/// The checker's counts.
fn to_json(plan: &Plan, checked: &Checked) -> Value {
    let by_ply = by_ply(checked)
        .map(|(ply, moves, reasons)| json!({ "ply": ply, "moves": moves, "reasons": reasons }));
    json!({
        "board": foursight::record::size_text(plan.position().size()),
        "start": moves::write(plan.start()),
        "side": plan.hero().name(),
        "claim": match plan.claim() {
            Claim::Wins => "wins",
            Claim::Holds => "holds",
        },
        "n_positions": checked.n_lines(),
        "n_moves": checked.n_moves(),
        "n_reasons": checked.n_reasons(),
        "n_exceptions": checked.n_exceptions,
        "n_seen": checked.n_seen,
        "by_ply": by_ply.collect::<Vec<_>>(),
    })
}

fn to_text(plan: &Plan, checked: &Checked) -> String {
    let (hero, other) = (color_name(plan.hero()), color_name(plan.hero().other()));
    let achieves = match plan.claim() {
        Claim::Wins => "wins",
        Claim::Holds => "does not lose",
    };
    let after = match plan.start() {
        [] => String::new(),
        start => format!(" after {}", moves::write(start)),
    };
    let Checked { n_exceptions, n_seen, .. } = checked;
    let mut text = format!(
        "Checked: {hero} {achieves}{after}, whatever {other} plays.\n\n\
         positions with a disc alone    {}\n\
         positions with a rule          {}\n\
         replies that a rule leaves out {n_exceptions}\n\
         positions in which rules met every reply: {n_seen}\n\n\
         discs  disc alone  rule\n",
        checked.n_moves(),
        checked.n_reasons(),
    );
    for (ply, moves, reasons) in by_ply(checked) {
        writeln!(text, "{ply:5}  {moves:10}  {reasons:4}").expect("a string takes all");
    }
    text
}

/// Numbers of positions with a disc alone and with a rule, for each number of discs on the board.
fn by_ply(checked: &Checked) -> impl Iterator<Item = (usize, usize, usize)> {
    let numbers = checked.moves.iter().zip(&checked.reasons).enumerate();
    let numbers = numbers.map(|(ply, (&moves, &reasons))| (ply, moves, reasons));
    numbers.filter(|&(_, moves, reasons)| moves + reasons > 0)
}
