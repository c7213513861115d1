//! The lines above and below the board, in words.

use foursight::{AnySize, Outcome, Player, Position, Size};
use foursight_engine::Guess;
use ratatui::text::{Line, Span};

use super::board::bullet;
use crate::event::Task;
use crate::game::PlayerKind;
use crate::state::{State, whole};
use crate::text::{capitalized, color_name};
use crate::theme::{BOLD, FAINT, Theme};
use foursight_files::printable;

/// The name of the game, the board and how many moves were played; without the length of a line if that does not fit.
pub(super) fn title(state: &State, theme: Theme, width: u16) -> Line<'static> {
    let size = state.size();
    let (n_moves, n_all) = (state.game().moves().len(), whole(state.game()).moves().len());
    let moves = match n_moves {
        _ if n_moves < n_all => format!("move {n_moves} of {n_all}"),
        0 => "no moves".to_owned(),
        n => format!("move {n}"),
    };
    let dot = theme.either("·", "-");
    let line = |goal: &str| {
        let text = format!("  {size}{goal}  {dot}  {moves}");
        Line::from(vec![Span::styled(" Foursight", BOLD), Span::styled(text, FAINT)])
    };
    let full = line(&format!(", {} in a row", size.connect()));
    if full.width() <= usize::from(width) { full } else { line("") }
}

/// The side to move, or how the game ended; then a hint or a comment on the last move, in the same line if there is
/// only one.
pub(super) fn status(state: &State, theme: Theme, n_rows: u16) -> Vec<Line<'static>> {
    let player = match state.outcome() {
        None => state.to_move(),
        Some(outcome) => outcome.winner(),
    };
    let mut spans = vec![Span::raw(" ")];
    if let Some(player) = player {
        spans.extend([bullet(theme, player), Span::raw(" ")]);
    }
    spans.push(Span::styled(sentence(state), BOLD));
    let hint = hint(state);
    let outlook = outlook(state).filter(|_| hint.is_none());
    let comment = hint.or_else(|| comment(state)).or_else(|| guess(state));
    if n_rows > 1 {
        spans.extend(outlook.map(|outlook| Span::raw(format!(" {outlook}"))));
        let comment = comment.unwrap_or_default();
        return vec![Line::from(spans), Line::from(format!("   {comment}"))];
    }
    spans.extend(comment.or(outlook).map(|words| Span::raw(format!("  {words}"))));
    vec![Line::from(spans)]
}

/// The status in words.
pub(crate) fn sentence(state: &State) -> String {
    match (state.outcome(), state.to_move()) {
        (Some(outcome), _) => ending(state, outcome),
        (None, Some(player)) => turn(state, player),
        (None, None) => unreachable!("a game that is not over has somebody to move"),
    }
}

fn ending(state: &State, outcome: Outcome) -> String {
    let is_on_board = state.game().outcome().is_some();
    let Outcome::Win(winner) = outcome else {
        let how = if is_on_board { "A draw: the board is full." } else { "A draw." };
        return how.to_owned();
    };
    let color = color_name(winner);
    if is_on_board {
        let line = lines_in_words(state.position());
        if state.name(winner.other()) == "you" {
            return format!("You lose: {color} has {line}.");
        }
        let wins = if state.name(winner) == "you" { "win" } else { "wins" };
        return format!("{} {wins} with {line}.", subject(state, winner));
    }
    match state.local.fault() {
        Some(fault) => format!("{} {fault}: {color} wins.", subject(state, winner.other())),
        None => format!("{} wins.", capitalized(color)),
    }
}

/// The lines of a game that is over: `four in a row`, `two lines`.
fn lines_in_words(position: &Position<AnySize>) -> String {
    const NUMBERS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    match &position.completed_lines()[..] {
        [line] => format!("{} in a row", NUMBERS[line.cells.count()]),
        lines => format!("{} lines", NUMBERS[lines.len()]),
    }
}

/// `You`, or `Red` with a name.
fn subject(state: &State, player: Player) -> String {
    match state.name(player).as_str() {
        "you" => "You".to_owned(),
        _ => state.title(player),
    }
}

fn turn(state: &State, player: Player) -> String {
    let title = state.title(player);
    if state.kind(player) == PlayerKind::Human {
        let is_alone = state.kind(player.other()) != PlayerKind::Human;
        let color = capitalized(color_name(player));
        let opening = state.local.record.opening();
        if opening.n_to_place > 0 {
            let disc = color_name(state.game().side_to_move());
            let who = if is_alone { "Your turn: place" } else { &format!("{title} places") };
            return format!("{who} a {disc} disc, {} to go.", opening.n_to_place);
        }
        if opening.may_swap {
            let who = if is_alone { "Your turn" } else { &title };
            return format!("{who}: move, or x swaps sides.");
        }
        return match (is_alone, &state.name(player)[..]) {
            (true, "you") => format!("Your turn: {} to move.", color_name(player)),
            (_, "person") => format!("{color} to move."),
            _ => format!("{title} to move."),
        };
    }
    let is_thinking =
        state.assignment.is_some_and(|assignment| matches!(assignment.task, Task::Choose { .. }));
    if state.is_waiting {
        format!("{title} is paused: p lets it play.")
    } else if is_thinking {
        let seconds = state.now.saturating_sub(state.assignment_start).as_secs();
        let time = if seconds > 0 { format!(", {seconds} s; Esc cancels") } else { String::new() };
        format!("{title} is thinking{time}.")
    } else {
        format!("{title} to move.")
    }
}

/// The hint, if the person wants one.
fn hint(state: &State) -> Option<String> {
    if !state.wants_hint() || !state.asks_person() {
        return None;
    }
    let position = state.position();
    let Some(evaluation) = state.evaluations.get(position).filter(|known| known.is_complete) else {
        return Some("Hint: looking for one.".to_owned());
    };
    if let Some(advice) = evaluation.advice(position) {
        return Some(format!("Hint: {advice}."));
    }
    evaluation.guess.map(in_words)
}

/// The reason why no score has a star: all moves lose, or all are equally good.
fn outlook(state: &State) -> Option<String> {
    state.to_move().filter(|_| state.shows_scores)?;
    let position = state.position();
    let advice = state.evaluations.get(position)?.advice(position)?;
    advice.recommended().is_empty().then(|| format!("{}.", capitalized(&advice.to_string())))
}

/// The move that is played where none is proved to be best.
fn guess(state: &State) -> Option<String> {
    state.to_move().filter(|_| state.shows_scores)?;
    let guess = state.evaluations.get(state.position())?.guess?;
    Some(in_words(guess))
}

fn in_words(guess: Guess) -> String {
    format!("{}.", capitalized(&guess.to_string()))
}

/// A comment on the last move.
fn comment(state: &State) -> Option<String> {
    if !state.shows_review() {
        return None;
    }
    let n_moves = state.game().moves().len();
    let review = state.review(state.game());
    let played = review.moves().last()?.as_ref()?;
    let (column, symbol) = (played.column.letter(), played.grade.mark().symbol());
    Some(format!("Move {n_moves} ({column}{symbol}) {}.", played.comment()?))
}

/// The keys for an open game, a game that is over, and a game of machines. Every screen shows the last two keys of
/// each, and the others if there is room.
const KEYS: [&[(&str, &str)]; 3] = [
    &[
        ("1-7", "drop"),
        ("u", "undo"),
        ("i", "hint"),
        ("e", "scores"),
        ("w", "why"),
        ("n", "new"),
        ("s", "save"),
        ("?", "help"),
        ("q", "quit"),
    ],
    &[
        ("R", "again"),
        ("X", "rematch"),
        ("M", "mistakes"),
        ("w", "why"),
        ("n", "new"),
        ("s", "save"),
        ("?", "help"),
        ("q", "quit"),
    ],
    &[
        ("p", "pause"),
        ("+ -", "speed"),
        ("e", "scores"),
        ("n", "new"),
        ("?", "help"),
        ("q", "quit"),
    ],
];

/// The notice, or the most important keys.
pub(super) fn footer(state: &State, width: u16) -> Line<'static> {
    if let Some(notice) = &state.notice {
        let notice = capitalized(&printable(notice));
        return Line::styled(format!(" {notice}"), BOLD);
    }
    let keys = match state.outcome() {
        Some(_) => KEYS[1],
        None if state.has_person() => KEYS[0],
        None => KEYS[2],
    };
    let (first, always) = keys.split_at(keys.len() - 2);
    let length = |(key, what): &(&str, &str)| key.len() + what.len() + 3;
    let mut room = usize::from(width) - always.iter().map(length).sum::<usize>();
    let fits = |key: &&(&str, &str)| {
        room = room.saturating_sub(length(key));
        room > 0
    };
    let shown = first.iter().take_while(fits).chain(always);
    let mut spans = vec![Span::raw(" ")];
    for &(key, what) in shown {
        let last = state.size().columns().last().expect("a board has columns");
        let key = if key == "1-7" { format!("1-{last}") } else { key.to_owned() };
        spans.push(Span::styled(key, BOLD));
        spans.push(Span::styled(format!(" {what}  "), FAINT));
    }
    Line::from(spans)
}
