//! Clocks: how much time a player has, for one move and for the whole game.
//!
//! A [`Clock`] is the rule that both players share. A `RunningClock` is the time that one of them has left. Both are
//! pure arithmetic: the caller measures time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use foursight::duration;

/// The rule that says how long a player may think.
///
/// As text it is a time per move, a time for the whole game with an increment per move, or the name of another site's
/// rule:
///
/// ```
/// use std::time::Duration;
/// use foursight_arena::Clock;
///
/// let second = Duration::from_secs(1);
/// assert_eq!("1s".parse(), Ok(Clock::PerMove(second)));
/// assert_eq!("1m+1s".parse(), Ok(Clock::Total { base: 60 * second, increment: second }));
/// assert_eq!("kaggle".parse(), Ok(Clock::Kaggle));
/// assert_eq!("1m+1s".parse::<Clock>()?.to_string(), "60s+1s");
/// assert!("1".parse::<Clock>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The same time for each move.
    PerMove(Duration),
    /// A time for the whole game, with an increment for each move.
    Total {
        /// The time at the start.
        base: Duration,
        /// The time that each move adds.
        increment: Duration,
    },
    /// Kaggle's: 2 s per move; longer moves draw on a bank of 60 s.
    Kaggle,
    /// The clock of `TheAIGames`: a bank of 10 s; each move adds 500 ms, up to 10 s.
    TheAiGames,
    /// The clock of `CodinGame`: 1 s for the first move and 100 ms for every other.
    CodinGame,
}

const KAGGLE_MOVE: Duration = Duration::from_secs(2);
const KAGGLE_BANK: Duration = Duration::from_mins(1);
const THE_AI_GAMES_MOVE: Duration = Duration::from_millis(500);
const THE_AI_GAMES_BANK: Duration = Duration::from_secs(10);
const CODIN_GAME_FIRST: Duration = Duration::from_secs(1);
const CODIN_GAME_MOVE: Duration = Duration::from_millis(100);

/// The maximum time on a clock: a day.
const LONGEST: Duration = Duration::from_hours(24);

const NAMES: [(&str, Clock); 3] =
    [("kaggle", Clock::Kaggle), ("theaigames", Clock::TheAiGames), ("codingame", Clock::CodinGame)];

/// A second for each move.
impl Default for Clock {
    fn default() -> Self {
        Self::PerMove(Duration::from_secs(1))
    }
}

impl Clock {
    /// The time that every move has, however little is left.
    pub(crate) fn each_move(self) -> Duration {
        match self {
            Self::PerMove(time) => time,
            Self::Total { increment, .. } => increment,
            Self::Kaggle => KAGGLE_MOVE,
            Self::TheAiGames => THE_AI_GAMES_MOVE,
            Self::CodinGame => CODIN_GAME_MOVE,
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningClock {
    clock: Clock,
    /// The time left for all moves together; zero if the rule has none.
    bank: Duration,
    pub(crate) is_first_move: bool,
}

impl RunningClock {
    pub(crate) fn new(clock: Clock) -> Self {
        let bank = match clock {
            Clock::PerMove(_) | Clock::CodinGame => Duration::ZERO,
            Clock::Total { base, .. } => base,
            Clock::Kaggle => KAGGLE_BANK,
            Clock::TheAiGames => THE_AI_GAMES_BANK,
        };
        Self { clock, bank, is_first_move: true }
    }

    /// The time limit for the next move.
    pub(crate) fn allowance(&self) -> Duration {
        match self.clock {
            Clock::PerMove(time) => time,
            Clock::Total { .. } | Clock::TheAiGames => self.bank,
            Clock::Kaggle => KAGGLE_MOVE + self.bank,
            Clock::CodinGame if self.is_first_move => CODIN_GAME_FIRST,
            Clock::CodinGame => CODIN_GAME_MOVE,
        }
    }

    /// The time limit for the next move, in words, in addition to the time to `start`.
    pub(crate) fn words(&self, start: Duration) -> String {
        let start = match start {
            Duration::ZERO => String::new(),
            time => format!("{} to start and ", seconds(time)),
        };
        let (each, left) = (seconds(self.clock.each_move()), seconds(self.bank));
        let time = match self.clock {
            Clock::Total { .. } | Clock::TheAiGames => format!("the {left} left"),
            Clock::Kaggle => format!("{each} per move and {left} left in its bank"),
            Clock::CodinGame if self.is_first_move => "1 s for the first move".to_owned(),
            Clock::PerMove(_) | Clock::CodinGame => format!("{each} per move"),
        };
        format!("{start}{time} (clock {})", self.clock)
    }

    /// The time for the next move with `n_moves` to go: an even share of what is left, for programs that only
    /// understand a time per move.
    pub(crate) fn share(&self, n_moves: usize) -> Duration {
        let each = match self.clock {
            Clock::CodinGame => self.allowance(),
            clock => clock.each_move(),
        };
        let n_moves = u32::try_from(n_moves.max(1)).unwrap_or(u32::MAX);
        (each + self.bank / n_moves).min(self.allowance())
    }

    /// Subtracts the time of a move and adds its increment.
    pub(crate) fn spend(&mut self, used: Duration) {
        self.is_first_move = false;
        self.bank = match self.clock {
            Clock::PerMove(_) | Clock::CodinGame => Duration::ZERO,
            Clock::Total { increment, .. } => self.bank.saturating_sub(used) + increment,
            Clock::Kaggle => self.bank.saturating_sub(used.saturating_sub(KAGGLE_MOVE)),
            Clock::TheAiGames => {
                (self.bank.saturating_sub(used) + THE_AI_GAMES_MOVE).min(THE_AI_GAMES_BANK)
            }
        };
    }
}

/// A time as `250 ms` or `1.25 s`.
fn seconds(time: Duration) -> String {
    match time.as_millis() {
        ms @ 0..1000 => format!("{ms} ms"),
        ms => format!("{} s", (ms as f64 / 10.0).round() / 100.0),
    }
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, clock)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(*clock);
        }
        let error = |problem| {
            format!(
                "{text:?} {problem}; write a time per move such as 1s or 500ms, a time per game and an increment per \
                 move such as 60s+1s, or kaggle, theaigames or codingame"
            )
        };
        let read = |part| match duration::read(part) {
            Ok(time) if time <= LONGEST => Ok(time),
            _ => Err(error("is not a clock")),
        };
        let (first, clock) = match text.split_once('+') {
            None => (read(text)?, Self::PerMove(read(text)?)),
            Some((base, increment)) => {
                let (base, increment) = (read(base)?, read(increment)?);
                (base, Self::Total { base, increment })
            }
        };
        if first.is_zero() { Err(error("leaves no time to move")) } else { Ok(clock) }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerMove(time) => f.write_str(&duration::write(*time)),
            Self::Total { base, increment } => {
                write!(f, "{}+{}", duration::write(*base), duration::write(*increment))
            }
            Self::Kaggle => f.write_str("kaggle"),
            Self::TheAiGames => f.write_str("theaigames"),
            Self::CodinGame => f.write_str("codingame"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// In each pair, in milliseconds: the time that the clock allows, then the time used.
    #[track_caller]
    fn check(clock: &str, moves: &[(u64, u64)]) {
        let mut running = RunningClock::new(clock.parse().unwrap());
        for (number, &(allowed, used)) in moves.iter().enumerate() {
            assert_eq!(running.allowance(), ms(allowed), "{clock}, move {number}");
            running.spend(ms(used));
        }
    }

    #[test]
    fn moves_are_taken_off() {
        check("300ms", &[(300, 10), (300, 300), (300, 0)]);
        check("10s+1s", &[(10_000, 4000), (7000, 0), (8000, 8000), (1000, 1001), (1000, 0)]);
        check("2s+0s", &[(2000, 500), (1500, 1500), (0, 0)]);
        check("kaggle", &[(62_000, 2000), (62_000, 5000), (59_000, 62_000), (2000, 1), (2000, 0)]);
        check("theaigames", &[(10_000, 100), (10_000, 3000), (7500, 9000), (500, 0), (1000, 0)]);
        check("codingame", &[(1000, 900), (100, 100), (100, 0)]);
    }

    /// Checks the share of the next of `n_moves` moves, in milliseconds.
    #[track_caller]
    fn check_share(clock: &str, n_moves: usize, expected: u64) {
        let running = RunningClock::new(clock.parse().unwrap());
        assert_eq!(running.share(n_moves), ms(expected), "{clock}");
    }

    #[test]
    fn a_share_leaves_time_for_the_moves_to_come() {
        check_share("300ms", 21, 300);
        check_share("21s+1s", 21, 2000);
        check_share("21s+1s", 1, 21_000);
        check_share("21s+1s", 0, 21_000);
        check_share("500ms+1s", 21, 500);
        check_share("kaggle", 20, 5000);
        check_share("theaigames", 20, 1000);
        check_share("codingame", 20, 1000);
    }

    #[test]
    fn text_goes_both_ways() {
        let texts = "1s 500ms 1.1s 60s+1s 60s+0s 0.5ms kaggle theaigames codingame";
        for text in texts.split(' ') {
            let clock: Clock = text.parse().unwrap();
            assert_eq!(clock.to_string(), text);
        }
        assert_eq!("1.5m".parse(), Ok(Clock::PerMove(Duration::from_secs(90))));
        for text in ",1,s,25h,0s,0s+1s,1s+,-1s,1e9s,1.2.3s,99999m,1s+1s+1s".split(',') {
            let error = text.parse::<Clock>().unwrap_err();
            let problem =
                if text.starts_with("0s") { "leaves no time to move" } else { "is not a clock" };
            assert!(error.starts_with(&format!("{text:?} {problem}; write ")), "{error}");
        }
    }

    #[track_caller]
    fn check_words(clock: &str, [left, start]: [u64; 2], is_first: bool, expected: &str) {
        let (clock, bank) = (clock.parse().unwrap(), ms(left));
        let running = RunningClock { clock, bank, is_first_move: is_first };
        assert_eq!(running.words(ms(start)), expected);
    }

    #[test]
    fn every_clock_has_its_words() {
        check_words("500ms", [0, 0], false, "500 ms per move (clock 500ms)");
        check_words("1s", [0, 10_000], true, "10 s to start and 1 s per move (clock 1s)");
        check_words("1m+1s", [61_234, 0], false, "the 61.23 s left (clock 60s+1s)");
        check_words("theaigames", [10_000, 0], false, "the 10 s left (clock theaigames)");
        check_words(
            "kaggle",
            [3500, 0],
            false,
            "2 s per move and 3.5 s left in its bank (clock kaggle)",
        );
        check_words("codingame", [0, 0], true, "1 s for the first move (clock codingame)");
        check_words("codingame", [0, 0], false, "100 ms per move (clock codingame)");
    }
}
