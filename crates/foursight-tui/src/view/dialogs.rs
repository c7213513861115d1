//! Draws the dialogs over the board.

use foursight::{OpeningRule, Player};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::board::bullet;
use crate::dialog::{
    Dialog, Field, FilePick, Form, HelpLine, HelpView, N_FRAME_COLUMNS, N_FRAME_ROWS, NameField,
    Purpose,
};
use crate::game::{PlayerKind, summary};
use crate::state::State;
use crate::text::{capitalized, color_name, wrapped};
use crate::theme::{BOLD, CHOSEN, FAINT, Theme};

const ASCII_BORDER: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// A box with a title, lines, and a line of keys.
struct Window {
    title: &'static str,
    lines: Vec<Line<'static>>,
    keys: &'static str,
    /// The number of lines above the window.
    above: u16,
}

pub(super) fn draw(dialog: &Dialog, state: &State, theme: Theme, frame: &mut Frame<'_>) {
    let window = match dialog {
        Dialog::Help(view) => help(view, frame.area().width),
        Dialog::NewGame(form) => new_game(form, theme, frame.area()),
        Dialog::Name(field) => name(field, theme, frame.area().width),
        Dialog::Exists(path) => {
            let text = format!("{} already exists.", path.display());
            Window::new("Save", vec![Line::from(text)], "r replace   a append the game   Esc back")
        }
        Dialog::Pick(pick) => games(pick, frame.area()),
        Dialog::Copy => copy(),
        Dialog::Reason(view) => {
            let lines = super::reason::lines(view, state, theme, frame.area().width);
            let keys = "Left Right step   j k scroll   Esc back";
            Window { above: view.above, ..Window::new("Why?", lines, keys) }
        }
        Dialog::Quit => {
            let is_over = state.local.whole().outcome().is_some();
            let text = if is_over {
                "The game is over, but not saved."
            } else {
                "The game is not over, and not saved."
            };
            Window::new("Quit?", vec![Line::from(text)], "y quit   s save   Esc back")
        }
        Dialog::Leave(..) => {
            let text = "The current game is not over, and not saved.";
            Window::new("Another game?", vec![Line::from(text)], "y begin   s save   Esc back")
        }
        Dialog::Resign(player) => {
            let color = color_name(player.other());
            let text = format!("{} resigns, and {color} wins.", state.title(*player));
            Window::new("Resign?", vec![Line::from(text)], "y resign   Esc back")
        }
    };
    window.draw(theme, frame);
}

impl Window {
    fn new(title: &'static str, lines: Vec<Line<'static>>, keys: &'static str) -> Self {
        Self { title, lines, keys, above: 0 }
    }

    fn draw(self, theme: Theme, frame: &mut Frame<'_>) {
        let screen = frame.area();
        let most = usize::from(screen.width.saturating_sub(N_FRAME_COLUMNS));
        let keys = keys_in_lines(self.keys, most);
        let lines: Vec<Line<'static>> =
            self.lines.into_iter().flat_map(|line| fitted(line, most)).collect();
        let key_widths = keys.iter().map(|line| line.chars().count());
        let widths = lines.iter().map(Line::width).chain(key_widths).chain([30]);
        let width = widths.max().unwrap_or(0) as u16;
        let width = width.saturating_add(N_FRAME_COLUMNS).min(screen.width);
        let n_keys = keys.len() as u16;
        let height = (lines.len() as u16 + N_FRAME_ROWS - 1 + n_keys).min(screen.height);
        let area =
            Rect { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
        let border = theme.either(border::ROUNDED, ASCII_BORDER);
        let title = format!(" {} ", self.title);
        let block = Block::bordered().border_set(border).title(Span::styled(title, BOLD));
        let inner = block.inner(area);
        frame.render_widget(Clear, area);
        frame.render_widget(block, area);
        let body = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            height: inner.height.saturating_sub(1 + n_keys),
            ..inner
        };
        let last = (lines.len() as u16).saturating_sub(body.height);
        let text = Paragraph::new(lines).scroll((self.above.min(last), 0));
        frame.render_widget(text, body);
        let height = n_keys.min(inner.height);
        let area = Rect { y: inner.bottom() - height, height, ..body };
        let keys = keys.into_iter().map(|line| Line::styled(line, FAINT));
        frame.render_widget(Paragraph::new(keys.collect::<Vec<_>>()), area);
    }
}

/// Keys, separated by three spaces, in lines of `width` characters.
fn keys_in_lines(keys: &str, width: usize) -> Vec<String> {
    const GAP: &str = "   ";
    let mut lines: Vec<String> = Vec::new();
    for key in keys.split(GAP) {
        match lines.last_mut() {
            Some(line) if line.len() + GAP.len() + key.len() <= width => {
                *line += &[GAP, key].concat();
            }
            _ => lines.push(key.to_owned()),
        }
    }
    lines
}

/// A line wrapped to `width` characters: its last part continues below itself.
fn fitted(mut line: Line<'static>, width: usize) -> Vec<Line<'static>> {
    if line.width() <= width {
        return vec![line];
    }
    let last = line.spans.pop().unwrap_or_default();
    let indent = line.width();
    let parts = wrapped(&last.content, width.saturating_sub(indent).max(1));
    let starts = std::iter::once(line).chain(std::iter::repeat_with(|| " ".repeat(indent).into()));
    let lines = starts.zip(parts).map(|(mut start, part)| {
        start.push_span(Span::styled(part, last.style));
        start
    });
    lines.collect()
}

fn help(view: &HelpView, n_columns: u16) -> Window {
    let lines = view.lines(n_columns).into_iter().map(|line| match line {
        HelpLine::Title(title) => Line::styled(title, BOLD),
        HelpLine::Text(text) => Line::from(text),
    });
    Window { above: view.above, ..Window::new("Help", lines.collect(), "j k scroll   Esc back") }
}

/// The fewest rows of a screen on which the form has empty lines.
const AIRY: u16 = 20;

fn new_game(form: &Form, theme: Theme, screen: Rect) -> Window {
    let player = |field, player: Player, kind| {
        let name = format!(" {:<11}", capitalized(color_name(player)));
        answer(form, theme, field, vec![bullet(theme, player), Span::raw(name)], &describe(kind))
    };
    let number = |field, name: &'static str, number: usize| {
        answer(form, theme, field, vec![label(name)], &number.to_string())
    };
    let rule = match form.opening_rule {
        OpeningRule::None => "none",
        OpeningRule::Pie => "pie, after 1 disc",
        OpeningRule::Swap => "swap, after 3 discs",
    };
    let examples = if screen.height < AIRY { "" } else { "moves such as 44, or empty" };
    let start = if form.focus == Field::Start { CHOSEN } else { BOLD };
    let mut lines = vec![
        player(Field::Red, Player::First, form.players[0]),
        player(Field::Yellow, Player::Second, form.players[1]),
        Line::default(),
        number(Field::Width, "Columns", form.width),
        number(Field::Height, "Rows", form.height),
        number(Field::Connect, "In a row", form.connect),
        answer(form, theme, Field::OpeningRule, vec![label("Opening rule")], rule),
        position(form, theme, screen.width),
        Line::from(vec![label(""), Span::styled(examples, FAINT)]),
        Line::default(),
        Line::from(vec![label(""), Span::styled("  Play  ", start)]),
        Line::styled(form.error.clone().unwrap_or_default(), BOLD),
    ];
    lines.retain(|line| screen.height >= AIRY || !line.to_string().trim().is_empty());
    Window::new("New game", lines, "Up Down choose   Left Right change   Enter play   ? help")
}

fn label(name: &str) -> Span<'static> {
    Span::raw(format!("{name:<13}"))
}

/// A label and what was chosen, between arrows where the keys change it.
fn answer(
    form: &Form,
    theme: Theme,
    field: Field,
    mut label: Vec<Span<'static>>,
    value: &str,
) -> Line<'static> {
    label.push(if form.focus == field {
        let [left, right] = theme.either(["◂", "▸"], ["<", ">"]);
        Span::styled(format!("{left} {value} {right}"), CHOSEN)
    } else {
        Span::raw(format!("  {value}"))
    });
    Line::from(label)
}

/// The position as typed so far, with a cursor.
fn position(form: &Form, theme: Theme, n_columns: u16) -> Line<'static> {
    let is_focus = form.focus == Field::Position;
    let cursor = if is_focus { theme.either("▏", "_") } else { "" };
    let style = if is_focus { CHOSEN } else { Style::new() };
    let n_chars = usize::from(n_columns.saturating_sub(N_FRAME_COLUMNS + 18)).min(24);
    let text = format!("  {}{cursor}  ", last_chars(&form.position, n_chars));
    Line::from(vec![label("Position"), Span::styled(text, style)])
}

/// The typed text, or only its end if it is long.
fn last_chars(text: &str, n_chars: usize) -> String {
    let skipped = text.chars().count().saturating_sub(n_chars);
    text.chars().skip(skipped).collect()
}

/// `a person`, `level 6`.
fn describe(kind: PlayerKind) -> String {
    match kind {
        PlayerKind::Human => "a person".to_owned(),
        PlayerKind::Machine(_) => match kind.level().map(foursight_engine::Level::number) {
            Some(0) => "level 0, random".to_owned(),
            Some(10) => "level 10, perfect".to_owned(),
            Some(level) => format!("level {level}"),
            None => kind.to_string(),
        },
    }
}

fn name(field: &NameField, theme: Theme, n_columns: u16) -> Window {
    let n_chars = usize::from(n_columns.saturating_sub(N_FRAME_COLUMNS + 7)).min(50);
    let cursor = theme.either("▏", "_");
    let line = Line::from(vec![
        Span::raw("File: "),
        Span::raw(last_chars(&field.text, n_chars)),
        Span::raw(cursor),
    ]);
    match field.purpose {
        Purpose::Save => {
            Window::new("Save the game", vec![line], "Enter save   Ctrl-U clear   Esc back")
        }
        Purpose::Open => {
            Window::new("Open a game", vec![line], "Enter open   Ctrl-U clear   Esc back")
        }
    }
}

/// The games of a file around the chosen one, as many as there is room for.
fn games(pick: &FilePick, screen: Rect) -> Window {
    let width = usize::from(screen.width.saturating_sub(8));
    let n_games = pick.games.len();
    let n_rows = n_games.min(usize::from(screen.height.saturating_sub(N_FRAME_ROWS)));
    let above = pick.chosen.saturating_sub(n_rows / 2).min(n_games - n_rows);
    // Where not all games are seen, the window keeps its width from one to the next.
    let n_least = if n_rows < n_games { width } else { 0 };
    let n_digits = n_games.to_string().len().max(3);
    let line = |(index, game)| {
        let style = if index == pick.chosen { CHOSEN } else { Style::new() };
        let summary = foursight_files::printable(&summary(game));
        let text = format!("{:>n_digits$}  {summary}", index + 1);
        Line::styled(format!("{text:<n_least$.width$}"), style)
    };
    let lines = pick.games.iter().enumerate().skip(above).take(n_rows).map(line);
    Window::new("Which game?", lines.collect(), "j k choose   Enter open   Esc back")
}

fn copy() -> Window {
    let line = |key: &'static str, what: &'static str| {
        Line::from(vec![Span::styled(key, BOLD), Span::raw("  "), Span::raw(what)])
    };
    let lines = vec![
        line("g", "the game, as a game file"),
        line("p", "the position, as moves"),
        line("b", "the board, in ASCII"),
    ];
    Window::new("Copy", lines, "Esc back")
}
