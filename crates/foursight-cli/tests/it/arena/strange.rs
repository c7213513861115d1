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
    let played = run(&["arena", "run", &class, "--trust", "--no-grades"], "");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
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
    check(&["arena", "run", &ann, &bob, "--out", &plan], "it is not a file");
    check(&["arena", "run", &path("")], "games.jsonl: it is not a file");
    let class = path("class.toml");
    fs::write(&class, "[[player]]\nfile = \"pipe\"\n[[player]]\nfile = \"ann.sh\"\n").unwrap();
    check(&["arena", "run", &class], "it is neither a file nor a folder");
    fs::remove_file(&class).unwrap();
    check(&["arena", "check", &pipe], "pipe: it is neither a file nor a folder");
    check(&["arena", "check", "/dev/zero"], "/dev/zero: it is neither a file nor a folder");
    check(&["arena", "check", &large], "");
}

/// Text that would run backwards, or be invisible.
#[test]
fn what_nobody_sees_is_escaped() {
    let folder = class();
    let hidden = "\u{202e}\u{200b}\u{2028}";
    let name = format!("eve{hidden}.sh");
    let says = format!("echo 'says {hidden}' >&2\n");
    fs::write(folder.path().join(name), PLAYER.replace("# go!\n", &says) + "# go!\n").unwrap();
    let class = folder.path().display().to_string();
    let played = run(&["arena", "run", &class, "--trust", "--no-grades"], "");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let out = folder.path().join("arena").display().to_string();
    let shown =
        run(&["arena", "show", &out], "").stdout + &run(&["arena", "show", &out, "3"], "").stdout;
    let printed = played.stdout + &played.stderr + &shown;
    assert!(printed.contains("eve\\u{202e}\\u{200b}\\u{2028}"), "{printed}");
    assert!(shown.contains("says \\u{202e}\\u{200b}\\u{2028}"), "{shown}");
    assert!(!printed.contains(|c| hidden.contains(c)), "{printed:?}");
}
