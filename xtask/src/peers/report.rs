//! The figures as a page, `docs/benchmarks.md`, and a plot, `docs/benchmarks.svg`.

use std::fmt::Write;
use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;

use super::{AI, BITBULLY, OURS, Outcome, SOLVER, version_of};
use crate::check::workspace;
use crate::docs;

pub(super) fn write(outcomes: &[Outcome]) -> Result<()> {
    docs::save("benchmarks.md", &(page(outcomes) + &other_sections()))?;
    docs::save("benchmarks.svg", &plot(outcomes))
}

/// What stands in the page behind our part, which others have written.
fn other_sections() -> String {
    let text = fs::read_to_string(workspace().join("docs/benchmarks.md")).unwrap_or_default();
    let sections = text.find("\n## ").map(|place| text[place..].to_owned());
    sections.unwrap_or_default()
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / times.len().max(1) as u32
}

const INTRO: &str = "\
# Benchmarks

The exact score of a position: the mean time over a set, on one thread, with a cold table for each position and
without an opening book. The solvers take turns position by position, and every score was checked. Written by

    cargo xtask peers

The sets are those of Pascal Pons, *Solving Connect 4*, part 2. In brackets: how many times longer than ours.

";

const OUTRO: &str = "
`connect-four-solver` has the scores of the first plies compiled in and cannot do without; the sets it is measured on
begin later. A solver that would take hours for a set is left out of it.

![The same figures as a plot](benchmarks.svg)
";

fn page(outcomes: &[Outcome]) -> String {
    let mut text = INTRO.to_owned();
    let mut line = |line: String| writeln!(text, "{line}").expect("a string takes all");
    line(format!(
        "Machine: {}. Date: {}. {}; {}.",
        machine(),
        date(),
        version_of("rustc"),
        version_of("python3")
    ));
    line(format!(
        "Peers: `{AI}` 1.0.0, `{SOLVER}` 0.2.4 (crates.io), `{BITBULLY}` 0.0.79 (PyPI).\n"
    ));
    line(format!("| set | positions | {OURS} | {AI} | {SOLVER} | {BITBULLY} |"));
    line("|---|---|---|---|---|---|".to_owned());
    for outcome in outcomes {
        let cells = [OURS, AI, SOLVER, BITBULLY].map(|name| cell(outcome, name));
        line(format!("| {} | {} | {} |", outcome.set, outcome.n_positions, cells.join(" | ")));
    }
    text + OUTRO
}

fn cell(outcome: &Outcome, name: &str) -> String {
    let Some(time) = outcome.mean_of(name) else { return "-".to_owned() };
    let ours = outcome.mean_of(OURS).expect("we are always measured");
    if name == OURS {
        return format!("{time:.3?}");
    }
    format!("{time:.3?} ({:.1})", time.as_secs_f64() / ours.as_secs_f64())
}

impl Outcome {
    fn mean_of(&self, name: &str) -> Option<Duration> {
        let of_name = self.times.iter().find(|(other, _)| *other == name);
        of_name.map(|(_, times)| mean(times))
    }
}

fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} ({n_cores} cores, shared)", model.map_or(std::env::consts::ARCH, |(_, name)| name))
}

/// The day, as year, month and day.
fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil((seconds / 86_400) as i64);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a day counted from 1970-01-01.
///
/// Years are counted from March, so that the leap day is the last one of a year.
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

const COLORS: [(&str, &str); 4] =
    [(OURS, "#e53935"), (AI, "#12224d"), (SOLVER, "#7b8cab"), (BITBULLY, "#fdd835")];
const BAR: usize = 14;
const LEFT: usize = 130;
const WIDTH: usize = 760;

/// A group of bars for each set, on a logarithmic scale from 100 ns to 1000 s.
fn plot(outcomes: &[Outcome]) -> String {
    let mut bars = String::new();
    let mut y = 50;
    for outcome in outcomes {
        let text_y = y + BAR;
        writeln!(bars, "<text x=\"8\" y=\"{text_y}\">{}</text>", outcome.set).expect("a string");
        for (name, color) in COLORS {
            let Some(time) = outcome.mean_of(name) else { continue };
            let width = position_of(time) - LEFT as f64;
            let (text_x, text_y) = (position_of(time) + 4.0, y + BAR - 3);
            let height = BAR - 2;
            writeln!(
                bars,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{color}\"/>\
                 <text x=\"{text_x:.1}\" y=\"{text_y}\" class=\"time\">{time:.2?}</text>"
            )
            .expect("a string takes all");
            y += BAR;
        }
        y += BAR;
    }
    let legend: String = COLORS.iter().enumerate().map(legend_entry).collect();
    let (width, height) = (WIDTH + 80, y + 10);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<style>.time {{ font-size: 10px }}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"8\" y=\"16\">Mean time for an exact score (logarithmic)</text>\n{legend}{bars}</svg>\n"
    )
}

fn legend_entry((index, (name, color)): (usize, &(&str, &str))) -> String {
    let x = LEFT + index * 150;
    let text_x = x + 14;
    format!(
        "<rect x=\"{x}\" y=\"26\" width=\"10\" height=\"10\" fill=\"{color}\"/>\
         <text x=\"{text_x}\" y=\"35\">{name}</text>\n"
    )
}

/// Where a time lies from left to right.
fn position_of(time: Duration) -> f64 {
    const DECADES: f64 = 10.0;
    let decades = (time.as_secs_f64().max(1e-7).log10() + 7.0).min(DECADES);
    LEFT as f64 + decades / DECADES * (WIDTH - LEFT) as f64
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
