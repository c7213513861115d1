//! Tables as HTML.

use std::fmt::{self, Display, Write};

use super::escape;

/// The head of a column: what it says, and what that means.
pub(super) type Head<'a> = (&'a str, &'a str);

/// A table that is being written, with its rows still to come.
pub(super) struct Table<'a>(&'a mut String);

impl<'a> Table<'a> {
    /// Begins a table; all text is escaped.
    pub(super) fn begin(
        page: &'a mut String,
        id: &str,
        caption: &str,
        heads: &[Head<'_>],
    ) -> Result<Self, fmt::Error> {
        let (id, caption) = (escape::html(id), escape::html(caption));
        // Scrolled by keyboard too where it is wider than the window.
        write!(
            page,
            "<div class=\"wide\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\">"
        )?;
        write!(page, "<table id=\"{id}\">\n<caption>{caption}</caption>\n<thead><tr>")?;
        for (label, title) in heads {
            let (label, title) = (escape::html(label), escape::html(title));
            match title.as_str() {
                "" => write!(page, "<th scope=\"col\">{label}</th>")?,
                _ => write!(page, "<th scope=\"col\" title=\"{title}\">{label}</th>")?,
            }
        }
        page.push_str("</tr></thead>\n<tbody>\n");
        Ok(Self(page))
    }

    /// A row; `attributes`, `head` and `cells` are markup.
    pub(super) fn row(&mut self, attributes: &str, head: &str, cells: &[String]) -> fmt::Result {
        let cells = cells.concat();
        writeln!(self.0, "<tr{attributes}><th scope=\"row\">{head}</th>{cells}</tr>")
    }

    pub(super) fn end(self) {
        self.0.push_str("</tbody>\n</table></div>\n");
    }
}

/// A cell with markup.
pub(super) fn cell(markup: &str) -> String {
    format!("<td>{markup}</td>")
}

/// A cell with a number, or a dash where there is none.
pub(super) fn number(value: Option<impl Display>) -> String {
    match value {
        Some(value) => format!("<td class=\"n\">{value}</td>"),
        None => "<td class=\"n\">–</td>".to_owned(),
    }
}

/// A share from 0 to 1 in percent.
pub(super) fn percent(share: Option<f64>) -> String {
    number(share.map(|share| format!("{:.1} %", 100.0 * share)))
}
