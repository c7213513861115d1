//! Players of a class cannot read each other's files, even if every player may read those around the class.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::sight::is_kept;
use super::{spy, text};

/// A folder `home` with a class in it, whose spies look for each of these files.
const FILES: [&str; 7] = [
    "home/tool.txt",
    "home/class/ann.py",
    "home/class/bob/main.py",
    "home/class/bob/weights.txt",
    "home/class/late.txt",
    "home/class/class.toml",
    "home/class/arena/tournament.json",
];

struct Class {
    folder: TempDir,
}

impl Class {
    fn new() -> Self {
        let class = Self { folder: TempDir::new().unwrap() };
        let paths = FILES.map(|name| class.path(name));
        let spy = spy(&paths);
        for path in &paths[..5] {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &spy).unwrap();
        }
        fs::write(&paths[5], "[tournament]\nopenings = \"none\"\n").unwrap();
        class
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    /// Runs the program with a folder on `PATH`, after `words`.
    fn run(&self, on_path: &str, words: &[&str]) -> Output {
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}:{path}", self.path(on_path).display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
        command.args(words).env("PATH", path).current_dir(self.path("home/class"));
        command.output().unwrap()
    }

    /// The files that were read in every game of these lines of JSON.
    fn read_in(&self, games: &str) -> Vec<String> {
        let mut names: Vec<String> = FILES
            .iter()
            .filter(|name| games.contains(&format!("reads {}", self.path(name).display())))
            .map(|name| (*name).to_owned())
            .collect();
        names.sort();
        names
    }
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_folder_on_path_does_not_open_the_class() {
    if !is_kept() {
        return;
    }
    // The folder around the class, and the class itself.
    for (on_path, shared) in [("home", &["home/tool.txt"][..]), ("home/class", &[])] {
        let class = Class::new();
        let out = class.run(on_path, &["arena", "run", ".", "--no-grades"]);
        assert!(out.status.success(), "{}", error(&out));
        let games = text(&class.path("home/class/arena/games.jsonl"));
        let own = ["home/class/ann.py", "home/class/bob/main.py", "home/class/bob/weights.txt"];
        let mut expected = [&own[..], shared].concat();
        expected.sort_unstable();
        assert_eq!(class.read_in(&games), expected, "{on_path} on PATH");
        // Each spy can read only its own file.
        for line in games.lines() {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            for seat in 0..2 {
                let own = if game["players"][seat] == 0 { &own[..1] } else { &own[1..] };
                let read = class.read_in(game["errors"][seat].as_str().unwrap());
                let expected = [own, shared].concat();
                assert_eq!(read, expected, "{on_path} on PATH, player {}", game["players"][seat]);
            }
        }
    }
}

/// A match with a member of the class must not let its opponent read the class's other files.
#[test]
fn a_match_does_not_open_the_class() {
    if !is_kept() {
        return;
    }
    let class = Class::new();
    fs::create_dir(class.path("home/class/arena")).unwrap();
    fs::write(class.path("home/class/arena/tournament.json"), "").unwrap();
    let out = class.run("home", &["arena", "match", "--json", "--games=1", "ann.py", "level:0"]);
    assert!(out.status.success(), "{}", error(&out));
    let read = class.read_in(&String::from_utf8_lossy(&out.stdout));
    assert_eq!(read, ["home/class/ann.py", "home/tool.txt"]);
}

/// Files in a player's folder on `PATH` would be readable by everybody.
#[test]
fn a_folder_of_a_player_on_path_is_refused() {
    if !is_kept() {
        return;
    }
    let class = Class::new();
    let inner = "home/class/bob/src";
    fs::create_dir(class.path(inner)).unwrap();
    let check = |words: &[&str], code: i32| {
        let out = class.run(inner, words);
        assert_eq!(out.status.code(), Some(code), "{}", error(&out));
        let is_refused = error(&out).contains(&format!(
            "PATH contains {}, which every player could read, although {} is private: remove it from PATH",
            class.path(inner).display(),
            class.path("home/class/bob").display()
        ));
        assert_eq!(is_refused, code == 2, "{}", error(&out));
    };
    check(&["arena", "match", "--games=1", "ann.py", "kaggle:bob"], 2);
    check(&["arena", "match", "--games=1", "kaggle:bob", "level:0"], 0);
    // A folder that is a virtual environment may be shared by all players.
    fs::write(class.path("home/class/bob/pyvenv.cfg"), "").unwrap();
    check(&["arena", "match", "--games=1", "ann.py", "kaggle:bob"], 0);
}
