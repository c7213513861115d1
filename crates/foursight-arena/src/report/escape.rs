//! Text that others wrote, made harmless for the places in a page where it goes.

use std::fmt::Write;

/// The text for an element's content or a quoted attribute.
pub(super) fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' | '<' | '>' | '"' | '\'' => {
                write!(escaped, "&#{};", u32::from(symbol)).expect("a string takes everything");
            }
            '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A name, kept from turning the direction of the text around it.
pub(super) fn name(text: &str) -> String {
    format!("<bdi>{}</bdi>", html(text))
}

/// JSON for a `script` element: nothing in it can end the element.
///
/// In JSON a `<` stands only inside strings, where it may be written by its number.
pub(super) fn json(json: &str) -> String {
    json.replace('<', "\\u003c")
}
