//! The list of games.

use std::fmt;

use super::Report;
use super::escape;
use super::table::{Table, cell, number};
use crate::report::grade::{GradedGame, Lost};
use crate::tournament::stored_game::StoredGame;

pub(super) fn write(page: &mut String, report: &Report<'_>) -> fmt::Result {
    page.push_str(
        "<noscript><p class=\"facts\">The games can be replayed where scripts may run; \
         the tables need none.</p></noscript>\n",
    );
    let mut heads = vec![
        ("Game", ""),
        ("Round", ""),
        ("First", "the player of the first disc"),
        ("Second", ""),
        ("Result", ""),
        ("Ending", ""),
        ("Discs", "those of the opening among them"),
    ];
    if report.has_grades() {
        heads.push(("Lost", "the last move after which the loser was lost for good"));
        heads.push(("? ??", "moves that changed the result"));
    }
    let mut table = Table::begin(page, "games", "Games", &heads)?;
    for (game, grades) in report.graded() {
        let mut cells = cells(report, game);
        if report.has_grades() {
            cells.push(cell(&lost(game, grades)));
            cells.push(number(grades.map(n_marks)));
        }
        let number = game.number;
        let head = format!("<a href=\"#game-{number}\">{number}</a>");
        table.row(&attributes(game, grades), &head, &cells)?;
    }
    table.end();
    Ok(())
}

/// What the filters of the page look at.
fn attributes(game: &StoredGame, grades: Option<&GradedGame>) -> String {
    format!(
        " id=\"game-{}\" data-first=\"{}\" data-second=\"{}\" data-result=\"{}\" data-winner=\"{}\" data-ending=\"{}\" data-marks=\"{}\"",
        game.number,
        game.players[0],
        game.players[1],
        game.result,
        game.winner().map_or(String::new(), |winner| winner.to_string()),
        game.ending,
        grades.map_or(0, n_marks),
    )
}

fn cells(report: &Report<'_>, game: &StoredGame) -> Vec<String> {
    let ending = if game.ending.is_on_board() {
        game.ending.to_string()
    } else {
        let reason = escape::html(&clipped(&game.reason));
        format!("{} <small><bdi>{reason}</bdi></small>", game.ending)
    };
    vec![
        number(Some(game.round)),
        cell(&escape::name(report.name(game.players[0]))),
        cell(&escape::name(report.name(game.players[1]))),
        cell(game.result.symbol()),
        cell(&ending),
        number(Some(game.opening.len() + game.moves.len())),
    ]
}

/// The reason as far as it fits into a list; the page of the game has all of it.
fn clipped(reason: &str) -> String {
    const MAX_SYMBOLS: usize = 60;
    match reason.char_indices().nth(MAX_SYMBOLS) {
        Some((end, _)) => format!("{}…", &reason[..end]),
        None => reason.to_owned(),
    }
}

fn lost(game: &StoredGame, grades: Option<&GradedGame>) -> String {
    match grades.and_then(|grades| grades.lost(game)) {
        Some(Lost::ByMove(number)) => {
            format!("<a href=\"#game-{}-move-{number}\">by move {number}</a>", game.number)
        }
        Some(Lost::FromTheStart) => "from the start".to_owned(),
        Some(Lost::NotOnTheBoard) => "not on the board".to_owned(),
        None => String::new(),
    }
}

/// How many moves changed the result.
fn n_marks(grades: &GradedGame) -> usize {
    grades.moves.iter().flatten().filter(|graded| graded.grade().mark().changes_result()).count()
}
