//! Why a player cannot do something.

use std::fmt;

use foursight::PlayError;

/// Why a player cannot do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Over,
    NotOver,
    NoFreeSeat,
    NotYourTurn,
    Illegal(PlayError),
    /// Another move was made at this ply.
    Played {
        ply: usize,
        now: usize,
    },
    /// The ply has not come yet.
    Ahead {
        ply: usize,
        now: usize,
    },
    /// The move was chosen before others were taken back.
    TakenBack,
    NothingToTakeBack,
    NothingOffered,
    NoSwap,
    NoClock,
    TimeIsLeft,
    Alone,
    HasRematch,
}

impl Refusal {
    /// The reason for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Over => "game_over",
            Self::NotOver => "game_not_over",
            Self::NoFreeSeat => "no_free_seat",
            Self::NotYourTurn => "not_your_turn",
            Self::Illegal(_) => "illegal_move",
            Self::Played { .. } | Self::Ahead { .. } => "wrong_ply",
            Self::TakenBack => "taken_back",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::NothingOffered => "nothing_offered",
            Self::NoSwap => "no_swap",
            Self::NoClock => "no_clock",
            Self::TimeIsLeft => "time_is_left",
            Self::Alone => "no_opponent",
            Self::HasRematch => "rematch_begun",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Over => "the game is over",
            Self::NotOver => "the game is not over",
            Self::NoFreeSeat => "both seats are taken",
            Self::NotYourTurn => "it is the other player's turn",
            Self::Illegal(error) => return error.fmt(f),
            Self::Played { ply, now } => {
                return write!(f, "another move was made at ply {ply}; the game is at ply {now}");
            }
            Self::Ahead { ply, now } => {
                return write!(f, "the game is at ply {now}, not yet at {ply}");
            }
            Self::TakenBack => "moves have been taken back since this one was chosen",
            Self::NothingToTakeBack => "you have no move to take back",
            Self::NothingOffered => "the other player has not offered that",
            Self::NoSwap => {
                "sides are swapped by the second player, right after the first move, \
                             if the game was made so"
            }
            Self::NoClock => "the game has no clock",
            Self::TimeIsLeft => "the other player has time left",
            Self::Alone => "the other seat is free",
            Self::HasRematch => "the rematch has begun",
        };
        f.write_str(text)
    }
}
