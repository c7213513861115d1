//! Directory entries of a class that are not files, or never end; invisible names and lines.

use std::fs::{self, File};
use std::path::Path;

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use tempfile::TempDir;

use crate::run;

const PLAYER: &str = "#!/bin/sh\n# go!\nwhile read line; do echo 0; done\n";

fn class() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["ann.sh", "bob.sh"] {
        fs::write(folder.path().join(name), PLAYER).unwrap();
    }
    folder
}

fn fifo(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    mkfifo(path, Mode::S_IRWXU).unwrap();
}

/// A sparse file of a tebibyte, more than there is room for.
fn sparse(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    File::create(path).unwrap().set_len(1 << 40).unwrap();
}

#[test]
fn a_class_is_played_beside_files_that_are_none() {
    let folder = class();
    let path = |name: &str| folder.path().join(name);
    fifo(&path("pipe.sh"));
    fifo(&path("lib/pipe.sh"));
    fifo(&path("cleo/pipe.txt"));
    fs::write(path("cleo/main.sh"), PLAYER).unwrap();
    sparse(&path("large.sh"));
    sparse(&path("dora/weights.bin"));
    fs::write(path("dora/main.sh"), PLAYER).unwrap();
    let class = path("").display().to_string();
    let played = run(&["arena", "run", &class, "--trust", "--no-grades"], "").succeeded();
    for name in ["large.sh", "dora/weights.bin"] {
        let reason = "with its 1099511627776 bytes, the player's files exceed 1 GiB";
        let skipped = format!("{name}: {reason}");
        assert!(played.stderr.contains(&skipped), "{name}: {}", played.stderr);
    }
    assert!(played.stdout.contains("ann - bob") && played.stdout.contains("ann - cleo"));
    for game in ["dora - ", " - dora", "large - ", " - large"] {
        assert!(!played.stdout.contains(game), "{game}: {}", played.stdout);
    }
}

#[test]
fn what_is_no_file_is_refused_where_a_file_is_named() {
    let folder = class();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fifo(&folder.path().join("pipe"));
    fifo(&folder.path().join("pipe.toml"));
    fifo(&folder.path().join("arena/games.jsonl"));
    fifo(&folder.path().join("plan/tournament.json"));
    sparse(&folder.path().join("large.sh"));
    sparse(&folder.path().join("large.toml"));
    let [pipe, toml, large, large_toml, plan, ann, bob] =
        ["pipe", "pipe.toml", "large.sh", "large.toml", "plan", "ann.sh", "bob.sh"].map(path);
    let check = |words: &[&str], reason: &str| {
        let refused = run(&[words, &["--trust"]].concat(), "");
        assert!(matches!(refused.code, Some(1 | 2)), "{words:?}: {:?}", refused.code);
        assert!(refused.stderr.contains(reason), "{words:?}: {}", refused.stderr);
    };
    check(&["arena", "run", &ann, &large], "the player's files exceed 1 GiB");
    check(&["arena", "run", &toml], "it is not a file");
    check(&["arena", "run", &large_toml], "the limit is 1048576");
    check(&["arena", "run", "level:0", "level:1", "--openings", &pipe], "it is not a file");
    check(&["arena", "run", &ann, &bob, "--output", &plan], "it is not a file");
    check(&["arena", "run", &path("")], "games.jsonl: it is not a file");
    let class = path("class.toml");
    fs::write(&class, "[[player]]\nfile = \"pipe\"\n[[player]]\nfile = \"ann.sh\"\n").unwrap();
    check(&["arena", "run", &class], "it is neither a file nor a folder");
    fs::remove_file(&class).unwrap();
    check(&["arena", "check", &pipe], "pipe: it is neither a file nor a folder");
    check(&["arena", "check", "/dev/zero"], "/dev/zero: it is neither a file nor a folder");
}

/// Neither a file that is named like a level nor one whose letters look like another's can be mistaken for it, and a
/// long name fits into the table.
#[test]
fn names_look_different() {
    let folder = TempDir::new().unwrap();
    let long = "n".repeat(240);
    let others = ["level:2", "Lеvel:2", "bob", "bоb"];
    for name in others.into_iter().chain([&*long]) {
        fs::write(folder.path().join(format!("{name}.sh")), PLAYER).unwrap();
    }
    let class = folder.path().display().to_string();
    let options = ["--trust", "--no-grades", "--challengers=1", "--schedule=gauntlet"];
    let played =
        run(&[&["arena", "run", &class, "level:2"][..], &options].concat(), "").succeeded();
    let table = played.stdout.lines().skip_while(|line| !line.contains("points"));
    let table: Vec<&str> = table.collect();
    for name in ["bot Lеvel:2", "bot level:2 2", "bob", "bоb 2", "level:2"] {
        let is_row = |line: &&&str| line.split("  ").any(|cell| cell.trim() == name);
        assert_eq!(table.iter().filter(is_row).count(), 1, "{name}: {}", played.stdout);
    }
    assert!(table.iter().all(|line| line.chars().count() < 120), "{}", played.stdout);
}

/// What a bot writes cannot control the editor or terminal in which a teacher opens the tables.
#[test]
fn tables_hold_no_control_characters() {
    let folder = class();
    let eve = "import sys\nfor line in sys.stdin:\n    raise Exception('\\033[2J\\033]0;x\\007\\0 \\u202e')\n# print(\n";
    fs::write(folder.path().join("eve.py"), eve).unwrap();
    let class = folder.path().display().to_string();
    run(&["arena", "run", &class, "--trust", "--no-grades"], "").succeeded();
    for name in ["games.txt", "games.csv"] {
        let text = fs::read_to_string(folder.path().join("arena").join(name)).unwrap();
        assert!(text.contains(r"Exception: \u{1b}[2J") || text.contains(r"\\u{1b}[2J"), "{text}");
        let is_control = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(!text.contains(is_control), "{text:?}");
    }
}

/// Which of them plays would depend on the machine.
#[test]
fn files_that_differ_only_in_case_are_refused() {
    let folder = TempDir::new().unwrap();
    for name in ["main.sh", "MAIN.SH"] {
        fs::write(folder.path().join(name), PLAYER).unwrap();
    }
    let checked = run(&["arena", "check", "--trust", folder.path().to_str().unwrap()], "");
    assert_eq!(checked.code, Some(2), "{}", checked.stdout);
    let expected = "MAIN.SH and main.sh differ only in case; remove one of them";
    assert!(checked.stderr.contains(expected), "{}", checked.stderr);
}
