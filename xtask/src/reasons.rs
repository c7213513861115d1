//! `cargo xtask reasons`: counts how often results and mistakes have a reason, and writes it into docs/why.md.

use std::fs;

use anyhow::{Context, Result};

use crate::docs::{self, date};
use crate::step::workspace;
use crate::tools;

const PAGE: &str = "why.md";

/// The section of the page to rewrite; the rest is kept.
const HEADING: &str = "## How often there is a reason\n";

pub(crate) fn run() -> Result<()> {
    let path = workspace().join("docs").join(PAGE);
    let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let figures = tools::output("reasons")?;
    docs::save(PAGE, &with_section(&page, &figures, &date())?)
}

fn with_section(page: &str, figures: &str, date: &str) -> Result<String> {
    let (before, rest) =
        page.split_once(HEADING).with_context(|| format!("docs/{PAGE} lacks {HEADING:?}"))?;
    let after = rest.find("\n## ").map_or("", |start| &rest[start..]);
    Ok(format!(
        "{before}{HEADING}\nMeasured on {date} by `cargo xtask reasons`, which writes this section:\n\n{figures}{after}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_section_changes() {
        let page = format!("# Why\n\n{HEADING}\nold\n\n## The end\n\nlast\n");
        let expected = format!(
            "# Why\n\n{HEADING}\nMeasured on 2026-01-02 by `cargo xtask reasons`, which writes this section:\n\n\
             new\n\n## The end\n\nlast\n"
        );
        assert_eq!(with_section(&page, "new\n", "2026-01-02").unwrap(), expected);
        assert!(with_section("# Why\n", "new\n", "2026-01-02").is_err());
    }
}
