//! The part of the page about the tournament as a whole: standings, cross table, endings.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use foursight::record::size_text;

use super::Report;
use super::escape;
use super::summary::{Summary, cross_table};
use super::table::{Head, Table, cell, number, percent};
use crate::rating::standings::{Standing, Standings};
use crate::rating::tally::Tally;

pub(super) fn write(page: &mut String, report: &Report<'_>) -> fmt::Result {
    let header = report.header;
    writeln!(
        page,
        "<p class=\"facts\">{} · board {} · {} · {} players, {} games · seed {}</p>",
        escape::html(&header.schedule),
        size_text(header.size),
        escape::html(&header.clock),
        header.players.len(),
        report.games.len(),
        header.seed,
    )?;
    write_standings(page, report)?;
    write_cross_table(page, report)?;
    write_endings(page, report)
}

const COUNTS: [Head<'_>; 6] = [
    ("Player", ""),
    ("Games", ""),
    ("Won", ""),
    ("Drawn", ""),
    ("Lost", ""),
    ("Points", "a point for a win, half a point for a draw"),
];

const BUCHHOLZ: Head<'_> = ("Buchholz", "the points of all opponents");

const STRENGTH: [Head<'_>; 6] = [
    ("Elo", "rating from these games alone, 0 being the average of the players"),
    ("±", "half of the rating's 95 % interval"),
    ("LOS", "likelihood of being stronger than the next player"),
    ("Faults", "games lost by a crash, a late or illegal move and the like"),
    ("Mean ms", "mean time for a move in milliseconds"),
    ("Max ms", "longest time for a move in milliseconds"),
];

const GRADES: [Head<'_>; 5] = [
    ("Best", "share of moves that no other move beats"),
    ("Kept", "share of moves that kept the result: a win, or a draw"),
    ("??", "blunders: a win or a draw became a loss"),
    ("?", "mistakes: a win became a draw"),
    ("?!", "inaccuracies: won or lost more than two moves off"),
];

fn write_standings(page: &mut String, report: &Report<'_>) -> fmt::Result {
    let has_grades = report.has_grades();
    let has_buchholz = report.standings.has_buchholz;
    let mut heads = COUNTS.to_vec();
    heads.extend(has_buchholz.then_some(BUCHHOLZ));
    heads.extend(STRENGTH);
    heads.extend(GRADES.iter().filter(|_| has_grades));
    let summaries = Summary::of_players(report);
    let mut table = Table::begin(page, "standings", "Standings", &heads)?;
    for row in &report.standings.rows {
        let summary = summaries.get(row.player).copied().unwrap_or_default();
        let mut cells = count_cells(row);
        cells.extend(has_buchholz.then(|| number(Some(row.buchholz))));
        cells.extend(strength_cells(report.standings, row, &summary));
        if has_grades {
            cells.extend(grade_cells(&summary));
        }
        table.row("", &escape::name(&row.name), &cells)?;
    }
    table.end();
    Ok(())
}

fn count_cells(row: &Standing) -> Vec<String> {
    let Tally { wins, draws, losses } = row.tally;
    let counts = [row.tally.n_games(), wins, draws, losses].map(|count| number(Some(count)));
    let mut cells = counts.to_vec();
    cells.push(number(Some(row.points)));
    cells
}

fn strength_cells(standings: &Standings, row: &Standing, summary: &Summary) -> Vec<String> {
    // A rounded value without the sign of a zero.
    let whole = |value: f64| format!("{:.0}", value.round() + 0.0).replace('-', "−");
    let rating = standings.has_ratings().then_some(row.rating);
    let ms = |value: f64| format!("{value:.1}");
    vec![
        number(rating.map(|rating| whole(rating.elo))),
        number(rating.map(|rating| whole(rating.error_95))),
        percent(row.los.filter(|_| rating.is_some())),
        number(Some(row.faults)),
        number(summary.mean_ms().map(ms)),
        number(summary.longest_ms().map(ms)),
    ]
}

fn grade_cells(summary: &Summary) -> Vec<String> {
    let accuracy = summary.accuracy;
    let marks = [accuracy.blunders, accuracy.mistakes, accuracy.inaccuracies];
    let mut cells = vec![percent(accuracy.best_share()), percent(accuracy.kept_share())];
    cells.extend(marks.map(|count| number(Some(count))));
    cells
}

/// With how many players the columns of the cross table have their names.
const MAX_NAMED_HEADS: usize = 6;

fn write_cross_table(page: &mut String, report: &Report<'_>) -> fmt::Result {
    let ranking = report.ranking();
    let cross = cross_table(report);
    // Names as heads make a table too wide to read where there are many.
    let places: Vec<String> = (1..=ranking.len()).map(|place| place.to_string()).collect();
    let has_names = ranking.len() <= MAX_NAMED_HEADS;
    let mut heads = vec![("Player", "")];
    heads.extend(ranking.iter().zip(&places).map(|(&player, place)| {
        let name = report.name(player);
        (if has_names { name } else { place.as_str() }, name)
    }));
    let mut table = Table::begin(page, "cross", "Cross table", &heads)?;
    for (&player, place) in ranking.iter().zip(&places) {
        let against = |&opponent: &usize| {
            if opponent == player {
                "<td class=\"self\"></td>".to_owned()
            } else {
                cross_cell(cross[player][opponent])
            }
        };
        let cells: Vec<String> = ranking.iter().map(against).collect();
        table.row("", &format!("{place}. {}", escape::name(report.name(player))), &cells)?;
    }
    table.end();
    page.push_str("<p class=\"hint\">A row holds the points of its player against the one above, and how many games were won, drawn and lost.</p>\n");
    Ok(())
}

fn cross_cell(tally: Tally) -> String {
    if tally.n_games() == 0 {
        return "<td class=\"n\"></td>".to_owned();
    }
    let Tally { wins, draws, losses } = tally;
    format!(
        "<td class=\"n\"><strong>{}</strong> / {} <small>+{wins} ={draws} −{losses}</small></td>",
        tally.points(),
        tally.n_games(),
    )
}

/// How many games ended in a way, and how many of them each player lost.
#[derive(Default)]
struct EndingCount {
    n_games: usize,
    lost_by: BTreeMap<usize, usize>,
}

fn write_endings(page: &mut String, report: &Report<'_>) -> fmt::Result {
    let mut kinds = BTreeMap::<&str, EndingCount>::new();
    for game in report.games {
        let ending = kinds.entry(game.ending.name()).or_default();
        ending.n_games += 1;
        if let Some(loser) = game.loser() {
            *ending.lost_by.entry(loser).or_default() += 1;
        }
    }
    let mut kinds: Vec<(&str, EndingCount)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, ending)| std::cmp::Reverse(ending.n_games));
    let heads = [("Ending", ""), ("Games", ""), ("Share", "of all games"), ("Lost by", "")];
    let mut table = Table::begin(page, "endings", "How the games ended", &heads)?;
    for (kind, ending) in kinds {
        let share = ending.n_games as f64 / report.games.len() as f64;
        let cells =
            [number(Some(ending.n_games)), percent(Some(share)), cell(&losers(report, &ending))];
        table.row("", &kind, &cells)?;
    }
    table.end();
    Ok(())
}

/// Who lost, as in `bob 3, alice 1`.
fn losers(report: &Report<'_>, ending: &EndingCount) -> String {
    let mut losers: Vec<(usize, usize)> =
        ending.lost_by.iter().map(|(&player, &n)| (player, n)).collect();
    losers.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
    let losers: Vec<String> = losers
        .into_iter()
        .map(|(player, n)| format!("{}&nbsp;{n}", escape::name(report.name(player))))
        .collect();
    losers.join(", ")
}
