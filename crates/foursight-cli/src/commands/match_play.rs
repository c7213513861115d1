//! `foursight match`: two players, some games, sides swapped after each.

mod console;

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use fastrand::Rng;
use foursight::notation::{Expected, Notation, moves};
use foursight::record::GameResult;
use foursight::{AnySize, Column, Player, duration};
use foursight_arena::{
    Clock, GameSettings, PlayedGame, Termination, TimeLimits, play, random_opening,
};
use serde_json::{Value, json};

use crate::args::{BoardArgs, SeedArgs};
use crate::entrant::{Entrant, confine};
use crate::failure::{Interrupted, InvalidPosition, UsageError};
use crate::interrupt;
use crate::isolation::IsolationArgs;
use crate::output::printable;
use console::Terminal;

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
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: usize,
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

pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    let size = args.board.size()?;
    let mut entrants = [args.first.clone(), args.second.clone()];
    confine(&mut entrants, None);
    let entrants = entrants.each_ref();
    let opening_plies = opening_plies(args)?;
    let given = args.opening.as_deref().map(|moves| read_opening(moves, size)).transpose()?;
    let sandbox = &args.isolation.sandbox(entrants)?;
    let limits = TimeLimits { start: args.start_time, ..TimeLimits::default() };
    let mut random = Rng::with_seed(args.seed.seed());
    let mut score = Score { names: entrants.map(ToString::to_string), ..Score::default() };
    let mut opening = given.clone().unwrap_or_default();
    for number in 1..=args.games {
        if number % 2 == 1 && given.is_none() {
            opening = random_opening(size, opening_plies, &mut random);
        }
        let is_swapped = number % 2 == 0;
        let players = entrants.map(|entrant| entrant.contestant(size, random.u64(..)));
        let players = players.each_ref();
        let seats = if is_swapped { [players[1], players[0]] } else { players };
        let (clock, opening, steal) = (args.clock, &opening[..], args.steal);
        let cancel = interrupt::flag();
        let settings = GameSettings { size, opening, clock, limits, steal, sandbox, cancel };
        let record = play(seats, &settings, &mut Terminal);
        if let Termination::RefereeFailure(reason) = &record.termination {
            anyhow::bail!("the referee cannot go on: {reason}");
        }
        if record.termination == Termination::Interrupted {
            break;
        }
        score.add(&record, is_swapped);
        let game = Played { number, record: &record, names: [&seats[0].name, &seats[1].name] };
        let line = if args.json { game.to_json().to_string() } else { game.to_string() };
        writeln!(io::stdout(), "{line}")?;
    }
    let line = if args.json { score.to_json().to_string() } else { score.to_string() };
    writeln!(io::stdout(), "{line}")?;
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
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

/// A game and who played it, the first player first.
struct Played<'a> {
    number: usize,
    record: &'a PlayedGame,
    names: [&'a str; 2],
}

impl Played<'_> {
    fn all_moves(&self) -> String {
        let played = self.record.moves.iter().map(|played| played.column);
        let columns: Vec<Column> = self.record.opening.iter().copied().chain(played).collect();
        moves::write(&columns)
    }

    fn result(&self) -> GameResult {
        self.record.winner.map_or(GameResult::Draw, GameResult::win)
    }

    fn to_json(&self) -> Value {
        let micros = self.record.moves.iter().map(|played| played.time.as_micros() as u64);
        json!({
            "game": self.number,
            "first": self.names[0],
            "second": self.names[1],
            "stolen": self.record.stolen,
            "result": self.result(),
            "ending": self.record.termination.ending(),
            "reason": self.record.termination.to_string(),
            "opening": moves::write(&self.record.opening),
            "moves": self.all_moves(),
            "micros": micros.collect::<Vec<_>>(),
            "errors": self.record.errors,
        })
    }
}

impl fmt::Display for Played<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, names: [first, second], record } = self;
        let result = self.result();
        let moves = self.all_moves();
        let reason = printable(&record.termination.to_string());
        let stolen = if record.stolen { ", the first disc stolen" } else { "" };
        write!(f, "{number:>4}  {result}  {first} - {second}  {moves}  {reason}{stolen}")
    }
}

/// The result of a match so far, from the first entrant's side.
#[derive(Default)]
struct Score {
    names: [String; 2],
    wins: usize,
    draws: usize,
    losses: usize,
}

impl Score {
    fn add(&mut self, record: &PlayedGame, is_swapped: bool) {
        match record.winner {
            None => self.draws += 1,
            Some(winner) if (winner == Player::First) != is_swapped => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    /// The points of both, 1 for a win and 1/2 for a draw.
    fn points(&self) -> [f64; 2] {
        let half = self.draws as f64 / 2.0;
        [self.wins as f64 + half, self.losses as f64 + half]
    }

    fn to_json(&self) -> Value {
        let Self { names, wins, draws, losses } = self;
        let points = self.points();
        json!({ "players": names, "points": points, "wins": wins, "draws": draws, "losses": losses })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names: [first, second], wins, draws, losses } = self;
        let [ours, theirs] = self.points();
        write!(f, "{first} {ours} - {second} {theirs}: {wins} won, {draws} drawn, {losses} lost")
    }
}
