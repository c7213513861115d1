//! Standings and games as tables of comma-separated values, with a header line.

use std::io::Write;

use crate::grade::{GradedGame, Lost};
use crate::record::{StoredGame, TournamentHeader};
use crate::report::ReportRow;

const STANDINGS: [&str; 11] = [
    "name",
    "games",
    "wins",
    "draws",
    "losses",
    "points",
    "buchholz",
    "faults",
    "elo",
    "elo_error",
    "los",
];

const GAMES: [&str; 16] = [
    "number",
    "round",
    "pair",
    "first",
    "second",
    "opening",
    "moves",
    "result",
    "ending",
    "reason",
    "plies",
    "first_ms",
    "second_ms",
    "first_blunders",
    "second_blunders",
    "lost_by_move",
];

/// Writes a line for each row of the standings.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write_standings_csv(rows: &[ReportRow], out: impl Write) -> Result<(), csv::Error> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(STANDINGS)?;
    for row in rows {
        csv.write_record([
            row.name.clone(),
            row.games.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.points.to_string(),
            optional(row.buchholz),
            row.faults.to_string(),
            optional(row.elo),
            optional(row.elo_error),
            optional(row.los),
        ])?;
    }
    Ok(csv.flush()?)
}

/// Writes a line for each game; `grades` are in the order of the games.
///
/// The times are those of all moves of a player, in milliseconds. Grades that there are not, and
/// `lost_by_move` where no move lost the game, are empty.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write_games_csv(
    header: &TournamentHeader,
    games: &[StoredGame],
    grades: &[Option<GradedGame>],
    out: impl Write,
) -> Result<(), csv::Error> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(GAMES)?;
    for (index, game) in games.iter().enumerate() {
        let grades = grades.get(index).and_then(Option::as_ref);
        csv.write_record(game_record(header, game, grades))?;
    }
    Ok(csv.flush()?)
}

fn game_record(
    header: &TournamentHeader,
    game: &StoredGame,
    grades: Option<&GradedGame>,
) -> [String; 16] {
    let player = |seat: usize| header.players.get(game.players[seat]).cloned().unwrap_or_default();
    let blunders = |seat| optional(grades.map(|grades| grades.accuracy(game, seat).blunders));
    let lost_by = match grades.and_then(|grades| grades.lost(game)) {
        Some(Lost::ByMove(number)) => Some(number),
        _ => None,
    };
    [
        game.number.to_string(),
        game.round.to_string(),
        game.pair.to_string(),
        player(0),
        player(1),
        game.opening.clone(),
        game.moves.clone(),
        game.result.clone(),
        game.ending.clone(),
        game.reason.clone(),
        (game.opening.len() + game.moves.len()).to_string(),
        milliseconds(game, 0),
        milliseconds(game, 1),
        blunders(0),
        blunders(1),
        optional(lost_by),
    ]
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// The time of all moves of a seat.
fn milliseconds(game: &StoredGame, seat: usize) -> String {
    let skipped = (game.opening.len() + seat) % 2;
    let micros: u64 = game.micros.iter().skip(skipped).step_by(2).sum();
    format!("{}.{:03}", micros / 1000, micros % 1000)
}
