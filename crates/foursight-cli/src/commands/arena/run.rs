//! `foursight arena run`: a tournament, from its players to its report.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use foursight_arena::{Arena, ArenaError, CompetitionRequest, NoConsole, Notice, Spectators, Sprt};

use super::in_arena;
use super::options::SettingsArgs;
use super::progress::Live;
use super::results::{drawing, print};
use crate::args::BookArgs;
use crate::interrupt;
use crate::isolation::IsolationArgs;
use crate::output::warn;

/// Play a tournament and write its report
///
/// PLAYER: random, level:0 to level:10, perfect, the file of a player in any dialect that `foursight help dialects`
/// shows, or a command line. NAME=PLAYER names the player, DIALECT:PLAYER sets its dialect, and PLAYER@2s gives it its
/// own clock; after a name or a dialect, a folder is a single player. Otherwise a folder stands for all players in it,
/// and a class.toml for its players and settings:
///
///     [tournament]
///     name = "Class 8b"
///     schedule = "swiss"
///     clock = "2s"
///
///     [[player]]
///     file = "ann.py"
///
/// Every game is stored in the tournament's folder as soon as it is over. After Ctrl-C, a kill or a power cut, the same
/// command resumes and plays only the missing games, including those of players added to a round robin or gauntlet.
/// Press Ctrl-C once to let running games finish, twice to abort them.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct RunArgs {
    /// Players, folders of players, or a class.toml.
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// Tournament folder [default: `arena` beside the class.toml, in the folder of players, or here].
    #[arg(long, short, alias = "out", value_name = "FOLDER")]
    output: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Stop once the games show, with an error rate of 5%, whether the first of two players is stronger by ELO0 or by
    /// ELO1.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Replay the games of these players, as in ann,bob; `changed` selects all whose files have changed.
    #[arg(long, value_name = "NAMES")]
    again: Vec<String>,
    /// Do not grade the moves.
    #[arg(long)]
    no_grades: bool,
    #[command(flatten)]
    isolation: IsolationArgs,
    #[command(flatten)]
    books: BookArgs,
}

pub(crate) fn run(args: &RunArgs) -> Result<()> {
    in_arena(&args.isolation, args.books.books()?, |arena| play(args, arena))
}

fn play(args: &RunArgs, arena: &Arena<'_>) -> Result<()> {
    let competition = arena.open(CompetitionRequest {
        players: args.players.clone(),
        settings: args.settings.settings(),
        folder: args.output.clone(),
        sprt: args.sprt,
        again: args.again.clone(),
    })?;
    let terms = competition.terms.clone();
    let mut live = Live::new(&terms, competition.n_stored());
    let bars = live.bars.clone();
    let tell = |notice: Notice<'_>| match notice {
        Notice::Warning(text) => bars.suspend(|| warn(text)),
        other => (arena.tell)(other),
    };
    let spectators = Spectators {
        console: &|_| Box::new(NoConsole),
        watch: &mut |event, games| live.show(event, games),
        abort: interrupt::second_flag(),
    };
    let played = competition.play(&Arena { tell: &tell, ..*arena }, spectators)?;
    live.finish();
    let results = played.results();
    let written = results.write(arena, &drawing()?, !args.no_grades);
    print(&results, written.is_ok())?;
    let checked = played.check(written, arena);
    if matches!(checked, Err(ArenaError::Interrupted)) {
        let rest = if played.finish.is_complete { "finish the report" } else { "continue" };
        let _ = writeln!(anstream::stderr(), "interrupted; run the same command to {rest}");
    }
    Ok(checked?)
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
    let (elo0, elo1) =
        numbers.ok_or_else(|| format!("{text:?} is not two numbers, such as 0,10"))?;
    Sprt::new(elo0, elo1)
}
