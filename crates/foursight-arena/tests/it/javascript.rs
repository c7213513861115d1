//! JavaScript players with `CodinGame`'s functions play for real.

use std::process::Command;

use foursight_arena::{Contestant, Dialect};

use crate::files::{LEFTMOST, columns, game, player, player_of};

/// The code that `CodinGame` gives authors as a start, and a move.
const TEMPLATE: &str = "\
const width = 7, height = 6;
var inputs = readline().split(' ');
const myId = parseInt(inputs[0]);
const oppId = parseInt(inputs[1]);

// game loop
while (true) {
    const turnIndex = parseInt(readline());
    for (let i = 0; i < height; i++) {
        const boardRow = readline();
        if (boardRow.length !== width) throw new Error(`row ${boardRow}`);
    }
    const actions = [];
    for (let n = parseInt(readline()); n > 0; n--) actions.push(parseInt(readline()));
    const oppPreviousAction = parseInt(readline());
    printErr('turn', turnIndex);
    MOVE
}
";

/// Whether Node is installed: other tests need only Python and Ruby.
fn has_node() -> bool {
    let found = Command::new("node").arg("--version").output().is_ok();
    if !found {
        eprintln!("NOT TESTED: there is no node");
    }
    found
}

fn bot(folder: &tempfile::TempDir, name: &str, text: &str) -> Contestant {
    let bot = player_of(folder.path(), name, text);
    assert_eq!(bot.dialect(), Some(Dialect::CodinGame), "{text}");
    bot
}

#[test]
fn readline_and_print_as_on_codingame() {
    if !has_node() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let other = player("columns_bot.py");
    for (name, answer) in [
        ("log.js", "console.log(actions[0]);"),
        ("print.js", "print(actions[0]);"),
        ("putstr.cjs", "putstr(actions[0] + ' good luck\\n');"),
        ("main.js", "if (require.main === module) console.log(actions[0]);"),
    ] {
        let bot = bot(&folder, name, &TEMPLATE.replace("MOVE", answer));
        for (players, own) in [([&bot, &other], 0), ([&other, &bot], 1)] {
            let record = game(players);
            assert_eq!(columns(&record), LEFTMOST, "{answer}: {record:#?}");
            let errors = &record.errors[own];
            assert!(errors.contains(&format!("turn {}", 2 + own)), "{errors}");
            assert!(!errors.contains("Error"), "{errors}");
        }
    }
}

#[test]
fn an_exception_has_only_the_frames_of_the_player() {
    if !has_node() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text =
        TEMPLATE.replace("MOVE", "choose(actions);") + "\nfunction choose(a) { return a.b.c; }\n";
    let record = game([&bot(&folder, "ann.js", &text), &player("columns_bot.py")]);
    let reason = record.ending.to_string();
    let expected = "ended with exit code 1: TypeError: Cannot read properties of undefined (reading 'c'), at choose (ann.js:";
    assert!(reason.starts_with(expected), "{reason}");
    let errors = &record.errors[0];
    assert!(errors.contains("ann.js:17") && !errors.contains("[eval]"), "{errors}");
    assert!(!errors.contains("node:"), "{errors}");
}

/// Node's own module `readline` has nothing to do with `CodinGame`'s function.
#[test]
fn other_players_in_javascript_are_left_alone() {
    if !has_node() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "// go!\nconst lines = require('readline').createInterface({ input: process.stdin });\n\
                lines.on('line', () => console.log(0));\n";
    let other = player_of(folder.path(), "ann.js", text);
    assert_eq!(other.dialect(), Some(Dialect::Columns));
    let six = player_of(folder.path(), "six.py", "def agent(o, c): return 6\n");
    assert_eq!(columns(&game([&other, &six])), "0606060");
}
