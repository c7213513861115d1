//! Players that are missing from the start: an error says so before the first game, and no game is played.

use std::fs;
use std::os::unix::fs::symlink;

use tempfile::TempDir;

use crate::{foursight, run};

/// A player that lacks its interpreter is refused; in a folder of players, it is left out and the others play.
#[test]
fn a_script_without_its_interpreter_plays_no_game() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.canonicalize().unwrap().display().to_string()
    };
    let line = write("line.py", "#!/usr/bin/env python47\nprint(3)\n");
    let class = write("class_player.rb", "class ClassPlayer\nend\n");
    let no_programs = TempDir::new().unwrap();
    for (player, reason, dialect) in [
        (
            &line,
            "line.py starts with \"#!/usr/bin/env python47\", but there is no program python47",
            "foursight",
        ),
        (&class, "there is no program ruby", "ruby"),
    ] {
        let advice = format!("to run it with another program, write {dialect}:PROGRAM {player}");
        for words in [&["arena", "match", player, "random"][..], &["arena", "check", player]] {
            let output = foursight(words).env("PATH", no_programs.path()).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{error}");
            assert!(error.contains(&format!("{player}: {reason}; {advice}")), "{error}");
        }
    }
    fs::remove_file(class).unwrap();
    let play = "while read line; do case $line in position*) echo Position reset to empty board;; \
                go*) echo bestmove 7;; esac; done";
    write("ann.sh", play);
    write("ben.sh", play);
    // Otherwise the extension chooses the installed Python.
    symlink("/bin/sh", no_programs.path().join("sh")).unwrap();
    let words = ["arena", "run", "--trust", "--no-grades", folder.path().to_str().unwrap()];
    let played = foursight(&words).env("PATH", no_programs.path()).output().unwrap();
    let [stdout, stderr] =
        [&played.stdout, &played.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(played.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("skipped: ") && stderr.contains("no program python47"), "{stderr}");
    assert!(stdout.contains("ann - ben") && !stdout.contains("line - "), "{stdout}");
}

/// An error names the player that is missing when a tournament is resumed, and nothing has changed.
#[test]
fn a_player_that_the_command_leaves_out_is_named() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out").display().to_string();
    let play = |players: &[&str]| {
        let options = ["arena", "run", "--no-grades", "--openings=none", "--output", &out];
        run(&[&options[..], players].concat(), "")
    };
    play(&["random", "level:2", "ann=random", "--pairs=1"]).succeeded();
    let stored = || fs::read(folder.path().join("out/games.jsonl")).unwrap();
    let games = stored();
    for (players, left_out) in [
        (&["random", "level:2"][..], "ann"),
        (&["ann=random", "random", "level:3"], "level:2"),
        (&["random", "level:3", "level:4", "level:5"], "level:2, ann"),
    ] {
        let refused = play(players);
        let message = format!(
            "{out}: players of this tournament are missing: {left_out}; include them, or choose another folder with --output\n"
        );
        assert_eq!((refused.code, stored() == games), (Some(2), true), "{}", refused.stderr);
        assert!(refused.stderr.ends_with(&message), "{}", refused.stderr);
    }
}
