//! The tournament section of the page: points and what each player misses; below, folded, the statistics: standings,
//! cross table, endings.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use foursight::Size;
use foursight::record::size_text;
use maud::{Markup, html};

use super::Report;
use super::games::{Summary, cross_table};
use super::html_table::{Head, cell, foreign, number, percent, row, table};
use crate::rating::match_result::Tally;
use crate::rating::standings::{Standing, Standings};

pub(super) fn overview(report: &Report<'_>) -> Markup {
    let header = report.header;
    html! {
        p.facts {
            (header.schedule) " · board " (size_text(header.size)) " · "
            @if header.clock == "dialect" { "the clocks of the dialects" } @else { (header.clock) } " · "
            (header.players.len()) " players, " (report.games.len()) " games · seed " (header.seed)
        }
        (result(report))
        @for skipped in report.skipped {
            p.hint { (foreign(&skipped.name)) " does not take part: " (foreign(&skipped.reason)) }
        }
        @if report.standings.rows.iter().any(|row| row.is_benched) {
            p.hint { "The games of a benched player are annulled: they count for nobody." }
        }
        @if let Some(result) = &report.standings.match_result {
            p #match.facts {
                (foreign(report.name(0))) " against " (foreign(report.name(1)))
                @for line in result.to_string().lines() { br; (line) }
            }
        }
        details {
            summary { "Statistics" }
            (standings(report))
            (cross(report))
            p.hint {
                "Each cell shows the points of the row's player against the column's, and the games won, drawn and lost."
            }
            (endings(report))
        }
    }
}

fn result(report: &Report<'_>) -> Markup {
    let heads = [("Player", ""), COUNTS[5], ("What it misses", "")];
    let summaries = Summary::of_players(report);
    let rows = report.standings.rows.iter().zip(1_usize..).map(|(standing, place)| {
        let summary = summaries.get(standing.player).copied().unwrap_or_default();
        let name = html! { (place) ". " (foreign(&standing.name)) };
        row(&name, &[number(Some(standing.points)), cell(&misses(report, standing, &summary))])
    });
    html! {
        (table("result", "Result", &heads, &rows.collect::<Vec<_>>()))
        @if report.has_grades() && summaries.iter().any(Summary::has_gaps) {
            p.hint { "Some moves have no grade: what they miss is not counted." }
        }
    }
}

/// The faults of a player, and what its graded moves missed, in words.
fn misses(report: &Report<'_>, standing: &Standing, summary: &Summary) -> String {
    let lost = report.games.iter().filter(|game| game.loser() == Some(standing.player));
    let mut faults = BTreeMap::<&str, usize>::new();
    for game in lost.filter(|game| game.ending.is_fault()) {
        *faults.entry(game.ending.name()).or_default() += 1;
    }
    let accuracy = summary.accuracy;
    let missed = [
        ("missed a block", accuracy.missed_blocks),
        ("missed a win in one", accuracy.missed_wins),
        ("gave a win or a draw away", accuracy.blunders + accuracy.mistakes),
    ];
    let counts = faults.into_iter().chain(missed).filter(|&(_, n)| n > 0);
    let words: Vec<String> = counts.map(|(what, n)| format!("{what} {n}×")).collect();
    match (words.is_empty(), accuracy.n_graded()) {
        (false, _) => words.join(", "),
        (true, 0) => "no move is graded".to_owned(),
        (true, _) => "nothing".to_owned(),
    }
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
    (
        "Elo",
        "rating from these games alone: 0 is the average of all players, or the opponent's rating if there are only two",
    ),
    ("±", "half the width of the 95% confidence interval"),
    ("LOS", "likelihood of being stronger than the next player"),
    ("Faults", "games lost through a crash, a late or illegal move, and the like"),
    ("Mean ms", "mean time per move, in milliseconds"),
    ("Max ms", "longest time for a move, in milliseconds"),
];

/// Before the grades, unless every move is graded.
const GRADED: Head<'_> =
    ("Graded", "moves with a grade, of all moves: shares and marks count only these");

const GRADES: [Head<'_>; 6] = [
    ("Best", "share of moves that no other move beats"),
    ("Kept", "share of moves that kept the result: a win, or a draw"),
    ("???", "missed: a win in one, or a block of the opponent's win in one"),
    ("??", "blunders: a win or a draw became a loss"),
    ("?", "mistakes: a win became a draw"),
    (
        "?!",
        "inaccuracies: won more than two moves later, or lost more than two moves sooner, than necessary",
    ),
];

fn standings(report: &Report<'_>) -> Markup {
    let has_grades = report.has_grades();
    let has_buchholz = report.standings.has_buchholz;
    let mut heads = COUNTS.to_vec();
    heads.extend(has_buchholz.then_some(BUCHHOLZ));
    heads.extend(STRENGTH);
    let summaries = Summary::of_players(report);
    let has_gaps = has_grades && summaries.iter().any(Summary::has_gaps);
    heads.extend(has_gaps.then_some(GRADED));
    heads.extend(GRADES.iter().filter(|_| has_grades));
    let has_clocks = !report.header.clocks.is_empty();
    heads.extend(has_clocks.then_some(("Clock", "the player's own clock")));
    let rows = report.standings.rows.iter().map(|standing| {
        let summary = summaries.get(standing.player).copied().unwrap_or_default();
        let mut cells = count_cells(standing);
        cells.extend(has_buchholz.then(|| number(Some(standing.buchholz))));
        cells.extend(strength_cells(report.standings, standing, &summary));
        cells.extend(has_gaps.then(|| number(Some(summary.graded()))));
        if has_grades {
            cells.extend(grade_cells(&summary));
        }
        if has_clocks {
            cells.push(cell(&report.header.clock_of(standing.player)));
        }
        let name = html! {
            (foreign(&standing.name))
            @if standing.is_benched { " " small { "(benched)" } }
        };
        row(&name, &cells)
    });
    table("standings", "Standings", &heads, &rows.collect::<Vec<_>>())
}

fn count_cells(standing: &Standing) -> Vec<Markup> {
    let Tally { wins, draws, losses } = standing.tally;
    let counts = [standing.tally.n_games(), wins, draws, losses].map(|count| number(Some(count)));
    let mut cells = counts.to_vec();
    cells.push(number(Some(standing.points)));
    cells
}

fn strength_cells(standings: &Standings, standing: &Standing, summary: &Summary) -> Vec<Markup> {
    // A rounded value, with no minus sign on zero.
    let whole = |value: f64| format!("{:.0}", value.round() + 0.0).replace('-', "−");
    let elo = standings.elo(standing);
    let has_rating = standings.has_ratings() && !standing.is_benched;
    let ms = |value: f64| format!("{value:.1}");
    vec![
        number(elo.value.map(whole)),
        number(elo.error_95().map(whole)),
        percent(standing.los.filter(|_| has_rating)),
        number(Some(standing.faults)),
        number(summary.mean_ms().map(ms)),
        number(summary.longest_ms().map(ms)),
    ]
}

fn grade_cells(summary: &Summary) -> Vec<Markup> {
    let accuracy = summary.accuracy;
    let marks = [accuracy.n_missed(), accuracy.blunders, accuracy.mistakes, accuracy.inaccuracies];
    let mut cells = vec![percent(accuracy.best_share()), percent(accuracy.kept_share())];
    cells.extend(marks.map(|count| number((accuracy.n_graded() > 0).then_some(count))));
    cells
}

/// With up to this many players, the columns of the cross table show names.
const MAX_NAMED_HEADS: usize = 6;

fn cross(report: &Report<'_>) -> Markup {
    let ranking = report.ranking();
    let tallies = cross_table(report);
    // With many players, names in the head would make the table too wide to read.
    let places: Vec<String> = (1..=ranking.len()).map(|place| place.to_string()).collect();
    let has_names = ranking.len() <= MAX_NAMED_HEADS;
    let mut heads = vec![("Player", "")];
    heads.extend(ranking.iter().zip(&places).map(|(&player, place)| {
        let name = report.name(player);
        (if has_names { name } else { place.as_str() }, name)
    }));
    let rows = ranking.iter().zip(&places).map(|(&player, place)| {
        let cells = ranking.iter().map(|&opponent| match opponent {
            _ if opponent == player => html! { td.self {} },
            _ => cross_cell(tallies[player][opponent]),
        });
        let head = html! { (place) ". " (foreign(report.name(player))) };
        row(&head, &cells.collect::<Vec<_>>())
    });
    table("cross", "Cross table", &heads, &rows.collect::<Vec<_>>())
}

fn cross_cell(tally: Tally) -> Markup {
    let Tally { wins, draws, losses } = tally;
    html! {
        td.n {
            @if tally.n_games() > 0 {
                strong { (tally.points()) } " / " (tally.n_games()) " "
                small { "+" (wins) " =" (draws) " −" (losses) }
            }
        }
    }
}

/// The number of games with an ending, and how many of them each player lost.
#[derive(Default)]
struct EndingCount {
    n_games: usize,
    lost_by: BTreeMap<usize, usize>,
}

fn endings(report: &Report<'_>) -> Markup {
    let mut kinds = BTreeMap::<&str, EndingCount>::new();
    let connect = report.header.size.connect();
    for game in report.games {
        let ending = kinds.entry(game.ending.in_words(connect)).or_default();
        ending.n_games += 1;
        if let Some(loser) = game.loser() {
            *ending.lost_by.entry(loser).or_default() += 1;
        }
    }
    let mut kinds: Vec<(&str, EndingCount)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, ending)| Reverse(ending.n_games));
    let heads = [("Ending", ""), ("Games", ""), ("Share", "of all games"), ("Lost by", "")];
    let rows = kinds.into_iter().map(|(kind, ending)| {
        let share = ending.n_games as f64 / report.games.len() as f64;
        let losers = losers(report, &ending);
        row(&kind, &[number(Some(ending.n_games)), percent(Some(share)), cell(&losers)])
    });
    table("endings", "How the games ended", &heads, &rows.collect::<Vec<_>>())
}

/// The losers with their losses, as in `bob 3, alice 1`.
fn losers(report: &Report<'_>, ending: &EndingCount) -> Markup {
    let mut losers: Vec<(usize, usize)> =
        ending.lost_by.iter().map(|(&player, &n)| (player, n)).collect();
    losers.sort_by_key(|&(_, n)| Reverse(n));
    html! {
        @for (index, (player, n)) in losers.into_iter().enumerate() {
            @if index > 0 { ", " }
            (foreign(report.name(player))) "\u{a0}" (n)
        }
    }
}
