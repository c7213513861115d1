//! Standings and games as CSV files with a header line.
//!
//! Names and what players wrote are hostile: cells that a spreadsheet would run as formulas start with `'`, as
//! OWASP recommends. Numbers stay numbers.

use std::io::Write;

use foursight::Player;

use crate::rating::standings::Standings;
use crate::report::grade::{GradedGame, Lost, chooser};
use crate::tournament::annulment::Annulment;
use crate::tournament::plan::TournamentHeader;
use crate::tournament::stored_game::StoredGame;

const STANDINGS: [&str; 12] = [
    "name",
    "games",
    "wins",
    "draws",
    "losses",
    "points",
    "buchholz",
    "faults",
    "benched",
    "elo",
    "elo_error",
    "los",
];

const GAMES: [&str; 20] = [
    "number",
    "round",
    "pair",
    "first",
    "second",
    "stolen",
    "opening",
    "moves",
    "result",
    "ending",
    "annulled",
    "reason",
    "plies",
    "first_ms",
    "second_ms",
    "first_blunders",
    "second_blunders",
    "first_missed",
    "second_missed",
    "lost_by_move",
];

/// Writes a line for each row of the standings.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write_standings_csv(standings: &Standings, out: impl Write) -> Result<(), csv::Error> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(STANDINGS)?;
    let (has_buchholz, has_ratings) = (standings.has_buchholz, standings.has_ratings());
    for row in &standings.rows {
        let tally = row.tally;
        let elo = standings.elo(row);
        let has_rating = has_ratings && !row.is_benched;
        csv.write_record([
            text(&row.name),
            tally.n_games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            row.points.to_string(),
            optional(has_buchholz.then_some(row.buchholz)),
            row.faults.to_string(),
            row.is_benched.to_string(),
            optional(elo.value),
            optional(elo.error_95()),
            optional(row.los.filter(|_| has_rating)),
        ])?;
    }
    Ok(csv.flush()?)
}

/// Writes a line for each game; `grades` are in the order of the games.
///
/// `stolen` means that the first player stole the first disc, which the second one had played. The times add up all moves
/// that a player chose, in milliseconds. `annulled` means that the game does not count, because a player is benched.
/// A win or a block in one that a player missed is no blunder but counts as `missed`. Missing grades are empty, and so is `lost_by_move` if no move lost the game.
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
    let annulment = Annulment::of(games);
    for (index, game) in games.iter().enumerate() {
        let grades = grades.get(index).and_then(Option::as_ref);
        csv.write_record(game_record(header, game, annulment.covers(game), grades))?;
    }
    Ok(csv.flush()?)
}

fn game_record(
    header: &TournamentHeader,
    game: &StoredGame,
    is_annulled: bool,
    grades: Option<&GradedGame>,
) -> [String; 20] {
    let name = |side: Player| {
        header.players.get(game.player(side)).map_or(String::new(), |name| text(name))
    };
    let accuracy = |side| grades.map(|grades| grades.accuracy(game, header.size, side));
    let accuracy = [Player::First, Player::Second].map(accuracy);
    let [first_blunders, second_blunders] = accuracy.map(|of| optional(of.map(|of| of.blunders)));
    let [first_missed, second_missed] = accuracy.map(|of| optional(of.map(|of| of.n_missed())));
    let lost_by = match grades.and_then(|grades| grades.lost(game)) {
        Some(Lost::ByMove(number)) => Some(number),
        _ => None,
    };
    [
        game.number.to_string(),
        game.round.to_string(),
        game.pair.to_string(),
        name(Player::First),
        name(Player::Second),
        game.stolen.to_string(),
        text(&game.opening),
        text(&game.moves),
        game.result.to_string(),
        game.ending.to_string(),
        is_annulled.to_string(),
        text(&game.reason),
        (game.opening.len() + game.moves.len()).to_string(),
        milliseconds(game, Player::First),
        milliseconds(game, Player::Second),
        first_blunders,
        second_blunders,
        first_missed,
        second_missed,
        optional(lost_by),
    ]
}

/// A text that no spreadsheet runs as a formula.
pub fn text(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// The time of all moves that a player chose.
fn milliseconds(game: &StoredGame, side: Player) -> String {
    let chosen = game.micros.iter().enumerate().filter(|&(index, _)| chooser(game, index) == side);
    let micros: u64 = chosen.map(|(_, micros)| micros).sum();
    format!("{}.{:03}", micros / 1000, micros % 1000)
}
