//! UCT: upper confidence bounds applied to trees, with random games from the leaves.

use std::ops::Range;
use std::time::Instant;

use fastrand::Rng;
use foursight::{Bitboard, Bits, Column, Outcome, Position, Size};

/// The maximum number of positions in a tree: the jail limits memory.
const MAX_POSITIONS: usize = 1_000_000;

/// The weight of uncertainty.
const EXPLORATION: f64 = 1.0;

/// The games played even if there is no time.
const MIN_GAMES: u32 = 100;

/// The move to play in an open position.
pub(super) fn choose<S: Size>(position: &Position<S>, deadline: Instant) -> Column {
    let mut tree = Tree { places: vec![Place::new(*position)], random: Rng::with_seed(1) };
    let mut n_games = 0;
    while n_games < MIN_GAMES || Instant::now() < deadline {
        tree.play();
        n_games += 1;
    }
    let n_games = |&place: &usize| tree.places[place].n_games as u64;
    let most = tree.places[0].next.clone().max_by_key(n_games).expect("the game is open");
    let disc = tree.places[most].position.discs() - position.discs();
    disc.columns().next().expect("a disc was played")
}

struct Tree<S: Size> {
    places: Vec<Place<S>>,
    random: Rng,
}

struct Place<S: Size> {
    position: Position<S>,
    n_games: f64,
    /// The points of the side that played the last disc.
    points: f64,
    next: Range<usize>,
}

impl<S: Size> Place<S> {
    fn new(position: Position<S>) -> Self {
        Self { position, n_games: 0.0, points: 0.0, next: 0..0 }
    }
}

impl<S: Size> Tree<S> {
    /// Plays a game: along the tree, one position beyond it, and then at random.
    fn play(&mut self) {
        let (mut place, mut path) = (0, vec![0]);
        loop {
            if self.places[place].next.is_empty() {
                self.grow(place);
            }
            let Some(next) = self.most_promising(place) else { break };
            place = next;
            path.push(place);
            if self.places[place].n_games == 0.0 {
                break;
            }
        }
        let outcome = self.play_at_random(self.places[place].position);
        for place in path {
            let place = &mut self.places[place];
            place.n_games += 1.0;
            place.points += match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == place.position.side_to_move() => 0.0,
                Outcome::Win(_) => 1.0,
            };
        }
    }

    /// Adds the positions after every move, if there are moves and there is room.
    fn grow(&mut self, place: usize) {
        let start = self.places.len();
        let position = self.places[place].position;
        if start < MAX_POSITIONS {
            let next = position.moves().map(|column| position.play(column).expect("it is legal"));
            self.places.extend(next.map(Place::new));
            self.places[place].next = start..self.places.len();
        }
    }

    fn most_promising(&self, place: usize) -> Option<usize> {
        let Place { n_games, ref next, .. } = self.places[place];
        let promise = |&next: &usize| {
            let next = &self.places[next];
            if next.n_games == 0.0 {
                return f64::INFINITY;
            }
            next.points / next.n_games + EXPLORATION * (n_games.ln() / next.n_games).sqrt()
        };
        next.clone().max_by(|a, b| promise(a).total_cmp(&promise(b)))
    }

    fn play_at_random(&mut self, mut position: Position<S>) -> Outcome {
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            let mut cells = position.playable_cells().bits();
            for _ in 0..self.random.usize(..cells.count()) {
                cells = cells & (cells - S::Bits::ONE);
            }
            let lowest = cells & !(cells - S::Bits::ONE);
            position = position.play_unchecked(Bitboard::from_bits(position.size(), lowest));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_wins_and_blocks() {
        for (moves, column) in [("112233", 3), ("17273", 3)] {
            let position: Position = moves.parse().unwrap();
            assert_eq!(choose(&position, Instant::now()), Column::new(column), "{moves}");
        }
    }
}
