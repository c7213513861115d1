//! Wrong arguments: the messages, which nobody needs Rust to understand.

use std::collections::BTreeSet;

use crate::run;

/// Phrases that only Rust programmers understand.
const PHRASES: [&str; 14] = [
    "invalid digit",
    "target type",
    "non-zero type",
    "empty string",
    "float literal",
    "os error",
    ".foursight-",
    "..=",
    "Utf8",
    "UTF-8 sequence",
    "valid UTF-8",
    "fill whole buffer",
    "panicked",
    "unwrap",
];

#[track_caller]
fn check_words(args: &[&str], stderr: &str) {
    for phrase in PHRASES {
        assert!(!stderr.contains(phrase), "{args:?}: {stderr}");
    }
}

/// The commands, as words after the name of the program.
fn commands() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(command) = waiting.pop() {
        let help = help(&command, "-h");
        let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in list.take_while(|line| !line.is_empty()) {
            let name =
                line.strip_prefix("  ").and_then(|line| line.split(' ').next()).unwrap_or("");
            if !name.is_empty() && name != "help" {
                waiting.push([&command[..], &[name.to_owned()]].concat());
            }
        }
        found.push(command);
    }
    found
}

fn help(command: &[String], flag: &str) -> String {
    let args: Vec<&str> = command.iter().map(String::as_str).chain([flag]).collect();
    run(&args, "").stdout
}

/// Wrong arguments, and what their messages must say.
#[test]
fn messages_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, missing, inside) =
        (path("positions.txt"), path("missing/x.svg"), path("positions.txt/x"));
    std::fs::write(&file, "445\n").unwrap();
    let (unreadable, bot) = (path("latin.txt"), format!("kagle:{file}"));
    std::fs::write(&unreadable, b"\xff\xfe").unwrap();
    for (args, code, expected) in [
        #[cfg(unix)]
        (&["solve", "--book", "/dev/zero", "44"][..], 2, "--book /dev/zero: it is not a file"),
        #[cfg(unix)]
        (&["play", "--plain", "--load", "/dev/zero"], 2, "/dev/zero: it is not a file"),
        (&["solve", &path("")], 2, "is a folder; name a file in it"),
        (&["analyze", &unreadable], 3, "latin.txt: boards of 2x1 are not supported"),
        (&["solve", "positions.txt"], 2, "there is no file positions.txt; write a position, as in"),
        (&["analyze", "../a.csv"], 2, "there is no file ../a.csv; write a position, as in 44455"),
        (&["analyze", "...xo.xx"], 3, "boards of 8x1 are not supported"),
        (&["solve", "--book", &file, "44"], 2, "this is not an opening book"),
        (&["book", "info", "--book", &file], 2, "this is not an opening book"),
        (&["engine", "--book", &file], 2, "this is not an opening book"),
        (&["solve", "--book", &missing, "44"], 2, "No such file"),
        (&["bench", &path("")], 2, "it is a folder, not a file\n"),
        (&["book", "build", "--plies", "3", "-o", &path("")], 2, "is a folder, not a file\n"),
        (&["serve", "--data", &file, "--check"], 2, "positions.txt: it is not a folder\n"),
        (&["why", "443", "h"], 2, "\"h\" is not a column from 1 to 7 or a to g\n"),
        (&["solve", "--threads", "999999", "44"], 2, "it must be a whole number from 1 to 1024"),
        (&["engine", "--threads", "0"], 2, "it must be a whole number from 1 to 1024"),
        (&["perft", "--", "-1"], 2, "'<DEPTH>': it must not be negative"),
        (&["perft", "99999999999999999999"], 2, "the number is too large"),
        (&["play", "--seed", "x"], 2, "it must be a whole number"),
        (&["man", "sing"], 2, "there is no command \"sing\"; the commands are play, solve,"),
        (
            &["man", "arena", "sing"],
            2,
            "there is no command \"sing\"; the commands are run, match,",
        ),
        (&["man", "solve", "x"], 2, "solve has no command \"x\""),
        (&["help", "sing"], 2, "the pages are dialects, isolation, notations, protocol"),
        #[cfg(unix)]
        (
            &["arena", "match", &bot, "random"],
            2,
            "is not a dialect; the dialects are foursight, marlin,",
        ),
        (&["show", "44", "-o", &missing], 2, "missing/x.svg: No such file or directory\n"),
        (&["play", "--load", &unreadable], 2, "latin.txt: it is not text in UTF-8\n"),
        (&["serve", "--data", &inside, "--listen", "127.0.0.1:0"], 2, "Not a directory\n"),
    ] {
        let outcome = run(args, "");
        check_words(args, &outcome.stderr);
        assert!(outcome.stderr.contains(expected), "{args:?}: {}", outcome.stderr);
        assert_eq!(outcome.code, Some(code), "{args:?}: {}", outcome.stderr);
    }
}

/// Version 0.1 knows the names that were replaced before it.
#[cfg(unix)]
#[test]
fn old_names_still_work() {
    for (old, new) in [
        ("grade --print-rubric bot", "arena grade --print-rubric bot"),
        ("help match", "help arena match"),
        ("backup --help", "serve backup --help"),
        (
            "match random random --games 1 --seed 1 --opening-plies 2",
            "arena match random random --games 1 --seed 1 --openings random:2",
        ),
        ("plan 1 --size 4x4 --side first", "plan find 1 --size 4x4 --side red"),
        (
            "play --plain --move-time 1s --yellow human",
            "play --plain --time-limit 1s --yellow human",
        ),
    ] {
        let [old, new] = [old, new].map(|line| {
            let outcome = run(&line.split(' ').collect::<Vec<_>>(), "");
            assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""), "{line}");
            outcome.stdout
        });
        assert_eq!(old, new);
    }
    assert!(run(&["plan", "show", "x"], "").stderr.contains("unrecognized subcommand 'show'"));
}

#[test]
fn the_last_of_repeated_options_wins() {
    let args = ["perft", "1", "--size", "4x4", "--connect", "3", "--size", "5x4", "--connect", "4"];
    assert_eq!(run(&args, "").succeeded().stdout, "1 5\n");
}

/// Releases do not have a folder of documents.
#[test]
fn help_points_to_pages_that_are_there() {
    let pages = ["dialects", "isolation", "notations", "protocol"];
    let mut named = BTreeSet::new();
    for command in commands() {
        let help = help(&command, "--help");
        assert!(!help.contains("docs/"), "{command:?}: {help}");
        named.extend(
            help.split("`foursight help ")
                .skip(1)
                .map(|rest| rest[..rest.find('`').unwrap()].to_owned()),
        );
    }
    named.remove("PAGE");
    assert!(
        !named.is_empty() && named.iter().all(|page| pages.contains(&page.as_str())),
        "{named:?}"
    );
    for page in pages {
        let outcome = run(&["help", page], "");
        assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)));
        let title = outcome.stdout.lines().next().unwrap();
        assert!(title.to_lowercase().contains(&page[..7]), "{title}");
        assert!(!outcome.stdout.contains("]("), "{page} has a link to a page that is not there");
    }
    assert!(run(&["help", "solve"], "").stdout.contains("Usage: foursight solve"));
}

/// The page shows the help of every command, except those that only have commands.
#[test]
fn every_command_is_on_the_page_on_commands() {
    let page = include_str!("../../../../docs/commands.md");
    for command in commands() {
        let name = command.join(" ");
        let is_shown = page.contains(&format!("\n$ foursight {name} -h\n"));
        assert!(is_shown || ["", "arena", "book", "plan"].contains(&name.as_str()), "{name}");
    }
}

#[test]
fn shells_complete_players_and_pages_of_the_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell], "").succeeded();
        assert!(script.stdout.contains("perfect"), "{shell}");
    }
    let bash = run(&["completions", "bash"], "").stdout;
    for (option, values) in
        [("--yellow)", "human random perfect level:0"), ("--opening-rule)", "\"none pie swap\"")]
    {
        let rest = bash.split(option).nth(1).unwrap();
        assert!(rest.lines().nth(1).unwrap().contains(values), "{rest}");
    }
    assert!(run(&["man", "--help"], "").stdout.contains("arena run"));
}

/// On other systems, these commands say why they are missing.
#[cfg(not(unix))]
#[test]
fn commands_that_need_unix_say_so() {
    for command in [&["arena", "run", "bots"][..], &["arena", "match", "level:1", "--games", "2"]] {
        let refused = run(command, "");
        assert!(refused.stderr.contains("use Linux, macOS or"), "{}", refused.stderr);
        assert_eq!((refused.stdout.as_str(), refused.code), ("", Some(2)));
    }
    let refused = run(&["serve", "--listen", "unix:/run/socket"], "");
    assert!(refused.stderr.contains("no Unix socket /run/socket"), "{}", refused.stderr);
}
