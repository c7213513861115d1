//! Writes a tournament's standings, tables, game files and report.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use foursight::record::size_text;
use foursight::{AnySize, counted};
use foursight_arena::report::{Drawing, ENTRY, Report, Skipped, html, module};
use foursight_arena::store::LoggedGames;
use foursight_arena::{
    Finish, GradedGame, MatchResult, Plan, SprtRun, SprtStatus, Standings, StoredGame,
    TournamentHeader, Transcript, write_games, write_games_csv, write_standings_csv,
};
use foursight_engine::OpeningBooks;
use foursight_engine::review::{remark, remedy};
use serde::Deserialize;
use serde_json::{Value, json};

use super::grades::grade_all;
use crate::output::{printable, warn};

pub(super) struct Results<'a> {
    folder: &'a Path,
    plan: &'a Plan,
    games: &'a [StoredGame],
    standings: Standings,
    sprt: Option<&'a SprtRun>,
    skipped: &'a [Skipped],
}

impl<'a> Results<'a> {
    pub(super) fn new(
        folder: &'a Path,
        plan: &'a Plan,
        finish: &'a Finish,
        sprt: Option<&'a SprtRun>,
        skipped: &'a [Skipped],
    ) -> Self {
        let standings = Standings::new(&plan.header, &finish.games, &plan.credit(&finish.games));
        Self { folder, plan, games: &finish.games, standings, sprt, skipped }
    }

    /// Writes all files of the folder except the games themselves.
    pub(super) fn write(&self, books: &OpeningBooks, size: AnySize, grades: bool) -> Result<()> {
        let grades: Vec<Option<GradedGame>> = if grades {
            grade_all(self.folder, self.games, books, size).unwrap_or_else(|error| {
                warn(&format!("{error:#}; the report has no grades"));
                Vec::new()
            })
        } else {
            Vec::new()
        };
        let header = &self.plan.header;
        let drawing = drawing()?;
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
        let (grades, transcript, drawing) = (&grades[..], &transcript, &drawing);
        let skipped = self.skipped;
        let report = Report { header, games, grades, transcript, standings, drawing, skipped };
        let (mut standings_csv, mut games_csv) = (Vec::new(), Vec::new());
        write_standings_csv(standings, &mut standings_csv)?;
        write_games_csv(header, self.games, grades, &mut games_csv)?;
        let standings = serde_json::to_vec_pretty(&self.to_json())?;
        let games = write_games(header, self.games)?;
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
            foursight_files::write(&path, bytes).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// Prints the standings and the report's path, if there is a report.
    pub(super) fn print(&self, is_json: bool, has_report: bool) -> Result<()> {
        let mut out = anstream::stdout();
        if is_json {
            writeln!(out, "{}", self.to_json())?;
            return Ok(());
        }
        write!(out, "\n{}", summary(&self.plan.header, &self.standings))?;
        let Standings { n_repeated_pairs, n_single_games, .. } = self.standings;
        for line in left_out(n_repeated_pairs, n_single_games) {
            writeln!(out, "{line}")?;
        }
        if let Some(test) = self.sprt {
            writeln!(out, "{test}\nSPRT: {}", decision(test))?;
        }
        write!(out, "{}", skipped_lines(self.skipped))?;
        if has_report {
            writeln!(out, "\nreport: {}", self.folder.join("report.html").display())?;
        }
        Ok(())
    }

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
        let sprt = self.sprt.map(|test| {
            json!({
                "elo": test.sprt().hypotheses(), "llr": test.sprt().llr(test.pairs()),
                "bounds": test.sprt().bounds(), "pairs": test.pairs().n_pairs(),
                "decision": decision(test),
            })
        });
        json!({
            "tournament": self.plan.header,
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
pub(super) fn skipped_in(folder: &Path) -> Vec<Skipped> {
    let bytes = std::fs::read(folder.join(STANDINGS)).unwrap_or_default();
    let standings: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    Vec::deserialize(&standings["skipped"]).unwrap_or_default()
}

/// A line for each file or folder that does not take part.
pub(super) fn skipped_lines(skipped: &[Skipped]) -> String {
    let line = |Skipped { name, reason }: &Skipped| {
        printable(&format!("skipped: {name}: {reason}")) + "\n"
    };
    skipped.iter().map(line).collect()
}

/// The drawing code of reports.
pub(crate) fn drawing() -> Result<Drawing> {
    Ok(Drawing {
        script: foursight_web::join_scripts(ENTRY, module)?,
        // Without the header that a class adds, its style does nothing.
        style: foursight_web::page_styles(&["colors", "theme", "base", "site", "board"]),
        definitions: foursight_render::page_definitions(),
        remarks: |grade| [remark(grade), remedy(grade)],
    })
}

/// A match result as JSON: infinite and undefined figures are null.
pub(crate) fn match_json(result: &MatchResult) -> Value {
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

/// Results that affect only points, in sentences.
pub(crate) fn left_out(n_repeated_pairs: usize, n_single_games: usize) -> Vec<String> {
    let repeated = (n_repeated_pairs > 0).then(|| {
        format!(
            "pairs that repeat others move for move, which count for points, not for Elo: {n_repeated_pairs}"
        )
    });
    let single = (n_single_games > 0).then(|| {
        format!(
            "games without the second half of their pair, which count for points only: {n_single_games}"
        )
    });
    repeated.into_iter().chain(single).collect()
}

/// The standings for a terminal: a match result for two players, otherwise a table.
pub(super) fn summary(header: &TournamentHeader, standings: &Standings) -> String {
    let result = standings.match_result.as_ref();
    let text =
        result.map_or_else(|| table(standings), |result| of_match(header, standings, result));
    text + &annulled(standings)
}

fn of_match(header: &TournamentHeader, standings: &Standings, result: &MatchResult) -> String {
    let [first, second] = [0, 1].map(|player| printable(&header.players[player]));
    let [own, other] = [0, 1].map(|player| header.clock_of(player));
    let clock = if own == other { own.to_owned() } else { format!("{own} - {other}") };
    let board = size_text(header.size);
    let mut lines = vec![format!("Results of {first} vs {second} ({clock}, {board}):\n{result}")];
    let faults = standings.rows.iter().filter(|row| row.faults > 0);
    lines.extend(faults.map(|row| {
        format!("{} lost {} through faults", printable(&row.name), counted(row.faults, "game"))
    }));
    lines.join("\n") + "\n"
}

/// The standings as a table.
fn table(standings: &Standings) -> String {
    let width = standings.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:>3}  {:<width$}  {:>6}  {:>5}  {:>4}  {:>5}  {:>4}  {:>6}  {:>12}  {:>5}\n",
        "", "player", "points", "games", "won", "drawn", "lost", "faults", "Elo", "LOS"
    );
    for (place, row) in (1..).zip(&standings.rows) {
        let tally = row.tally;
        // Adding 0 removes the minus sign of zero.
        let value = row.rating.elo.round() + 0.0;
        let elo = format!("{value:+.0} ± {:.0}", row.rating.error_95);
        let has_rating = standings.has_ratings() && !row.is_benched;
        let elo = if has_rating { elo } else { String::new() };
        let elo = if row.is_benched { "benched".to_owned() } else { elo };
        let los = row.los.filter(|_| has_rating);
        let los = los.map_or(String::new(), |los| format!("{:.0} %", 100.0 * los));
        writeln!(
            text,
            "{place:>3}  {:<width$}  {:>6}  {:>5}  {:>4}  {:>5}  {:>4}  {:>6}  {elo:>12}  {los:>5}",
            printable(&row.name),
            row.points,
            tally.n_games(),
            tally.wins,
            tally.draws,
            tally.losses,
            row.faults
        )
        .expect("writing to a string does not fail");
    }
    text
}

/// The footnote that names the players whose games are annulled, if there are any.
fn annulled(standings: &Standings) -> String {
    let benched = standings.rows.iter().filter(|row| row.is_benched);
    let names: Vec<String> = benched.map(|row| printable(&row.name)).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("annulled, because the player is benched: all games of {}\n", names.join(", "))
}

/// The sequential test's verdict.
fn decision(test: &SprtRun) -> &'static str {
    match test.status() {
        SprtStatus::Continue => "no decision yet; it needs more games",
        SprtStatus::AcceptH0 => "the first player is no stronger than the lower Elo",
        SprtStatus::AcceptH1 => "the first player is at least as strong as the higher Elo",
    }
}
