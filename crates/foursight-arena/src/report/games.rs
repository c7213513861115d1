//! The list of games, and summaries of the games by player and by pair of players.

use foursight::record::GameResult;
use foursight::{Accuracy, AnySize, Grade, Lost, Player, Size};
use maud::{Markup, html};

use super::Report;
use super::html_table::{cell, clipped, foreign, number, table};
use crate::rating::match_result::Tally;
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

/// A player's moves in all games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summary {
    pub(super) accuracy: Accuracy,
    n_moves: u64,
    total_micros: u64,
    longest_micros: u64,
}

impl Summary {
    /// A summary for each player of the header.
    pub(super) fn of_players(report: &Report<'_>) -> Vec<Self> {
        let mut summaries = vec![Self::default(); report.header.players.len()];
        for (game, grades) in report.graded() {
            for (index, &micros) in game.micros.iter().enumerate() {
                if let Some(summary) = summaries.get_mut(game.player(game.chooser(index))) {
                    summary.add_time(micros);
                }
            }
            for side in [Player::First, Player::Second] {
                let summary = summaries.get_mut(game.player(side));
                if let (Some(summary), Some(grades)) = (summary, grades) {
                    summary.accuracy += grades.accuracy(game, report.header.size, side);
                }
            }
        }
        summaries
    }

    fn add_time(&mut self, micros: u64) {
        self.n_moves += 1;
        self.total_micros += micros;
        self.longest_micros = self.longest_micros.max(micros);
    }

    /// Whether a move of the player is not graded.
    pub(super) fn has_gaps(&self) -> bool {
        (self.accuracy.n_graded() as u64) < self.n_moves
    }

    /// The number of graded moves and of all moves: `3 of 25`.
    pub(super) fn graded(&self) -> String {
        format!("{} of {}", self.accuracy.n_graded(), self.n_moves)
    }

    /// The mean time per move, in milliseconds.
    pub(super) fn mean_ms(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| self.total_micros as f64 / 1000.0 / self.n_moves as f64)
    }

    /// The longest time for a move, in milliseconds.
    pub(super) fn longest_ms(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| self.longest_micros as f64 / 1000.0)
    }
}

/// Each player's results against each other player in the games that count: `table[player][opponent]`.
pub(super) fn cross_table(report: &Report<'_>) -> Vec<Vec<Tally>> {
    let n_players = report.header.players.len();
    let mut table = vec![vec![Tally::default(); n_players]; n_players];
    for game in Annulment::of(report.games).counting(report.games) {
        let [first, second] = game.players;
        if first < n_players && second < n_players {
            table[first][second].add(game.result, Player::First);
            table[second][first].add(game.result, Player::Second);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_milliseconds() {
        let mut summary = Summary::default();
        assert_eq!((summary.mean_ms(), summary.longest_ms()), (None, None));
        for micros in [3_000, 5_000, 1_000] {
            summary.add_time(micros);
        }
        assert_eq!((summary.mean_ms(), summary.longest_ms()), (Some(3.0), Some(5.0)));
    }
}
