//! The folder `docs`: builds the book, and saves measured figures in its pages.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

use crate::metadata::target;
use crate::step::{step, workspace};
use crate::tool::Tool;

const MDBOOK: Tool = Tool { name: "mdbook", version: "0.5.4", version_line: "mdbook v0.5.4" };

/// Installs mdBook unless it is there. Only this task needs it, so it is never compiled.
pub(crate) fn prepare() -> Result<()> {
    if !is_installed()? {
        MDBOOK.install()?;
    }
    Ok(())
}

/// Whether the right version is installed.
pub(crate) fn is_installed() -> Result<bool> {
    Ok(MDBOOK.installed()?.is_some())
}

/// Builds the book as HTML; reports if that is impossible here.
pub(crate) fn build() -> Result<Option<String>> {
    let Some(program) = MDBOOK.installed()? else {
        return Ok(Some(format!("the book (mdBook {} cannot be installed)", MDBOOK.version)));
    };
    let mut build = Command::new(program);
    build.arg("build").arg(workspace().join("docs"));
    build.arg("--dest-dir").arg(target()?.join("site"));
    step("the book", build)?;
    Ok(None)
}

/// Builds the book, and prints its path.
pub(crate) fn run() -> Result<()> {
    prepare()?;
    if let Some(untested) = build()? {
        bail!(untested);
    }
    println!("{}", target()?.join("site/index.html").display());
    Ok(())
}

/// Writes a file in this folder, whole or not at all.
pub(crate) fn save(name: &str, text: &str) -> Result<()> {
    let path = workspace().join("docs").join(name);
    foursight_files::write(&path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// Today's date, as year-month-day.
pub(crate) fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil((seconds / 86_400) as i64);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a day counted from 1970-01-01.
///
/// Years start in March here, which makes the leap day the last day of a year.
fn civil(day: i64) -> (i64, i64, i64) {
    const DAYS_IN_400_YEARS: i64 = 146_097;
    let since_year_0 = day + 719_468;
    let era = since_year_0.div_euclid(DAYS_IN_400_YEARS);
    let day_of_era = since_year_0.rem_euclid(DAYS_IN_400_YEARS);
    let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / (DAYS_IN_400_YEARS - 1);
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    (era * 400 + year_of_era + i64::from(month <= 2), month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_777), (2026, 11, 20));
    }
}
