//! Schedules: the pairings of each round.
//!
//! A schedule is a function of the number of players and the results of earlier rounds. It makes no random choices and
//! keeps no state, so an interrupted tournament resumes where it stopped. The players' numbers are their seeds: seeded
//! schedules treat player 0 as the best. The caller decides how many pairs of games a meeting has, and passes this
//! number, because a bye is worth as many points.

mod knockout;
mod swiss;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::tournament::pair::PairResult;

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody meets everybody.
    RoundRobin {
        /// The number of times they meet.
        cycles: usize,
    },
    /// Each of the first players meets each of the others.
    Gauntlet {
        /// The number of first players.
        challengers: usize,
        /// The number of times they meet.
        cycles: usize,
    },
    /// Each round pairs players with similar points who have not met before.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The loser of a match is eliminated.
    Knockout {
        /// The number of replays of a tie before the better seed advances.
        replays: usize,
    },
}

/// The meetings of a round. Nobody appears in a round twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The players who meet, the better placed one first, in the order of their ranks.
    pub pairings: Vec<[usize; 2]>,
    /// In a Swiss tournament with an odd number of players, the player who gets a round's points without playing.
    pub bye: Option<usize>,
}

/// The points that a schedule itself gives its players, in addition to those of their games.
#[derive(Clone, Debug, PartialEq)]
pub enum Credit {
    /// Nothing, in a round robin and a gauntlet.
    None,
    /// The points that each player of a Swiss tournament has for byes.
    Byes(Vec<f64>),
    /// The number of opponents that each player of a knockout has eliminated, byes included.
    Stages(Vec<usize>),
}

impl Schedule {
    /// Whether rounds depend on the results of earlier ones; if not, all are known at once.
    pub fn needs_results(&self) -> bool {
        matches!(self, Self::Swiss { .. } | Self::Knockout { .. })
    }

    /// The round `index`, from 0, among `n_players` who play `n_pairs` pairs of games when they meet; `None` if the
    /// tournament is over by then.
    ///
    /// `finished` holds the results of each earlier round, in any order, and is read only if
    /// [`needs_results`](Self::needs_results) says so. If two players who met have no results, because neither could
    /// play, they get no points for that meeting in a Swiss tournament, and count as having drawn in a knockout.
    ///
    /// # Panics
    ///
    /// If the results of an earlier round are needed but not in `finished`, or name other players.
    pub fn round(
        &self,
        n_players: usize,
        n_pairs: usize,
        index: usize,
        finished: &[Vec<PairResult>],
    ) -> Option<Round> {
        if n_players < 2 {
            return None;
        }
        match *self {
            Self::RoundRobin { cycles } => round_robin(n_players, cycles, index),
            Self::Gauntlet { challengers, cycles } => {
                gauntlet(n_players, challengers, cycles, index)
            }
            Self::Swiss { rounds } => swiss::round(n_players, n_pairs, rounds, &finished[..index]),
            Self::Knockout { replays } => knockout::round(n_players, replays, &finished[..index]),
        }
    }

    /// The players' points from these rounds in addition to those of their games.
    pub fn credit(&self, n_players: usize, n_pairs: usize, finished: &[Vec<PairResult>]) -> Credit {
        match *self {
            Self::RoundRobin { .. } | Self::Gauntlet { .. } => Credit::None,
            Self::Swiss { .. } => Credit::Byes(swiss::bye_points(n_players, n_pairs, finished)),
            Self::Knockout { replays } => {
                Credit::Stages(knockout::stages(n_players, replays, finished))
            }
        }
    }
}

/// The schedule in words.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cycles = match *self {
            Self::RoundRobin { cycles } => {
                f.write_str("round robin")?;
                cycles
            }
            Self::Gauntlet { challengers, cycles } => {
                write!(f, "gauntlet of {challengers}")?;
                cycles
            }
            Self::Swiss { rounds } => return write!(f, "swiss, {rounds} rounds"),
            Self::Knockout { .. } => return f.write_str("knockout"),
        };
        if cycles == 1 { Ok(()) } else { write!(f, ", {cycles} cycles") }
    }
}

/// A round robin: everybody meets everybody, by the circle method.
///
/// All players sit around a table, and each plays the player opposite. After each round one player stays, and the
/// others move on by one seat; with an odd number of players, the seat that does not move is empty.
fn round_robin(n_players: usize, cycles: usize, index: usize) -> Option<Round> {
    let n_seats = n_players.next_multiple_of(2);
    let n_moving = n_seats - 1;
    if index >= cycles * n_moving {
        return None;
    }
    // The first pair is the player on the fixed seat and the player opposite; the other pairs mirror each other around
    // them.
    let seat = |offset: usize| (index + offset) % n_moving;
    let fixed = [n_moving, seat(0)];
    let mirrored = (1..n_seats / 2).map(|offset| [seat(offset), seat(n_moving - offset)]);
    let pairings = std::iter::once(fixed)
        .chain(mirrored)
        .filter(|players| players.iter().all(|&player| player < n_players))
        .map(|[a, b]| [a.min(b), a.max(b)]);
    Some(Round { pairings: pairings.collect(), bye: None })
}

/// A gauntlet: each of the first players meets each of the others.
///
/// The challengers move around the others, one place further in each round; surplus places are empty.
fn gauntlet(n_players: usize, challengers: usize, cycles: usize, index: usize) -> Option<Round> {
    let challengers = challengers.min(n_players);
    let n_others = n_players - challengers;
    let n_places = challengers.max(n_others);
    if challengers == 0 || n_others == 0 || index >= cycles * n_places {
        return None;
    }
    let place = |challenger: usize| (challenger + index) % n_places;
    let pairings = (0..challengers)
        .filter(|&challenger| place(challenger) < n_others)
        .map(|challenger| [challenger, challengers + place(challenger)]);
    Some(Round { pairings: pairings.collect(), bye: None })
}
