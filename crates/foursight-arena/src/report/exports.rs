//! Standings and games as CSV files with a header line, and games as a game file.
//!
//! Names and everything that players wrote may be hostile: cells that a spreadsheet would run as formulas start with
//! `'`, as OWASP recommends. Numbers stay numbers.

use std::io::Write;

use foursight::record::RecordError;
use foursight::{Accuracy, Lost, Player};

use crate::rating::standings::{Standing, Standings};
use crate::report::grade::GradedGame;
use crate::tournament::benched::Annulment;
use crate::tournament::stored_game::{StoredGame, TournamentHeader};

type OfStanding = fn(&Standings, &Standing) -> String;
type OfGame = fn(&Line<'_>) -> String;

/// The columns of the standings, each with its cells.
const STANDINGS: [(&str, OfStanding); 12] = [
    ("name", |_, row| text(&row.name)),
    ("games", |_, row| row.tally.n_games().to_string()),
    ("wins", |_, row| row.tally.wins.to_string()),
    ("draws", |_, row| row.tally.draws.to_string()),
    ("losses", |_, row| row.tally.losses.to_string()),
    ("points", |_, row| row.points.to_string()),
    ("buchholz", |all, row| optional(all.has_buchholz.then_some(row.buchholz))),
    ("faults", |_, row| row.faults.to_string()),
    ("benched", |_, row| row.is_benched.to_string()),
    ("elo", |all, row| optional(all.elo(row).value)),
    ("elo_error", |all, row| optional(all.elo(row).error_95())),
    ("los", |all, row| optional(row.los.filter(|_| all.has_ratings() && !row.is_benched))),
];

/// The columns of the games, each with its cells.
const GAMES: [(&str, OfGame); 22] = [
    ("number", |line| line.game.number.to_string()),
    ("round", |line| line.game.round.to_string()),
    ("pair", |line| line.game.pair.to_string()),
    ("first", |line| line.name(Player::First)),
    ("second", |line| line.name(Player::Second)),
    ("opening_rule", |line| line.game.opening_rule.to_string()),
    // If true, the second player placed the opening discs, and the first one then chose to move first.
    ("swapped", |line| line.game.swapped.to_string()),
    ("opening", |line| text(&line.game.opening)),
    ("moves", |line| text(&line.game.moves)),
    ("result", |line| line.game.result.to_string()),
    ("ending", |line| line.game.ending.to_string()),
    // An annulled game does not count, because one of its players is benched.
    ("annulled", |line| line.is_annulled.to_string()),
    ("reason", |line| text(&line.game.reason)),
    ("plies", |line| (line.game.opening.len() + line.game.moves.len()).to_string()),
    ("first_ms", |line| line.milliseconds(Player::First)),
    ("second_ms", |line| line.milliseconds(Player::Second)),
    ("first_blunders", |line| optional(line.accuracy[Player::First].map(|of| of.blunders))),
    ("second_blunders", |line| optional(line.accuracy[Player::Second].map(|of| of.blunders))),
    // The wins and blocks that a player missed; these are counted apart from blunders.
    ("first_missed", |line| optional(line.accuracy[Player::First].map(|of| of.n_missed()))),
    ("second_missed", |line| optional(line.accuracy[Player::Second].map(|of| of.n_missed()))),
    // The move that changed the exact result for good, and the move from which a person can learn most.
    ("lost_by_move", |line| optional(line.lost_by)),
    ("lesson_move", |line| optional(line.lesson)),
];

/// Writes a line for each row of the standings.
///
/// # Errors
///
/// If `out` cannot be written to.
pub fn write_standings_csv(standings: &Standings, out: impl Write) -> Result<(), csv::Error> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(STANDINGS.map(|(name, _)| name))?;
    for row in &standings.rows {
        csv.write_record(STANDINGS.map(|(_, cell)| cell(standings, row)))?;
    }
    Ok(csv.flush()?)
}

/// Writes a line for each game; `grades` are in the order of the games. The counts of a player without graded moves are
/// empty, and so are `lost_by_move` if no move lost the game and `lesson_move` if it has no lesson.
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
    csv.write_record(GAMES.map(|(name, _)| name))?;
    let annulment = Annulment::of(games);
    for (index, game) in games.iter().enumerate() {
        let grades = grades.get(index).and_then(Option::as_ref);
        let accuracy = |side| {
            let accuracy = grades?.accuracy(game, header.size, side);
            (accuracy.n_graded() > 0).then_some(accuracy)
        };
        let line = Line {
            header,
            game,
            is_annulled: annulment.covers(game),
            accuracy: [Player::First, Player::Second].map(accuracy),
            lost_by: match grades.and_then(|grades| grades.lost(game)) {
                Some(Lost::ByMove(number)) => Some(number),
                _ => None,
            },
            lesson: grades.and_then(|grades| Some(grades.lesson.as_ref()?.number)),
        };
        csv.write_record(GAMES.map(|(_, cell)| cell(&line)))?;
    }
    Ok(csv.flush()?)
}

/// The game file of a tournament.
///
/// # Errors
///
/// At the first game that has no record (see [`StoredGame::record`]).
pub fn write_games(header: &TournamentHeader, games: &[StoredGame]) -> Result<String, RecordError> {
    let annulment = Annulment::of(games);
    let block = |game: &StoredGame| {
        let mut record = game.record(header)?;
        let is_annulled = annulment.covers(game);
        record.tags.extend(is_annulled.then(|| ("Annulled".to_owned(), "yes".to_owned())));
        let text = record.text();
        Ok(text.expect("a game from the empty board has an order of moves").to_string())
    };
    Ok(games.iter().map(block).collect::<Result<Vec<_>, RecordError>>()?.join("\n"))
}

/// A game and the facts in its line.
struct Line<'a> {
    header: &'a TournamentHeader,
    game: &'a StoredGame,
    is_annulled: bool,
    /// The quality of each player's choices, if any of them are graded.
    accuracy: [Option<Accuracy>; 2],
    /// The move that lost the game.
    lost_by: Option<usize>,
    /// The move of the lesson.
    lesson: Option<usize>,
}

impl Line<'_> {
    fn name(&self, side: Player) -> String {
        self.header.players.get(self.game.player(side)).map_or(String::new(), |name| text(name))
    }

    /// The total time of the moves that a player chose.
    fn milliseconds(&self, side: Player) -> String {
        let moves = self.game.micros.iter().enumerate();
        let chosen = moves.filter(|&(index, _)| self.game.chooser(index) == side);
        let micros: u64 = chosen.map(|(_, micros)| micros).sum();
        format!("{}.{:03}", micros / 1000, micros % 1000)
    }
}

/// A text that no spreadsheet runs as a formula.
pub fn text(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}
