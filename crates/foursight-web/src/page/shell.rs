//! The one HTML document: the server fills in what differs from view to view, so a link has a preview, and the page has
//! contents before any script runs.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use foursight::{AnySize, Game};
use foursight_render::{Diagram, TextStyle, page_definitions};

use super::card::CardWords;
use super::{Page, Place};
use crate::http::error::Error;

/// The contents of a page until its modules show their view, or permanently without them.
#[derive(Clone)]
pub(crate) enum Content {
    /// The title and the description beside this board.
    Board(Game<AnySize>),
    /// The title and the description.
    Words,
    /// The view's own HTML.
    Article(String),
}

const NO_SCRIPT: &str =
    "<p>You need JavaScript to play. The <a href=\"/docs\">JSON API</a> works without it.</p>";

/// The parts that fill the shell.
#[derive(Clone)]
pub(crate) struct Shell {
    pub(crate) page: Arc<Page>,
    pub(crate) title: String,
    pub(crate) description: String,
    /// The address of a picture.
    pub(crate) image: String,
    /// The address of the page.
    pub(crate) url: String,
    /// The contents before the modules show their view.
    pub(crate) content: Content,
    /// The view that the modules show.
    pub(crate) view: &'static str,
}

impl Shell {
    pub(crate) fn into_response(self, status: StatusCode) -> Response {
        let Some(html) = self.html() else {
            return Error::internal("page/shell.html is missing").into_response();
        };
        (status, [(header::CACHE_CONTROL, "no-cache")], Html(html)).into_response()
    }

    /// The document; `None` if `page/shell.html` is missing.
    pub(crate) fn html(&self) -> Option<String> {
        let shell = self.page.shell()?;
        Some(fill(&shell, |name| match name {
            "title" => Some(escape(&self.title)),
            "description" => Some(escape(&self.description)),
            "image" => Some(escape(&self.image)),
            "url" => Some(escape(&self.url)),
            "view" => Some(escape(self.view)),
            "engine" => Some(self.page.engine_addresses()),
            "version" => Some(self.page.version().to_owned()),
            "content" => Some(self.content_html()),
            "definitions" => Some(page_definitions()),
            "names" => Some(if self.page.are_names_fixed { "fixed" } else { "own" }.to_owned()),
            "place" => Some(self.page.place_name().to_owned()),
            _ => None,
        }))
    }

    /// Sets the subject of the picture's words.
    pub(crate) fn describe_card(&mut self, words: CardWords) {
        self.image = format!("{}&words={}", self.image, words.name());
    }

    fn content_html(&self) -> String {
        let [title, description] = [&self.title, &self.description].map(|text| escape(text));
        let words = format!("<h1>{title}</h1><p>{description}</p>");
        let no_script = match self.page.place {
            Place::Server => NO_SCRIPT,
            Place::Files => "<p>You need JavaScript to play.</p>",
        };
        match &self.content {
            Content::Board(game) => format!(
                "<div class=\"first-paint two-sides\">\n<div class=\"table\">{}</div>\n\
                 <div class=\"beside\">{words}<noscript>{}{no_script}</noscript></div>\n</div>",
                board_svg(game),
                board_text(game)
            ),
            Content::Words => {
                format!("<div class=\"first-paint\">{words}<noscript>{no_script}</noscript></div>")
            }
            Content::Article(html) => html.clone(),
        }
    }
}

/// Replaces each `{{name}}` that has a value; filled-in text is not scanned again.
fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(2 * template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let named = after.split_once("}}").and_then(|(name, end)| Some((value(name)?, end)));
        rest = if let Some((value, end)) = named {
            filled.push_str(&value);
            end
        } else {
            filled.push_str("{{");
            after
        };
    }
    filled + rest
}

/// Text escaped for HTML, also within quotes.
pub(crate) fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            plain => escaped.push(plain),
        }
        escaped
    })
}

/// The board as a picture, in the colors of the page's style sheets.
pub(crate) fn board_svg(game: &Game<AnySize>) -> String {
    format!("<div class=\"first-board\">{}</div>", Diagram::of_game(game).to_page_svg())
}

/// The board as text, for browsers without scripts.
pub(crate) fn board_text(game: &Game<AnySize>) -> String {
    let text = Diagram::of_game(game).to_text(TextStyle::Letters);
    format!("<pre>{}</pre>", escape(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let value = |name: &str| (name == "a").then(|| "{{a}}".to_owned());
        assert_eq!(fill("x {{a}} {{b}} {{a y", value), "x {{a}} {{b}} {{a y");
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
    }
}
