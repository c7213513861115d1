//! The evaluation graph: who was ahead after each move, bars above the line for red and below for
//! yellow.

use foursight::{AnySize, Player, Position, Score};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::state::{State, whole};
use crate::theme::{FAINT, Theme};

/// Eighths of a character, filled from below.
const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the graph: a line in the middle, and as many rows above as below.
pub(super) fn draw(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let game = whole(state.game());
    let review = state.review(&game);
    let n_positions = game.positions().len();
    let half = (area.height - 1) / 2;
    let middle = area.y + half;
    let here = state.game().moves().len();
    // Two characters per position if there is room. If there is not even room for one each, the graph shows as many
    // late positions as fit and include the shown one.
    let step = if n_positions * 2 <= usize::from(area.width) { 2 } else { 1 };
    let n_shown = n_positions.min(usize::from(area.width) / step);
    let skipped = (n_positions - n_shown).min(here);
    for x in area.left()..area.right() {
        buffer[(x, middle)].set_char(theme.either('─', '-')).set_style(FAINT);
    }
    for (index, position) in game.positions().iter().enumerate().skip(skipped).take(n_shown) {
        let x = area.x + ((index - skipped) * step) as u16;
        if let Some(score) = review.evaluation()[index] {
            let share = share(score, position);
            bar(theme, (x, middle), half, share, buffer);
        }
        if index == here {
            let symbol = theme.either('◆', '^');
            let style = Style::new().add_modifier(Modifier::BOLD);
            buffer[(x, middle)].set_char(symbol).set_style(style);
        }
    }
}

/// The height of a bar: 0 for a draw, otherwise the higher the nearer the win, up to 1 or -1 for a win with the next
/// disc.
fn share(score: Score, position: &Position<AnySize>) -> f64 {
    let highest = Score::win_now(position).value().max(1);
    let size = f64::from(score.value().abs()) / f64::from(highest);
    // Even a distant win is a win, so its bar must not be almost invisible.
    if score == Score::DRAW {
        0.0
    } else {
        size.clamp(0.0, 1.0).mul_add(0.75, 0.25) * f64::from(score.value().signum())
    }
}

fn bar(theme: Theme, (x, middle): (u16, u16), half: u16, share: f64, buffer: &mut Buffer) {
    let player = if share > 0.0 { Player::First } else { Player::Second };
    let style = theme.beside_board(player);
    let eighths = (share.abs() * f64::from(half) * 8.0).round() as u16;
    for row in 0..half {
        let filled = eighths.saturating_sub(row * 8).min(8);
        if filled == 0 {
            break;
        }
        let y = if share > 0.0 { middle - 1 - row } else { middle + 1 + row };
        let eighth = EIGHTHS[usize::from(filled) - 1];
        let (symbol, style) = match player {
            Player::First => (theme.either(eighth, 'X'), style),
            _ if theme.is_ascii => ('O', style),
            // There are no characters that are filled from above, so the empty part is drawn in reversed colors.
            Player::Second if filled == 8 => ('█', style),
            Player::Second => {
                (EIGHTHS[usize::from(8 - filled) - 1], style.add_modifier(Modifier::REVERSED))
            }
        };
        buffer[(x, y)].set_char(symbol).set_style(style);
    }
}
