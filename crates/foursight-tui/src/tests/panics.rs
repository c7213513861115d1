//! A panic in a real terminal, which tmux provides.

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::terminal::Terminal;

/// Set when this test runs inside the terminal.
const INSIDE: &str = "FOURSIGHT_TEST_PANICS";

/// The longest time that it may take, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(5);

#[test]
fn a_panic_gives_the_terminal_back_before_it_is_told() {
    if std::env::var_os(INSIDE).is_some() {
        let _terminal = Terminal::take().unwrap();
        panic!("on purpose");
    }
    let folder = tempfile::tempdir().unwrap();
    let tmux = |args: &[&str]| {
        let mut command = Command::new("tmux");
        let command = command.arg("-S").arg(folder.path().join("tmux")).args(args);
        let output = command.env_remove("TMUX").env("RUST_BACKTRACE", "0").output();
        let output = output.expect("these tests need tmux: install it, as CONTRIBUTING.md says");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let program = std::env::current_exe().unwrap();
    let name = std::thread::current().name().expect("a test has its name").to_owned();
    let inside = format!("{INSIDE}=1 '{}' --exact {name} --nocapture", program.display());
    let shell = format!("{inside}; stty -a; echo all is over; exec sleep 600");
    tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "60", &shell]);
    let start = Instant::now();
    let screen = loop {
        let screen = tmux(&["capture-pane", "-p"]);
        if screen.contains("all is over") || start.elapsed() > PATIENCE {
            break screen;
        }
        sleep(Duration::from_millis(50));
    };
    let modes =
        tmux(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]);
    tmux(&["kill-server"]);
    assert!(screen.contains("on purpose"), "it is told on the screen that stays: {screen}");
    assert!(screen.contains(" icanon") && screen.contains(" echo "), "{screen}");
    assert_eq!(modes.trim(), "0 0 1", "no other screen, no mouse, a cursor");
}
