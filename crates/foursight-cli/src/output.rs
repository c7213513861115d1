//! Words for people.

use std::io::Write;

use foursight::Player;

/// The color of a player.
pub(crate) fn color_name(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "yellow",
    }
}

/// Prints `error: MESSAGE` on standard error.
///
/// A standard error that cannot be written to is no reason to stop.
pub(crate) fn complain(message: &str) {
    const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{RED}error:{RED:#} {message}");
}

/// A line that a program has written, with the characters that would steer a terminal shown as codes.
pub(crate) fn printable(line: &str) -> String {
    let show = |c: char| match c {
        '\t' => "\t".to_owned(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    line.chars().map(show).collect()
}

/// Prints `warning: MESSAGE` on standard error.
pub(crate) fn warn(message: &str) {
    const YELLOW: anstyle::Style = anstyle::AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{YELLOW}warning:{YELLOW:#} {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_steers_the_terminal() {
        assert_eq!(printable("\u{1b}[2Jhello\tW\u{f6}rld\u{9b}"), "\\u{1b}[2Jhello\tWörld\\u{9b}");
    }
}
