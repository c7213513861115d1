//! A round robin: everybody meets everybody, by the circle method.
//!
//! All sit around a table and play the one opposite. One stays, the others move on by a seat after each round; with an odd
//! number the chair that stays is empty.

use super::{Pairing, Round};

pub(super) fn round(n_players: usize, cycles: usize, index: usize) -> Option<Round> {
    let n_seats = n_players.next_multiple_of(2);
    let n_moving = n_seats - 1;
    if index >= cycles * n_moving {
        return None;
    }
    // The first pair faces the chair that stays, the others mirror each other around it.
    let seat = |offset: usize| (index + offset) % n_moving;
    let fixed = [n_moving, seat(0)];
    let mirrored = (1..n_seats / 2).map(|offset| [seat(offset), seat(n_moving - offset)]);
    let pairings = std::iter::once(fixed)
        .chain(mirrored)
        .filter(|players| players.iter().all(|&player| player < n_players))
        .map(|[a, b]| Pairing { players: [a.min(b), a.max(b)] });
    Some(Round::of(pairings.collect()))
}
