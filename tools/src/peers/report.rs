//! The figures as a page, `docs/benchmarks.md`, and a plot, `docs/benchmarks.svg`.

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use anyhow::Result;

use super::{AI, BITBULLY, C4, FHOURSTONES, OURS, PONS, SOLVER, SetTimes, version_of};
use crate::{date, save, workspace};

pub(super) fn write(sets: &[SetTimes]) -> Result<()> {
    save("docs/benchmarks.md", &(page(sets, &date()?)? + &other_sections()))?;
    save("docs/benchmarks.svg", &plot(sets))
}

/// The page's later sections, which other tools or people write.
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

Mean time for the exact score of a position, on one thread, with a cold table for each position and no opening book. The
solvers take turns position by position, and every score is checked. Written by

    cargo xtask peers

The test sets are from Pascal Pons, *Solving Connect 4*, part 2. The numbers in brackets are multiples of our time.

";

const OUTRO: &str = "
`connect-four-solver` has the scores of the first plies compiled in and cannot turn them off, so only the later sets
measure it. `c4` solves only empty boards, and `fhourstones` finds out only who wins. `c4solver`, by Pascal Pons, does
not report its times, so it is not measured on the sets where its answer would take longer to arrive than to find. The
other dashes mark solvers that would take hours for a set.

![The same figures as a plot](benchmarks.svg)
";

fn page(sets: &[SetTimes], date: &str) -> Result<String> {
    let mut text = INTRO.to_owned();
    let mut line = |line: String| writeln!(text, "{line}").expect("a string takes all");
    line(format!(
        "Machine: {}. Date: {}. {}; {}.",
        machine(),
        date,
        version_of("rustc")?,
        version_of("python3")?
    ));
    line(format!(
        "Peers: `{AI}` 1.0.0, `{SOLVER}` 0.2.4 (crates.io), `{BITBULLY}` 0.0.79 (PyPI).\n"
    ));
    let names: Vec<&str> = measured(sets).map(|(name, _)| name).collect();
    line(format!("| set | positions | {} |", names.join(" | ")));
    line(format!("|---|---|{}", "---|".repeat(names.len())));
    for set in sets {
        let cells: Vec<String> = names.iter().map(|name| cell(set, name)).collect();
        line(format!("| {} | {} | {} |", set.name, set.n_positions, cells.join(" | ")));
    }
    Ok(text + OUTRO)
}

fn cell(set: &SetTimes, name: &str) -> String {
    let Some(time) = set.mean_of(name) else { return "-".to_owned() };
    let ours = set.mean_of(OURS).expect("we are always measured");
    if name == OURS {
        return format!("{time:.3?}");
    }
    format!("{time:.3?} ({:.1})", time.as_secs_f64() / ours.as_secs_f64())
}

impl SetTimes {
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

const COLORS: [(&str, &str); 7] = [
    (OURS, "#e53935"),
    (AI, "#12224d"),
    (SOLVER, "#7b8cab"),
    (BITBULLY, "#fdd835"),
    (PONS, "#2e7d32"),
    (C4, "#6a1b9a"),
    (FHOURSTONES, "#8d6e63"),
];

/// The solvers that were measured, with their colors.
fn measured(sets: &[SetTimes]) -> impl Iterator<Item = (&'static str, &'static str)> {
    COLORS.into_iter().filter(|(name, _)| sets.iter().any(|set| set.mean_of(name).is_some()))
}

const BAR: usize = 14;
const LEFT: usize = 130;
const WIDTH: usize = 760;
const LEGEND_COLUMNS: usize = 4;

/// A group of bars for each set, on a logarithmic scale from 100 ns to 1000 s.
fn plot(sets: &[SetTimes]) -> String {
    let mut bars = String::new();
    let mut y = 64;
    for set in sets {
        let text_y = y + BAR;
        writeln!(bars, "<text x=\"8\" y=\"{text_y}\">{}</text>", set.name).expect("a string");
        for (name, color) in measured(sets) {
            let Some(time) = set.mean_of(name) else { continue };
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
    let legend: String = measured(sets).enumerate().map(legend_entry).collect();
    let (width, height) = (WIDTH + 80, y + 10);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<style>.time {{ font-size: 10px }}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"8\" y=\"16\">Mean time for an exact score (logarithmic)</text>\n{legend}{bars}</svg>\n"
    )
}

fn legend_entry((index, (name, color)): (usize, (&str, &str))) -> String {
    let (x, y) = (LEFT + index % LEGEND_COLUMNS * 150, 26 + index / LEGEND_COLUMNS * BAR);
    let (text_x, text_y) = (x + 14, y + 9);
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" fill=\"{color}\"/>\
         <text x=\"{text_x}\" y=\"{text_y}\">{name}</text>\n"
    )
}

/// The horizontal position of a time.
fn position_of(time: Duration) -> f64 {
    const DECADES: f64 = 10.0;
    let decades = (time.as_secs_f64().max(1e-7).log10() + 7.0).min(DECADES);
    LEFT as f64 + decades / DECADES * (WIDTH - LEFT) as f64
}
