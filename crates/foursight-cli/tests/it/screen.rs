//! The full-screen game in a real terminal, played by tmux.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest time that anything may take, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(5);

/// A terminal with a shell in it, which the test ends with.
struct Screen {
    /// The shell's folder, and the socket of its own server.
    folder: tempfile::TempDir,
}

impl Screen {
    /// Starts a shell in a terminal of this size.
    fn new(width: u16, height: u16) -> Self {
        let screen = Self { folder: tempfile::tempdir().unwrap() };
        let folder = screen.folder.path().to_str().unwrap();
        let shell = "exec env PS1='shell> ' sh -i";
        let start =
            format!("-f /dev/null new-session -d -s test -x {width} -y {height} -c {folder}");
        screen.tmux(&[&crate::words(&start)[..], &[shell]].concat());
        screen.wait_for("shell>");
        screen
    }

    /// A tmux command for the server.
    fn command(&self) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(self.folder.path().join("tmux"));
        command
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = self
            .command()
            .args(args)
            .env_remove("TMUX")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("these tests need tmux: install it, as CONTRIBUTING.md says");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {args:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn shows(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "test"])
    }

    /// Types text.
    fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-t", "test", "-l", text]);
    }

    /// Presses named keys.
    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "test"], keys].concat());
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        self.wait_until(text, |shown| shown.contains(text));
    }

    #[track_caller]
    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let start = Instant::now();
        loop {
            let shown = self.shows();
            if is_so(&shown) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{what} does not come:\n{shown}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Starts a game with these arguments.
    #[track_caller]
    fn play(&self, args: &str) {
        let program = assert_cmd::cargo::cargo_bin!("foursight");
        self.type_text(&format!("{} {args}\n", program.display()));
        self.wait_for("q quit");
    }

    /// The program has ended with this code, and the terminal is restored: the shell's lines are back, typed text is
    /// shown, and the mouse and the cursor work.
    #[track_caller]
    fn is_restored(&self, code: i32) {
        self.wait_until("the shell", |shown| shown.trim_end().ends_with("shell>"));
        self.type_text("echo code $?\n");
        self.wait_for(&format!("\ncode {code}\n"));
        assert!(!self.shows().contains("q quit"), "{}", self.shows());
        assert!(self.shows().contains("echo code"), "what is typed is shown");
        let format = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}";
        assert_eq!(self.tmux(&["display-message", "-p", "-t", "test", format]).trim(), "0 0 1");
        self.type_text("stty -a | grep -cw -e '-icanon' -e '-echo'\n");
        self.wait_for("\n0\n");
    }

    /// The process number of the game, which the shell has started.
    fn player(&self) -> u32 {
        let shell = self.tmux(&["display-message", "-p", "-t", "test", "#{pane_pid}"]);
        let children = format!("/proc/{0}/task/{0}/children", shell.trim());
        let children = std::fs::read_to_string(children).unwrap();
        children.split_whitespace().next().expect("the game runs").parse().unwrap()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // If the server has already ended, this fails, which does not matter.
        let _ = self.command().arg("kill-server").stderr(Stdio::null()).status();
    }
}

/// Keys and the mouse reach the game, and its text reaches the clipboard.
#[test]
fn a_game_by_keys_and_mouse() {
    let screen = Screen::new(80, 24);
    screen.play("play --yellow human");
    screen.wait_for("Red to move.");
    screen.type_text("44");
    screen.wait_for("move 2");
    screen.press(&["Left", "Enter"]);
    screen.wait_for("move 3");
    // A click of the left button into the first column, in the protocol of xterm.
    screen.type_text("\u{1b}[<0;4;10M\u{1b}[<0;4;10m");
    screen.wait_for("move 4");
    screen.tmux(&["set-option", "-s", "set-clipboard", "on"]);
    screen.type_text("yp");
    screen.wait_for("sent to the clipboard: 4431");
    assert_eq!(screen.tmux(&["show-buffer"]), "4431");
    screen.type_text("q");
    screen.wait_for("Quit?");
    screen.type_text("y");
    screen.is_restored(0);
}

#[test]
fn a_reason_that_takes_long_shows_progress() {
    let screen = Screen::new(100, 24);
    let program = assert_cmd::cargo::cargo_bin!("foursight");
    screen
        .type_text(&format!("{} why --size 10x10 --time-limit 10m startpos\n", program.display()));
    screen.wait_for("looking for the reason: score ");
    screen.press(&["C-c"]);
    screen.is_restored(130);
}

#[test]
fn sigterm_restores_the_terminal() {
    let screen = Screen::new(80, 24);
    screen.play("play --yellow human");
    kill("-TERM", screen.player());
    screen.is_restored(128 + 15);
}

/// Ctrl-Z returns the screen to the shell; `fg` brings the game back unchanged.
#[test]
fn a_game_is_suspended_and_goes_on() {
    let screen = Screen::new(80, 24);
    screen.play("play --yellow human");
    screen.type_text("45");
    screen.wait_for("move 2");
    for stop in ["key", "signal"] {
        match stop {
            "key" => screen.press(&["C-z"]),
            _ => kill("-TSTP", screen.player()),
        }
        screen.wait_until("the shell", |shown| shown.trim_end().ends_with("shell>"));
        screen.type_text("echo $((6 * 7))\n");
        screen.wait_for("\n42\n");
        screen.type_text("clear; fg\n");
        screen.wait_for("move 2");
        screen.wait_for("Red to move.");
    }
    screen.type_text("Q");
    screen.is_restored(0);
}

fn kill(signal: &str, process: u32) {
    let status = Command::new("kill").args([signal, &process.to_string()]).status().unwrap();
    assert!(status.success());
}

/// If the terminal or the person requires it, the program prompts line by line.
#[test]
fn plain_prompts_on_a_terminal() {
    for (term, start) in [("", "play --plain"), ("TERM=dumb ", "play")] {
        let screen = Screen::new(80, 24);
        let program = assert_cmd::cargo::cargo_bin!("foursight");
        screen.type_text(&format!("{term}{} {start}\n", program.display()));
        screen.wait_for("Red to move:");
        screen.type_text("quit\n");
        screen.is_restored(0);
    }
}
