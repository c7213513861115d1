//! The progress of a tournament: a line for each game, and on a terminal the current table.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use foursight::counted;
use foursight_arena::{Standings, StoredGame, Terms, TournamentEvent};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::results::{line, summary};
use crate::output::printable;

/// The shortest time between two tables.
const PERIOD: Duration = Duration::from_millis(500);

/// The maximum number of table rows shown during play.
const MAX_ROWS: usize = 12;

pub(super) struct Live<'a> {
    terms: &'a Terms,
    /// The bars, above which warnings appear.
    pub(super) bars: MultiProgress,
    bar: ProgressBar,
    table: ProgressBar,
    last_table: Option<Instant>,
}

impl<'a> Live<'a> {
    /// A tournament of which this many games have been played.
    pub(super) fn new(terms: &'a Terms, n_stored: usize) -> Self {
        let bars = MultiProgress::new();
        let template = "{pos} of {len} games, {elapsed} so far, {eta} left {bar:30}";
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let table = bars.add(ProgressBar::new_spinner());
        table.set_style(ProgressStyle::with_template("{msg}").expect("the template is valid"));
        let bar = bars.add(ProgressBar::new(0).with_style(style));
        bar.set_position(n_stored as u64);
        bar.reset_eta();
        if n_stored > 0 {
            let _ = bars.println(format!("resuming after {}", counted(n_stored, "game")));
        }
        Self { terms, bars, bar, table, last_table: None }
    }

    pub(super) fn show(&mut self, event: TournamentEvent<'_>, games: &[StoredGame]) {
        match event {
            TournamentEvent::Planned(n_games) => self.bar.set_length(n_games as u64),
            TournamentEvent::Started(_) => {}
            TournamentEvent::Finished(game) => {
                self.bar.set_position(games.len() as u64);
                self.say(&line(&game.game, &self.terms.header.players));
                if self.last_table.is_none_or(|last| last.elapsed() > PERIOD) {
                    self.last_table = Some(Instant::now());
                    self.show_table(games);
                }
            }
            TournamentEvent::Benched { player, reason } => {
                let name = &self.terms.header.players[player];
                self.say(&printable(&format!("{name} is benched: {reason}")));
            }
        }
    }

    /// A line on standard output, above the table.
    fn say(&self, line: &str) {
        // If standard output is closed, the tournament continues.
        self.bars.suspend(|| {
            let _ = writeln!(io::stdout(), "{line}");
        });
    }

    fn show_table(&self, games: &[StoredGame]) {
        if !io::stderr().is_terminal() {
            return;
        }
        let standings = Standings::new(&self.terms.header, games, &self.terms.credit(games));
        let text = summary(&self.terms.header, &standings);
        let lines: Vec<&str> = text.lines().take(MAX_ROWS + 1).collect();
        self.table.set_message(lines.join("\n"));
    }

    pub(super) fn finish(self) {
        self.table.finish_and_clear();
        self.bar.finish_and_clear();
    }
}
