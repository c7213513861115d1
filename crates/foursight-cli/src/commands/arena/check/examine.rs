//! The check of a pupil's submission to a class, as text for its author.

use anyhow::Result;
use foursight::AnySize;
use foursight_arena::Clock;
use foursight_sandbox::Sandbox;

use super::Check;
use super::rules::Rules;
use super::trial::NAMES;
use crate::contestant::ContestantArg;
use crate::failure::UsageError;

/// Plays the trial games of a player that is compiled; whether it is fit to play, and a report for its author.
pub(crate) fn examine(
    contestant: &ContestantArg,
    size: AnySize,
    clock: Clock,
    sandbox: &Sandbox,
) -> Result<(bool, String)> {
    let rules = Rules::new(size, clock);
    let contestant = contestant.clone().with_clock(clock).map_err(UsageError)?;
    let check = Check { contestant: &contestant, rules, sandbox };
    let (mut lines, mut is_fit) = (Vec::new(), true);
    for number in 0..NAMES.len() {
        let Some(trial) = check.trial(number)? else { continue };
        if let Some(fault) = trial.fault() {
            is_fit = false;
            lines.extend(check.explain(&trial, fault));
        } else {
            let longest = trial.times().max().unwrap_or_default().as_millis().max(1);
            let (name, n_moves) = (trial.name, trial.record.moves.len());
            lines.push(format!("{name}: ok, {n_moves} moves, at most {longest} ms each"));
        }
        if trial.is_last() {
            break;
        }
    }
    lines.push(if is_fit { "fit to play" } else { "needs fixing" }.to_owned());
    Ok((is_fit, lines.join("\n")))
}
