//! The line protocol: what is written is read back.

use std::time::Duration;

use foursight::protocol::{BestMove, Command, CommandError, Go, Info, Reply, Value};
use foursight::{Column, Score};

#[track_caller]
fn check_command(line: &str, command: Command) {
    assert_eq!(Command::read(line), Ok(Some(command.clone())));
    assert_eq!(command.to_string().parse(), Ok(command));
}

#[test]
fn commands_are_read_and_written() {
    check_command("position", Command::Position(String::new()));
    check_command("position 44\r\n", Command::Position("44".to_owned()));
    check_command(" position 44  5a ", Command::Position("445a".to_owned()));
    check_command("d", Command::Display);
    check_command("display", Command::Display);
    check_command("go", Command::Go(Go::default()));
    let go = Go {
        movetime: Some(Duration::from_millis(250)),
        nodes: Some(9),
        depth: Some(3),
        infinite: true,
        place: 2,
        swap: true,
    };
    let line = "go infinite swap depth 3 place 2 nodes 9 movetime 250";
    check_command(line, Command::Go(go));
    check_command("score all", Command::ScoreAll);
    check_command("stop", Command::Stop);
    check_command("new", Command::New);
    check_command("size 9x7", Command::Size { width: 9, height: 7 });
    check_command("options", Command::Options);
    check_command("help", Command::Help);
    check_command("quit", Command::Quit);
    check_command("exit", Command::Quit);
    assert_eq!(Command::read(" \r\n"), Ok(None));
}

#[test]
fn what_is_no_command_is_refused() {
    assert_eq!(Command::read("fly me"), Err(CommandError::Unknown("fly".to_owned())));
    assert_eq!(Command::read("Go"), Err(CommandError::Unknown("Go".to_owned())));
    for line in [
        "go home",
        "go depth",
        "go place",
        "go nodes -1",
        "go movetime 1s",
        "score",
        "score 4",
        "size",
        "size 2x",
        "size 7 6",
        "quit now",
        "d 4",
        "help go",
    ] {
        assert!(matches!(Command::read(line), Err(CommandError::Words(_))), "{line}");
    }
    assert!("".parse::<Command>().is_err());
}

#[track_caller]
fn check_reply(line: &str, reply: &Reply) {
    assert_eq!(reply.to_string(), line);
    assert_eq!(Reply::read(line), *reply);
    assert_eq!(Reply::read(&format!("> {line}\r\n")), *reply, "after a prompt");
}

#[test]
fn replies_are_read_and_written() {
    let column = Column::new(3);
    let score = Score::new;
    let best = |value| Reply::BestMove(BestMove { column, value });
    check_reply("Position reset to empty board", &Reply::PositionReset);
    check_reply("Played 12 moves", &Reply::Played(12));
    check_reply("  Column 4: score -7", &Reply::Column(column, Value::Exact(score(-7))));
    check_reply("bestmove 4", &best(None));
    check_reply("bestmove swap", &Reply::Swap);
    check_reply("bestmove 4 score WIN (immediate)", &best(Some(Value::WinsNow)));
    check_reply("bestmove 4 score 3 (WIN)", &best(Some(Value::Exact(score(3)))));
    check_reply("bestmove 4 score 0 (DRAW)", &best(Some(Value::Exact(score(0)))));
    check_reply("bestmove 4 score -18 (LOSE)", &best(Some(Value::Exact(score(-18)))));
    check_reply("bestmove 4 score -2..3", &best(Some(Value::between(score(-2), score(3)))));
    check_reply("Nodes analyzed: 77", &Reply::Nodes(77));
    check_reply("Game is a draw - no moves available", &Reply::NoMoves);
    check_reply(
        "Unknown command: fly (type 'help' for commands)",
        &Reply::UnknownCommand("fly".to_owned()),
    );
    check_reply("error: no", &Reply::Error("no".to_owned()));
    let values = vec![Some(Value::Exact(score(-1))), None, Some(Value::WinsNow)];
    check_reply("scores -1 -1000 WIN", &Reply::Scores(values));
    check_reply("readyok", &Reply::Ready);
    let mut info = Info {
        rank: None,
        lower: score(-1),
        upper: score(2),
        nodes: 5,
        time: Duration::from_millis(7),
        principal_variation: Vec::new(),
    };
    check_reply("info lower -1 upper 2 nodes 5 time 7 nps 714", &Reply::Info(info.clone()));
    info.principal_variation = vec![column, Column::new(9)];
    check_reply("info lower -1 upper 2 nodes 5 time 7 nps 714 pv 4a", &Reply::Info(info.clone()));
    (info.rank, info.time) = (Some(2), Duration::ZERO);
    check_reply("info multipv 2 lower -1 upper 2 nodes 5 time 0 pv 4a", &Reply::Info(info));
}

#[test]
fn what_a_driver_does_not_know_is_text() {
    for line in [
        "Analyzing...",
        "bestmove 44",
        "bestmove",
        "bestmove 4 score much",
        ". . X",
        "info depth 3",
    ] {
        assert_eq!(Reply::read(line), Reply::Text(line.to_owned()));
    }
}
