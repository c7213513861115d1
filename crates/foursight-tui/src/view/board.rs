//! The board: the disc above it, the cells, the frame, and the notes below the columns.

use foursight::{Cell, Column, Player, Size};
use foursight_engine::Solution;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::disc::{self, Shape};
use crate::layout::Layout;
use crate::state::State;
use crate::theme::{BOLD, FAINT, Theme};

pub(super) fn draw(state: &State, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    draw_preview(state, theme, layout, buffer);
    draw_frame(theme, layout, buffer);
    draw_cells(state, theme, layout, buffer);
    draw_notes(state, theme, layout, buffer);
}

/// The person's next disc, above the column of the cursor.
fn draw_preview(state: &State, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    if !state.asks_person() || state.fall.is_some() {
        return;
    }
    let cell = layout.cell_at(state.cursor, state.size().height());
    if state.position().can_play(state.cursor) {
        disc::draw(
            buffer,
            theme,
            Shape::Disc(state.game().side_to_move()),
            (cell, layout.preview),
            None,
        );
    } else {
        centered(buffer, cell, cell.bottom() - 1, "full", BOLD);
    }
}

/// Draws the frame to the left, to the right and below.
fn draw_frame(theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    let board = layout.board;
    let style = Style::new().fg(theme.board());
    let is_drawn = !theme.has_colors() || theme.is_ascii;
    let side = if is_drawn { theme.either('│', '|') } else { '█' };
    let floor = if is_drawn { theme.either('─', '-') } else { '▀' };
    let corners = if is_drawn { theme.either(['╰', '╯'], ['+', '+']) } else { ['▀', '▀'] };
    let (left, right, bottom) = (board.left(), board.right() - 1, board.bottom() - 1);
    for y in board.top()..bottom {
        buffer[(left, y)].set_char(side).set_style(style);
        buffer[(right, y)].set_char(side).set_style(style);
    }
    for x in left..=right {
        buffer[(x, bottom)].set_char(floor).set_style(style);
    }
    buffer[(left, bottom)].set_char(corners[0]);
    buffer[(right, bottom)].set_char(corners[1]);
}

fn draw_cells(state: &State, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    let position = state.position();
    let size = state.size();
    let lines = position.completed_lines();
    let is_winning = |cell| lines.iter().any(|line| line.cells.contains(cell));
    let cells =
        size.columns().flat_map(|column| (0..size.height()).map(move |row| Cell { column, row }));
    for cell in cells {
        let area = layout.cell_at(cell.column, cell.row);
        let is_falling = state.fall.is_some_and(|fall| fall.cell == cell);
        let player = position.disc_at(cell).filter(|_| !is_falling);
        let shape = player.map_or(Shape::Hole, Shape::Disc);
        let is_winning = state.fall.is_none() && is_winning(cell);
        let background = if is_winning { theme.winning_board() } else { theme.board() };
        disc::draw(buffer, theme, shape, (area, area), Some(background));
        if is_winning {
            draw_marks(buffer, theme, area, theme.either(['┏', '┓', '┗', '┛', '┃'], ['['; 5]));
        } else if state.last_move() == Some(cell) && !is_falling {
            draw_marks(buffer, theme, area, theme.either(['╭', '╮', '╰', '╯', ' '], ['('; 5]));
        }
    }
    draw_fall(state, theme, layout, buffer);
}

/// Draws marks to the left and right of a disc: the corners and the characters between them.
fn draw_marks(buffer: &mut Buffer, theme: Theme, area: Rect, marks: [char; 5]) {
    let closing = |mark| match mark {
        '[' => ']',
        '(' => ')',
        other => other,
    };
    let [above_left, above_right, below_left, below_right, between] = marks;
    if area.height == 1 {
        let (left, right) = if matches!(above_left, '╭' | '(') { ('(', ')') } else { ('[', ']') };
        buffer[(area.x, area.y)].set_char(left).set_style(theme.marks());
        buffer[(area.x + 2, area.y)].set_char(right).set_style(theme.marks());
        return;
    }
    let (top, bottom) = (area.top(), area.bottom() - 1);
    for y in top..=bottom {
        let (left, right) = match y {
            _ if y == top => (above_left, above_right),
            _ if y == bottom => (below_left, below_right),
            _ => (between, between),
        };
        buffer[(area.left(), y)].set_char(left).set_style(theme.marks());
        buffer[(area.right() - 1, y)].set_char(closing(right)).set_style(theme.marks());
    }
}

/// The disc on its way down, over the holes that it passes.
fn draw_fall(state: &State, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    let Some(fall) = state.fall else { return };
    let player = state.game().side_to_move().other();
    let above = layout.cell_at(fall.cell.column, state.size().height());
    let depth = fall.depth(state.now) * f64::from(layout.cell.1);
    let area = Rect { y: above.y + depth as u16, ..above };
    let column = above.union(layout.cell_at(fall.cell.column, 0));
    let is_inside = area.y >= layout.board.y;
    let background = is_inside.then(|| theme.board());
    disc::draw(buffer, theme, Shape::Disc(player), (area, column), background);
}

/// The numbers and letters of the columns, scores and words.
fn draw_notes(state: &State, theme: Theme, layout: &Layout, buffer: &mut Buffer) {
    let position = state.position();
    let shown = state.evaluations.get(position).filter(|_| state.to_move().is_some());
    let shown = shown.filter(|_| state.wants_evaluation());
    let recommended = shown.map(|evaluation| evaluation.recommended(position)).unwrap_or_default();
    for column in state.size().columns() {
        let area = layout.cell_at(column, 0);
        let is_good = recommended.contains(&column);
        draw_number(state, theme, (area, layout.notes.y), column, is_good, buffer);
        let Some(solution) = shown.and_then(|known| known.scores.get(column)) else { continue };
        if !state.shows_scores {
            continue;
        }
        let style = if is_good { theme.good() } else { Style::new() };
        centered(buffer, area, layout.notes.y + 1, &short(solution), style);
        if layout.notes.height > 2 {
            centered(buffer, area, layout.notes.y + 2, &short_words(state, solution), style);
        }
    }
}

fn draw_number(
    state: &State,
    theme: Theme,
    (area, y): (Rect, u16),
    column: Column,
    is_good: bool,
    buffer: &mut Buffer,
) {
    let is_cursor = column == state.cursor && state.asks_person();
    let style = match (is_good, is_cursor) {
        (true, _) => theme.good(),
        (false, true) => BOLD,
        (false, false) => FAINT,
    };
    let style = if is_cursor { style.add_modifier(Modifier::UNDERLINED) } else { style };
    // Keys and moves have the number, sentences the letter.
    let star = if is_good { "*" } else { "" };
    centered(buffer, area, y, &format!("{star}{column}{}", column.letter()), style);
}

/// Text in the middle of a cell, in row `y`.
fn centered(buffer: &mut Buffer, area: Rect, y: u16, text: &str, style: Style) {
    // The smallest cells have their disc left of the middle.
    let width = if area.height == 1 { area.width - 1 } else { area.width };
    let x = area.x + width.saturating_sub(text.chars().count() as u16) / 2;
    buffer.set_stringn(x, y, text, usize::from(area.width), style);
}

/// A score with its sign; `?` if it is not proved.
pub(super) fn short(solution: &Solution) -> String {
    let score = solution.score().map(foursight::Score::value);
    score.map_or(
        "?".to_owned(),
        |value| if value > 0 { format!("+{value}") } else { value.to_string() },
    )
}

/// `win 7`, `draw`, `loss 12`; nothing if it is not proved.
pub(super) fn short_words(state: &State, solution: &Solution) -> String {
    let Some(verdict) = solution.verdict() else { return String::new() };
    match solution.score().and_then(|score| score.moves_to_end(state.position())) {
        Some(n) => format!("{} {n}", verdict.noun()),
        None => verdict.noun().to_owned(),
    }
}

/// The disc of a player in a line of text.
pub(super) fn bullet(theme: Theme, player: Player) -> ratatui::text::Span<'static> {
    ratatui::text::Span::styled(theme.disc(player).to_string(), theme.of(player))
}
