//! Commands with what they print, written down where people read them.

#[test]
fn commands_print_what_is_written_down() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("README.md").case("../../README.md");
}
