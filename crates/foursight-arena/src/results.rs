//! The results of a tournament: its standings, tables, game files and report.

use std::cell::RefCell;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::Result;
use crate::grader::grade_all;
use crate::report::{Drawing, Report, Skipped, html};
use crate::tournament::store::LoggedGames;
use crate::{
    Arena, ArenaError, MatchResult, SprtRun, SprtStatus, Standings, StoredGame, Terms, Transcript,
    write_games, write_games_csv, write_standings_csv,
};

/// The results of a tournament, as far as it was played.
pub struct Results<'a> {
    /// The folder of the tournament.
    pub folder: &'a Path,
    /// The terms.
    pub terms: &'a Terms,
    games: &'a [StoredGame],
    /// The standings.
    pub standings: Standings,
    /// The test of strength, if there is one.
    pub test: Option<&'a SprtRun>,
    /// The submissions that do not play.
    pub skipped: &'a [Skipped],
}

const NEVER: &str = "memory takes all";

impl<'a> Results<'a> {
    pub(crate) fn new(
        folder: &'a Path,
        terms: &'a Terms,
        games: &'a [StoredGame],
        test: Option<&'a SprtRun>,
        skipped: &'a [Skipped],
    ) -> Self {
        let standings = Standings::new(&terms.header, games, &terms.credit(games));
        Self { folder, terms, games, standings, test, skipped }
    }

    /// Writes all files of the folder except the games themselves.
    ///
    /// # Errors
    ///
    /// If games cannot be read, or files cannot be written.
    pub fn write(&self, arena: &Arena<'_>, drawing: &Drawing, has_grades: bool) -> Result<()> {
        let header = &self.terms.header;
        let grades = if has_grades {
            grade_all(arena, self.folder, self.games, header.size).unwrap_or_else(|error| {
                arena.warn(&format!("{error}; the report has no grades"));
                Vec::new()
            })
        } else {
            Vec::new()
        };
        let games = self.games;
        let standings = &self.standings;
        let logged = LoggedGames::open(self.folder)?;
        let unread = RefCell::new(None);
        let transcript = |number| match logged.read(number) {
            Ok(game) => game.transcript,
            Err(error) => {
                unread.replace(Some(error));
                Transcript::default()
            }
        };
        let (grades, transcript, drawing) = (&grades[..], &transcript, drawing);
        let skipped = self.skipped;
        let report = Report { header, games, grades, transcript, standings, drawing, skipped };
        let (mut standings_csv, mut games_csv) = (Vec::new(), Vec::new());
        write_standings_csv(standings, &mut standings_csv).expect(NEVER);
        write_games_csv(header, self.games, grades, &mut games_csv).expect(NEVER);
        let standings = serde_json::to_vec_pretty(&self.to_json()).expect("figures are plain data");
        let games = write_games(header, self.games);
        let games = games.map_err(|error| ArenaError::Failed(error.to_string()))?;
        let page = html(&report);
        if let Some(error) = unread.take() {
            return Err(error.into());
        }
        let files: [(&str, &[u8]); 5] = [
            (STANDINGS, &standings),
            ("standings.csv", &standings_csv),
            ("games.csv", &games_csv),
            ("games.txt", games.as_bytes()),
            ("report.html", page.as_bytes()),
        ];
        for (name, bytes) in files {
            let path = self.folder.join(name);
            foursight_files::write(&path, bytes).map_err(ArenaError::file(path.display()))?;
        }
        Ok(())
    }

    /// The standings for programs.
    fn to_json(&self) -> Value {
        let rows = self.standings.rows.iter().map(|row| {
            let (tally, elo) = (row.tally, self.standings.elo(row));
            json!({
                "name": row.name, "points": row.points, "games": tally.n_games(), "wins": tally.wins,
                "draws": tally.draws, "losses": tally.losses, "faults": row.faults, "benched": row.is_benched,
                "elo": elo.value, "elo_error_95": elo.error_95(), "los": row.los,
                "buchholz": row.buchholz,
            })
        });
        let sprt = self.test.map(|test| {
            json!({
                "elo": test.sprt().hypotheses(), "llr": test.sprt().llr(test.pairs()),
                "bounds": test.sprt().bounds(), "pairs": test.pairs().n_pairs(),
                "decision": decision(test),
            })
        });
        json!({
            "tournament": self.terms.header,
            "standings": rows.collect::<Vec<_>>(),
            "pairs": self.standings.n_pairs,
            "repeated_pairs": self.standings.n_repeated_pairs,
            "single_games": self.standings.n_single_games,
            "match": self.standings.match_result.as_ref().map(match_json),
            "sprt": sprt,
            "skipped": self.skipped,
        })
    }
}

/// The standings table, and the files that do not take part.
const STANDINGS: &str = "standings.json";

/// The players that did not take part when the standings in a tournament's folder were written; none if there are none
/// yet.
pub fn skipped_in(folder: &Path) -> Vec<Skipped> {
    let bytes = std::fs::read(folder.join(STANDINGS)).unwrap_or_default();
    let standings: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    Vec::deserialize(&standings["skipped"]).unwrap_or_default()
}

/// A match result as JSON: infinite and undefined figures are null.
pub fn match_json(result: &MatchResult) -> Value {
    let MatchResult { tally, pairs, n_repeated_pairs, n_single_games } = result;
    let (elo, normalized) = (pairs.elo(), pairs.normalized_elo());
    json!({
        "games": tally.n_games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
        "points": tally.points(), "pairs": pairs.n_pairs(), "pentanomial": pairs.0,
        "elo": elo.value, "elo_error_95": elo.error_95(), "elo_low": elo.low, "elo_high": elo.high,
        "normalized_elo": normalized.value, "normalized_elo_error_95": normalized.error_95(),
        "los": pairs.los(), "draw_ratio": pairs.drawn_pairs(), "pairs_ratio": pairs.pairs_ratio(),
        "repeated_pairs": n_repeated_pairs, "single_games": n_single_games,
    })
}

/// The sequential test's verdict.
pub fn decision(test: &SprtRun) -> &'static str {
    match test.status() {
        SprtStatus::Continue => "no decision yet; it needs more games",
        SprtStatus::AcceptH0 => "the first player is no stronger than the lower Elo",
        SprtStatus::AcceptH1 => "the first player is at least as strong as the higher Elo",
    }
}
