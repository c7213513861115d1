//! The JSON that the page needs to replay each game.
//!
//! Each game has its own element, which the script reads only when the game is opened, so that thousands of games do
//! not slow down the opening of the page.

use std::borrow::Cow;
use std::collections::HashMap;

use foursight::record::GameResult;
use foursight::{Grade, Player, Score, Size};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::table::clipped;
use super::{Drawing, Report};
use crate::referee::log::{Channel, LogLine};
use crate::report::grade::{GameLesson, GradedGame, GradedMove};
use crate::tournament::annulment::Annulment;
use crate::tournament::stored_game::{StoredGame, Transcript};

/// The maximum number of bytes of a game's log in the page: the log's end, where things went wrong.
const MAX_LOG_BYTES: usize = 64 << 10;

/// The maximum number of characters of a line in the page.
const MAX_LINE: usize = 2_000;

#[derive(Serialize)]
struct Tournament<'a> {
    name: &'a str,
    width: usize,
    height: usize,
    connect: usize,
    players: &'a [String],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Game<'a> {
    round: usize,
    pair: usize,
    players: [usize; 2],
    /// The number of discs that one player placed for both sides.
    placed: usize,
    swapped: bool,
    opening: &'a str,
    moves: &'a str,
    result: GameResult,
    /// The ending in words.
    ending: &'static str,
    /// The index in `players` of the winner; `None` after a draw.
    winner: Option<usize>,
    loser: Option<usize>,
    /// Whether the game is annulled.
    is_annulled: bool,
    /// Whether anything but the board ended the game.
    is_fault: bool,
    reason: &'a str,
    micros: &'a [u64],
    errors: &'a [String; 2],
    layers: &'a [String],
    /// The move that lost the game, in words.
    lost: Option<String>,
    /// The move to learn from, and why, in sentences.
    lesson: Option<&'a GameLesson>,
    /// The mark of each move, if graded.
    marks: Vec<Option<MarkedMove>>,
    /// The scores of all columns before each move.
    scores: Vec<Option<&'a [Option<Score>]>>,
    log: Vec<LoggedLine<'a>>,
    /// The number of lines left out at the beginning of the log.
    skipped: usize,
}

/// A move's mark; a remark such as `missed four in a row`; the move that it missed, if any; whether it is a mistake;
/// and, if known, why it is one, in sentences. Field names in each move and in each logged line would make the report a
/// third larger.
type MarkedMove = (&'static str, Option<String>, Option<String>, bool, String);

/// The index of a move or -1; 0 or 1 for the player, plus 2 for a line received and 4 for standard error; microseconds;
/// the text.
type LoggedLine<'a> = (i32, usize, u64, Text<'a>);

/// The text of a logged line. Many lines repeat.
#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Text<'a> {
    Line(Cow<'a, str>),
    /// The same text as the line with this index.
    Same(usize),
}

/// The data of the tournament and of each game.
pub(super) fn data(report: &Report<'_>) -> Markup {
    let header = report.header;
    let size = header.size;
    let (width, height, connect) = (size.width(), size.height(), size.connect());
    let annulment = Annulment::of(report.games);
    let tournament =
        Tournament { name: &header.name, width, height, connect, players: &header.players };
    html! {
        (element("data", &tournament))
        @for (game, grades) in report.graded() {
            @let transcript = (report.transcript)(game.number);
            @let is_annulled = annulment.covers(game);
            @let details = Game::new((game, is_annulled), &transcript, grades, report);
            (element(&format!("data-{}", game.number), &details))
        }
    }
}

/// An element with JSON. In JSON `<` occurs only inside strings; written as `\\u003c` it cannot end the element.
fn element(id: &str, data: &impl Serialize) -> Markup {
    let json = serde_json::to_string(data).expect("plain data becomes JSON");
    let json = PreEscaped(json.replace('<', "\\u003c"));
    html! { script type="application/json" id=(id) { (json) } }
}

impl<'a> Game<'a> {
    fn new(
        (game, is_annulled): (&'a StoredGame, bool),
        transcript: &'a Transcript,
        grades: Option<&'a GradedGame>,
        report: &Report<'_>,
    ) -> Self {
        let moves = grades.map_or(&[][..], |grades| &grades.moves);
        let of_moves = grades.map_or(Vec::new(), |grades| grades.grades(game, report.header.size));
        let skipped = skipped(&transcript.log);
        Self {
            round: game.round,
            pair: game.pair,
            players: game.players,
            placed: game.opening_rule.n_placed(),
            swapped: game.swapped,
            opening: &game.opening,
            moves: &game.moves,
            result: game.result,
            ending: game.ending.in_words(report.header.size.connect()),
            winner: game.result.winner().map(seat),
            loser: game.result.loser().map(seat),
            is_annulled,
            is_fault: !game.ending.is_on_board(),
            reason: &game.reason,
            micros: &game.micros,
            errors: &transcript.errors,
            layers: &transcript.layers,
            lost: grades.and_then(|grades| grades.lost(game)).map(|lost| lost.to_string()),
            lesson: grades.and_then(|grades| grades.lesson.as_ref()),
            marks: of_moves
                .into_iter()
                .zip(moves)
                .map(|(grade, graded)| Some(marked(grade?, graded.as_ref()?, report.drawing)))
                .collect(),
            scores: moves.iter().map(|graded| Some(&graded.as_ref()?.scores[..])).collect(),
            log: log(game, &transcript.log[skipped..]),
            skipped,
        }
    }
}

fn marked(grade: Grade, graded: &GradedMove, drawing: &Drawing) -> MarkedMove {
    let why = graded.why.join(" ");
    let [remark, remedy] = (drawing.remarks)(grade);
    (grade.mark().symbol(), remark, remedy, grade.mark().is_mistake(), why)
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

fn log<'a>(game: &StoredGame, lines: &'a [LogLine]) -> Vec<LoggedLine<'a>> {
    let mut first_lines = HashMap::new();
    let lines = lines.iter().enumerate();
    lines
        .map(|(index, line)| {
            let turn = line.ply.and_then(|ply| ply.checked_sub(game.opening.len()));
            let text = match *first_lines.entry(&line.text).or_insert(index) {
                first if first == index => Text::Line(clipped(&line.text, MAX_LINE)),
                first => Text::Same(first),
            };
            let way = match line.channel {
                Channel::Sent => 0,
                Channel::Received => 2,
                Channel::Error => 4,
            };
            (
                turn.map_or(-1, |turn| turn as i32),
                way + usize::from(line.player == Player::Second),
                line.micros,
                text,
            )
        })
        .collect()
}
