//! Prints the documentation pages that are compiled in, such as `foursight help dialects`.

const PAGES: [(&str, &str); 4] = [
    ("dialects", include_str!("../pages/dialects.md")),
    ("isolation", include_str!("../pages/isolation.md")),
    ("notations", include_str!("../pages/notations.md")),
    ("protocol", include_str!("../pages/protocol.md")),
];

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PAGES.into_iter().map(|(name, _)| name)
}

/// The page with this name, as Markdown with links that have no targets: a release has no other pages.
pub(crate) fn text(name: &str) -> Option<String> {
    let (_, page) = PAGES.into_iter().find(|(page, _)| *page == name)?;
    let mut parts = page.split("](");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        text += "]";
        text += part.split_once(')').map_or(part, |(_, rest)| rest);
    }
    Some(text)
}
