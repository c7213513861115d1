//! Opening rules, which remove the first player's advantage: one player opens, the other chooses a side.

use core::fmt;
use core::str::FromStr;

use crate::{Column, Player};

/// The way a game opens.
///
/// Under all rules but [`None`](Self::None), the player who opens places the first discs, for both sides in turn. Then
/// the other player either moves, or swaps sides, after which the player who opened moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// Each player moves for one side from the first disc on.
    #[default]
    None,
    /// The pie rule: the first disc is placed.
    Pie,
    /// The swap rule of Board Game Arena: three discs are placed (red, yellow, red).
    Swap,
}

impl OpeningRule {
    /// Every rule.
    pub const ALL: [Self; 3] = [Self::None, Self::Pie, Self::Swap];

    /// The number of discs that the player who opens places before the other player may swap sides.
    pub const fn n_placed(self) -> usize {
        match self {
            Self::None => 0,
            Self::Pie => 1,
            Self::Swap => 3,
        }
    }

    /// The name: `none`, `pie` or `swap`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pie => "pie",
            Self::Swap => "swap",
        }
    }

    /// The side, as the sides are now, of the player who makes or made the move after `n_moves`.
    ///
    /// `first` is the side of the first disc, and `is_swapped` says whether the players have swapped sides.
    ///
    /// ```
    /// use foursight::{OpeningRule, Player};
    ///
    /// let movers = (0..5).map(|n_moves| OpeningRule::Swap.mover(Player::First, n_moves, false));
    /// let [red, yellow] = [Player::First, Player::Second];
    /// assert!(movers.eq([red, red, red, yellow, red]), "whoever opens places yellow's disc, too");
    /// assert_eq!(OpeningRule::Swap.mover(red, 0, true), yellow, "after a swap, whoever opened has yellow");
    /// ```
    pub fn mover(self, first: Player, n_moves: usize, is_swapped: bool) -> Player {
        let is_first =
            if n_moves < self.n_placed() { !is_swapped } else { n_moves.is_multiple_of(2) };
        if is_first { first } else { first.other() }
    }

    /// Whether players can have swapped sides by this rule within `n_moves`.
    pub const fn allows_swap(self, n_moves: usize) -> bool {
        0 < self.n_placed() && self.n_placed() <= n_moves
    }

    /// The mover's obligations and rights after `n_moves`.
    pub const fn opening(self, n_moves: usize, is_swapped: bool) -> Opening {
        Opening {
            n_to_place: self.n_placed().saturating_sub(n_moves),
            may_swap: n_moves > 0 && n_moves == self.n_placed() && !is_swapped,
            is_swapped,
        }
    }
}

/// The obligations and rights of the mover under the opening rule; none after the opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The number of discs that the mover still places, for both sides in turn, this one included.
    pub n_to_place: usize,
    /// Whether the mover may swap sides instead of moving.
    pub may_swap: bool,
    /// Whether the players have swapped sides.
    pub is_swapped: bool,
}

/// A player's choice in a game with an opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// To drop a disc into this column.
    Play(Column),
    /// To swap sides instead of moving.
    Swap,
}

/// `4` or `swap`.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(column) => column.fmt(f),
            Self::Swap => f.write_str("swap"),
        }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OpeningRule {
    type Err = OpeningRuleError;

    fn from_str(text: &str) -> Result<Self, OpeningRuleError> {
        Self::ALL.into_iter().find(|rule| rule.name() == text).ok_or(OpeningRuleError)
    }
}

/// A text is not an opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningRuleError;

impl fmt::Display for OpeningRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an opening rule is none, pie or swap")
    }
}

impl core::error::Error for OpeningRuleError {}
