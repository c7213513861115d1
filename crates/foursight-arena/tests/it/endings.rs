//! Scripted players, one for each way to end a game, and some that do worse than lose.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight::{AnySize, Column, Player};
use foursight_arena::{
    Channel, Clock, Contestant, Dialect, Ending, GameSettings, NoConsole, PlayedGame, TimeLimits,
};

use crate::files::{player_of, settings};

/// Plays a game that nobody aborts.
fn play(
    contestants: [&Contestant; 2],
    size: AnySize,
    opening: &[Column],
    (clock, limits): (Clock, TimeLimits),
) -> PlayedGame {
    let settings = GameSettings { size, opening, clock, limits, ..settings() };
    let play = || foursight_arena::play(contestants, &settings, &mut NoConsole);
    // If the machine is too busy for the clock, nobody has lost, and the game is played again.
    let is_played = |game: &PlayedGame| game.ending.kind != Ending::RefereeFailure;
    std::iter::repeat_with(play).take(20).find(is_played).expect("the machine has some time")
}

/// A shell player of the columns dialect.
fn shell(script: &str) -> Contestant {
    crate::files::shell(Dialect::Columns, script)
}

/// A shell player that speaks as an engine does.
fn engine(script: &str) -> Contestant {
    crate::files::shell(Dialect::Foursight, script)
}

/// A player that always plays this column.
fn always(column: usize) -> Contestant {
    shell(&format!("while read line; do echo {column}; done"))
}

/// The clock for players that never answer in time.
const TIME: Clock = Clock::PerMove(Duration::from_millis(300));

/// The clock for players that lose in another way, even on a slow machine.
const AMPLE: Clock = Clock::PerMove(Duration::from_secs(20));

/// A time far shorter than the sleep of a player that would never answer.
const PATIENCE: Duration = Duration::from_secs(40);

const LIMITS: TimeLimits = TimeLimits {
    start: Duration::from_secs(5),
    margin: Duration::from_millis(100),
    quit: Duration::from_millis(50),
};

/// A game of `player`, which moves first, against one that stacks discs on the right.
fn game_of(player: &Contestant) -> PlayedGame {
    play([player, &always(6)], AnySize::default(), &[], (AMPLE, LIMITS))
}

/// Checks that the player loses for this reason, in reasonable time.
#[track_caller]
fn check(script: &str, expected: &str) -> PlayedGame {
    let start = Instant::now();
    let record = game_of(&shell(script));
    assert_eq!(record.ending.to_string(), expected, "{record:?}");
    assert_eq!(record.winner, Some(Player::Second));
    assert!(start.elapsed() < PATIENCE);
    record
}

#[test]
fn a_full_board_is_a_draw() {
    // On 4x4 each player's moves are scripted so that nobody gets a line.
    let play_list = |columns: &str| {
        shell(&format!("for column in {columns}; do read line; echo $column; done; read line"))
    };
    let order = [0, 1, 0, 1, 1, 0, 1, 0, 2, 3, 2, 3, 3, 2, 3, 2];
    let every_second = |first: usize| {
        let columns: Vec<String> =
            order.iter().skip(first).step_by(2).map(ToString::to_string).collect();
        columns.join(" ")
    };
    let size = AnySize::new(4, 4, 4).unwrap();
    let players = [play_list(&every_second(0)), play_list(&every_second(1))];
    let record = play([&players[0], &players[1]], size, &[], (AMPLE, LIMITS));
    assert_eq!((record.winner, record.ending.kind), (None, Ending::Draw), "{record:?}");
    assert_eq!(record.moves.len(), 16);
}

#[test]
fn what_is_no_move_loses() {
    check(
        "read line; echo four; read line",
        "\"four\" is not a move; a move is a line such as \"3\", and columns are numbered from 0",
    );
    let binary = game_of(&shell(r"read line; printf '\377\376\n'; read line"));
    assert_eq!(binary.ending.kind, Ending::Unreadable, "{binary:?}");
}

#[test]
fn a_late_move_loses_by_so_much() {
    // The first move has the start on top: the second is the one that is late.
    let late = shell("read line; echo 0; read line; sleep 1.5; echo 0; read line");
    let a_second = (Clock::PerMove(Duration::from_secs(1)), LIMITS);
    let late_by = |_| {
        let record = play([&late, &always(6)], AnySize::default(), &[], a_second);
        let words = record.ending.to_string();
        assert_eq!((record.winner, record.ending.kind), (Some(Player::Second), Ending::Late));
        let by = words.strip_prefix("too late by ").expect(&words);
        let by = by.strip_suffix(" ms for 1 s per move (clock 1s)").expect(&words);
        Duration::from_millis(by.parse().expect(&words))
    };
    // On a busy machine, it can be later.
    let nearly = Duration::from_millis(400)..Duration::from_millis(1100);
    assert!((0..10).map(late_by).any(|by| nearly.contains(&by)));
}

#[test]
fn silence_loses() {
    // A player that has answered before was too slow, whatever it is doing now.
    for script in [
        "read line; echo 0; sleep 60",
        "read line; echo 0; trap '' TERM INT HUP; sleep 60; sleep 60",
        "read line; echo 0; read line; sleep 0.5; while :; do :; done",
    ] {
        let players = [&shell(script), &always(6)];
        let record = play(players, AnySize::default(), &[], (TIME, LIMITS));
        let slow = "no answer: too slow for 300 ms per move (clock 300ms)";
        assert_eq!(record.ending.to_string(), slow, "{record:?}");
        assert_eq!(record.winner, Some(Player::Second));
    }
}

/// A player that never answers is slow, or keeps its answer in a buffer, or its silence has an unknown cause.
#[test]
fn the_first_silence_has_its_cause() {
    let limits = TimeLimits { start: Duration::from_secs(1), ..LIMITS };
    let check = |player: &Contestant, clock, expected: &str| {
        let record = play([player, &always(6)], AnySize::default(), &[], (clock, limits));
        assert_eq!(record.ending.to_string(), expected, "{record:?}");
    };
    let clock = Clock::Total { base: Duration::from_secs(1), increment: Duration::ZERO };
    // This player also sleeps: on a busy machine, a player that only computes would not be late.
    let slow = shell("read line; sleep 2.5; while :; do :; done");
    check(&slow, clock, "no answer: too slow for 1 s to start and the 1 s left (clock 1s+0s)");
    let unflushed = "it is waiting for more input, like a program that does not flush its output or reads all input at once";
    // This player has used processor time, but is asleep now.
    check_started(&python("sum(range(200000)); print(3)"), &format!("no answer: {unflushed}"));
    let silent = shell("read line; sleep 60");
    check(&silent, TIME, "no answer within 1 s to start and 300 ms per move (clock 300ms)");
    // This player waits for more input, but its output does arrive.
    let loud = shell("read line; echo; read line; read line");
    check(&loud, TIME, "no answer within 1 s to start and 300 ms per move (clock 300ms)");
    let no_hello = "did not start: no answer to \"position\" within 1s";
    check(&engine("read line; sleep 60"), TIME, no_hello);
    check(
        &engine("read line; sleep 0.3; while :; do :; done"),
        TIME,
        &format!("{no_hello}: it is still computing"),
    );
    check(&engine("read line; read line"), TIME, &format!("{no_hello}: {unflushed}"));
    // These players wrote something else.
    let ready = "Position reset to empty board";
    let ok =
        format!("did not start: it answered \"position\" with \"ok\", but should write {ready:?}");
    check(&engine("read line; echo ok; read line"), TIME, &ok);
    let bare =
        format!("read line; echo {ready}; read line; read line; echo; echo 4; echo; read line");
    let not_a_move = "no answer within 300 ms per move (clock 300ms): \"4\" is not a move; a move is a line such as \"bestmove 4\", and columns are numbered from 1";
    check(&engine(&bare), TIME, not_a_move);
}

/// Python that reads lines, and does this with each.
fn python(action: &str) -> Contestant {
    let script = format!("import os, sys\nfor line in sys.stdin:\n    {action}\n");
    let command = ["python3", "-c", &script].map(str::to_owned).to_vec();
    Contestant::program("python", command, Dialect::Columns)
}

/// Checks the end of a player that says nothing once it has started. A busy machine may take longer to start it: then, it
/// has more time.
#[track_caller]
fn check_started(player: &Contestant, expected: &str) {
    let ends_so = |seconds| {
        let limits = TimeLimits { start: Duration::from_secs(seconds), ..LIMITS };
        let record = play([player, &always(6)], AnySize::default(), &[], (TIME, limits));
        assert_eq!(record.winner, Some(Player::Second));
        println!("{}", record.ending);
        record.ending.to_string().contains(expected)
    };
    assert!([1, 4, 16, 64].into_iter().any(ends_so), "it never ends with {expected:?}");
}

/// What a silent player wrote is quoted, also where it is idle without reading, as Node is.
#[test]
fn what_a_silent_player_wrote_is_quoted() {
    let check = check_started;
    let open = |text: &str| format!(": it wrote {text:?} without a line end");
    check(&python("sys.stdout.write('3'); sys.stdout.flush()"), &open("3"));
    check(&shell("printf 'Your column? '; read line; sleep 60"), &open("Your column? "));
    check(&shell("read line; echo 0; read line; printf 0; sleep 60"), &open("0"));
    check(&engine("printf ready; sleep 60"), &open("ready"));
    let hello = "read line; echo Position reset to empty board; read line; read line; ";
    let idle = engine(&format!("{hello}echo 4; sleep 60"));
    check(&idle, "\"4\" is not a move; a move is a line such as \"bestmove 4\"");
    let loud = engine(&format!("{hello}echo BESTMOVE 4; sleep 60"));
    check(&loud, "\"BESTMOVE 4\" is not a move; a move is a line such as \"bestmove 4\"");
}

#[test]
fn a_program_that_stops_reading_is_told_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let once = player_of(folder.path(), "once.sh", "# go!\nread line; echo 0\n");
    let record = game_of(&once);
    let words = "ended with exit code 0: keep reading lines until the input ends";
    assert_eq!((&*record.ending.to_string(), record.moves.len()), (words, 2));
}

#[test]
fn a_memory_error_has_its_usual_causes() {
    let words = "ended with signal 11: a null pointer, or an index outside an array";
    check("read line; kill -SEGV $$", words);
}

/// `input()` fails only because the referee closes the input after the game.
#[test]
fn the_end_of_the_input_is_no_fault() {
    let record = play([&always(6), &python("input()")], AnySize::default(), &[], (TIME, LIMITS));
    assert_eq!(record.ending.kind, Ending::Silence, "{record:?}");
    assert_eq!(record.errors[1], "");
    assert!(record.log.iter().all(|line| line.channel != Channel::Error), "{record:?}");
    let own = python("os.dup2(os.open('/dev/null', 0), 0); input()");
    let record = play([&always(6), &own], AnySize::default(), &[], (AMPLE, LIMITS));
    assert!(record.ending.to_string().contains("EOFError"), "{record:?}");
}

#[test]
fn a_process_that_ends_loses() {
    check("read line; exit 3", "ended with exit code 3");
    check("read line; kill -9 $$", "ended with signal 9");
    check("read line; echo 0; exec >&-; sleep 60", "closed its output");
    let record = check("read line; echo oops >&2; exit 1", "ended with exit code 1: oops");
    assert_eq!(record.errors, ["oops", ""]);
}

#[test]
fn output_without_end_loses() {
    let too_much = "too much output: more than 1 MiB for one move on standard output";
    check("read line; yes ''", too_much);
    check(
        "read line; head -c 300000 /dev/zero | tr '\\0' x; sleep 60",
        "too much output: a line of more than 64 KiB on standard output",
    );
    let chatter = "while :; do echo; done";
    check(chatter, too_much);
    let errors = "too much output: more than 16 MiB on standard error";
    // Lines of one letter would take a minute to read on a busy machine.
    check("read line; yes $(seq 99) >&2; sleep 60", errors);
    check("read line; yes $(seq 99) >&2; exit 3", errors);
    // A few bytes less are fine.
    let script = "head -c 16777216 /dev/zero >&2; read line; exit 3";
    check(script, "ended with exit code 3");
}

#[test]
fn what_does_not_start_loses_with_the_reason() {
    let failure = |contestant: &Contestant| {
        let record = game_of(contestant);
        assert_eq!(record.winner, Some(Player::Second));
        assert_eq!(record.ending.kind, Ending::StartFailure);
        record.ending.reason
    };
    let command = vec!["/no/such/program".to_owned()];
    let missing = Contestant::program("missing", command, Dialect::Columns);
    assert_eq!(failure(&missing), "there is no program /no/such/program");
    let reason = failure(&engine("echo cannot load >&2; exit 1"));
    assert_eq!(reason, "ended with exit code 1: cannot load");
    let reason = failure(&engine("read line; echo error: no; read line"));
    assert_eq!(reason, "answered \"error: no\"");
    let hurried = (TIME, TimeLimits { start: Duration::from_millis(200), ..LIMITS });
    let record = play([&engine("sleep 60"), &always(6)], AnySize::default(), &[], hurried);
    let reason = "did not start: no answer to \"position\" within 200ms";
    assert_eq!(record.ending.to_string(), reason);
}

#[test]
fn a_game_can_be_broken_off() {
    let start = Instant::now();
    let cancel = &AtomicBool::new(false);
    let clock = Clock::PerMove(Duration::from_mins(10));
    let settings = GameSettings { clock, limits: LIMITS, cancel, ..settings() };
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("thinks");
    let script = format!("read line; echo 0; read line; : > {}; sleep 600", mark.display());
    let (thinker, other) = (shell(&script), always(6));
    let record = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !mark.exists() && start.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(5));
            }
            cancel.store(true, Ordering::Relaxed);
        });
        foursight_arena::play([&thinker, &other], &settings, &mut NoConsole)
    });
    assert_eq!((record.winner, record.ending.kind), (None, Ending::Interrupted));
    assert_eq!(record.moves.len(), 2);
    assert!(start.elapsed() < PATIENCE);
}

/// Used time is gone: a move that would have been in time earlier is now late.
#[test]
fn the_time_of_a_game_runs_out() {
    let total = Clock::Total { base: Duration::from_secs(5), increment: Duration::ZERO };
    let sleeper = shell("while read line; do echo 0; sleep 0.1; read line; sleep 3; echo 1; done");
    let record = play([&sleeper, &always(6)], AnySize::default(), &[], (total, LIMITS));
    // An answer that is far too late is not waited for.
    let is_late = matches!(record.ending.kind, Ending::Late | Ending::Silence);
    assert!(is_late, "{record:?}");
    assert_eq!((record.moves.len(), record.winner), (6, Some(Player::Second)));
}

#[test]
fn a_process_without_memory_loses_by_that() {
    check("read line; echo MemoryError >&2; exit 1", "out of memory");
}

#[test]
fn what_is_said_is_written_down() {
    let record = game_of(&shell("read line; echo; echo 0; read line; echo four"));
    let log: Vec<(Player, Channel, &str)> =
        record.log.iter().map(|line| (line.player, line.channel, line.text.as_str())).collect();
    let expected = [
        (Player::First, Channel::Sent, "go!"),
        (Player::First, Channel::Received, ""),
        (Player::First, Channel::Received, "0"),
        (Player::Second, Channel::Sent, "0"),
        (Player::Second, Channel::Received, "6"),
        (Player::First, Channel::Sent, "6"),
        (Player::First, Channel::Received, "four"),
    ];
    assert_eq!(log, expected);
    assert!(record.log.is_sorted_by_key(|line| line.micros));
}

/// Standard error is logged beside the move that was requested at the time.
#[test]
fn standard_error_is_in_the_log() {
    let script = "read line; echo one >&2; sleep 0.05; echo 0; read line; echo two >&2; exit 1";
    let record = game_of(&shell(script));
    let errors = record.log.iter().filter(|line| line.channel == Channel::Error);
    let lines: Vec<_> = errors.map(|line| (line.player, line.ply, line.text.as_str())).collect();
    assert_eq!(lines, [(Player::First, Some(0), "one"), (Player::First, Some(2), "two")]);
    assert!(record.log.is_sorted_by_key(|line| line.micros));
}

#[test]
fn the_environment_is_not_the_referees() {
    // `cargo test` sets these for the referee.
    let record = game_of(&shell("echo \"$CARGO_MANIFEST_DIR|$HOME\" >&2; read line; exit 1"));
    let errors = &record.errors[0];
    assert!(errors.starts_with('|') && errors.contains("foursight-room-"), "{errors}");
}
