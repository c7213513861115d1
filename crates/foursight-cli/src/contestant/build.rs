//! Compiles players from source code before the first game.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use foursight_arena::{Build, Builder};
use foursight_sandbox::Sandbox;

use super::ContestantArg;
use crate::failure::Interrupted;
use crate::interrupt;
use crate::progress::LateSpinner;

/// Compiles the players that are source code, isolated as in a game, and keeps the programs in `folder`. Returns the
/// outcome for each, `None` for other players and those whose files are gone.
///
/// Call this after [`confine`](super::confine), which decides what compilers may read.
pub(crate) fn build(
    contestants: &mut [ContestantArg],
    sandbox: &Sandbox,
    folder: &Path,
) -> Result<Vec<Option<Build>>> {
    // The path must be absolute, because players run in other folders.
    let mut builder = Builder::new(sandbox, std::path::absolute(folder)?, interrupt::flag());
    let mut spinner = LateSpinner::new();
    let builds = contestants
        .iter_mut()
        .map(|contestant| build_one(contestant, &mut builder, &mut spinner))
        .collect::<Result<_>>()?;
    builder.remove_unused();
    Ok(builds)
}

fn build_one(
    contestant: &mut ContestantArg,
    builder: &mut Builder,
    spinner: &mut LateSpinner,
) -> Result<Option<Build>> {
    // A player whose file is already gone does not play any more.
    if !contestant.is_source() || contestant.missing_file().is_some() {
        return Ok(None);
    }
    let name = contestant.name().to_owned();
    let fingerprint = contestant.fingerprint().with_context(|| format!("the files of {name}"))?;
    let Some(program) = contestant.program_mut() else { return Ok(None) };
    let mut progress = || spinner.say(|| format!("compiling {name}"));
    match builder.build(program, &fingerprint, &mut progress) {
        Err(error) if error.kind() == ErrorKind::Interrupted => Err(Interrupted.into()),
        build => build.with_context(|| format!("compiling {name}")),
    }
}
