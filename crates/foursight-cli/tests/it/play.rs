use crate::run;

const TWO_PEOPLE: [&str; 5] = ["play", "--red", "human", "--yellow", "human"];

#[test]
fn two_people_play_to_the_end() {
    let game = run(&TWO_PEOPLE, "4\n4\n3\n3\n2\n2\n1\n").succeeded();
    assert!(game.stdout.ends_with("Red has won!\n"), "{}", game.stdout);
    assert!(game.stdout.contains("\n 1  [●][●][●][●] .  .  .\n"), "the line is marked");
    assert_eq!(game.stdout.matches("Red to move: ").count(), 4);
    assert_eq!(game.stdout.matches("Yellow to move: ").count(), 3);
    assert_eq!(game.stderr, "");
}

#[test]
fn a_game_is_the_default_command() {
    let game = run(&["--yellow", "human", "--ascii"], "4\n4\n3\n3\n2\n2\n1\n");
    assert!(game.stdout.contains("[X][X][X][X]"));
    let ascii = run(&["--yellow", "human", "--ascii"], "4\n4\n");
    assert!(ascii.stdout.is_ascii(), "{}", ascii.stdout);
    for (variable, value) in [("LC_ALL", "C"), ("TERM", "linux")] {
        let mut plain = crate::foursight(&["--yellow", "human"]);
        let output = plain.env(variable, value).write_stdin("4\n").output().unwrap();
        assert!(output.stdout.is_ascii(), "{variable}={value}");
    }
    let alone = run(&[], "");
    assert!(alone.stdout.starts_with("Red: human. Yellow: level:3."));
    assert_eq!(alone.code, Some(0));
}

#[test]
fn what_is_no_move_is_explained() {
    let game = run(&TWO_PEOPLE, "8\nzero\n\nhelp\nquit\n4\n");
    for word in ["8", "zero"] {
        let message =
            format!("\"{word}\" is neither a column from a to g nor a command; type help\n");
        assert!(game.stdout.contains(&message), "{}", game.stdout);
    }
    assert!(game.stdout.contains("  save FILE  save the game to a file\n"));
    assert!(!game.stdout.contains('●'), "nothing is played after quit");
    assert_eq!(game.code, Some(0));
}

#[test]
fn hints_and_analysis_at_the_prompt() {
    let game = run(&["play", "--yellow", "human", "--start", "112233"], "hint\nanalyze\nquit\n");
    assert!(game.stdout.contains("column d wins in 1 move\n"), "{}", game.stdout);
    assert!(game.stdout.contains("red to move wins in 1 move\n"), "{}", game.stdout);
    assert!(game.stdout.contains("* 4    18  wins in 1 move"), "{}", game.stdout);
}

#[test]
fn reasons_at_the_prompt() {
    let ask = |start: &str, input: &str| {
        let args = ["play", "--yellow", "human", "--ascii", "--start", start];
        let game = run(&args, input);
        assert_eq!((game.stderr.as_str(), game.code), ("", Some(0)));
        game.stdout
    };
    let mistake = ask("443", "3\nwhy\nquit\n");
    assert!(mistake.contains("\nYellow played c and turned a win into a loss.\n"), "{mistake}");
    assert!(mistake.contains("\n 1  <.> 1  X  X <.> .  .\n"), "the board has signs\n{mistake}");
    assert!(mistake.contains("\nOne way it can go, red first: b1 e1 a1"), "{mistake}");
    let position = ask("112233", "why\nquit\n");
    assert!(position.contains("\nRed to move wins in 1 move.\n"), "{position}");
    let over = ask("44", "3\n3\n2\n7\n1\nwhy\nquit\n");
    assert!(
        over.contains(
            "\nYellow lost with c2: it let Red get three in a row with both ends open.\n"
        ),
        "the lesson\n{over}"
    );
    let flawless = ask("112233", "4\nw\nquit\n");
    assert!(flawless.contains("no mistake was found in this game\n"), "{flawless}");
}

#[test]
fn a_game_is_saved_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.txt");
    let input = format!("3\n5\nsave {}\nquit\n", file.display());
    let args = [&TWO_PEOPLE[..], &["--start", "4512", "--size", "8x7"]].concat();
    let game = run(&args, &input);
    assert!(game.stdout.contains("saved to "), "{}", game.stdout);
    let text = std::fs::read_to_string(&file).unwrap();
    let expected = "[Size \"8x7\"]\n[First \"human\"]\n[Second \"human\"]\n[Opening \"4512\"]\n\
        [Result \"*\"]\n\n451235 *\n";
    assert_eq!(text, expected);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
    let loaded = run(&["play", "--load", file.to_str().unwrap()], "undo\nundo\nundo\nquit\n");
    assert_eq!(loaded.stdout.matches("Red to move").count(), 3, "{}", loaded.stdout);
    assert!(loaded.stdout.contains("you have no move to undo"), "{}", loaded.stdout);
}

#[test]
fn a_game_of_many_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "[First \"Ann\"]\n\n44 *\n\n1212121 1-0\n").unwrap();
    let load = |args: &[&str]| run(&[&["play", "--load", path], args].concat(), "3\nquit\n");
    let first = load(&["--game", "1"]);
    assert!(first.stdout.starts_with("Red: human. Yellow: human."));
    assert!(first.stdout.contains("Yellow to move"), "{}", first.stdout);
    assert!(load(&["--game", "2"]).stdout.contains("Red has won!"));
    let against = load(&["--game", "1", "--yellow", "level:1"]);
    assert!(against.stdout.contains("Yellow plays column "), "{}", against.stdout);
    for args in [&[][..], &["--game", "0"], &["--game", "3"]] {
        let outcome = load(args);
        let error = format!("error: {path} has 2 games: --game takes 1 to 2\n");
        assert_eq!((outcome.stderr, outcome.code), (error, Some(2)), "{args:?}");
    }
}

#[test]
fn what_cannot_be_loaded_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let path = file.to_str().unwrap();
    let load = || run(&["play", "--load", path], "");
    load().failed(2, "games.txt: No such file");
    std::fs::write(&file, "48 *\n").unwrap();
    load().failed(3, "games.txt: move 2: '8' is not a column from 1 to 7\n");
    std::fs::write(&file, "{\"pos\": \"48\"}").unwrap();
    load().failed(3, "games.txt: line 1: a game is its moves and its result");
    std::fs::write(&file, b"\xff\xfe").unwrap();
    load().failed(2, "games.txt: it is not text in UTF-8\n");
    assert_eq!(run(&["play", "--load", path, "--start", "4"], "").code, Some(2));
    run(&["play", "--start", "12x"], "").failed(3, "error: --start: move 3: 'x' is not a column");
}

#[test]
fn a_file_is_replaced_only_after_a_yes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let save = format!("save {}\n", file.display());
    let play = |input: &str| run(&TWO_PEOPLE, input).stdout;
    std::fs::write(&file, "old").unwrap();
    for refusal in ["no\n", "\n", "4\n", ""] {
        let game = play(&format!("4\n{save}{refusal}"));
        assert!(game.contains("game.txt exists. Replace it? [y/N]: "), "{game}");
        assert!(game.contains("\nnot saved\n"), "{game}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    }
    let game = play(&format!("4\n{save}yes\n4\n{save}quit\n"));
    assert_eq!(game.matches("exists.").count(), 1, "what it saved itself it replaces\n{game}");
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("\n\n44 *\n"));
}

#[test]
fn after_the_end_each_command_has_an_answer() {
    let start = [&TWO_PEOPLE[..], &["--start", "1212121"]].concat();
    let game = run(&start, "5\nhint\nanalyze\nredo\nwhy\nundo\nhelp\nquit\n");
    let over = "the game is over; type why, undo, save FILE or quit\n";
    for command in ["5", "hint", "analyze"] {
        assert!(
            game.stdout.contains(&format!("\n{command}\n{over}")),
            "{command}: {}",
            game.stdout
        );
    }
    assert!(game.stdout.contains("why\nno mistake was found in this game\n"), "{}", game.stdout);
    assert_eq!(game.code, Some(0));
}

#[test]
fn unreadable_input_is_asked_again() {
    let mut command = crate::foursight(&TWO_PEOPLE);
    let output = command.write_stdin(&b"4\n\xff\xfe\n4\nquit\n"[..]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains('○'), "the game goes on");
    let long = run(&TWO_PEOPLE, &format!("{}\n4\nquit\n", "x".repeat(1_000_000)));
    assert!(long.stdout.len() < 10_000, "of a line that is too long only the beginning is kept");
    assert!(long.stdout.contains('●'));
}

#[test]
fn a_game_that_cannot_be_saved_goes_on() {
    let game = run(&TWO_PEOPLE, "4\nsave /no/such/folder/game.txt\nsave\n4\nquit\n");
    assert!(game.stdout.contains("cannot save to /no/such/folder/game.txt: "), "{}", game.stdout);
    assert!(game.stdout.contains("save needs a file name"));
    assert!(game.stdout.contains('○'), "the game goes on");
    assert_eq!(game.code, Some(0));
}

/// Two people by the swap rule: whoever has red places three discs, and yellow takes red over.
#[test]
fn sides_are_swapped_at_the_prompts() {
    let args = [&TWO_PEOPLE[..], &["--opening-rule", "swap"]].concat();
    let game = run(&args, "swap\n4\n5\n9\n6\nundo\n6\nswap\nswap\n1\n");
    let told = [
        "Opening rule swap: red places three discs (red, yellow, red); then yellow may swap sides.\n",
        "Red to place a red disc, 3 to go: swap\nsides are swapped only right after",
        "Red to place a yellow disc, 2 to go: 5\n",
        "Red to place a red disc, 1 to go: 9\n\"9\" is neither a column",
        "Yellow to move (a column, or swap): undo\n",
        "Yellow to move (a column, or swap): swap\nYellow swaps sides.\nRed: human. Yellow: human.\n",
        "Yellow to move: swap\nsides are swapped only right after",
        "Yellow to move: 1\n",
        "Red to move: ",
    ];
    let mut rest = game.stdout.as_str();
    for told in told {
        let found = rest.find(told).unwrap_or_else(|| panic!("{told:?} is missing in\n{rest}"));
        rest = &rest[found..];
    }
    assert_eq!((game.code, game.stderr.as_str()), (Some(0), ""));
}
