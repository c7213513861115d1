//! Standard output: colors, locales, and what goes wrong with it.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::{foursight, run};

#[test]
fn colors_only_where_they_are_wanted() {
    let colored = |stdout: &str| stdout.contains("\u{1b}[");
    assert!(!colored(&run(&["show", "44"], "").stdout), "a pipe has none");
    assert!(colored(&run(&["show", "44", "--color", "always"], "").stdout));
    assert!(!colored(&run(&["show", "44", "--color", "never"], "").stdout));
    let no_color = foursight(&["show", "44"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!colored(&String::from_utf8(no_color.stdout).unwrap()));
}

/// A terminal in a C locale shows nothing else.
#[test]
fn a_c_locale_gets_ascii() {
    for line in [
        "show 443",
        "analyze 443",
        "why 443 3",
        "why 7535164256444354 5",
        "review 4455667",
        "play --plain --yellow human",
        #[cfg(unix)]
        "arena match human random --games 1",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let output = foursight(&words).env("LC_ALL", "C").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.len() > 50 && text.is_ascii(), "{line}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let full = || Stdio::from(fs::File::create("/dev/full").unwrap());
    for line in ["solve 44", "help dialects", "arena grade --print-rubric bot", "perft 2 --json"] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
        let output = command.args(line.split(' ')).stdout(full()).output().unwrap();
        let error = "error: standard output: No space left on device\n";
        assert_eq!(
            (&*String::from_utf8_lossy(&output.stderr), output.status.code()),
            (error, Some(2)),
            "{line}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_output_is_an_error() {
    let program = assert_cmd::cargo::cargo_bin!("foursight").display();
    for (redirection, code) in
        [(">&-", 2), (">&- <&-", 2), (">/dev/null", 0), ("<&- >/dev/null", 0)]
    {
        let line = format!("'{program}' solve 44 {redirection}");
        let output = Command::new("sh").args(["-c", &line]).output().unwrap();
        let error = if code == 0 {
            ""
        } else {
            "error: standard output is closed: to discard it, write >/dev/null\n"
        };
        assert_eq!(
            (&*String::from_utf8_lossy(&output.stderr), output.status.code()),
            (error, Some(code))
        );
    }
}

/// A reader that stops reading, as in `foursight perft 7 | head -n 0`.
#[test]
fn a_closed_pipe_ends_quietly() {
    let endless = ["solve", "--all"];
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("foursight"))
        .args(endless)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let line = "2252576253462244111563365343671351441\n";
    let mut stdin = child.stdin.take().unwrap();
    // The program stops reading once it cannot write.
    let _ = std::io::Write::write_all(&mut stdin, line.repeat(10).as_bytes());
    drop(stdin);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
