//! `foursight match`: two players, some games, sides swapped after each.

mod console;
mod draws;
mod lines;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use fastrand::Rng;
use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Column, duration};
use foursight_arena::{
    Clock, Schedule, Store, Tally, TimeLimits, Tournament, TournamentEvent, random_opening,
};

use crate::args::{BoardArgs, SeedArgs};
use crate::entrant::{Entrant, confine};
use crate::failure::{Interrupted, InvalidPosition, UsageError};
use crate::interrupt;
use crate::isolation::IsolationArgs;
use console::Terminal;
use draws::Draws;
use lines::{Played, Score, print};

/// Let two players play some games: a line for each game, and the score.
///
/// PLAYER is human, random, level:N with N from 0 to 10, perfect, the file of a player in any dialect of
/// docs/dialects.md, or a command line that speaks the protocol of docs/protocol.md. Another dialect is
/// named before it, as in `columns:python3 bot.py` or `ruby:player.rb`, and `console:player.rb` lets a Ruby class talk
/// to you. Games come in pairs with the same opening and sides swapped. Players are isolated as `foursight arena
/// doctor` says; one that does something wrong loses the game.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// Who plays red and moves first in the first game.
    first: Entrant,
    /// Who plays yellow then.
    second: Entrant,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(..=MAX_GAMES))]
    games: u64,
    /// The time of a player: 1s a move, 60s+1s for the game and on each move, kaggle, theaigames or codingame.
    #[arg(long, value_name = "CLOCK", default_value_t)]
    clock: Clock,
    /// The time from the start of a player to its first answer.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration::read)]
    start_time: Duration,
    /// How many random moves each pair of games begins with [default: 4, or 0 if a player speaks a
    /// dialect that knows no openings, or is a person].
    #[arg(long, value_name = "N")]
    opening_plies: Option<usize>,
    /// The moves that every game begins with, such as 44.
    #[arg(long, value_name = "MOVES", conflicts_with = "opening_plies")]
    opening: Option<String>,
    #[command(flatten)]
    seed: SeedArgs,
    /// Print a JSON object for each game and for the score.
    #[arg(long)]
    json: bool,
    /// The second player may take over the first disc instead of moving.
    #[arg(long)]
    steal: bool,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    isolation: IsolationArgs,
}

/// The plan of a match is in memory.
const MAX_GAMES: u64 = 1_000_000;

pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    let size = args.board.size()?;
    let mut entrants = [args.first.clone(), args.second.clone()];
    confine(&mut entrants, None);
    let opening_plies = opening_plies(args)?;
    let given = args.opening.as_deref().map(|moves| read_opening(moves, size)).transpose()?;
    let random = Rng::with_seed(args.seed.seed());
    let draws = Draws::new(random, |random: &mut Rng| match &given {
        Some(opening) => opening.clone(),
        None => random_opening(size, opening_plies, random),
    });
    let tournament = Tournament {
        schedule: Schedule::RoundRobin { cycles: 1 },
        n_players: 2,
        n_pairs: args.n_games().div_ceil(2),
        size,
        clock: args.clock,
        limits: TimeLimits { start: args.start_time, ..TimeLimits::default() },
        steal: args.steal,
        opening: &|pair| draws.opening(pair),
        contestant: &|player, seed| entrants[player].contestant(size, seed),
        seed: &|number, side| draws.seed(number, side),
        console: &|| Box::new(Terminal),
        sandbox: &args.isolation.sandbox(&entrants)?,
        concurrency: NonZeroUsize::MIN,
        patience: usize::MAX,
        drain: interrupt::flag(),
        cancel: interrupt::flag(),
    };
    let mut score =
        Score { names: entrants.each_ref().map(ToString::to_string), tally: Tally::default() };
    let mut printed = Ok(());
    let finish = tournament.run(&mut Store::Nowhere, Vec::new(), &mut |event, games| {
        if let TournamentEvent::Finished(logged) = event {
            score.add(&logged.game);
            printed = print(args.json, &Played::new(logged, &score.names));
        }
        // The last pair of an odd number of games has one.
        let is_over = printed.is_err() || games.len() >= args.n_games();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    printed?;
    if let Some(reason) = finish.failure {
        anyhow::bail!("the referee cannot go on: {reason}");
    }
    print(args.json, &score)?;
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
}

impl MatchArgs {
    fn n_games(&self) -> usize {
        self.games as usize
    }
}

/// How many random moves games begin with.
fn opening_plies(args: &MatchArgs) -> Result<usize> {
    let entrants = [&args.first, &args.second];
    let is_deaf =
        |entrant: &&&Entrant| entrant.dialect().is_some_and(|dialect| !dialect.takes_openings());
    let deaf = entrants.iter().find(is_deaf);
    let has_moves = args.opening.as_ref().is_some_and(|moves| !moves.trim().is_empty());
    if args.steal && (has_moves || args.opening_plies.is_some_and(|plies| plies > 0)) {
        let message =
            "--steal: only an empty board has a first disc to take; use --opening-plies 0";
        return Err(UsageError(message.to_owned()).into());
    }
    if let Some(player) = deaf.filter(|_| has_moves) {
        let message =
            format!("--opening: {player} speaks a dialect that cannot be told an opening");
        return Err(UsageError(message).into());
    }
    let has_person = entrants.iter().any(|entrant| entrant.needs_console());
    match (args.opening_plies, deaf) {
        (None | Some(0), Some(_)) => Ok(0),
        (None, None) => Ok(if has_person || args.steal { 0 } else { 4 }),
        (Some(_), Some(player)) => Err(UsageError(format!(
            "--opening-plies: {player} speaks a dialect that cannot be told an opening"
        ))
        .into()),
        (Some(plies), None) => Ok(plies),
    }
}

/// The moves of an opening, after which the game is open.
fn read_opening(moves: &str, size: AnySize) -> Result<Vec<Column>> {
    let explain = |reason: String| InvalidPosition(format!("--opening: {reason}"));
    let game = Notation::Moves
        .read(moves, Expected::Size(size))
        .map_err(|error| explain(error.to_string()))?;
    match game.outcome() {
        None => Ok(game.moves().to_vec()),
        Some(outcome) => Err(explain(format!("the game is over: {outcome}")).into()),
    }
}
