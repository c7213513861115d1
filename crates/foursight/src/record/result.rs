//! Results as written in records: `1-0`, `0-1`, `1/2` (in chess files `1/2-1/2`) and `*`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::{Outcome, Player};

/// The result of a recorded game.
///
/// ```
/// use foursight::record::GameResult;
/// use foursight::{Outcome, Player};
///
/// let result: GameResult = "0-1".parse()?;
/// assert_eq!(result.outcome(), Some(Outcome::Win(Player::Second)));
/// assert_eq!(result.loser(), Some(Player::First));
/// assert_eq!(GameResult::from(None).to_string(), "*");
/// # Ok::<(), foursight::record::UnknownResult>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// The first player won: `1-0`.
    FirstWins,
    /// The second player won: `0-1`.
    SecondWins,
    /// Nobody won: `1/2`.
    Draw,
    /// The game is not over: `*`.
    #[default]
    Unfinished,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::FirstWins, Self::SecondWins, Self::Draw, Self::Unfinished];

    /// The result as text.
    pub fn symbol(self) -> &'static str {
        ["1-0", "0-1", "1/2", "*"][self as usize]
    }

    /// The result if `player` has won.
    pub fn win(player: Player) -> Self {
        match player {
            Player::First => Self::FirstWins,
            Player::Second => Self::SecondWins,
        }
    }

    /// The outcome, or `None` if the game is not over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::FirstWins => Some(Outcome::Win(Player::First)),
            Self::SecondWins => Some(Outcome::Win(Player::Second)),
            Self::Draw => Some(Outcome::Draw),
            Self::Unfinished => None,
        }
    }

    /// The player who won, if any.
    pub fn winner(self) -> Option<Player> {
        self.outcome().and_then(Outcome::winner)
    }

    /// The player who lost, if any.
    pub fn loser(self) -> Option<Player> {
        self.winner().map(Player::other)
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(player)) => Self::win(player),
            Some(Outcome::Draw) => Self::Draw,
            None => Self::Unfinished,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

impl FromStr for GameResult {
    type Err = UnknownResult;

    fn from_str(text: &str) -> Result<Self, UnknownResult> {
        let symbol = if text == "1/2-1/2" { Self::Draw.symbol() } else { text };
        let known = Self::ALL.into_iter().find(|result| result.symbol() == symbol);
        known.ok_or_else(|| UnknownResult(text.to_owned()))
    }
}

/// The text is not a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownResult(String);

impl fmt::Display for UnknownResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a result: 1-0, 0-1, 1/2 or *", self.0)
    }
}

impl core::error::Error for UnknownResult {}
