//! Rejects environment variables that name no option, so that a mistyped setting does not go unnoticed.

use clap::{Args, Command};

use super::ServeArgs;
use crate::failure::UsageError;

/// The prefix of all variables.
const PREFIX: &str = "FOURSIGHT_";

/// The variables that building and testing this program use.
const OF_BUILDS: [&str; 3] = ["FOURSIGHT_EMBED_ENGINE", "FOURSIGHT_WASM", "FOURSIGHT_NPM"];

/// The similarity at which one name is suggested for another; clap uses the same.
const ALIKE: f64 = 0.7;

/// Rejects the first of these variables that matches no option, and suggests the option that was probably meant.
pub(super) fn check(names: impl Iterator<Item = String>) -> Result<(), UsageError> {
    let options = ServeArgs::augment_args(Command::new("serve"));
    let options = options.get_arguments().filter_map(|option| option.get_env()?.to_str());
    let known: Vec<&str> = options.collect();
    let is_known = |name: &str| known.contains(&name) || OF_BUILDS.contains(&name);
    let mut unknown: Vec<String> =
        names.filter(|name| name.starts_with(PREFIX) && !is_known(name)).collect();
    unknown.sort();
    let Some(name) = unknown.first() else { return Ok(()) };
    let likeness = |known: &str| {
        let word = |name: &str| name.trim_start_matches(PREFIX).to_owned();
        strsim::jaro_winkler(&word(known), &word(name))
    };
    let nearest = known.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    let advice = match nearest.filter(|nearest| likeness(nearest) >= ALIKE) {
        Some(nearest) => format!("did you mean {nearest}?"),
        None => "`foursight serve --help` lists them".to_owned(),
    };
    Err(UsageError(format!("there is no variable {name}; {advice}")))
}
