//! The tutorials' Python does what they say.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::{foursight, run};

/// The Python blocks on a page.
fn blocks(page: &str) -> Vec<&str> {
    let starts = page.split("```python\n").skip(1);
    starts.map(|text| text.split("```").next().expect("a block ends")).collect()
}

/// The output of a check of this bot, and its exit code.
fn check(folder: &TempDir, bot: &str) -> (String, Option<i32>) {
    let path = folder.path().join("ann.py");
    fs::write(&path, bot).unwrap();
    let outcome = run(&["arena", "check", "--trust", path.to_str().unwrap()], "");
    (outcome.stdout, outcome.code)
}

#[test]
fn the_first_bots_are_what_their_tutorial_says() {
    let folder = TempDir::new().unwrap();
    let page = include_str!("../../../../../docs/first-bot.md");
    let bots = blocks(page);
    assert_eq!(bots.len(), 3);

    let (faulty, code) = check(&folder, bots[0]);
    let fault = faulty.lines().find(|line| line.starts_with("full board")).expect("a full board");
    assert!(page.contains(fault), "the page shows the fault: {fault}");
    assert_eq!(code, Some(1));

    for bot in &bots[1..] {
        let (text, code) = check(&folder, bot);
        assert!(text.contains("dialect    kaggle\n") && text.contains("\nfit to play"), "{text}");
        assert_eq!(code, Some(0));
    }
}

/// Red, to move, completes three in a row in each direction, blocks yellow's three, and otherwise plays in the middle.
#[test]
fn the_last_bot_wins_and_blocks() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("ben.py");
    fs::write(&path, blocks(include_str!("../../../../../docs/first-bot.md"))[2]).unwrap();
    let bot = path.to_str().unwrap();
    for (opening, column) in [
        ("112233", '4'),
        ("121213", '1'),
        ("1223433474", '4'),
        ("7665455414", '4'),
        ("171727", '7'),
        ("7172", '4'),
    ] {
        let args = ["arena", "match", "--trust", "--json", "--games", "1", "--opening", opening];
        let text = run(&[&args[..], &[bot, "random"]].concat(), "").stdout;
        let game: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let moves = game["moves"].as_str().expect("the moves");
        assert_eq!(moves.chars().nth(opening.len()), Some(column), "{opening}: {text}");
    }
}

/// In a fresh clone, the commands in the README's table find the files that they name, and succeed.
#[test]
fn the_commands_of_the_readme_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let clone = TempDir::new().unwrap();
    fs::create_dir_all(clone.path().join("examples/bots")).unwrap();
    for folder in ["examples", "examples/bots"] {
        for entry in fs::read_dir(root.join(folder)).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), clone.path().join(folder).join(entry.file_name())).unwrap();
            }
        }
    }
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let doors = readme.lines().filter(|line| line.starts_with("| "));
    let spans = doors.flat_map(|line| line.split('`').skip(1).step_by(2));
    let commands: Vec<&str> = spans
        .filter_map(|span| span.strip_prefix("foursight "))
        // Servers run until they are stopped; other tests start them.
        .filter(|command| !command.starts_with("serve"))
        .collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    for command in commands {
        let args: Vec<&str> = command.split(' ').collect();
        let output = foursight(&args).current_dir(clone.path()).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "foursight {command}: {errors}");
        assert!(!errors.contains("skip"), "foursight {command}: {errors}");
    }
    assert!(clone.path().join("examples/bots/arena/report.html").exists());
    assert!(clone.path().join("labels/labels.csv").exists());
}

#[test]
fn a_program_in_python_asks_the_solver() {
    let page = include_str!("../../../../../docs/embed.md");
    let [program] = blocks(page)[..] else { panic!("one block") };
    let folder = Path::new(env!("CARGO_BIN_EXE_foursight")).parent().expect("a folder");
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [folder.to_owned()].into_iter().chain(std::env::split_paths(&path));
    path = std::env::join_paths(folders).expect("folders without colons");
    let output = Command::new("python3").args(["-c", program]).env("PATH", path).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(page.contains(&format!("prints `{}`.", printed.trim_end())), "{printed}");
}
