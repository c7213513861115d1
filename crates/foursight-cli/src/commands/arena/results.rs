//! The results of a tournament, for a terminal.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Result;
use foursight::counted;
use foursight::record::size_text;
use foursight_arena::report::{Drawing, ENTRY, Skipped, module};
use foursight_arena::{MatchResult, Results, Standings, StoredGame, TournamentHeader, decision};
use foursight_engine::review::{remark, remedy};

use crate::output::printable;

/// Prints the standings and the report's path, if there is a report.
pub(super) fn print(results: &Results<'_>, has_report: bool) -> Result<()> {
    let mut out = anstream::stdout();
    write!(out, "\n{}", summary(&results.terms.header, &results.standings))?;
    let Standings { n_repeated_pairs, n_single_games, .. } = results.standings;
    for line in left_out(n_repeated_pairs, n_single_games) {
        writeln!(out, "{line}")?;
    }
    if let Some(test) = results.test {
        writeln!(out, "{test}\nSPRT: {}", decision(test))?;
    }
    write!(out, "{}", skipped_lines(results.skipped))?;
    if has_report {
        writeln!(out, "\nreport: {}", results.folder.join("report.html").display())?;
    }
    Ok(())
}

/// A finished game between players with these names: red first, who after a swap of sides is the player who swapped.
pub(super) fn line(game: &StoredGame, names: &[String]) -> String {
    let [first, second] = game.players.map(|player| &names[player]);
    let StoredGame { number, result, opening, moves, reason, .. } = game;
    let swapped = if game.swapped { ", sides swapped" } else { "" };
    let line =
        format!("{number:>4}  {result}  {first} - {second}  {opening}{moves}  {reason}{swapped}");
    printable(&line)
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
        remarks: |grade| [remark(grade), remedy(grade)],
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
