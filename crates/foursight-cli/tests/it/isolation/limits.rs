//! A limit ends the game of the player that exceeds it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, OpeningRule, Player};
use foursight_arena::{
    Clock, Contestant, Dialect, EndingDetail, Exit, GameSettings, NoConsole, PlayedGame,
    TimeLimits, play,
};
use foursight_sandbox::{Layer, LimitBreach, Sandbox};

use super::sandbox;

/// After a game that a limit has ended, the next game starts.
#[test]
fn limits_end_a_game() {
    let Some(sandbox) = sandbox(&[Layer::Limits, Layer::Namespaces]) else { return };
    let memory = "exec python3 -c 'x = bytearray(1 << 30); import time; time.sleep(60)'";
    let disk = "for n in 1 2 3 4 5 6 7 8; do head -c 3000000 /dev/urandom > $n; done; sleep 60";
    let crash = "kill -9 $$";
    for script in [memory, disk, crash, memory] {
        let record = play_against_filler(&format!("read line; {script}"), &sandbox);
        let is_expected = match &record.ending {
            EndingDetail::OutOfMemory { .. } => script == memory,
            EndingDetail::Crash { exit, .. } => script == crash && *exit == Exit::Signal(9),
            // A scratch folder of its own is simply full; a shared one is watched.
            EndingDetail::OverLimit(LimitBreach::TooManyBytes) | EndingDetail::Silence { .. } => {
                script == disk
            }
            _ => false,
        };
        assert!(is_expected, "{script}: {record:?}");
        if script == memory {
            assert_eq!(record.ending.to_string(), "out of memory: a player may use 200 MiB");
        }
        assert_eq!(record.winner, Some(Player::Second));
    }
}

fn play_against_filler(script: &str, sandbox: &Sandbox) -> PlayedGame {
    let shell = |script: &str| {
        let command = ["sh", "-c", script].map(str::to_owned).to_vec();
        Contestant::program("shell", command, Dialect::Columns)
    };
    let settings = GameSettings {
        size: AnySize::default(),
        opening: &[],
        clock: Clock::PerMove(Duration::from_secs(2)),
        limits: TimeLimits { start: Duration::from_secs(2), ..TimeLimits::default() },
        opening_rule: OpeningRule::None,
        sandbox,
        cancel: &AtomicBool::new(false),
    };
    let players = [shell(script), shell("while read line; do echo 6; done")];
    // A machine that is too busy for the clock has the game played again.
    let mut games = (0..6).map(|_| play(players.each_ref(), &settings, &mut NoConsole));
    let game = games.find(|game| !matches!(game.ending, EndingDetail::RefereeFailure(_)));
    game.expect("the machine is not always too busy")
}
