//! Board and time limits of a check: from the command line, else from the class, else from the dialect.

use std::path::{Path, PathBuf};

use foursight::{AnySize, OpeningRule, Size};
use foursight_files::printable;

use crate::error::Result;
use crate::{Clock, ClockRule, Dialect, Entrant, Settings, TimeLimits};

/// A player's rules.
pub(crate) struct Rules {
    pub(super) size: AnySize,
    pub(super) clock: Clock,
    pub(super) opening_rule: OpeningRule,
    pub(super) limits: TimeLimits,
    /// The source of the board and clock, if not the command line.
    pub(super) origins: [String; 2],
    /// Whether the clock is the dialect's, because no other is set.
    pub(super) has_dialect_clock: bool,
}

impl Rules {
    /// A board and a clock, and the limits of a tournament.
    pub(crate) fn new(size: AnySize, clock: Clock) -> Self {
        let (limits, origins) = (TimeLimits::default(), Default::default());
        Self {
            size,
            clock,
            opening_rule: OpeningRule::None,
            limits,
            origins,
            has_dialect_clock: false,
        }
    }

    /// The rules for a player of a class, unless other ones are `given`; with its own clock if one `is_typed` after it.
    pub(super) fn of_player(
        given: Settings,
        entrant: &Entrant,
        is_typed: bool,
        dialect: Dialect,
        class: Option<(PathBuf, Settings)>,
    ) -> Result<Rules> {
        let (file, base) = match class {
            Some((file, settings)) => (Some(file), settings),
            None => (None, of_dialect(dialect)),
        };
        let (typed, is_size_given) = (given.clock, given.size.is_some() || given.connect.is_some());
        let settings = given.over(base);
        let of_rule = |rule| match rule {
            ClockRule::Same(clock) => clock,
            ClockRule::Dialect => dialect.clock().unwrap_or_default(),
        };
        let typed_clock = typed.filter(|_| !is_typed).map(of_rule);
        let clock = typed_clock.or(entrant.clock()).unwrap_or_else(|| of_rule(settings.clock()));
        let origin = |is_given: bool, has_dialect_one: bool| match &file {
            _ if is_given => String::new(),
            Some(file) => format!(", as in {}", printable(&shown(file))),
            None if has_dialect_one => ", that of its dialect".to_owned(),
            None => String::new(),
        };
        let is_clock_given = typed.is_some() || is_typed;
        Ok(Self {
            size: settings.size()?,
            clock,
            opening_rule: settings.opening_rule(),
            limits: settings.limits(),
            origins: [
                origin(is_size_given, true),
                origin(is_clock_given, dialect.clock().is_some()),
            ],
            has_dialect_clock: !is_clock_given && file.is_none() && dialect.clock().is_some(),
        })
    }
}

/// The settings without a class.
fn of_dialect(dialect: Dialect) -> Settings {
    let size = dialect.size();
    Settings {
        clock: Some(ClockRule::Dialect),
        size: Some(size),
        connect: Some(size.connect()),
        ..Settings::default()
    }
}

/// A path relative to the current folder, if it lies there.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let near = here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    near.unwrap_or_else(|| path.to_owned()).display().to_string()
}
