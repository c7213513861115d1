//! The list of moves, with marks.

use foursight::{Column, Mark};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::state::{State, whole};
use crate::theme::{FAINT, Theme};

/// The width of a move in characters: `4??? `.
const MOVE_WIDTH: usize = 5;
/// The width of a pair of moves: `12. 4??? 3?!  `.
const PAIR_WIDTH: usize = 4 + 2 * MOVE_WIDTH;

/// The pairs of moves, red's first, in `n_rows` rows at most; they include the position on the screen.
pub(super) fn lines(
    state: &State,
    theme: Theme,
    width: usize,
    n_rows: usize,
) -> Vec<Line<'static>> {
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
