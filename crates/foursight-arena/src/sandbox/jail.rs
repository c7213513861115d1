//! The launcher, in stages that are programs of their own: what a stage has given up, the next cannot
//! take back, and no stage has threads, so that rights can be given up in safe code.
//!
//! ```text
//! watch --- init --- enter, which becomes the player      with namespaces
//! watch ------------ enter, which becomes the player      without
//! ```

mod check;
mod descriptors;
mod enter;
mod failure;
mod init;
mod landlock;
mod limits;
mod mounts;
mod namespaces;
mod seccomp;
mod tree;
mod usage;
mod watch;

use std::process::{Child, Command, ExitCode};

use super::cgroup;
use super::order::{Order, Stage};
use failure::{Failure, Step};

/// The exit code of a launcher that could not do what it was told.
const FAILED: u8 = 125;

/// The body of the launcher: does what its argument says, and returns when the player has ended.
///
/// The program that calls it has not started any thread and has not opened any file. The argument is made
/// by [`Sandbox`](super::Sandbox), for which this program is the launcher.
pub fn jail(order: &str) -> ExitCode {
    let result = serde_json::from_str::<Order>(order).step("order").and_then(|order| run(&order));
    result.unwrap_or_else(|failure| {
        eprintln!("foursight: {failure}");
        ExitCode::from(FAILED)
    })
}

fn run(order: &Order) -> Result<ExitCode, Failure> {
    match order.stage {
        Stage::Watch => watch::run(order),
        Stage::Init => init::run(order),
        Stage::Enter => Err(enter::run(order)),
        Stage::Check(layer) => check::run(order, layer),
    }
}

/// Joins the player's control group, if it has one: all but the watching stage are in it.
fn join(order: &Order) -> Result<(), Failure> {
    order.cgroup.as_deref().map_or(Ok(()), cgroup::join).step("cgroup")
}

/// Starts the next stage of an order.
fn start(order: &Order, stage: Stage) -> Result<Child, Failure> {
    let line = order.command_line(stage).step("order")?;
    let (program, arguments) = line.split_first().ok_or_else(|| Failure::new("order", "empty"))?;
    let mut command = Command::new(program);
    if stage == Stage::Enter {
        // From here on the folder is that of the player's own file system.
        command.current_dir(&order.scratch);
    }
    command.args(arguments).spawn().step(program)
}
