//! Prints a line for each game of a match, and the score.

use std::fmt;
use std::io::{self, Write};

use foursight_arena::{LoggedGame, MatchResult, Tally, match_json};
use serde_json::{Value, json};

use crate::commands::arena::results::left_out;
use crate::output::printable;

/// A line of the output, for people or for programs.
pub(super) trait Line: fmt::Display {
    fn to_json(&self) -> Value;
}

pub(super) fn print(is_json: bool, line: &impl Line) -> io::Result<()> {
    let line = if is_json { line.to_json().to_string() } else { line.to_string() };
    writeln!(io::stdout(), "{line}")
}

/// A game with its players: red first, who after a swap of sides is the player who swapped.
pub(super) struct Played<'a> {
    logged: &'a LoggedGame,
    names: [&'a str; 2],
}

impl<'a> Played<'a> {
    pub(super) fn new(logged: &'a LoggedGame, contestants: &'a [String; 2]) -> Self {
        Self { logged, names: logged.game.players.map(|player| contestants[player].as_str()) }
    }
}

impl Line for Played<'_> {
    fn to_json(&self) -> Value {
        let Self { logged: LoggedGame { game, transcript }, names: [first, second] } = self;
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
        let Self { logged: LoggedGame { game, .. }, names: [first, second] } = self;
        let (number, result, moves) = (game.number, game.result, game.all_moves());
        let reason = printable(&game.reason);
        let swapped = if game.swapped { ", sides swapped" } else { "" };
        write!(f, "{number:>4}  {result}  {first} - {second}  {moves}  {reason}{swapped}")
    }
}

/// The result of a match, from the first contestant's side.
pub(super) struct Score {
    pub(super) names: [String; 2],
    pub(super) result: MatchResult,
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
