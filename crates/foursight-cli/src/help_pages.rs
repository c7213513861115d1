//! Prints the documentation pages that are compiled in, such as `foursight help dialects`.

use std::borrow::Cow;

const PAGES: [(&str, &str); 4] = [
    ("dialects", include_str!("../pages/dialects.md")),
    ("isolation", include_str!("../pages/isolation.md")),
    ("notations", include_str!("../pages/notations.md")),
    ("protocol", include_str!("../pages/protocol.md")),
];

/// The widest line of text outside examples.
const WIDTH: usize = 80;

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PAGES.into_iter().map(|(name, _)| name)
}

/// The page with this name, without Markdown markup.
pub(crate) fn text(name: &str) -> Option<String> {
    let (_, markdown) = PAGES.into_iter().find(|(page, _)| *page == name)?;
    Some(plain(markdown))
}

fn plain(markdown: &str) -> String {
    let mut out = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            lines.by_ref().take_while(|line| !line.starts_with("```")).for_each(|line| {
                out.extend(["    ", line, "\n"]);
            });
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            // The row under the header contains only dashes.
            rows.remove(1);
            out.push_str(&table(&rows));
        } else if line.is_empty() || line.starts_with("    ") {
            out.extend([line, "\n"]);
        } else if let Some(title) = line.strip_prefix('#') {
            let title = inline(title.trim_start_matches('#').trim());
            out.extend([&title.to_uppercase(), "\n"]);
        } else {
            let mut paragraph = line.to_owned();
            while let Some(next) = lines.next_if(|line| continues(line)) {
                paragraph = format!("{paragraph} {}", next.trim());
            }
            let indent = match paragraph.split_once(' ') {
                Some((mark, _)) if is_mark(mark) => mark.len() + 1,
                _ => 0,
            };
            out.push_str(&wrapped(&inline(&paragraph), indent));
        }
    }
    out
}

/// Whether a line continues the paragraph before it.
fn continues(line: &str) -> bool {
    let is_item = line.split_once(' ').is_some_and(|(mark, _)| is_mark(mark));
    let is_other = line.is_empty() || line.starts_with(['#', '|']) || line.starts_with("```");
    !is_item && !is_other
}

/// Whether a word starts a list item.
fn is_mark(word: &str) -> bool {
    word == "-" || word.strip_suffix('.').is_some_and(|n| n.parse::<u8>().is_ok())
}

/// Text without emphasis, and links without their targets.
fn inline(text: &str) -> String {
    let mut text = text.replace("**", "");
    while let Some(middle) = text.find("](") {
        let (Some(start), Some(length)) = (text[..middle].rfind('['), text[middle..].find(')'))
        else {
            break;
        };
        text.replace_range(middle..=middle + length, "");
        text.remove(start);
    }
    text
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|');
    row.split('|').map(|cell| inline(cell.trim())).collect()
}

/// A table in columns or, if it is too wide, row by row with the headers in front.
fn table(rows: &[Vec<String>]) -> String {
    let n_columns = rows[0].len();
    let length = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..n_columns).map(|column| length(column).unwrap_or(0) + 2).collect();
    if widths.iter().sum::<usize>() <= WIDTH {
        let cell = |(cell, width): (&String, &usize)| format!("{cell:<width$}");
        let line = |row: &Vec<String>| {
            let line: String = row.iter().zip(&widths).map(cell).collect();
            format!("{}\n", line.trim_end())
        };
        return rows.iter().map(line).collect();
    }
    let (header, rows) = rows.split_first().expect("a table has a header");
    let mut out = String::new();
    for row in rows {
        out.push_str(&wrapped(&row[0], 0));
        for (name, cell) in header.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty()) {
            out.push_str(&wrapped(&format!("    {name}: {cell}"), 4));
        }
    }
    out
}

/// The words in lines, with all lines but the first indented. Leading white space is kept.
fn wrapped(text: &str, indent: usize) -> String {
    let start = text.len() - text.trim_start().len();
    let mut out = text[..start].to_owned();
    let mut column = start;
    for (index, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        let before: Cow<'_, str> = if index == 0 {
            "".into()
        } else if column + 1 + length > WIDTH {
            column = 0;
            format!("\n{:indent$}", "").into()
        } else {
            " ".into()
        };
        column += before.trim_start_matches('\n').len() + length;
        out.push_str(&before);
        out.push_str(word);
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_text() {
        let long = "word ".repeat(20);
        for (markdown, expected) in [
            ("# A [title](a.md)\n", "A TITLE\n"),
            ("**One** [two](b.md#c)\nthree.\n\n    code  *\n", "One two three.\n\n    code  *\n"),
            ("```console\n$ a\n\nb\n```\n", "    $ a\n    \n    b\n"),
            ("- one\n  more\n- two\n1. x\n", "- one more\n- two\n1. x\n"),
            ("| a | b |\n|---|---|\n| `x` | 1 |\n| longer | |\n", "a       b\n`x`     1\nlonger\n"),
            (
                &format!("| a | b |\n|---|---|\n| x | {long}|\n"),
                &format!(
                    "x\n    b: {}\n    {}\n",
                    "word ".repeat(14).trim(),
                    "word ".repeat(6).trim()
                ),
            ),
            (
                &format!("- {long}"),
                &format!("- {}\n  {}\n", "word ".repeat(15).trim(), "word ".repeat(5).trim()),
            ),
            ("a [b](c\n", "a [b](c\n"),
        ] {
            assert_eq!(plain(markdown), expected);
        }
    }

    #[test]
    fn pages_are_not_links_to_them() {
        for name in names() {
            let page = text(name).unwrap();
            assert!(page.lines().count() > 30, "{page}");
            assert!(!page.contains("]("), "{page}");
        }
        assert_eq!(text("nothing"), None);
    }
}
