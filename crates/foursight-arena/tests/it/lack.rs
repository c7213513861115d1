//! A referee that cannot do its work: nobody loses.

use foursight_arena::{Dialect, GameSettings, NoConsole, play};
use foursight_sandbox::Sandbox;

use crate::files::{settings, shell};

#[test]
fn a_launcher_that_fails_is_no_fault_of_the_player() {
    let player = shell(Dialect::Columns, "while read line; do echo 0; done");
    let sandbox = Sandbox::trusting(vec!["false".to_owned()]);
    let settings = GameSettings { sandbox: &sandbox, ..settings() };
    let record = play([&player, &player], &settings, &mut NoConsole);
    let failure = "the referee failed: the launcher failed";
    assert_eq!((&*record.ending.to_string(), record.winner), (failure, None));
}
