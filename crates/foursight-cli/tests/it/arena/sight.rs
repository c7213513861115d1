//! Players see nothing of each other or of the tournament.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

use super::{spy, text};
use crate::run;

/// The files of a class: two players in its folder, one in its own folder, their files, and an old tournament.
const FILES: [&str; 7] = [
    "spy.py",
    "honest.py",
    "notes.txt",
    "lib/table.txt",
    "nested/main.py",
    "nested/weights.txt",
    "arena/old.txt",
];

/// Writes the class; each of its players says on standard error which of the files it can read.
fn class() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text").unwrap();
    }
    let paths = FILES.map(|name| folder.path().join(name));
    let player = spy(&paths);
    for name in ["spy.py", "honest.py", "nested/main.py"] {
        fs::write(folder.path().join(name), &player).unwrap();
    }
    folder
}

/// Whether files can be hidden from players here. Each `doctor` searches all files of the system, so it runs only once.
pub(super) fn is_kept() -> bool {
    static IS_KEPT: LazyLock<bool> = LazyLock::new(|| {
        let doctor = run(&["arena", "doctor"], "").stdout;
        let mut layers = doctor.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        layers.any(|words| {
            ["landlock", "namespaces"].contains(&words[0]) && words[1].starts_with("active")
        })
    });
    if !*IS_KEPT {
        eprintln!("NOT TESTED: neither landlock nor namespaces hold here");
    }
    *IS_KEPT
}

/// The files that a player said it can read, relative to the class's folder.
fn read_by(folder: &Path, errors: &Value) -> Vec<String> {
    let paths = errors.as_str().unwrap().lines().filter_map(|line| line.strip_prefix("reads "));
    let names = paths.map(|path| PathBuf::from(path).strip_prefix(folder).unwrap().to_owned());
    names.map(|name| name.display().to_string()).collect()
}

/// The files that each player of the tournament in `out` can read, by player index.
fn all_read(folder: &Path, out: &Path) -> Vec<Vec<String>> {
    let plan: Value = serde_json::from_str(&text(&out.join("tournament.json"))).unwrap();
    let mut read = vec![Vec::new(); plan["players"].as_array().unwrap().len()];
    for line in text(&out.join("games.jsonl")).lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        for seat in 0..2 {
            let player = game["players"][seat].as_u64().unwrap() as usize;
            read[player] = read_by(folder, &game["errors"][seat]);
        }
    }
    read
}

#[test]
fn players_of_a_class_do_not_see_one_another() {
    if !is_kept() {
        return;
    }
    let folder = class();
    let path = folder.path().canonicalize().unwrap();
    let class = path.to_str().unwrap();
    run(&["arena", "run", class, "--openings=none", "--no-grades"], "").succeeded();
    let read = all_read(&path, &path.join("arena"));
    let nested = ["nested/main.py", "nested/weights.txt"];
    assert_eq!(
        read,
        [&["honest.py", "lib/table.txt"][..], &nested, &["spy.py", "lib/table.txt"]].map(sorted)
    );
}

fn sorted(names: &[&str]) -> Vec<String> {
    let in_order = FILES.iter().filter(|name| names.contains(name));
    in_order.map(|name| (*name).to_owned()).collect()
}

/// The files that the first player of a match can read.
fn read_in_match(folder: &Path, first: &str, second: &str) -> Vec<String> {
    let outcome = run(&["arena", "match", "--json", "--games=1", first, second], "").succeeded();
    let game: Value = serde_json::from_str(outcome.stdout.lines().next().unwrap()).unwrap();
    read_by(folder, &game["errors"][0])
}

#[test]
fn a_check_says_what_a_player_may_read() {
    if !is_kept() {
        return;
    }
    let folder = class();
    let path = folder.path().canonicalize().unwrap();
    let check = |name: &str, options: &[&str], expected: &str| {
        let player = path.join(name).display().to_string();
        let checked = run(&[&["arena", "check", &player], options].concat(), "");
        let line = format!("may read   {}\n", expected.replace('@', path.to_str().unwrap()));
        assert!(checked.stdout.contains(&line), "{line} {}", checked.stdout);
    };
    check("spy.py", &[], "its own files and @/lib");
    check("nested/main.py", &[], "its own files");
    check("nested", &[], "its own files and @/nested");
    check("spy.py", &["--trust"], "everything you can read: no layer hides files from it");
}

/// In namespaces, the folder where Kaggle has its files exists for every process in the jail, with nothing else in it.
#[test]
fn the_folder_of_kaggle_is_there() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("ann.py");
    let agent = "import subprocess\n\
                 FOLDER = '/kaggle_simulations/agent'\n\
                 assert subprocess.run(['cat', FOLDER + '/ann.py'], stdout=subprocess.DEVNULL).returncode == 0\n\
                 assert subprocess.run(['cat', FOLDER + '/bob.py'], stdout=subprocess.DEVNULL).returncode != 0\n\
                 def agent(observation, configuration):\n    \
                     return observation.board.index(0)\n";
    fs::write(&path, agent).unwrap();
    fs::write(folder.path().join("bob.py"), agent).unwrap();
    let args = ["arena", "check", "--clock=20s", "--require=namespaces", path.to_str().unwrap()];
    let outcome = run(&args, "");
    if outcome.code == Some(2) {
        eprintln!("NOT TESTED: no namespaces here: {}", outcome.stderr);
        return;
    }
    assert!(outcome.stdout.contains("as red     ok: "), "{}{}", outcome.stdout, outcome.stderr);
}

/// A link would let a player take part with another's file, or read files that are not its own.
#[test]
fn links_are_refused() {
    if !is_kept() {
        return;
    }
    let folder = class();
    let path = folder.path().canonicalize().unwrap();
    fs::create_dir(path.join("trudy")).unwrap();
    for (link, target) in
        [("eve.py", "honest.py"), ("mallory", "nested"), ("trudy/main.py", "../honest.py")]
    {
        symlink(target, path.join(link)).unwrap();
    }
    for (word, real) in [
        ("@/eve.py", "honest.py"),
        ("kaggle:@/eve.py", "honest.py"),
        ("kaggle:python3 @/eve.py", "honest.py"),
        ("@/mallory", "nested"),
        ("@/mallory/", "nested"),
        ("@/trudy", "honest.py"),
        ("@/trudy/main.py", "honest.py"),
    ] {
        let refused = run(
            &["arena", "match", "--games=1", &word.replace('@', path.to_str().unwrap()), "level:0"],
            "",
        );
        assert_eq!(refused.code, Some(2), "{word}: {}", refused.stderr);
        let reason = format!("a link to {}, which may belong", path.join(real).display());
        assert!(refused.stderr.contains(&reason), "{word}: {}", refused.stderr);
    }
    let class = path.to_str().unwrap();
    let ran = run(&["arena", "run", class, "--openings=none", "--no-grades"], "").succeeded();
    assert_eq!(ran.stderr.matches(": a link to ").count(), 3, "{}", ran.stderr);
    let read = all_read(&path, &path.join("arena"));
    assert_eq!(read.len(), 3, "honest, nested and spy");
    // Links within a player's own folder lead to files that it may read anyway.
    fs::remove_file(path.join("trudy/main.py")).unwrap();
    fs::copy(path.join("spy.py"), path.join("trudy/code.py")).unwrap();
    symlink("code.py", path.join("trudy/main.py")).unwrap();
    let trudy = path.join("trudy").display().to_string();
    run(&["arena", "match", "--games=1", &trudy, "level:0"], "").succeeded();
    // A link called `lib` is not followed, either.
    fs::remove_dir_all(path.join("lib")).unwrap();
    symlink("nested", path.join("lib")).unwrap();
    let spy = path.join("spy.py").display().to_string();
    assert_eq!(read_in_match(&path, &spy, "level:0"), ["spy.py"]);
}
