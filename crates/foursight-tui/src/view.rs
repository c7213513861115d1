//! The screen, drawn from the state.

mod board;
mod dialogs;
mod disc;
mod graph;
mod panel;
mod reason;
pub(super) mod status;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Stylize;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::Layout;
use super::state::State;
use super::theme::Theme;

/// Draws `state` on the whole screen.
pub(crate) fn view(state: &State, theme: Theme, frame: &mut Frame<'_>) {
    let area = frame.area();
    let Some(layout) = Layout::new(state.size(), (area.width, area.height)) else {
        return too_small(state, frame);
    };
    frame.render_widget(status::title(state, theme, layout.title.width), layout.title);
    board::draw(state, theme, &layout, frame.buffer_mut());
    if let Some(area) = layout.panel {
        panel::draw(state, theme, area, frame.buffer_mut());
    }
    let status = status::status(state, theme, layout.status.height);
    frame.render_widget(Paragraph::new(status), layout.status);
    frame.render_widget(status::footer(state, layout.footer.width), layout.footer);
    if let Some(dialog) = &state.dialog {
        dialogs::draw(dialog, state, theme, frame);
    }
}

/// Shows the required size.
fn too_small(state: &State, frame: &mut Frame<'_>) {
    let area = frame.area();
    let (width, height) = Layout::smallest(state.size());
    let lines = [
        Line::from("The window is too small").bold(),
        Line::from(format!("it has {} x {}", area.width, area.height)),
        Line::from(format!("it needs {width} x {height}")),
        Line::from("(columns x rows; q quits)"),
    ];
    let y = area.height.saturating_sub(lines.len() as u16) / 2;
    let n_rows = area.height.min(lines.len() as u16);
    let text = Paragraph::new(lines.to_vec()).alignment(Alignment::Center);
    frame.render_widget(text, Rect::new(0, y, area.width, n_rows));
}
