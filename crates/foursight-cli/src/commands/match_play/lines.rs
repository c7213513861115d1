//! What a match prints: a line for each game, and the score.

use std::fmt;
use std::io::{self, Write};

use foursight::Player;
use foursight::record::GameResult;
use foursight_arena::{LoggedGame, StoredGame, Tally};
use serde_json::{Value, json};

use crate::output::printable;

/// A line of the output, for people or for programs.
pub(super) trait Line: fmt::Display {
    fn to_json(&self) -> Value;
}

pub(super) fn print(is_json: bool, line: &impl Line) -> io::Result<()> {
    let line = if is_json { line.to_json().to_string() } else { line.to_string() };
    writeln!(io::stdout(), "{line}")
}

/// A game as it began: whoever stole the first disc is named second.
pub(super) struct Played<'a> {
    game: &'a StoredGame,
    names: [&'a str; 2],
    errors: [&'a str; 2],
    result: GameResult,
}

impl<'a> Played<'a> {
    pub(super) fn new(logged: &'a LoggedGame, contestants: &'a [String; 2]) -> Self {
        let LoggedGame { game, transcript } = logged;
        let mut names = game.players.map(|player| contestants[player].as_str());
        let mut errors = transcript.errors.each_ref().map(String::as_str);
        let mut result = game.result;
        if game.stolen {
            names.swap(0, 1);
            errors.swap(0, 1);
            result = result.loser().map_or(result, GameResult::win);
        }
        Self { game, names, errors, result }
    }
}

impl Line for Played<'_> {
    fn to_json(&self) -> Value {
        let Self { game, names: [first, second], errors, result } = self;
        json!({
            "game": game.number,
            "first": first,
            "second": second,
            "stolen": game.stolen,
            "result": result,
            "ending": game.ending,
            "reason": game.reason,
            "opening": game.opening,
            "moves": game.all_moves(),
            "micros": game.micros,
            "errors": errors,
        })
    }
}

impl fmt::Display for Played<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, names: [first, second], result, .. } = self;
        let (number, moves, reason) = (game.number, game.all_moves(), printable(&game.reason));
        let stolen = if game.stolen { ", the first disc stolen" } else { "" };
        write!(f, "{number:>4}  {result}  {first} - {second}  {moves}  {reason}{stolen}")
    }
}

/// The result of a match so far, from the first contestant's side.
pub(super) struct Score {
    pub(super) names: [String; 2],
    pub(super) tally: Tally,
}

impl Score {
    pub(super) fn add(&mut self, game: &StoredGame) {
        let side = if game.players[0] == 0 { Player::First } else { Player::Second };
        self.tally.add(game.result, side);
    }

    /// The points of both, 1 for a win and 1/2 for a draw.
    fn points(&self) -> [f64; 2] {
        let ours = self.tally.points();
        [ours, self.tally.n_games() as f64 - ours]
    }
}

impl Line for Score {
    fn to_json(&self) -> Value {
        let Self { names, tally: Tally { wins, draws, losses } } = self;
        let points = self.points();
        json!({ "players": names, "points": points, "wins": wins, "draws": draws, "losses": losses })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names: [first, second], tally: Tally { wins, draws, losses } } = self;
        let [ours, theirs] = self.points();
        write!(f, "{first} {ours} - {second} {theirs}: {wins} won, {draws} drawn, {losses} lost")
    }
}
