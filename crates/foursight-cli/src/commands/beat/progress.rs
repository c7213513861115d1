//! A person's knowledge of the plan, in the same file that the page saves and loads.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_engine::Level;
use foursight_engine::trainer::{Course, Memory};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

const DAY_MS: u64 = 86_400_000;
/// A wrong answer comes up again in the same session, after some other positions.
const SOON_MS: u64 = 60_000;
/// A person who wins this many of a hundred games is ready for the next level.
const ENOUGH: usize = 90;

/// The daily goals of right answers from which a person can choose.
pub(super) const GOALS: [u32; 4] = [5, 10, 20, 40];

/// A larger file cannot be a progress file.
const MAX_BYTES: u64 = 4 << 20;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object with cards, level, goal and days")]
pub(super) struct Progress {
    /// Keyed by the moves that lead to a position.
    pub(super) cards: BTreeMap<String, Card>,
    /// The number of the level to beat.
    pub(super) level: u8,
    /// The daily goal of right answers.
    pub(super) goal: u32,
    /// Right answers by date, in the person's time zone.
    days: BTreeMap<Date, u32>,
}

/// A person's knowledge of a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Card {
    stability: f64,
    difficulty: f64,
    /// The times of the last answer and (`due`) of the next, in milliseconds.
    last: u64,
    due: u64,
    /// Whether the last answer was right.
    is_right: bool,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("this is not a progress file: {0}; rename it to start over")]
    Text(#[from] serde_json::Error),
    #[error("this is not a progress file: {0}; rename it to start over")]
    Value(&'static str),
}

impl Progress {
    /// The progress in a file; none yet if there is no file.
    pub(super) fn read(path: &Path) -> Result<Self, ReadError> {
        let text = match foursight_files::read_text(path, MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (cards, days) = (BTreeMap::new(), BTreeMap::new());
                return Ok(Self { cards, level: 5, goal: 10, days });
            }
            text => text?,
        };
        let progress: Self = serde_json::from_str(&text)?;
        if !(1..=10).contains(&progress.level) {
            return Err(ReadError::Value("the level must be from 1 to 10"));
        }
        if !GOALS.contains(&progress.goal) {
            return Err(ReadError::Value("the goal must be 5, 10, 20, or 40"));
        }
        let is_positive = |number: f64| number.is_finite() && number > 0.0;
        let is_card = |card: &Card| is_positive(card.stability) && is_positive(card.difficulty);
        if !progress.cards.values().all(is_card) {
            return Err(ReadError::Value("stability and difficulty must be above 0"));
        }
        Ok(progress)
    }

    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        foursight_files::write(path, &serde_json::to_vec(self)?)
    }

    pub(super) fn level(&self) -> Level {
        Level::new(self.level).expect("it was checked")
    }

    /// Counts an answer to the position after `moves`; returns the whole days until it comes up again, or `None` for
    /// soon.
    pub(super) fn answered(&mut self, moves: String, is_right: bool, now: u64) -> Option<u32> {
        let before = self.cards.get(&moves);
        let memory =
            before.map(|&Card { stability, difficulty, .. }| Memory { stability, difficulty });
        let since = before.map_or(0, |card| now.saturating_sub(card.last));
        let memory = Memory::after(memory, since as f64 / DAY_MS as f64, is_right);
        let days = is_right.then(|| memory.days());
        let due = now + days.map_or(SOON_MS, |days| u64::from(days) * DAY_MS);
        let Memory { stability, difficulty } = memory;
        self.cards.insert(moves, Card { stability, difficulty, last: now, due, is_right });
        if is_right {
            *self.days.entry(date_of(now)).or_default() += 1;
        }
        days
    }

    /// The goal of the day in words, and on how many days in a row it was reached, up to today or yesterday.
    pub(super) fn goal_in_words(&self, now: u64) -> String {
        let n_on = |date: Date| self.days.get(&date).copied().unwrap_or(0);
        let (today, goal) = (date_of(now), self.goal);
        let is_reached = n_on(today) >= goal;
        let last = if is_reached { today } else { today.saturating_sub(1.day()) };
        let before = |date: &Date| date.yesterday().ok();
        let days = std::iter::successors(Some(last), before).take_while(|&date| n_on(date) >= goal);
        let row = match days.count() {
            0 => String::new(),
            1 => " 1 day in a row.".to_owned(),
            days => format!(" {days} days in a row."),
        };
        let reached = if is_reached { " Goal reached!" } else { "" };
        format!("Today: {} of {goal} right answers.{reached}{row}", n_on(today))
    }

    /// Whether the last answer to the position after `moves` was right.
    pub(super) fn is_known(&self, moves: &str) -> bool {
        self.cards.get(moves).is_some_and(|card| card.is_right)
    }

    /// The next of `positions`, in the order of learning: those overdue, the longest first; else a new one; else the
    /// one due next. No position comes twice in a row.
    pub(super) fn next<'a>(
        &self,
        positions: impl Iterator<Item = &'a str> + Clone,
        last: Option<&str>,
        now: u64,
    ) -> Option<&'a str> {
        let others = positions.filter(|&moves| Some(moves) != last);
        let due = |moves: &&str| self.cards.get(*moves).map(|card| card.due);
        let first = others.clone().filter(|moves| due(moves).is_some()).min_by_key(due);
        let is_due = |moves: &&str| due(moves).is_some_and(|due| due <= now);
        let new = others.clone().find(|moves| due(moves).is_none());
        first.filter(is_due).or(new).or(first)
    }

    /// Progress in words, and the next step; `moves` lead to the position of a line.
    pub(super) fn in_words(&self, course: &Course, moves: impl Fn(usize) -> String) -> String {
        let is_known = |line| self.is_known(&moves(line));
        let n = (0..course.plan().lines().len()).filter(|&line| is_known(line)).count();
        let new = course.order(self.level()).into_iter().filter(|&line| !is_known(line));
        let soon: Vec<usize> = new.take(10).collect();
        let wins = course.wins_in_hundred(self.level(), is_known);
        let later =
            course.wins_in_hundred(self.level(), |line| soon.contains(&line) || is_known(line));
        let (positions, level) = (if n == 1 { "position" } else { "positions" }, self.level);
        let next = if wins >= ENOUGH && level < 10 {
            format!(" You are ready for level {}.", level + 1)
        } else if later > wins {
            format!(" With ten more positions, at least {later} of 100.")
        } else {
            String::new()
        };
        format!(
            "You know {n} {positions}. You would beat level {level} in at least {wins} of 100 games.{next}"
        )
    }
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// The date in the player's time zone.
fn date_of(now: u64) -> Date {
    let time = i64::try_from(now).ok().and_then(|now| Timestamp::from_millisecond(now).ok());
    time.unwrap_or(Timestamp::MAX).to_zoned_datetime(TimeZone::system()).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_800_000_000_000;

    fn nothing() -> Progress {
        Progress::read(Path::new("/nowhere/beat.json")).unwrap()
    }

    #[test]
    fn what_is_due_comes_first_then_new_positions_and_nothing_twice_in_a_row() {
        let mut progress = nothing();
        let next =
            |progress: &Progress, last, now| progress.next(["", "41", "42"].into_iter(), last, now);
        assert_eq!(next(&progress, None, NOW), Some(""));
        assert_eq!(progress.answered(String::new(), true, NOW), Some(2));
        assert_eq!(next(&progress, Some(""), NOW), Some("41"));
        assert_eq!(progress.answered("41".to_owned(), false, NOW), None);
        assert_eq!(next(&progress, Some("41"), NOW + SOON_MS), Some("42"), "not at once");
        assert_eq!(next(&progress, Some("42"), NOW + SOON_MS), Some("41"), "it is due");
        progress.answered("42".to_owned(), true, NOW);
        progress.answered("41".to_owned(), true, NOW + SOON_MS);
        assert_eq!(
            next(&progress, None, NOW + SOON_MS),
            Some("41"),
            "wrong before, it is due first"
        );
        assert_eq!(next(&progress, None, NOW + 2 * DAY_MS), Some("41"));
        assert!(progress.is_known("42") && !progress.is_known("43"));
    }

    #[test]
    fn the_next_step_is_ten_positions_or_the_next_level() {
        let (mut progress, course) = (nothing(), Course::new());
        let order = course.order(progress.level());
        let said = |progress: &Progress| progress.in_words(&course, |line| line.to_string());
        let mut learn = |range: std::ops::Range<usize>| {
            order[range].iter().for_each(|line| {
                progress.answered(line.to_string(), true, NOW);
            });
            said(&progress)
        };
        let next = course.wins_in_hundred(nothing().level(), |line| order[..10].contains(&line));
        let words = learn(0..0);
        assert!(
            words.ends_with(&format!(" With ten more positions, at least {next} of 100.")),
            "{words}"
        );
        let words = learn(0..10);
        assert!(words.starts_with("You know 10 positions. "), "{words}");
        assert!(words.contains(&format!(" in at least {next} of 100 games. With ten ")), "{words}");
        let words = learn(10..200);
        assert!(words.ends_with(" You are ready for level 6."), "{words}");
    }

    #[test]
    fn right_answers_count_for_the_day_and_days_for_the_row() {
        let mut progress = nothing();
        progress.goal = 5;
        let words = |progress: &Progress, day: u64| progress.goal_in_words(NOW + day * DAY_MS);
        assert_eq!(words(&progress, 0), "Today: 0 of 5 right answers.");
        for day in [0, 1, 2] {
            for n in 0..5 {
                progress.answered(n.to_string(), false, NOW + day * DAY_MS);
                progress.answered(n.to_string(), true, NOW + day * DAY_MS);
            }
        }
        let today = "Today: 5 of 5 right answers. Goal reached!";
        assert_eq!(words(&progress, 0), format!("{today} 1 day in a row."));
        assert_eq!(words(&progress, 2), format!("{today} 3 days in a row."));
        assert_eq!(words(&progress, 3), "Today: 0 of 5 right answers. 3 days in a row.");
        assert_eq!(words(&progress, 4), "Today: 0 of 5 right answers.");
    }

    #[test]
    fn the_file_is_that_of_the_page() {
        let text = r#"{"cards":{"41":{"stability":2.3065,"difficulty":2.118,"last":1800000000000,"due":1800172800000,"isRight":true}},"level":6,"goal":20,"days":{"2027-01-15":3}}"#;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("beat.json");
        std::fs::write(&path, text).unwrap();
        let progress = Progress::read(&path).unwrap();
        assert!(progress.is_known("41"));
        progress.write(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        for (wrong, message) in [
            (text.replace("\"level\":6", "\"level\":0"), "from 1 to 10"),
            (text.replace("\"goal\":20", "\"goal\":7"), "5, 10, 20, or 40"),
            (text.replace("01-15", "02-30"), "day"),
            (text.replace("2.3065", "-1"), "above 0"),
            (text.replace("\"due\"", "\"dew\""), "missing field `due`"),
            (String::new(), "this is not a progress file: EOF"),
            ("[]".to_owned(), "expected an object with cards, level, goal and days"),
        ] {
            std::fs::write(&path, &wrong).unwrap();
            let error = Progress::read(&path).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
