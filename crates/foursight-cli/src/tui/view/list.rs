//! The list of moves, with marks.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::tui::state::{State, whole};
use crate::tui::theme::{FAINT, Theme};

/// The characters that a pair of moves takes: `12. 4?? 3?!  `.
const PAIR_WIDTH: usize = 13;

/// The pairs of moves, as many rows as there are; that of the position on the screen is among them.
pub(super) fn lines(
    state: &State,
    theme: Theme,
    width: usize,
    n_rows: usize,
) -> Vec<Line<'static>> {
    let game = whole(state.game());
    let n_pairs = game.moves().len().div_ceil(2);
    let per_row = (width / PAIR_WIDTH).max(1);
    let n_all = n_pairs.div_ceil(per_row);
    let here = state.game().moves().len().saturating_sub(1) / 2 / per_row;
    let first = (here + 1).saturating_sub(n_rows).min(n_all.saturating_sub(n_rows));
    let rows = (first..n_all).take(n_rows).map(|row| {
        let pairs = (row * per_row..(row + 1) * per_row).filter(|&pair| pair < n_pairs);
        Line::from(
            pairs.flat_map(|pair| pair_of_moves(state, theme, &game, pair)).collect::<Vec<_>>(),
        )
    });
    rows.collect()
}

fn pair_of_moves(
    state: &State,
    theme: Theme,
    game: &foursight::Game<foursight::AnySize>,
    pair: usize,
) -> Vec<Span<'static>> {
    let here = state.game().moves().len();
    let mut spans = vec![Span::styled(format!("{:>2}. ", pair + 1), FAINT)];
    for ply in [2 * pair, 2 * pair + 1] {
        let Some(column) = game.moves().get(ply) else { break };
        let grade = state.evaluations.grade(game, ply).filter(|_| state.shows_review());
        let mark = grade.map(foursight::Grade::mark);
        let style = mark.map_or(Style::new(), |mark| theme.mark(mark));
        let style = match ply + 1 {
            n if n == here => style.add_modifier(Modifier::REVERSED | Modifier::BOLD),
            n if n > here => style.add_modifier(Modifier::DIM),
            _ => style,
        };
        let text = format!("{column}{}", mark.map_or("", foursight::Mark::symbol));
        let padding = " ".repeat(4 - text.chars().count());
        spans.extend([Span::styled(text, style), Span::raw(padding)]);
    }
    spans
}
