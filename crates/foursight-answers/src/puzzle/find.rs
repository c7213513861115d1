//! Puzzles: positions in which exactly one move wins, for a reason that a child can repeat.
//!
//! Puzzle `n` is a function of the number `n`: the first puzzle of its difficulty among the positions that its seed
//! generates. Difficulty is measured as the number of moves until the win: how far ahead one must look to find the move.

use fastrand::Rng;
use foursight::{AnySize, Column, Game, Position};
use foursight_engine::why::Why;
use foursight_engine::{Control, Goal, Limits, Solve};

use super::Puzzle;
use crate::{Problem, Result};

/// The last number of a puzzle that is not a daily one; the first is 1.
pub(super) const MAX_ID: u32 = 1_000_000;

/// A daily puzzle's number is this plus the number of days since 1970; it is not available before its day.
pub(super) const FIRST_DAILY: u32 = 1_000_000;

/// The last number: a daily puzzle of the year 2790.
pub(super) const LAST_DAILY: u32 = 1_300_000;

/// The highest difficulty; the lowest is 1.
pub(super) const MAX_DIFFICULTY: u32 = 5;

/// Discs on the board of a puzzle: with fewer, few have a short reason; with more, there is little to find.
const PLIES: std::ops::RangeInclusive<usize> = 20..=30;

/// The difficulties of daily puzzles, from Monday on.
const OF_WEEKDAYS: [u32; 7] = [1, 2, 2, 3, 3, 4, 5];

/// The difficulty of puzzle `id`, from 1 to 5 in turn; a daily puzzle has that of its weekday.
pub(super) fn difficulty_of(id: u32) -> u32 {
    // 1970 began on a Thursday.
    let weekday = |day: u32| (day + 3) as usize % OF_WEEKDAYS.len();
    match id.checked_sub(FIRST_DAILY) {
        Some(day) if id > MAX_ID => OF_WEEKDAYS[weekday(day)],
        _ => (id - 1) % MAX_DIFFICULTY + 1,
    }
}

/// The first puzzle of a difficulty whose number is above `after`.
pub(super) fn next_of(difficulty: u32, after: u32) -> u32 {
    let first = after + 1;
    first + (difficulty + MAX_DIFFICULTY - difficulty_of(first)) % MAX_DIFFICULTY
}

/// The difficulty of seeing a result that comes within `n_moves`.
fn difficulty_of_depth(n_moves: usize) -> u32 {
    match n_moves {
        0..=2 => 1,
        3 => 2,
        4 => 3,
        5..=6 => 4,
        _ => 5,
    }
}

/// The search for a puzzle, which may end at a limit and go on later.
#[derive(Debug)]
pub struct Finder {
    id: u32,
    random: Rng,
    /// The game to look at next.
    game: Game<AnySize>,
}

impl Finder {
    /// A search for puzzle `id`.
    pub fn new(id: u32) -> Self {
        // Seeds that differ in few bits may begin alike; a product with a large odd number does not.
        let mut random = Rng::with_seed(u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let game = random_game(&mut random);
        Self { id, random, game }
    }

    /// Finds the puzzle, from where the last call ended; a puzzle that was found is found again.
    ///
    /// # Errors
    ///
    /// If no answer is found within the limits.
    pub fn find(&mut self, solver: &mut impl Solve<AnySize>, limits: Limits<'_>) -> Result<Puzzle> {
        let id = self.id;
        let late = |OutOfTime| Problem::not_in_time("no puzzle was found in time; try again");
        loop {
            let is_puzzle = is_puzzle(self.game.position(), difficulty_of(id), solver, limits);
            if is_puzzle.map_err(late)? {
                return Ok(Puzzle { id, game: self.game.clone() });
            }
            self.game = random_game(&mut self.random);
        }
    }
}

/// A game in which nobody misses a win or a threat one disc ahead.
fn random_game(random: &mut Rng) -> Game<AnySize> {
    let n_plies = draw(random, PLIES);
    loop {
        let mut game = Game::new(Position::empty(AnySize::default()));
        while game.moves().len() < n_plies {
            let position = game.position();
            let columns: Vec<Column> = position.non_losing_moves().columns().collect();
            if columns.is_empty() {
                break;
            }
            let column = columns[draw(random, 0..=columns.len() - 1)];
            // Only now, after a number was drawn: the puzzles depend on the sequence of these numbers.
            if wins_at_once(position) {
                break;
            }
            game.play(column).expect("the game is open and the column has room");
        }
        if game.moves().len() == n_plies {
            return game;
        }
    }
}

/// A random number of 64 bits: one as wide as a pointer would give different puzzles in WebAssembly.
fn draw(random: &mut Rng, range: std::ops::RangeInclusive<usize>) -> usize {
    random.u64(*range.start() as u64..=*range.end() as u64) as usize
}

fn wins_at_once(position: &Position<AnySize>) -> bool {
    !(position.playable_cells() & position.winning_cells()).is_empty()
}

/// The time limit was reached.
struct OutOfTime;

/// Whether `position` is a puzzle of this difficulty whose reason, told after the solution, is one that a child can
/// repeat. What takes less time is asked first.
fn is_puzzle(
    position: &Position<AnySize>,
    difficulty: u32,
    solver: &mut impl Solve<AnySize>,
    limits: Limits<'_>,
) -> std::result::Result<bool, OutOfTime> {
    // A single move that does not lose at once, or a win at once, is not a puzzle.
    if position.non_losing_moves().count() < 2
        || wins_at_once(position)
        || position.outcome().is_some()
    {
        return Ok(false);
    }
    let control = &mut Control::limited(limits);
    if !Why::has_short_win(position, control) {
        return if limits.are_reached(0) { Err(OutOfTime) } else { Ok(false) };
    }
    let score = solver.solve(position, Goal::Score, control).score().ok_or(OutOfTime)?;
    if score.moves_to_end(position).map(difficulty_of_depth) != Some(difficulty) {
        return Ok(false);
    }
    let scores = solver.solve_moves(position, Goal::Score, control);
    let why = Why::of_position(position, &scores, solver, control);
    if limits.are_reached(0) {
        return Err(OutOfTime);
    }
    Ok(scores.keeping_columns().len() == 1 && why.tier.is_short())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_at_once_is_seen() {
        for (moves, wins) in [("112233", true), ("11223", false), ("", false)] {
            let position = moves.parse::<Position>().unwrap().to_any();
            assert_eq!(wins_at_once(&position), wins, "{moves:?}");
        }
    }

    #[test]
    fn daily_puzzles_are_easy_on_mondays_and_hard_on_sundays() {
        // 2026-11-30 was a Monday.
        let difficulties: Vec<u32> =
            (20_787..20_794).map(|day| difficulty_of(FIRST_DAILY + day)).collect();
        assert_eq!(difficulties, OF_WEEKDAYS);
    }

    #[test]
    fn difficulties_take_turns() {
        for difficulty in 1..=5 {
            for after in 0..12 {
                let id = next_of(difficulty, after);
                assert_eq!(difficulty_of(id), difficulty, "{id} after {after}");
                assert!((1..=5).contains(&(id - after)), "{id} after {after}");
            }
        }
    }
}
