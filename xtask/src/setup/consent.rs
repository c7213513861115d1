//! Consent to install packages for the whole system.

use std::io::{self, BufRead, IsTerminal};

/// Whether `line` may run: because of `--install`, the variable `CI`, or a person at the terminal who agrees.
pub(super) fn is_given(line: &str, is_installing: bool) -> io::Result<bool> {
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    let is_seen = io::stdin().is_terminal() && io::stderr().is_terminal();
    let mut person = io::stdin().lock();
    consents(line, is_installing || is_ci, is_seen.then_some(&mut person))
}

/// Whether it is allowed already, or a person is there and agrees.
fn consents(line: &str, is_allowed: bool, person: Option<&mut impl BufRead>) -> io::Result<bool> {
    let Some(person) = person.filter(|_| !is_allowed) else { return Ok(is_allowed) };
    eprint!(
        "xtask: the tests need more programs. This installs them:\n\n    {line}\n\nRun it now? [y/N] "
    );
    let mut answer = String::new();
    person.read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is_allowed: bool, answer: Option<&str>, expected: bool, left: &str) {
        let mut person = answer.map(str::as_bytes);
        assert_eq!(consents("apk add ruby", is_allowed, person.as_mut()).unwrap(), expected);
        assert_eq!(person.unwrap_or_default(), left.as_bytes());
    }

    #[test]
    fn a_person_is_asked_unless_it_is_allowed_already() {
        check(true, None, true, "");
        check(true, Some("no\n"), true, "no\n");
        check(false, None, false, "");
        for (answer, expected) in
            [("y\n", true), (" Yes\n", true), ("\n", false), ("no\n", false), ("", false)]
        {
            check(false, Some(answer), expected, "");
        }
    }
}
