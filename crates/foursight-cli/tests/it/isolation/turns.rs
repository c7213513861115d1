//! A player is stopped while it is not its turn, and one that receives no processor time is not late.

use std::fs;
use std::process::{Child, Command};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, OpeningRule, Player};
use foursight_arena::{
    Clock, Contestant, Dialect, Ending, GameSettings, NoConsole, PlayedGame, TimeLimits, play,
};
use foursight_sandbox::{Layer, Sandbox};

use super::{PROBED, launcher, sandbox};

fn python(name: &str, program: &str) -> Contestant {
    let program = format!("import os, sys, time\n{program}");
    let command = ["python3", "-c", &program].map(str::to_owned).to_vec();
    Contestant::program(name, command, Dialect::Columns)
}

/// Starts 40 children, each in its own session, that compute all the time, and reports how long they computed between
/// its answers and the next requests.
const THIEF: &str = "
children = []
for _ in range(40):
    child = os.fork()
    if child == 0:
        os.setsid()
        while True: pass
    children.append(child)
used = lambda: sum(int(open(f'/proc/{child}/schedstat').read().split()[0]) for child in children)
before = None
for line in sys.stdin:
    if before is not None: print('used', used() - before, file=sys.stderr, flush=True)
    before = used()
    print(0, flush=True)";

/// A player that needs this much processor time for each move.
fn honest(seconds: f64) -> String {
    format!(
        "
for line in sys.stdin:
    end = time.process_time() + {seconds}
    while time.process_time() < end: pass
    print(6, flush=True)"
    )
}

/// A time far longer than anything takes here.
const AMPLE: Duration = Duration::from_secs(30);

fn game(players: [&Contestant; 2], sandbox: &Sandbox, clock: Duration) -> PlayedGame {
    let settings = GameSettings {
        size: AnySize::default(),
        opening: &[],
        clock: Clock::PerMove(clock),
        limits: TimeLimits { start: Duration::from_mins(1), ..TimeLimits::default() },
        opening_rule: OpeningRule::None,
        sandbox,
        cancel: &AtomicBool::new(false),
    };
    play(players, &settings, &mut NoConsole)
}

/// The time that the thief's children computed while their opponent needed 300 ms for each move.
fn stolen(sandbox: &Sandbox) -> Duration {
    let (thief, honest) = (python("thief", THIEF), python("honest", &honest(0.3)));
    let sandbox = sandbox.with_options(|options| options.memory_bytes = 2 << 30);
    let record = game([&honest, &thief], &sandbox, AMPLE);
    assert_eq!((record.ending.kind, record.winner), (Ending::Line, Some(Player::First)));
    let used = record.errors[1].lines().filter_map(|line| line.strip_prefix("used "));
    let used: Vec<u64> = used.map(|nanos| nanos.parse().unwrap()).collect();
    assert_eq!(used.len(), 2, "{record:?}");
    Duration::from_nanos(used.iter().sum())
}

/// Far more than the children can use until they stand still, and then until the thief looks at them; far less than they
/// use otherwise.
const LITTLE: Duration = Duration::from_secs(3);

#[test]
fn nobody_computes_while_the_opponent_is_on_turn() {
    let sets = [PROBED.0.layers(), &[Layer::Session]];
    let sandboxes = sets.iter().filter_map(|layers| sandbox(layers));
    for sandbox in sandboxes.chain([Sandbox::trusting(launcher())]) {
        let stolen = stolen(&sandbox);
        assert!(stolen < LITTLE, "{:?}: {stolen:?}", sandbox.layers());
    }
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

/// A game in which a player needs 100 ms of processor time for each move, on a processor that it shares with
/// `n_others` that compute all the time.
fn starved(clock: Duration, n_others: usize) -> PlayedGame {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
    let processor = allowed.trim().split(['-', ',']).next().unwrap();
    // The first move ends the player's start, so it is quick.
    let moves = honest(0.1);
    let program = format!("import sys, time\nsys.stdin.readline()\nprint(6, flush=True){moves}");
    let line = ["taskset", "-c", processor, "python3", "-c", &program].map(str::to_owned);
    let player = Contestant::program("starved", line.to_vec(), Dialect::Columns);
    let quick = python("other", "for line in sys.stdin: print(0, flush=True)");
    let _load = Load::on(processor, n_others);
    game([&player, &quick], &Sandbox::trusting(launcher()), clock)
}

/// The player would be in time if this machine let it compute. After ten clocks without that, the game is void.
#[test]
fn who_gets_no_processor_is_waited_for() {
    let record = starved(Duration::from_millis(600), 8);
    assert_eq!((record.ending.kind, record.winner), (Ending::Line, Some(Player::First)));
    let record = starved(Duration::from_millis(150), 30);
    let words = record.ending.to_string();
    assert!(words.contains("starved waited for a processor for "), "{words}");
    assert!(words.contains(": this machine is too busy for the clock 150ms; "), "{words}");
    assert_eq!(record.winner, None);
}
