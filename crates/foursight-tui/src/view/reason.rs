//! The reason for a result or a mistake: a board with signs, sentences, and the line that shows it.

use foursight::Player;
use foursight_render::{Diagram, TextStyle};
use ratatui::text::{Line, Span};

use crate::dialog::{N_FRAME_COLUMNS, ReasonView};
use crate::event::{Assignment, Task};
use crate::game::{WhyAnswer, overlay};
use crate::state::State;
use crate::text::{capitalized, color_name, in_ascii, wrapped};
use crate::theme::{BOLD, FAINT, Theme};

/// The maximum width; longer lines are hard to read.
const MAX_WIDTH: usize = 72;

pub(super) fn lines(
    view: &ReasonView,
    state: &State,
    theme: Theme,
    width: u16,
) -> Vec<Line<'static>> {
    let Some(answer) = &view.answer else {
        return vec![Line::styled(progress(state), FAINT)];
    };
    let width = usize::from(width.saturating_sub(N_FRAME_COLUMNS)).min(MAX_WIDTH);
    let heading = wrapped(view.headline.as_ref().unwrap_or(&answer.heading), width);
    let mut lines: Vec<Line<'static>> =
        heading.into_iter().map(|line| Line::styled(line, BOLD)).collect();
    lines.push(Line::default());
    let game = view.game(answer);
    let diagram = Diagram::of_game(&game);
    let diagram = match view.step {
        0 => diagram.with_overlay(overlay(&answer.why)),
        _ => diagram.with_coordinates(),
    };
    let board = diagram.to_text(TextStyle::Letters);
    lines.extend(board.lines().map(|line| colored(line, theme)));
    lines.push(Line::default());
    let mut said = answer.why.lines();
    if theme.is_ascii {
        said = said.iter().map(|line| in_ascii(line)).collect();
    }
    lines.extend(said.iter().flat_map(|line| indented(line, width)).map(Line::from));
    lines.extend(step(view, answer));
    lines
}

/// The line, wrapped with the spaces that it begins with.
fn indented(line: &str, width: usize) -> Vec<String> {
    let n_spaces = line.len() - line.trim_start().len();
    let words = wrapped(line, width.saturating_sub(n_spaces));
    words.into_iter().map(|words| format!("{:n_spaces$}{words}", "")).collect()
}

/// The time that the search for the reason has taken so far.
fn progress(state: &State) -> String {
    let explains = |assignment: &Assignment| matches!(assignment.task, Task::Explain(_));
    let seconds = state.now.saturating_sub(state.assignment_start).as_secs();
    match state.assignment.filter(explains) {
        Some(assignment) if seconds > 0 => {
            let most = assignment.time.as_secs();
            format!("Looking for the reason: {seconds} s of {most} s.")
        }
        _ => "Looking for the reason.".to_owned(),
    }
}

/// Colors the discs, the only capital letters on a board, as everywhere on the screen.
fn colored(line: &str, theme: Theme) -> Line<'static> {
    let spans = line.chars().map(|symbol| match symbol {
        'X' => super::board::bullet(theme, Player::First),
        'O' => super::board::bullet(theme, Player::Second),
        other => Span::raw(other.to_string()),
    });
    Line::from(spans.collect::<Vec<_>>())
}

/// The place in the line; `None` if there is no line.
fn step(view: &ReasonView, answer: &WhyAnswer) -> Option<Line<'static>> {
    let n_steps = answer.why.line.len();
    let game = view.game(answer);
    let text = match game.moves().last().filter(|_| view.step > 0) {
        _ if n_steps == 0 => return None,
        None if n_steps == 1 => "Right plays the line: 1 move.".to_owned(),
        None => format!("Right plays the line: {n_steps} moves."),
        Some(column) => {
            let side = capitalized(color_name(game.position().side_to_move().other()));
            format!("Move {} of {n_steps}: {side} plays {}.", view.step, column.letter())
        }
    };
    Some(Line::styled(text, FAINT))
}
