//! The list of games.

use foursight::record::GameResult;
use foursight::{AnySize, Grade, Lost, Size};
use maud::{Markup, html};

use super::Report;
use super::html_table::{cell, clipped, foreign, number, table};
use crate::report::grade::GradedGame;
use crate::tournament::benched::Annulment;
use crate::tournament::stored_game::StoredGame;

/// The maximum number of characters of a reason; the game's page shows all of it.
const MAX_REASON: usize = 60;

pub(super) fn games(report: &Report<'_>) -> Markup {
    let mut heads = vec![
        ("Game", ""),
        ("Round", ""),
        ("First", "the player of the first disc"),
        ("Second", ""),
        ("Result", ""),
        ("Ending", ""),
        ("Discs", "including opening moves"),
    ];
    if report.has_grades() {
        heads.push(("Lost", "the move that lost the game for good"));
        heads.push(("Lesson", "the move to learn from"));
        heads.push(("Mistakes", "moves with ?, ?? or ???"));
    }
    let annulment = Annulment::of(report.games);
    let rows = report.graded().map(|(game, grades)| {
        let n_mistakes = grades.and_then(|grades| n_mistakes(game, grades, report.header.size));
        let mut cells = cells(report, game, annulment.covers(game));
        if report.has_grades() {
            cells.push(cell(&lost(game, grades)));
            cells.push(cell(&lesson(game, grades)));
            cells.push(number(n_mistakes));
        }
        row(game, report.header.size.connect(), n_mistakes.unwrap_or(0), &cells)
    });
    html! {
        noscript {
            p.facts { "Replaying games needs JavaScript; the tables work without it." }
        }
        (table("games", "Games", &heads, &rows.collect::<Vec<_>>()))
    }
}

/// A row with the attributes that the filters of the page read.
fn row(game: &StoredGame, connect: usize, n_mistakes: usize, cells: &[Markup]) -> Markup {
    let [first, second] = game.players;
    html! {
        tr id={ "game-" (game.number) }
            data-first=(first)
            data-second=(second)
            data-result=(game.result)
            data-winner=(game.winner().map_or(String::new(), |winner| winner.to_string()))
            data-ending=(game.ending.in_words(connect))
            data-mistakes=(n_mistakes) {
            th scope="row" { a href={ "#game-" (game.number) } { (game.number) } }
            @for cell in cells { (cell) }
        }
    }
}

fn cells(report: &Report<'_>, game: &StoredGame, is_annulled: bool) -> Vec<Markup> {
    let result = match game.winner() {
        Some(winner) => html! { (foreign(report.name(winner))) " won" },
        None if game.result == GameResult::Draw => html! { "draw" },
        None => html! { "not finished" },
    };
    let ending = html! {
        (game.ending.in_words(report.header.size.connect()))
        @if !game.ending.is_on_board() {
            " " small { (foreign(&clipped(&game.reason, MAX_REASON))) }
        }
        @if is_annulled {
            " " small { "(annulled)" }
        }
    };
    vec![
        number(Some(game.round)),
        cell(&foreign(report.name(game.players[0]))),
        cell(&foreign(report.name(game.players[1]))),
        cell(&result),
        cell(&ending),
        number(Some(game.opening.len() + game.moves.len())),
    ]
}

fn lost(game: &StoredGame, grades: Option<&GradedGame>) -> Markup {
    match grades.and_then(|grades| grades.lost(game)) {
        Some(Lost::ByMove(number)) => link(game, number, "by "),
        Some(Lost::FromTheStart) => html! { "from the start" },
        Some(Lost::NotOnTheBoard) => html! { "not on the board" },
        None => html! {},
    }
}

fn lesson(game: &StoredGame, grades: Option<&GradedGame>) -> Markup {
    let lesson = grades.and_then(|grades| grades.lesson.as_ref());
    lesson.map_or_else(|| html! {}, |lesson| link(game, lesson.number, ""))
}

/// A link to a move of a game.
fn link(game: &StoredGame, number: usize, before: &str) -> Markup {
    html! {
        a href={ "#game-" (game.number) "-move-" (number) } { (before) "move " (number) }
    }
}

/// The number of mistakes among the graded moves; `None` if no move is graded.
fn n_mistakes(game: &StoredGame, grades: &GradedGame, size: AnySize) -> Option<usize> {
    let mut marks = grades.grades(game, size).into_iter().flatten().map(Grade::mark).peekable();
    marks.peek()?;
    Some(marks.filter(|mark| mark.is_mistake()).count())
}
