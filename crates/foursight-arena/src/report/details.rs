//! The JSON that the page needs to replay each game.
//!
//! Each game has its own element, which the script reads only when the game is opened, so that thousands of games do
//! not slow down the opening of the page.

use std::collections::HashMap;

use foursight::{Grade, Player, Size};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::html_table::clipped;
use super::{Drawing, Report};
use crate::referee::log::{Channel, LogLine};
use crate::report::grade::{GradedGame, GradedMove};
use crate::tournament::benched::Annulment;
use crate::tournament::stored_game::{StoredGame, Transcript};

/// The maximum number of bytes of a game's log in the page: the log's end, where things went wrong.
const MAX_LOG_BYTES: usize = 64 << 10;

/// The maximum number of characters of a line in the page.
const MAX_LINE: usize = 2_000;

/// The data of the tournament and of each game.
pub(super) fn data(report: &Report<'_>) -> Markup {
    let header = report.header;
    let annulment = Annulment::of(report.games);
    let tournament = json!({
        "name": header.name,
        "width": header.size.width(),
        "height": header.size.height(),
        "connect": header.size.connect(),
        "players": header.players,
    });
    html! {
        (element("data", &tournament))
        @for (game, grades) in report.graded() {
            @let transcript = (report.transcript)(game.number);
            @let details = details(report, game, &transcript, grades, annulment.covers(game));
            (element(&format!("data-{}", game.number), &details))
        }
    }
}

/// An element with JSON. In JSON `<` occurs only inside strings; written as `\\u003c` it cannot end the element.
fn element(id: &str, data: &Value) -> Markup {
    let json = PreEscaped(data.to_string().replace('<', "\\u003c"));
    html! { script type="application/json" id=(id) { (json) } }
}

/// The data of a game; `elements.js` says what each part means.
fn details(
    report: &Report<'_>,
    game: &StoredGame,
    transcript: &Transcript,
    grades: Option<&GradedGame>,
    is_annulled: bool,
) -> Value {
    let moves = grades.map_or(&[][..], |grades| &grades.moves);
    let of_moves = grades.map_or(Vec::new(), |grades| grades.grades(game, report.header.size));
    let marks = of_moves.into_iter().zip(moves);
    let marks = marks.map(|(grade, graded)| Some(marked(grade?, graded.as_ref()?, report.drawing)));
    let skipped = skipped(&transcript.log);
    json!({
        "round": game.round,
        "pair": game.pair,
        "players": game.players,
        "placed": game.opening_rule.n_placed(),
        "swapped": game.swapped,
        "opening": game.opening,
        "moves": game.moves,
        "result": game.result,
        "ending": game.ending.in_words(report.header.size.connect()),
        "winner": game.result.winner().map(seat),
        "loser": game.result.loser().map(seat),
        "isAnnulled": is_annulled,
        "isFault": !game.ending.is_on_board(),
        "reason": game.reason,
        "micros": game.micros,
        "errors": transcript.errors,
        "layers": transcript.layers,
        "lost": grades.and_then(|grades| grades.lost(game)).map(|lost| lost.to_string()),
        "lesson": grades.and_then(|grades| grades.lesson.as_ref()),
        "marks": marks.collect::<Vec<_>>(),
        "scores": moves.iter().map(|graded| Some(&graded.as_ref()?.scores)).collect::<Vec<_>>(),
        "log": log(game, &transcript.log[skipped..]),
        "skipped": skipped,
    })
}

/// A move's mark; a remark such as `missed four in a row`; the move that it missed, if any; whether it is a mistake;
/// and, if known, why it is one, in sentences. Field names in each move and in each logged line would make the report a
/// third larger.
fn marked(grade: Grade, graded: &GradedMove, drawing: &Drawing) -> Value {
    let [remark, remedy] = (drawing.remarks)(grade);
    let mark = grade.mark();
    json!([mark.symbol(), remark, remedy, mark.is_mistake(), graded.why.join(" ")])
}

/// The index in `players` of the player on a side.
fn seat(side: Player) -> usize {
    usize::from(side == Player::Second)
}

/// The number of lines to leave out, so that the rest fits.
fn skipped(log: &[LogLine]) -> usize {
    let mut left = MAX_LOG_BYTES;
    let shown = log.iter().rev().take_while(|line| {
        let fits = left.checked_sub(line.text.len().min(MAX_LINE) + 1);
        left = fits.unwrap_or(0);
        fits.is_some()
    });
    log.len() - shown.count()
}

/// For each line, the index of a move or -1; 0 or 1 for the player, plus 2 for a line received and 4 for standard error;
/// microseconds; and the text, or the index of an earlier line with the same text, as many lines repeat.
fn log(game: &StoredGame, lines: &[LogLine]) -> Vec<Value> {
    let mut first_lines = HashMap::new();
    let lines = lines.iter().enumerate().map(|(index, line)| {
        let turn = line.ply.and_then(|ply| ply.checked_sub(game.opening.len()));
        let text = match *first_lines.entry(&line.text).or_insert(index) {
            first if first == index => json!(clipped(&line.text, MAX_LINE)),
            first => json!(first),
        };
        let way = match line.channel {
            Channel::Sent => 0,
            Channel::Received => 2,
            Channel::Error => 4,
        };
        json!([turn.map_or(-1, |turn| turn as i32), way + seat(line.player), line.micros, text])
    });
    lines.collect()
}
