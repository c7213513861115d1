//! Tables as HTML.

use std::borrow::Cow;
use std::fmt::Display;

use maud::{Markup, Render, html};

/// A column header: its label and the label's meaning.
pub(super) type Head<'a> = (&'a str, &'a str);

/// A table; `rows` are the markup of its rows.
pub(super) fn table(id: &str, caption: &str, heads: &[Head<'_>], rows: &[Markup]) -> Markup {
    html! {
        // A table wider than the window scrolls by keyboard too.
        div.wide role="region" aria-label=(caption) tabindex="0" {
            table id=(id) {
                caption { (caption) }
                thead {
                    tr {
                        @for (label, title) in heads {
                            th scope="col" title=[(!title.is_empty()).then_some(title)] { (label) }
                        }
                    }
                }
                tbody {
                    @for row in rows { (row) }
                }
            }
        }
    }
}

/// A row without attributes.
pub(super) fn row(head: &impl Render, cells: &[Markup]) -> Markup {
    html! {
        tr {
            th scope="row" { (head) }
            @for cell in cells { (cell) }
        }
    }
}

/// Foreign text, isolated so that it cannot change the direction of the text around it.
pub(super) fn foreign(text: &str) -> Markup {
    html! { bdi { (text) } }
}

/// The beginning of a text, up to this many characters.
pub(super) fn clipped(text: &str, n_chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(n_chars) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// A cell with text or markup.
pub(super) fn cell(content: &impl Render) -> Markup {
    html! { td { (content) } }
}

/// A cell with a number, or a dash if there is none.
pub(super) fn number(value: Option<impl Display>) -> Markup {
    let text = value.map_or_else(|| "–".to_owned(), |value| value.to_string());
    html! { td.n { (text) } }
}

/// A share from 0 to 1 in percent.
pub(super) fn percent(share: Option<f64>) -> Markup {
    number(share.map(|share| format!("{:.1} %", 100.0 * share)))
}
