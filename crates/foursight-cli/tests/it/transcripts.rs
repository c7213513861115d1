//! Commands with what they print, written down where people read them.

/// `TRYCMD=overwrite` records what the commands print now.
#[test]
fn commands_print_what_is_written_down() {
    let cases = trycmd::TestCases::new();
    // Help wraps to the window.
    cases.env("COLUMNS", "100");
    cases.env("FOURSIGHT_DATA", crate::NO_DATA);
    for pages in ["tests/cmd/*.md", "README.md", "../../README.md", "../../docs/*.md"] {
        cases.case(pages);
    }
}
