//! Pictures in files and on standard output.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::interrupt;
use crate::{foursight, run};

/// The file that the command writes, which must be the only one in its folder.
#[track_caller]
fn check(args: &[&str], name: &str, starts_with: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let outcome = run(&[&["show"], args, &["-o", path.to_str().unwrap()]].concat(), "");
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", Some(0)), "{args:?}");
    assert_eq!(outcome.stdout, "");
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, [name], "no temporary file stays");
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(starts_with), "{args:?}");
    bytes
}

#[test]
fn the_name_says_what_is_written() {
    const PNG: &[u8] = b"\x89PNG\r\n";
    check(&["44455"], "board.svg", b"<svg ");
    check(&["44455"], "board.png", PNG);
    check(&["44455"], "BOARD.PNG", PNG);
    check(&["44455", "--as", "png"], "board", PNG);
    check(&["44455", "--delay", "100ms"], "game.gif", b"GIF89a");
    let text = check(&["44455", "--color", "always"], "board.txt", b"  1  2  3");
    assert!(!text.contains(&b'\x1b'), "files have no colors");
}

/// If all moves are equally good, there are no arrows.
#[test]
fn arrows_mean_a_choice() {
    let n_arrows = |pos| {
        let picture = run(&["show", "--scores", pos, "--as", "svg", "-o", "-"], "").stdout;
        // Each arrow is drawn twice: its border first.
        picture.matches("m-18-18l18 18l18-18").count() / 2
    };
    assert_eq!(["44455435332", "4", "44"].map(n_arrows), [0, 1, 1]);
}

#[test]
fn a_canvas_has_the_size_that_is_asked_for() {
    let png = check(&["44455", "--canvas", "1200x630"], "board.png", b"");
    assert_eq!(png[16..24], [0, 0, 4, 176, 0, 0, 2, 118]);
    for (size, message) in [("1200", "a width and a height, as in 1200x630"), ("0x630", "0")] {
        run(&["show", "4", "--canvas", size, "-o", "-"], "").failed(2, message);
    }
}

#[test]
fn text_takes_no_options_of_pictures() {
    for option in [&["--palette", "red-blue"], &["--theme", "dark"], &["--canvas", "100x100"]] {
        let args = [&["show", "4", "-o", "-", "--as", "txt"], &option[..]].concat();
        let outcome = run(&args, "");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{option:?}");
        let message = format!("{} is for a picture, not for a .txt", option[0]);
        assert!(outcome.stderr.contains(&message), "{}", outcome.stderr);
    }
}

#[test]
fn scores_are_in_the_picture() {
    let svg = String::from_utf8(check(&["4445", "--scores"], "board.svg", b"")).unwrap();
    let scores =
        "column a 2, column b 2, column c -3, column d 3, column e 3, column f -3, column g -3";
    assert!(svg.contains(&format!("Under the columns: {scores}.")), "{svg}");
    assert!(svg.contains("Arrows into columns d and e."), "{svg}");
    // The end of the game has no scores; all frames have one size.
    check(&["1212121", "--scores"], "game.gif", b"GIF89a");
}

/// An existing picture is replaced by --force alone; one that cannot be replaced stays unchanged.
#[test]
fn a_file_is_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    fs::write(&path, "old").unwrap();
    let path_text = path.to_str().unwrap();
    assert_eq!(run(&["show", "9", "-o", path_text], "").code, Some(3));
    let error = format!("{path_text} exists; add --force to replace it");
    for command in [
        &["show", "4"][..],
        &["plan", "find", "startpos", "--size", "4x4", "--connect", "3", "--side", "first"],
        &["book", "build", "--size", "4x4", "--plies", "1"],
    ] {
        run(&[command, &["-o", path_text]].concat(), "").failed(2, &error);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(run(&["show", "4", "-o", path_text, "--force"], "").code, Some(0));
    assert!(fs::read_to_string(&path).unwrap().starts_with("<svg "));
}

#[test]
fn a_dash_is_standard_output() {
    let svg = run(&["show", "4", "-o", "-"], "");
    assert!(svg.stdout.starts_with("<svg ") && svg.stdout.ends_with("</svg>\n"));
    let png = foursight(&["show", "4", "-o", "-", "--as", "png"]).output().unwrap();
    assert!(png.stdout.starts_with(b"\x89PNG"));
    assert!(!Path::new("-").exists());
}

/// An existing picture is not replaced by one with only some of its scores.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_an_older_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    fs::write(&path, "old").unwrap();
    let args = crate::words_to("show --scores --no-book --size 8x8 startpos --force -o", &path);
    let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
    let child = command.args(args).stderr(Stdio::piped()).spawn().unwrap();
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("board.svg is unchanged"), "{message}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}

#[test]
fn labels_name_empty_cells_of_the_board() {
    let svg = String::from_utf8(check(&["443", "--label", "T=4.3,1.1"], "board.svg", b"")).unwrap();
    assert!(svg.contains("Labels: T in d3; T in a1."), "{svg}");
    for (label, message) in [
        ("T=4.2", "--label T=d2: a disc is there"),
        ("T=8.1", "--label T=h1: the board is 7x6"),
        ("T=a7", "--label T=a7: the board is 7x6"),
        ("T=1.1,a1", "--label T=a1: the cell already has a sign"),
        (
            "T=1.0",
            "\"1.0\": a cell is a letter from a to j for the column and a row from 1, as in d6 or 4.6",
        ),
        ("", "write one sign, =, and cells, as in T=b4,f4"),
        ("TT=1.1", "write one sign, =, and cells, as in T=b4,f4"),
        ("k=1.1", "'k' is not one of the signs 0123456789AFLSTXabcdefghij+-=?."),
    ] {
        let outcome = run(&["show", "443", "--label", label], "");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{label}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
    let classic = ["show", "4", "--label", "T=1.1", "--palette", "classic", "-o", "-"];
    assert!(run(&classic, "").stderr.contains("--label: the classic picture has no room for that"));
}

#[test]
fn an_overlay_names_cells_of_the_board_and_legal_moves() {
    let signs = ["--ring", "b2,c3", "--arrow", "b1-b2", "--link", "a2-g2", "--steps", "c2,d3"];
    let args = [&["443"], &signs[..]].concat();
    let svg = String::from_utf8(check(&args, "board.svg", b"")).unwrap();
    let words = "Marked on the board: rings on b2, c3; arrow from b1 to b2; a2 and g2 answer each other; \
                 1. yellow c2, 2. red d3.";
    assert!(svg.contains(words), "{svg}");
    check(&args, "game.gif", b"GIF89a");
    let syntax = "a cell is a letter from a to j for the column and a row from 1, as in d6";
    for (option, value, message) in [
        ("--ring", "2b", syntax),
        ("--ring", "h1", "--ring: h1 is outside the board of 7x6"),
        ("--ring", "a7", "--ring: a7 is outside the board of 7x6"),
        ("--arrow", "b1", "write two cells, as in b1-b2"),
        ("--arrow", "b1-b1", "both cells are b1; write two different ones"),
        ("--arrow", "b1-b7", "--arrow: b7 is outside the board of 7x6"),
        ("--link", "a2-", syntax),
        ("--link", "h2-a2", "--link: h2 is outside the board of 7x6"),
        ("--steps", "c2,c2", "--steps: step 2, c2: a disc in this column lands on c3"),
        ("--steps", "c3", "--steps: step 1, c3: a disc in this column lands on c2"),
        (
            "--steps",
            "h1",
            "--steps: step 1, h1: there is no column h; the board has columns a to g",
        ),
        ("--steps", "a1,a2,a3,a4,a5,a6,a7", "--steps: step 7, a7: column a is full"),
    ] {
        let outcome = run(&["show", "443", option, value], "");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{option} {value}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
    for signs in [&["--coordinates"][..], &["--link", "a2-g2"]] {
        let args = [&["show", "4", "--palette", "classic", "-o", "-"], signs].concat();
        let message = format!("{}: the classic picture has no room for that", signs[0]);
        assert!(run(&args, "").stderr.contains(&message), "{message}");
    }
}
