//! The engine that reads commands line by line.

use std::io::{self, BufReader, Cursor, Read, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use foursight::protocol::{BestMove, Reply, Value};
use foursight::{AnySize, Score};
use foursight_engine::session::{self, Settings};
use foursight_engine::{Level, OpeningBooks};

use crate::limits::PROMPTLY;

fn settings() -> Settings {
    Settings::default()
}

/// The engine's answers to all lines sent at once.
fn converse(settings: Settings, input: &str) -> String {
    let mut output = Vec::new();
    session::run(settings, Cursor::new(input.to_owned()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
#[cfg(feature = "book-8")]
fn the_conversation_of_the_documentation() {
    let document = include_str!("../../../../docs/protocol.md");
    let (_, rest) = document.split_once("```text\n").unwrap();
    let (conversation, _) = rest.split_once("```").unwrap();
    let commands: String = conversation
        .lines()
        .filter_map(|line| Some(line.strip_prefix("> ")?.to_owned() + "\n"))
        .collect();
    let replies: String = conversation
        .lines()
        .filter(|line| !line.starts_with("> "))
        .map(|line| line.to_owned() + "\n")
        .collect();
    assert_eq!(converse(settings(), &commands), replies);
}

#[test]
fn bad_input_leaves_the_position_as_it_was() {
    let input = "position 44\nposition 444444444\nposition 1212121\nposition 12121211\nposition x\nsize 99x99\n\
                 \u{0}\n\nfly\nd\ngo\nscore all\n";
    let output = converse(settings(), input);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.iter().filter(|line| line.starts_with("error: ")).count() == 5, "{output}");
    assert!(output.contains("error: the game is over: red has won"), "{output}");
    let quiet = converse(settings(), "position 44\nposition 4x\nd\n");
    assert!(quiet.contains(". . . O . . .\n. . . X . . .\n"), "{quiet}");
}

/// With best play, nobody wins on 4x4.
#[test]
fn a_full_board_has_no_moves() {
    let settings = Settings { size: AnySize::new(4, 4, 4).unwrap(), ..settings() };
    let mut moves = String::new();
    for _ in 0..16 {
        let output = converse(settings.clone(), &format!("position {moves}\ngo nodes 1000000\n"));
        let Some(Reply::BestMove(best)) = output.lines().last().map(Reply::read) else {
            panic!("{output}");
        };
        assert_eq!(best.value, Some(Value::Exact(Score::DRAW)), "{moves}");
        moves.push(best.column.symbol());
    }
    let output = converse(settings, &format!("position {moves}\ngo\nscore all\n"));
    assert_eq!(
        output,
        "Played 16 moves\nGame is a draw - no moves available\nscores -1000 -1000 -1000 -1000\n"
    );
}

#[test]
fn limits_end_a_search_with_what_is_known() {
    let hard = Settings { size: AnySize::new(8, 8, 4).unwrap(), ..settings() };
    for (limits, most_nodes) in [("movetime 200", u64::MAX), ("nodes 50000", 55_000)] {
        let start = Instant::now();
        let output = converse(hard.clone(), &format!("go {limits}\n"));
        assert!(start.elapsed() < PROMPTLY, "{:?}", start.elapsed());
        let replies: Vec<Reply> = output.lines().map(Reply::read).collect();
        let [.., Reply::Info(info), Reply::BestMove(BestMove { column, value: None })] =
            &replies[..]
        else {
            panic!("{output}");
        };
        assert!(info.nodes <= most_nodes && info.lower < info.upper, "{output}");
        assert!((2..6).contains(&column.index()), "{output}");
    }
}

/// With a book, the engine does not search for the line that follows the move.
#[test]
fn the_answer_of_a_book_comes_at_once() {
    let start = Instant::now();
    let output = converse(settings(), "position 324611\ngo movetime 300000\n");
    assert!(start.elapsed() < PROMPTLY, "{:?}", start.elapsed());
    assert!(output.contains("bestmove 2 score 2 "), "{output}");
}

#[test]
fn stop_ends_all_searches_that_wait() {
    for rest in ["score all\nstop\nquit\n", "go infinite\nquit\n", "go movetime 10\n"] {
        let output = converse(settings(), &format!("size 8x8\ngo infinite\n{rest}"));
        assert!(output.matches("bestmove ").count() + output.matches("scores ").count() == 2);
    }
}

#[test]
fn input_without_measure_is_refused() {
    let long = "x".repeat(3 << 16);
    let output =
        converse(settings(), &format!("{long}\nposition {}\nposition 4\n", "4".repeat(70_000)));
    let error = "error: a line may have at most 65536 bytes\n";
    assert_eq!(output, format!("{error}{error}Played 1 moves\n"));
    let flood = "size 8x8\ngo infinite\n".to_owned() + &"d\n".repeat(10_000);
    assert!(converse(settings(), &flood).contains("bestmove "));
}

/// A line without an end would be read for ever.
#[test]
fn a_line_that_does_not_end_ends_the_session() {
    let endless = BufReader::new(io::repeat(b'x'));
    let mut output = Vec::new();
    session::run(settings(), b"position 4\n".chain(endless), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert_eq!(output, "Played 1 moves\nerror: a line does not end\n");
}

#[test]
fn a_driver_changes_settings() {
    let check = |order: &str, expected: &str| {
        let output = converse(settings(), &format!("{order}\noptions\n"));
        assert!(output.contains(expected), "{order}: {output}");
    };
    for (name, value) in
        [("level", "3"), ("threads", "2"), ("table-mib", "1"), ("multipv", "7"), ("connect", "5")]
    {
        check(&format!("setoption name {name} value {value}"), &format!("option {name} {value}\n"));
    }
    check("setoption size 5x4", "option size 5x4\n");
    check("setoption name level value 11", "error: setoption level: ");
    check("setoption name threads value 0", "it must be a whole number from 1 to 1024\n");
    check("setoption name hash value 1", "the options are size, connect, level, ");
    check("setoption name", "error: `setoption` takes `name NAME value VALUE`\n");
    let output = converse(settings(), "position 44\nsetoption name size value 5x4\nposition 55\n");
    assert_eq!(output, "Played 2 moves\nPlayed 2 moves\n");
    assert_eq!(converse(settings(), "position 4\nisready\n"), "Played 1 moves\nreadyok\n");
}

#[test]
fn several_best_moves_come_in_order() {
    let orders = "setoption name multipv value 3\nposition 37313333717124171162542\n";
    let output = converse(settings(), &format!("{orders}go movetime 60000\n"));
    let replies: Vec<Reply> = output.lines().skip(1).map(Reply::read).collect();
    let [lines @ .., Reply::BestMove(best)] = &replies[..] else { panic!("{output}") };
    let told = lines.iter().map(|reply| match reply {
        Reply::Info(info) => (info.rank, info.lower.value(), info.principal_variation[0].symbol()),
        _ => panic!("{output}"),
    });
    let told: Vec<_> = told.collect();
    assert_eq!(told[0], (Some(1), 3, '4'));
    assert_eq!(told[1], (Some(2), -2, '6'));
    assert_eq!((told.len(), told[2].1), (3, -7));
    assert_eq!((best.column.symbol(), best.value), ('4', Some(Value::Exact(Score::new(3)))));
    let Reply::Info(first) = &lines[0] else { panic!("{output}") };
    let n_plies = first.principal_variation.len();
    assert_eq!(n_plies, 15, "the eighth move of the winner ends the game");
}

#[test]
fn a_level_plays_moves_without_scores() {
    for level in [0, 3, 9] {
        let weak = Settings { level: Level::new(level).unwrap(), ..settings() };
        let first = converse(weak.clone(), "position 44\ngo\ngo movetime 50\n");
        assert_eq!(first, converse(weak, "position 44\ngo\ngo movetime 50\n"), "the same seed");
        let replies: Vec<Reply> = first.lines().skip(1).map(Reply::read).collect();
        assert!(replies.iter().all(|r| matches!(r, Reply::BestMove(BestMove { value: None, .. }))));
        assert_eq!(replies.len(), 2);
    }
}

#[test]
fn a_person_gets_a_greeting_and_prompts() {
    let interactive = Settings { is_interactive: true, ..settings() };
    let output = converse(interactive, "position 4\nquit\n");
    assert!(output.starts_with("Foursight "));
    assert!(output.contains("\n> Played 1 moves\n> Goodbye!\n"), "{output}");
}

/// Input that arrives line by line, as the test sends it.
struct Lines {
    receiver: Receiver<String>,
    rest: Cursor<Vec<u8>>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.rest.read(buffer)?;
        if n > 0 {
            return Ok(n);
        }
        let Ok(line) = self.receiver.recv() else { return Ok(0) };
        self.rest = Cursor::new(line.into_bytes());
        self.rest.read(buffer)
    }
}

/// Output that the test reads while the engine runs.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    #[track_caller]
    fn wait_for(&self, part: &str) {
        let start = Instant::now();
        while !self.text().contains(part) {
            assert!(start.elapsed() < PROMPTLY, "no {part:?} in {}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn start() -> (Sender<String>, Shared, std::thread::JoinHandle<()>) {
    let (sender, receiver) = channel();
    let output = Shared::default();
    let to_engine = output.clone();
    let engine = std::thread::spawn(move || {
        let hard = Settings { size: AnySize::new(8, 8, 4).unwrap(), ..settings() };
        let input = BufReader::new(Lines { receiver, rest: Cursor::default() });
        session::run(hard, input, to_engine).unwrap();
    });
    (sender, output, engine)
}

#[test]
fn stop_is_heard_while_it_thinks() {
    let (sender, output, engine) = start();
    sender.send("go infinite\n".to_owned()).unwrap();
    output.wait_for("info ");
    assert!(!output.text().contains("bestmove"));
    sender.send("stop\nposition 1\n".to_owned()).unwrap();
    output.wait_for("bestmove ");
    output.wait_for("Played 1 moves");
    sender.send("go infinite\nquit\n".to_owned()).unwrap();
    output.wait_for("Goodbye!");
    engine.join().unwrap();
    assert_eq!(output.text().matches("bestmove").count(), 2);
}

/// One of many tries must succeed, because the machine may be busy.
#[test]
fn a_move_in_50_ms_takes_less_than_100() {
    for (width, height, n_threads) in [(7, 6, 1), (10, 10, 1), (8, 8, 4)] {
        let settings = Settings {
            size: AnySize::new(width, height, 4).unwrap(),
            n_threads: NonZeroUsize::new(n_threads).unwrap(),
            books: OpeningBooks::none(),
            ..settings()
        };
        let time = |_| {
            let start = Instant::now();
            let output = converse(settings.clone(), "go movetime 50\n");
            assert!(output.contains("bestmove "), "{output}");
            start.elapsed()
        };
        let quick = (0..100).map(time).find(|&time| time < Duration::from_millis(100));
        assert!(quick.is_some(), "{width}x{height} by {n_threads} threads");
    }
}
