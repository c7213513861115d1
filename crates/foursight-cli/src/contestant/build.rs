//! Players that are source code become programs before the first game.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use foursight_arena::{Build, Builder};
use foursight_sandbox::Sandbox;

use super::ContestantArg;
use crate::failure::Interrupted;
use crate::interrupt;
use crate::progress::LateSpinner;

/// Compiles the players that are source code, isolated as they play, and keeps the programs in `folder`; what became of
/// each, `None` for the others.
///
/// To be called after [`confine`](super::confine), which decides what compilers may read.
pub(crate) fn build(
    contestants: &mut [ContestantArg],
    sandbox: &Sandbox,
    folder: &Path,
) -> Result<Vec<Option<Build>>> {
    // Players run in other folders.
    let mut builder = Builder::new(sandbox, std::path::absolute(folder)?, interrupt::flag());
    let mut spinner = LateSpinner::new();
    let mut builds = Vec::new();
    for contestant in contestants {
        let name = contestant.name().to_owned();
        let fingerprint =
            contestant.fingerprint().with_context(|| format!("the files of {name}"))?;
        let Some(program) = contestant.program_mut() else {
            builds.push(None);
            continue;
        };
        let mut progress = || spinner.say(|| format!("compiling {name}"));
        builds.push(match builder.build(program, &fingerprint, &mut progress) {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Err(Interrupted.into()),
            build => build.with_context(|| format!("compiling {name}"))?,
        });
    }
    builder.remove_unused();
    Ok(builds)
}
