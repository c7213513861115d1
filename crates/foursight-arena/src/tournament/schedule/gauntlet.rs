//! A gauntlet: each of the first players meets each of the others.

use super::{Pairing, Round};

/// The challengers go around the others, one place further in each round; places that are too many are empty.
pub(super) fn round(
    n_players: usize,
    challengers: usize,
    cycles: usize,
    index: usize,
) -> Option<Round> {
    let challengers = challengers.min(n_players);
    let n_others = n_players - challengers;
    let n_places = challengers.max(n_others);
    if challengers == 0 || n_others == 0 || index >= cycles * n_places {
        return None;
    }
    let place = |challenger: usize| (challenger + index) % n_places;
    let pairings = (0..challengers)
        .filter(|&challenger| place(challenger) < n_others)
        .map(|challenger| Pairing { players: [challenger, challengers + place(challenger)] });
    Some(Round::of(pairings.collect()))
}
