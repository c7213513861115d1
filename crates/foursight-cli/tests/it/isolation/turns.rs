//! A player is stopped while it is not its turn, and one that receives no processor time is not late.

use std::fs;
use std::process::{Child, Command};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, OpeningRule, Player};
use foursight_arena::{
    Clock, Contestant, Dialect, EndingDetail, GameSettings, NoConsole, PlayedGame, TimeLimits, play,
};
use foursight_sandbox::{Layer, Sandbox};

use super::{PROBED, launcher, sandbox};

fn python(name: &str, program: &str) -> Contestant {
    let program = format!("import os, sys, time\n{program}");
    let command = ["python3", "-c", &program].map(str::to_owned).to_vec();
    Contestant::program(name, command, Dialect::Columns)
}

/// Starts 40 children, each in its own session, that compute all the time.
const THIEF: &str = "
for _ in range(40):
    if os.fork() == 0:
        os.setsid()
        while True: pass
for line in sys.stdin: print(0, flush=True)";

/// Needs 50 ms of processor time for each move.
const HONEST: &str = "
for line in sys.stdin:
    end = time.process_time() + 0.05
    while time.process_time() < end: pass
    print(6, flush=True)";

/// A time far longer than anything takes here.
const AMPLE: Duration = Duration::from_secs(30);

fn game(players: [&Contestant; 2], sandbox: &Sandbox, clock: Duration, ponder: bool) -> PlayedGame {
    let settings = GameSettings {
        size: AnySize::default(),
        opening: &[],
        clock: Clock::PerMove(clock),
        limits: TimeLimits { start: Duration::from_mins(1), ..TimeLimits::default() },
        opening_rule: OpeningRule::None,
        ponder,
        sandbox,
        cancel: &AtomicBool::new(false),
    };
    play(players, &settings, &mut NoConsole)
}

#[test]
fn nobody_computes_while_the_opponent_is_on_turn() {
    let (thief, honest) = (python("thief", THIEF), python("honest", HONEST));
    let sets = [PROBED.0.layers(), &[Layer::Session]];
    let sandboxes = sets.iter().filter_map(|layers| sandbox(layers));
    for sandbox in sandboxes.chain([Sandbox::trusting(launcher())]) {
        let sandbox = sandbox.with_options(|options| options.memory_bytes = 2 << 30);
        let layers = sandbox.layers();
        let record = game([&honest, &thief], &sandbox, AMPLE, false);
        assert_eq!(record.ending, EndingDetail::Line, "{layers:?} {record:?}");
        assert_eq!(record.winner, Some(Player::First));
        let [own, other] = record.processor_times;
        // Four moves of 50 ms, and almost no time in between: only what passes until the player stands still.
        assert!(own.on_turn_micros >= 190_000, "{layers:?} {own:?}");
        for time in [own, other] {
            assert!(time.off_turn_micros < 5_000, "{layers:?} {own:?} {other:?}");
        }
    }
}

#[test]
fn players_ponder_where_they_may() {
    let (thief, honest) = (python("thief", THIEF), python("honest", HONEST));
    let record = game([&honest, &thief], &Sandbox::trusting(launcher()), AMPLE, true);
    assert_eq!(record.ending, EndingDetail::Line, "{record:?}");
    assert!(record.processor_times[1].off_turn_micros > 0, "{record:?}");
}

/// An accomplice wakes a stopped player, until the player has used too much processor time.
#[test]
fn who_computes_while_it_should_stand_still_loses() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("number");
    let spinner = format!(
        "
open({file:?}, 'w').write(str(os.getpid()))
for line in sys.stdin:
    print(0, flush=True)
    while True: pass"
    );
    let accomplice = format!(
        "
number = open({file:?}).read()
ticks = lambda: sum(int(word) for word in open(f'/proc/{{number}}/stat').read().split()[13:15])
for line in sys.stdin:
    end = ticks() + 1.3 * os.sysconf('SC_CLK_TCK')
    while ticks() < end: os.kill(int(number), 18)
    print(6, flush=True)"
    );
    let players = [python("spinner", &spinner), python("accomplice", &accomplice)];
    let record = game(players.each_ref(), &Sandbox::trusting(launcher()), AMPLE, false);
    let words = record.ending.to_string();
    assert!(words.ends_with(" s of processor time during its opponent's turn"), "{words}");
    assert_eq!((record.winner, record.moves.len()), (Some(Player::Second), 2), "{record:?}");
}

/// Processes that compute all the time on one processor, each in its own session; dropping kills them.
struct Load(Vec<Child>);

impl Load {
    fn on(processor: &str, n_processes: usize) -> Self {
        let line = ["taskset", "-c", processor, "setsid", "sh", "-c", "while :; do :; done"];
        let start = || Command::new(line[0]).args(&line[1..]).spawn().expect("taskset is there");
        Self((0..n_processes).map(|_| start()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().and_then(|()| child.wait()).expect("it can be killed");
        }
    }
}

/// The player would be in time if this machine let it compute.
#[test]
fn who_gets_no_processor_is_not_late() {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
    let processor = allowed.trim().split(['-', ',']).next().unwrap();
    // The first move ends the player's start, so it is quick; only the next moves take 300 ms.
    let program = format!(
        "import sys, time\nsys.stdin.readline()\nprint(6, flush=True){}",
        HONEST.replace("0.05", "0.3")
    );
    let line = ["taskset", "-c", processor, "python3", "-c", &program].map(str::to_owned);
    let player = Contestant::program("starved", line.to_vec(), Dialect::Columns);
    let _load = Load::on(processor, 20);
    let players = [&player, &python("other", HONEST)];
    let record = game(players, &Sandbox::trusting(launcher()), Duration::from_millis(500), false);
    let words = record.ending.to_string();
    assert!(words.contains("starved waited for a processor for "), "{words}");
    assert!(words.contains(": this machine is too busy for the clock 500ms; "), "{words}");
    assert_eq!(record.winner, None);
}
