//! The trainer at its prompts, and the progress that it stores.

use std::fs;
use std::path::Path;

use crate::Outcome;

fn beat(data: &Path, args: &[&str], input: &str) -> Outcome {
    let args =
        [&["beat", "--seed", "1", "--style", "letters", "--data", data.to_str().unwrap()], args];
    crate::run(&args.concat(), input)
}

#[test]
fn right_and_wrong_discs_are_remembered() {
    let data = tempfile::tempdir().unwrap();
    let first = beat(data.path(), &[], "3\n4\nstatus\nquit\n");
    assert_eq!((first.stderr.as_str(), first.code), ("", Some(0)));
    let said = &first.stdout;
    assert!(
        said.starts_with(
            "You know 0 positions. You would beat level 5 in at least 0 of 100 games. With ten more positions, at least "
        )
    );
    assert!(said.contains("Red to move: 3\nRed played 3 and "), "{said}");
    let known = "Red to move: 4\nNow you know it.\nRed to move wins in 21 moves.\nRed plays d1, then has a checked plan";
    assert!(said.contains(known), "{said}");
    let kept = fs::read_to_string(data.path().join("beat.json")).unwrap();
    assert!(kept.contains(r#""":{"stability":0.212,"#), "the first answer counts: {kept}");

    let next = beat(data.path(), &["--level", "6"], "show\nquit\n");
    assert!(
        next.stdout.starts_with("You know 0 positions. You would beat level 6 "),
        "{}",
        next.stdout
    );
    assert!(next.stdout.contains(" wins: "), "{}", next.stdout);
    assert!(next.stdout.contains("\nRed to move wins in "), "{}", next.stdout);
    let kept = fs::read_to_string(data.path().join("beat.json")).unwrap();
    assert_eq!(kept.matches("\"isRight\":false").count(), 2, "{kept}");
    assert!(kept.contains("\"level\":6"), "{kept}");
}

#[test]
fn a_right_disc_comes_again_in_days() {
    let data = tempfile::tempdir().unwrap();
    let right = beat(data.path(), &[], "4\n");
    assert!(
        right.stdout.contains("Red to move: 4\nRight. It comes up again in 2 days.\n"),
        "{}",
        right.stdout
    );
    let next = beat(data.path(), &["learn"], "");
    assert!(next.stdout.starts_with("You know 1 position. "), "{}", next.stdout);
    assert!(
        next.stdout.contains("(X)") || next.stdout.contains("(O)"),
        "another position: {}",
        next.stdout
    );
}

#[test]
fn games_are_won_with_what_is_shown() {
    let data = tempfile::tempdir().unwrap();
    // A player who asks for each disc, and plays it, wins.
    let mut input = String::new();
    for _ in 0..21 {
        let game = beat(data.path(), &["play", "--level", "1"], &(input.clone() + "show\nquit\n"));
        if game.stdout.contains("You win") {
            assert!(
                game.stdout.contains("You win, and you knew every position.\n"),
                "{}",
                game.stdout
            );
            return;
        }
        let (_, shown) = game.stdout.rsplit_once("Column ").unwrap();
        input += &shown[..1];
        input += "\n";
        fs::remove_file(data.path().join("beat.json")).unwrap();
    }
    panic!("the game does not end: {input}");
}

#[test]
fn nobody_finds_a_hole() {
    let data = tempfile::tempdir().unwrap();
    let input = "1\n2\n3\n4\n5\n6\n7\n".repeat(6);
    let game = beat(data.path(), &["hole"], &input);
    assert!(game.stdout.contains("You are yellow."), "{}", game.stdout);
    assert!(game.stdout.contains("\nRed wins.\n"), "{}", game.stdout);
    assert!(!data.path().join("beat.json").exists(), "nothing was learned");
}

#[test]
fn what_is_wrong_is_said() {
    let data = tempfile::tempdir().unwrap();
    let said = beat(data.path(), &[], "8\nlevel 11\nplan\nhelp\n").stdout;
    for message in [
        "\"8\" is neither a column from 1 to 7 nor a command; type help\n",
        "expected a level from 1 to 10\n",
        "  hole     be yellow, and try to stop the plan\n",
    ] {
        assert!(said.contains(message), "{message}: {said}");
    }
    let level = beat(data.path(), &["--level", "0"], "");
    assert_eq!(level.code, Some(2));
    assert!(level.stderr.contains("expected a level from 1 to 10"), "{}", level.stderr);

    fs::write(data.path().join("beat.json"), "{}").unwrap();
    let broken = beat(data.path(), &[], "");
    assert_eq!(broken.code, Some(2));
    let expected = "beat.json: this is not a progress file: missing field `cards`";
    assert!(broken.stderr.contains(expected), "{}", broken.stderr);
    assert_eq!(fs::read_to_string(data.path().join("beat.json")).unwrap(), "{}");
}
