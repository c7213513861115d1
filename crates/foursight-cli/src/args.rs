//! Arguments that several commands share; each larger group has a file.

mod board;
mod books;
mod position;
mod search;
mod source;

use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use foursight::OpeningRule;

use crate::failure::UsageError;
pub(crate) use board::{BoardArgs, style, usual_style};
#[cfg(unix)]
pub(crate) use books::book_options;
pub(crate) use books::{BookArgs, DataArgs};
pub(crate) use position::{PositionArgs, read_column};
pub(crate) use search::{
    QuestionArgs, SearchArgs, Solver, at_least_one, n_threads, solver, table_size, whole,
};
pub(crate) use source::Source;

/// The seed of commands that choose a new one each time.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Seed for random choices; the same seed repeats them [default: a new one each time].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl SeedArgs {
    pub(crate) fn seed(self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}

/// Reads one of these values by its name; help lists the names, each with its line.
pub(crate) fn named<T, const N: usize>(
    values: [(T, &'static str, &'static str); N],
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let possible = |(_, name, help): &(T, &'static str, &'static str)| {
        PossibleValue::new(name).help((!help.is_empty()).then_some(*help))
    };
    let names = values.each_ref().map(possible);
    PossibleValuesParser::new(names).map(move |word| {
        let mut values = values.iter().filter(|(_, name, _)| *name == word);
        values.next().expect("every possible value is here").0.clone()
    })
}

/// Reads an opening rule; help and completions list the rules.
pub(crate) fn opening_rule() -> impl TypedValueParser<Value = OpeningRule> {
    let names = PossibleValuesParser::new(OpeningRule::ALL.map(OpeningRule::name));
    names.map(|name| name.parse().expect("every possible value is a rule"))
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ReplaceArgs {
    /// Replace what --output names, if it exists.
    #[arg(long, requires = "output")]
    force: bool,
}

impl ReplaceArgs {
    /// Rejects a folder, and an existing file unless it may be replaced.
    pub(crate) fn check(self, path: &Path) -> Result<(), UsageError> {
        if path.is_dir() {
            return Err(UsageError(format!("{} is a folder, not a file", path.display())));
        }
        if self.force || !path.is_file() {
            return Ok(());
        }
        Err(UsageError(format!("{} exists; add --force to replace it", path.display())))
    }
}
