//! `foursight arena match`: a few games between two players, who swap sides after each.

mod console;

use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use foursight::{OpeningRule, duration};
use foursight_arena::{
    Arena, ClockRule, Ending, Entrant, LoggedGame, MAX_OPENING, MatchResult, OpeningSource,
    Openings, Schedule, Store, Tally, TimeLimits, Tournament, TournamentEvent, choose, confine,
    deaf, match_json, read_opening,
};
use foursight_engine::OpeningBooks;
use foursight_sandbox::Room;
use serde_json::{Value, json};

use crate::args::{BoardArgs, SeedArgs, opening_rule, whole};
use crate::commands::arena::in_arena;
use crate::commands::arena::options::openings_help;
use crate::commands::arena::results::{left_out, line};
use crate::failure::{Interrupted, InvalidPosition, UsageError};
use crate::interrupt;
use crate::isolation::IsolationArgs;
use crate::output::printable;
use console::Terminal;

/// Play games between two players and print each game and the score.
///
/// PLAYER: human, random, level:0 to level:10, perfect, the file or folder of a player in any dialect that `foursight
/// help dialects` shows, or a command line that speaks the protocol of `foursight help protocol`. To use another
/// dialect, put its name first, as in `columns:python3 bot.py` or `ruby:player.rb`; `console:player.rb` lets a Ruby
/// class talk to you. Games come in pairs with the same opening and sides swapped. Each game's line names red first: after
/// a swap by the opening rule, this is the player who swapped. Players run isolated (see `foursight arena doctor`); a
/// player that breaks the rules loses the game.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// Player for red in the first game; red moves first.
    first: Entrant,
    /// Player for yellow in the first game.
    second: Entrant,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(1..=MAX_GAMES))]
    games: usize,
    /// Each player's clock: 1s (per move), 60s+1s (per game, plus an increment per move), kaggle, theaigames or
    /// codingame; or dialect, which gives each player the clock of its dialect. PLAYER@CLOCK gives that player its own
    /// clock.
    #[arg(long, value_name = "CLOCK", default_value_t)]
    clock: ClockRule,
    /// Time a player has to start and give its first answer.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration::read)]
    start_time: Duration,
    #[arg(long, value_name = "OPENINGS", help = openings_help("random:4; none for people, dialects without openings and with an opening rule"))]
    openings: Option<OpeningSource>,
    /// The old name of `--openings random:N`.
    #[arg(long, hide = true, value_name = "N", conflicts_with = "openings", value_parser = whole(0..=MAX_OPENING))]
    opening_plies: Option<usize>,
    /// Moves at the start of every game, such as 44.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["openings", "opening_plies"])]
    opening: Option<String>,
    #[command(flatten)]
    seed: SeedArgs,
    /// Print a JSON object for each game and for the score.
    #[arg(long)]
    json: bool,
    /// Opening rule: none; pie: red places one disc, then yellow may swap sides; swap: red places three discs (red,
    /// yellow, red), then yellow may swap.
    #[arg(long, value_name = "RULE", default_value_t, value_parser = opening_rule())]
    opening_rule: OpeningRule,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    isolation: IsolationArgs,
}

/// The maximum number of games. More would not fit into memory, because a match is planned before it starts.
const MAX_GAMES: usize = 1_000_000;

pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    in_arena(&args.isolation, OpeningBooks::embedded(), |arena| play(args, arena))
}

fn play(args: &MatchArgs, arena: &Arena<'_>) -> Result<()> {
    let size = args.board.size()?;
    let mut contestants = [args.first.clone(), args.second.clone()];
    for contestant in &mut contestants {
        contestant.follow(args.clock);
    }
    confine(&mut contestants, None);
    let sandbox = (arena.isolate)(&contestants, &[])?;
    let room = Room::new()?;
    arena.compile(&mut contestants, &sandbox, &room.path().join("programs"))?;
    let source = openings(args, &contestants)?;
    let given = args.opening.as_deref().map(|moves| read_opening(moves, size)).transpose();
    let given = given.map_err(|reason| InvalidPosition(format!("--opening: {reason}")))?;
    let seed = args.seed.seed();
    let openings = Openings::new(source, size, seed, arena.judge, arena.stop)?;
    let tournament = Tournament {
        schedule: Schedule::RoundRobin { cycles: 1 },
        n_players: 2,
        n_pairs: args.games.div_ceil(2),
        size,
        clock: args.clock.shared(),
        limits: TimeLimits { start: args.start_time, ..TimeLimits::default() },
        opening_rule: args.opening_rule,
        opening: &|pair| given.clone().unwrap_or_else(|| openings.get(pair)),
        contestant: &|player, seed| contestants[player].present(arena.judge, size, seed),
        seed,
        console: &|_| Box::new(Terminal),
        sandbox: &sandbox,
        concurrency: NonZeroUsize::MIN,
        patience: usize::MAX,
        drain: interrupt::flag(),
        cancel: interrupt::flag(),
    };
    let names = contestants.each_ref().map(ToString::to_string);
    let (mut printed, mut absent) = (Ok(()), None);
    let finish = tournament.run(&mut Store::Nowhere, Vec::new(), &mut |event, games| {
        match event {
            TournamentEvent::Finished(logged) if logged.game.ending != Ending::Benched => {
                printed = print(args.json, &Played { logged, names: &names });
            }
            TournamentEvent::Benched { player, reason } => {
                absent = Some(format!("{} can no longer play: {reason}", names[player]));
                return ControlFlow::Break(());
            }
            _ => {}
        }
        // If the number of games is odd, the last pair has only one game.
        let is_over = printed.is_err() || games.len() >= args.games;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    printed?;
    let played = finish.games.iter().filter(|game| game.ending != Ending::Benched);
    print(args.json, &Score { names, result: MatchResult::of(played, [0, 1]) })?;
    if let Some(reason) = finish.failure.or(absent) {
        anyhow::bail!("{}", printable(&reason));
    }
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
}

/// The source of openings, unless --opening gives the moves.
fn openings(args: &MatchArgs, contestants: &[Entrant]) -> Result<OpeningSource> {
    let has_moves = args.opening.as_ref().is_some_and(|moves| !moves.trim().is_empty());
    if has_moves && args.opening_rule != OpeningRule::None {
        let message = "--opening-rule: the players open on an empty board; leave --opening out";
        return Err(UsageError(message.to_owned()).into());
    }
    if let Some(player) = deaf(contestants).filter(|_| has_moves) {
        let message = format!("--opening: {player} speaks a dialect without openings");
        return Err(UsageError(message).into());
    }
    let given = args.opening_plies.map(|plies| match plies {
        0 => OpeningSource::None,
        plies => OpeningSource::Random(plies),
    });
    let has_person = contestants.iter().any(Entrant::needs_console);
    let usual = if has_person { OpeningSource::None } else { OpeningSource::Random(4) };
    let given = args.openings.clone().or(given);
    Ok(choose(given.as_ref(), usual, contestants, args.opening_rule)?)
}

/// A line of the output, for people or for programs.
trait Line: fmt::Display {
    fn to_json(&self) -> Value;
}

fn print(is_json: bool, line: &impl Line) -> io::Result<()> {
    let line = if is_json { line.to_json().to_string() } else { line.to_string() };
    writeln!(io::stdout(), "{line}")
}

/// A game, and the names of both contestants.
struct Played<'a> {
    logged: &'a LoggedGame,
    names: &'a [String; 2],
}

impl Line for Played<'_> {
    fn to_json(&self) -> Value {
        let LoggedGame { game, transcript } = self.logged;
        let [first, second] = game.players.map(|player| &self.names[player]);
        json!({
            "game": game.number,
            "first": first,
            "second": second,
            "opening_rule": game.opening_rule,
            "swapped": game.swapped,
            "result": game.result,
            "ending": game.ending,
            "reason": game.reason,
            "opening": game.opening,
            "moves": game.all_moves(),
            "micros": game.micros,
            "clocks": transcript.clocks,
            "errors": transcript.errors,
        })
    }
}

impl fmt::Display for Played<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&line(&self.logged.game, self.names))
    }
}

/// The result of a match, from the first contestant's side.
struct Score {
    names: [String; 2],
    result: MatchResult,
}

impl Score {
    /// The points of both contestants, 1 for a win and 1/2 for a draw.
    fn points(&self) -> [f64; 2] {
        let tally = self.result.tally;
        [tally.points(), tally.n_games() as f64 - tally.points()]
    }
}

impl Line for Score {
    fn to_json(&self) -> Value {
        let (Tally { wins, draws, losses }, points) = (self.result.tally, self.points());
        json!({
            "players": self.names, "points": points, "wins": wins, "draws": draws, "losses": losses,
            "match": match_json(&self.result),
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names: [first, second], result } = self;
        let (Tally { wins, draws, losses }, [ours, theirs]) = (result.tally, self.points());
        write!(f, "{first} {ours} - {second} {theirs}: {wins} won, {draws} drawn, {losses} lost")?;
        // A single game says nothing about strength.
        if result.pairs.n_pairs() > 0 {
            write!(f, "\n{result}")?;
            for line in left_out(result.n_repeated_pairs, result.n_single_games) {
                write!(f, "\n{line}")?;
            }
        }
        Ok(())
    }
}
