//! The panel beside the board: players, scores, graph, moves, and the players' accuracy.

use foursight::{Accuracy, Column, Mark, Player, Size};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::board::{bullet, short, short_words};
use super::graph;
use crate::evaluation::words;
use crate::state::{State, whole};
use crate::text::{capitalized, color_name};
use crate::theme::{BOLD, FAINT, Theme};

/// From this height on, there is an empty row before each heading.
const AIRY: u16 = 32;

/// From this width on there is room for `wins in 12 moves`.
const WIDE: u16 = 26;

/// The fewest rows left for the list of moves.
const MIN_MOVES: u16 = 3;

/// Draws the panel from the top, each part where there is room for it.
pub(super) fn draw(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let mut rest = Rows { area, y: area.y };
    rest.write(buffer, &players(state, theme));
    if state.shows_scores && state.to_move().is_some() {
        let lines = scores(state, theme, area.width);
        if rest.has_room_for(lines.len() as u16) {
            rest.heading(buffer, theme, "Scores");
            rest.write(buffer, &lines);
        }
    }
    if state.shows_review() {
        let height = if rest.room() > 26 { 9 } else { 5 };
        if rest.has_room_for(height) {
            rest.heading(buffer, theme, "Who is ahead");
            graph::draw(state, theme, rest.take(height), buffer);
        }
    }
    draw_moves(state, theme, rest, buffer);
}

/// Draws the moves and, at the end of the game, how good they were.
fn draw_moves(state: &State, theme: Theme, mut rest: Rows, buffer: &mut Buffer) {
    let mut accuracy = accuracy(state, theme);
    let mut n_below = rest.n_with_heading(accuracy.len() as u16);
    if accuracy.is_empty() || !rest.has_room_for(accuracy.len() as u16) {
        accuracy.clear();
        n_below = 0;
    }
    let n_rows = rest.room().saturating_sub(rest.n_with_heading(n_below));
    if n_rows > 0 && !whole(state.game()).moves().is_empty() {
        rest.heading(buffer, theme, "Moves");
        let width = usize::from(rest.area.width);
        let lines = list_of_moves(state, theme, width, usize::from(n_rows));
        rest.write(buffer, &lines);
    }
    if !accuracy.is_empty() {
        rest.heading(buffer, theme, "Accuracy: best, kept");
        rest.write(buffer, &accuracy);
    }
}

/// The rows that are left.
struct Rows {
    area: Rect,
    y: u16,
}

impl Rows {
    fn room(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    /// The height of `n_rows` rows with a heading.
    fn n_with_heading(&self, n_rows: u16) -> u16 {
        n_rows + if self.area.height >= AIRY { 2 } else { 1 }
    }

    /// Whether there is room for `n_rows` rows with a heading, and for moves below.
    fn has_room_for(&self, n_rows: u16) -> bool {
        self.room() >= self.n_with_heading(n_rows) + MIN_MOVES
    }

    fn take(&mut self, n_rows: u16) -> Rect {
        let n_rows = n_rows.min(self.room());
        let taken = Rect { y: self.y, height: n_rows, ..self.area };
        self.y += n_rows;
        taken
    }

    fn write(&mut self, buffer: &mut Buffer, lines: &[Line<'_>]) {
        for line in lines {
            let row = self.take(1);
            if row.height > 0 {
                buffer.set_line(row.x, row.y, line, row.width);
            }
        }
    }

    /// A horizontal line with a heading in it.
    fn heading(&mut self, buffer: &mut Buffer, theme: Theme, words: &str) {
        if self.area.height >= AIRY {
            self.take(1);
        }
        let width = usize::from(self.area.width);
        let dashes = theme.either("─", "-").repeat(width.saturating_sub(words.len() + 4));
        let start = theme.either("──", "--");
        let line = Line::styled(format!("{start} {words} {dashes}"), FAINT);
        self.write(buffer, &[line]);
    }
}

/// A line for each player, with an arrow at the one to move.
fn players(state: &State, theme: Theme) -> Vec<Line<'static>> {
    let line = |player: Player| {
        let is_next = state.to_move() == Some(player);
        let arrow = if is_next { theme.either("▸ ", "> ") } else { "  " };
        let color = capitalized(color_name(player));
        let style = if is_next { BOLD } else { Style::new() };
        let name = match state.name(player).as_str() {
            "person" => String::new(),
            name => format!("  {name}"),
        };
        Line::from(vec![
            Span::styled(arrow, BOLD),
            bullet(theme, player),
            Span::styled(format!(" {color:<6}{name}"), style),
        ])
    };
    vec![line(Player::First), line(Player::Second)]
}

/// A line for each column: its score, in numbers and words.
fn scores(state: &State, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let position = state.position();
    let known = state.evaluations.get(position);
    let recommended = known.map(|known| known.recommended(position)).unwrap_or_default();
    let line = |column| {
        let is_good = recommended.contains(&column);
        let mark = if is_good { "*" } else { " " };
        let solution = known.and_then(|known| known.scores.get(column));
        let text = match solution {
            None if !position.can_play(column) => "      full".to_owned(),
            None => "      ...".to_owned(),
            Some(solution) => {
                let is_wide = width >= WIDE;
                let words =
                    if is_wide { words(position, solution) } else { short_words(state, solution) };
                format!("{:>4}  {words}", short(solution))
            }
        };
        let style = if is_good { theme.good() } else { Style::new() };
        Line::styled(format!("{mark}{column} {text}"), style)
    };
    state.size().columns().map(line).collect()
}

/// A line for each player of a game that is over: the share of best moves, and of moves that kept the result.
fn accuracy(state: &State, theme: Theme) -> Vec<Line<'static>> {
    let game = whole(state.game());
    if game.outcome().is_none() && state.local.record.decision.is_none() {
        return Vec::new();
    }
    let review = state.review(&game);
    let of = |player: Player| {
        // Nobody chose the moves of the opening.
        let graded = review.moves().iter().skip(state.local.record.n_before_play()).flatten();
        let graded = graded.filter(|played| played.player == player);
        let accuracy: Accuracy = graded.map(|played| played.grade).collect();
        let (best, kept) = (accuracy.best_share()?, accuracy.kept_share()?);
        let text = format!(
            " {:<6} {:>3.0} % {:>3.0} %  ({})",
            capitalized(color_name(player)),
            best * 100.0,
            kept * 100.0,
            accuracy.n_graded()
        );
        Some(Line::from(vec![bullet(theme, player), Span::raw(text)]))
    };
    [Player::First, Player::Second].into_iter().filter_map(of).collect()
}

/// The width of a move in characters: `4??? `.
const MOVE_WIDTH: usize = 5;
/// The width of a pair of moves: `12. 4??? 3?!  `.
const PAIR_WIDTH: usize = 4 + 2 * MOVE_WIDTH;

/// The pairs of moves, red's first, in `n_rows` rows at most; they include the position on the screen.
fn list_of_moves(state: &State, theme: Theme, width: usize, n_rows: usize) -> Vec<Line<'static>> {
    let game = whole(state.game());
    // Where yellow began, red's place in the first pair is empty.
    let n_empty = game.start().ply() % 2;
    let n_pairs = (n_empty + game.moves().len()).div_ceil(2);
    let per_row = (width / PAIR_WIDTH).max(1);
    let n_all = n_pairs.div_ceil(per_row);
    let here = (n_empty + state.game().moves().len()).saturating_sub(1) / 2 / per_row;
    let first = (here + 1).saturating_sub(n_rows).min(n_all.saturating_sub(n_rows));
    let review = state.review(&game);
    let mark = |ply: usize| {
        let played = review.moves().get(ply)?.as_ref().filter(|_| state.shows_review());
        played.map(|played| played.grade.mark())
    };
    let pair_of_moves = |pair: usize| {
        let number = Span::styled(format!("{:>2}. ", pair + 1), FAINT);
        let plies = [2 * pair, 2 * pair + 1].map(|place| place.checked_sub(n_empty));
        let moves = plies.into_iter().flat_map(|ply| {
            one_move(
                state,
                theme,
                ply.and_then(|ply| Some((ply, *game.moves().get(ply)?, mark(ply)))),
            )
        });
        [number].into_iter().chain(moves).collect::<Vec<_>>()
    };
    let rows = (first..n_all).take(n_rows).map(|row| {
        let pairs = (row * per_row..(row + 1) * per_row).filter(|&pair| pair < n_pairs);
        Line::from(pairs.flat_map(pair_of_moves).collect::<Vec<_>>())
    });
    rows.collect()
}

/// The move at `ply` with its mark, padded to its width.
fn one_move(
    state: &State,
    theme: Theme,
    played: Option<(usize, Column, Option<Mark>)>,
) -> [Span<'static>; 2] {
    let Some((ply, column, mark)) = played else {
        return [Span::raw(" ".repeat(MOVE_WIDTH)), Span::default()];
    };
    let style = mark.map_or(Style::new(), |mark| theme.mark(mark));
    let here = state.game().moves().len();
    let style = match ply + 1 {
        n if n == here => style.add_modifier(Modifier::REVERSED | Modifier::BOLD),
        n if n > here => style.add_modifier(Modifier::DIM),
        _ => style,
    };
    let text = format!("{column}{}", mark.map_or("", Mark::symbol));
    let padding = " ".repeat(MOVE_WIDTH - text.chars().count());
    [Span::styled(text, style), Span::raw(padding)]
}
