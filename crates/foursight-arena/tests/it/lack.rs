//! A referee that cannot do its work: nobody loses.

use std::sync::atomic::AtomicBool;

use foursight_arena::{Contestant, Dialect, EndingDetail, GameSettings, NoConsole, play};
use foursight_sandbox::Sandbox;

use crate::files::settings;

#[test]
fn a_launcher_that_fails_is_no_fault_of_the_player() {
    let command = ["sh", "-c", "while read line; do echo 0; done"].map(str::to_owned).to_vec();
    let player = Contestant::program("player", command, Dialect::Columns);
    let sandbox = Sandbox::trusting(vec!["false".to_owned()]);
    let cancel = AtomicBool::new(false);
    let settings = GameSettings { sandbox: &sandbox, ..settings(&cancel) };
    let record = play([&player, &player], &settings, &mut NoConsole);
    let failure = EndingDetail::RefereeFailure("the launcher failed".to_owned());
    assert_eq!((record.ending, record.winner), (failure, None));
}
