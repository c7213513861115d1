//! Kaggle's agents play for real.

use foursight::{AnySize, Column};
use foursight_arena::{Contestant, Dialect, Ending, GameSettings, NoConsole, play};

use crate::files::{LEFTMOST, check, check_loss, columns, game, player, player_of, settings};

#[test]
fn kaggle_agents() {
    check("kaggle_agent.py", Dialect::Kaggle);
    check("kaggle_callable.py", Dialect::Kaggle);
    let record = game([&player("kaggle_agent.py"), &player("columns_bot.py")]);
    assert!(record.errors[0].ends_with("bestmove 7\nbestmove 7"), "{record:#?}");
}

#[test]
fn kaggle_agents_on_another_board() {
    let agent = player("kaggle_callable.py");
    let size = AnySize::new(7, 8, 5).unwrap();
    let opening = [Column::new(0), Column::new(0)];
    let settings = GameSettings { size, opening: &opening, ..settings() };
    let record = play([&agent, &agent], &settings, &mut NoConsole);
    assert!(columns(&record).starts_with("000000111111112"), "{record:#?}");
    assert_eq!(record.opening, opening);
}

#[test]
fn kaggle_agents_lose() {
    let folder = tempfile::tempdir().unwrap();
    let of = |body: &str| {
        player_of(folder.path(), "agent.py", &format!("def agent(obs, config):\n    {body}\n"))
    };
    let check = |body: &str, expected: &str| check_loss(&of(body), expected);
    let printed = "the agent returned None, but printed 3; return a column, counted from 0";
    check("print('thinking'); print(3)", printed);
    let full = "illegal move: the agent returned 0: column 0 is full (columns are numbered from 0)";
    let record = check("return 0", full);
    assert!(record.log.iter().any(|line| line.text == "the agent returned 0"), "{record:#?}");
    let record = check(
        "raise KeyError(obs.step)",
        "ended with exit code 1: KeyError: 0 (line 2 of agent.py, in agent)",
    );
    assert!(record.errors[0].ends_with("KeyError: 0"), "{record:#?}");
    let missing = player_of(folder.path(), "b.py", "import no_such_module\ndef f(obs): pass");
    let record = game([&missing, &player("columns_bot.py")]);
    let reason = record.ending.to_string();
    let expected = "did not start: ended with exit code 1: ModuleNotFoundError: No module named 'no_such_module' (line 1 \
                    of b.py); /";
    assert!(reason.starts_with(expected) && reason.ends_with(" looked for it"), "{reason}");
    let class = "class Agent:\n    def __init__(self, obs, config): pass\n";
    let record = game([&player_of(folder.path(), "c.py", class), &player("columns_bot.py")]);
    let reason = record.ending.to_string();
    assert!(reason.starts_with("Agent returned <Agent object at"), "{reason}");
}

/// The function that is called in a file, and the message if it fails.
#[test]
fn the_function_that_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let check = |text: &str, expected: &str| {
        let agent = player_of(folder.path(), "bot.py", text);
        assert_eq!(agent.dialect(), Some(Dialect::Kaggle), "{text}");
        let record =
            game([&agent, &player_of(folder.path(), "six.py", "def agent(o, c): return 6\n")]);
        let reason = record.ending.to_string();
        assert!(reason.starts_with(expected), "{text}{reason}");
        assert!(!record.errors[0].contains("<string>"), "{record:#?}");
    };
    let helper = "def first(board): return board.index(0)\n";
    check(
        &format!("def agent(obs, conf): return first(obs.board)\n{helper}"),
        "a line is complete",
    );
    check(
        &format!("{helper}def choose(obs, conf): return first(obs.board)\n"),
        "a line is complete",
    );
    check("def agent(o, c): return 0\n", "a line is complete");
    check(
        &format!("def choose(obs, conf): return first(obs.board)\n{helper}"),
        "ended with exit code 1: AttributeError: index (line 2 of bot.py, in first); the arena called first, the last callable in the file; rename the function that plays to agent",
    );
    check(
        &format!("def choose(obs, conf): return 0\n{}", "def last(board): return 'x'\n"),
        "last returned 'x', which is not an integer",
    );
    check(
        "class Bot:\n    def agent(self, obs, conf): return 3\n",
        "ended with exit code 1: TypeError: Bot() takes no arguments; the arena called the class Bot; write def \
         agent(observation, configuration) outside it",
    );
    check(
        "agent = lambda obs: 1 / 0\n",
        "ended with exit code 1: ZeroDivisionError: division by zero (line 1 of bot.py)",
    );
    check(
        "def agent(obs)\n    return 0\n",
        "did not start: ended with exit code 1: SyntaxError: expected ':' (line 1 of bot.py)",
    );
}

/// If the dialect is named explicitly, the error says what its functions receive.
#[test]
fn a_function_that_takes_a_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.py");
    std::fs::write(&path, "def agent(board):\n    return board[0][3]\n").unwrap();
    let agent = Contestant::of_file(&path, Some(Dialect::Kaggle)).unwrap();
    let reason = game([&agent, &player("columns_bot.py")]).ending.to_string();
    let expected = "ended with exit code 1: KeyError: 0 (line 2 of bot.py, in agent); agent(board) receives an \
                    observation, not a board: write def agent(observation, configuration)";
    assert!(reason.starts_with(expected), "{reason}");
}

/// The configuration has the fields that agents read on Kaggle.
#[test]
fn the_configuration_is_that_of_kaggle() {
    let folder = tempfile::tempdir().unwrap();
    let text = "def agent(obs, c):\n    \
                if obs.step < 2:\n        \
                    print(c.timeout, c.actTimeout, c.agentTimeout, c.runTimeout, c.episodeSteps, c['inarow'])\n    \
                return 0\n";
    let record = game([&player_of(folder.path(), "ann.py", text), &player("columns_bot.py")]);
    assert_eq!(record.errors[0], "2 2 60.0 1200 1000 4", "{record:#?}");
}

/// Writes an archive with Python: names and texts of files, where a text that begins with `->` makes a link.
fn archive(folder: &std::path::Path, name: &str, members: &[(&str, &str)]) -> Contestant {
    let script = "import io, sys, tarfile\n\
        with tarfile.open(sys.argv[1], 'w:gz') as archive:\n    \
            for name, text in zip(sys.argv[2::2], sys.argv[3::2]):\n        \
                member = tarfile.TarInfo(name)\n        \
                if text.startswith('->'):\n            \
                    member.type, member.linkname = tarfile.SYMTYPE, text[2:]\n        \
                if text == 'huge':\n            \
                    member.size = 100 << 20\n            \
                    archive.addfile(member, open('/dev/zero', 'rb'))\n            \
                    continue\n        \
                member.size = len(text)\n        \
                archive.addfile(member, io.BytesIO(text.encode()))\n";
    let path = folder.join(name);
    let words = members.iter().flat_map(|(name, text)| [*name, *text]);
    let mut python = std::process::Command::new("python3");
    let status = python.args(["-c", script]).arg(&path).args(words).status().unwrap();
    assert!(status.success());
    Contestant::of_file(&path, None).unwrap()
}

const MAIN: &str =
    "import choice\ndef agent(obs, config): return choice.of(obs, open('data/order.txt').read())\n";
const CHOICE: &str =
    "def of(obs, order): return [int(c) for c in order.split() if obs.board[int(c)] == 0][0]\n";

#[test]
fn archives_play() {
    let folder = tempfile::tempdir().unwrap();
    let members = [("main.py", MAIN), ("./choice.py", CHOICE), ("data/order.txt", "0 1 2 3 4 5 6")];
    let agent = archive(folder.path(), "ann.tar.gz", &members);
    assert_eq!((agent.name.as_str(), agent.dialect()), ("ann", Some(Dialect::Kaggle)));
    let record = game([&agent, &player("columns_bot.py")]);
    assert_eq!(columns(&record), LEFTMOST, "{record:#?}");
}

/// Players find their files at Kaggle's paths, whether they are archives or single files.
#[test]
fn files_of_an_archive_are_where_kaggle_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let main = "import os, pathlib, sys\n\
                FOLDER = '/kaggle_simulations/agent'\n\
                assert os.path.isdir(FOLDER) and 'order.txt' in os.listdir(FOLDER + '/data')\n\
                sys.path.append(FOLDER)\n\
                import choice\n\
                order = open(FOLDER + '/data/order.txt').read()\n\
                assert order == pathlib.Path(FOLDER, 'data', 'order.txt').read_text()\n\
                assert not os.path.exists('/kaggle_simulations/agents')\n\
                def agent(obs, config): return choice.of(obs, order)\n";
    let members = [("main.py", main), ("choice.py", CHOICE), ("data/order.txt", "0 1 2 3 4 5 6")];
    let agent = archive(folder.path(), "ann.tar.gz", &members);
    let record = game([&agent, &player("columns_bot.py")]);
    assert_eq!(columns(&record), LEFTMOST, "{record:#?}");
}

#[test]
fn archives_reach_nothing_outside() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let outside = out.to_str().unwrap();
    let link = format!("->{}", folder.path().display());
    for (members, reason) in [
        (&[("../out", "x")][..], "the archive holds '../out', which is a link or lies outside it"),
        (
            &[("a/../../out", "x")],
            "the archive holds 'a/../../out', which is a link or lies outside it",
        ),
        (
            &[("link", &*link), ("link/out", "x")],
            "the archive holds 'link', which is a link or lies outside it",
        ),
        (&[("main.py", "huge")], "the archive holds more than 1000 files or 64 MiB"),
        (&[("agent.py", MAIN)], "the archive has no main.py at its top"),
    ] {
        let agent = archive(folder.path(), "bad.tgz", members);
        check_loss(&agent, &format!("did not start: {reason}"));
    }
    let agent = archive(folder.path(), "bad.tgz", &[(outside, "x")]);
    let record = game([&agent, &player("columns_bot.py")]);
    assert_eq!(record.ending.kind, Ending::StartFailure, "{record:#?}");
    assert!(!out.exists());
}
