//! A pupil who sees what lies on the board, and learns from the page's exercises which of it matters.
//!
//! It has a weight for each feature of a disc, and plays the disc with the highest sum. All weights begin at 0, so it
//! begins by playing at random. Its only teacher is whether a disc was right: after a wrong one it tries another, the
//! third shows the right one, as on the page, and then the weights of what the right disc has go up and those of what
//! the wrong ones had go down. It does not look ahead, and what the page says in words is lost on it.

use foursight::{Bitboard, Cell, Outcome, Player, Standard};
use foursight_engine::rate_moves;

use super::pupil::{after, other_fours, own_fours};
use super::*;

const N_FEATURES: usize = 24;

type Features = [f64; N_FEATURES];

/// The wrong discs after which the page names the right one.
const MOST_WRONG: usize = 3;

/// The most rounds through a chapter while a first try in it is wrong, and then through all chapters, as days pass.
const ROUNDS: usize = 4;
const REPEATS: usize = 3;

#[derive(Default)]
struct Learner {
    weights: Features,
    n_tries: usize,
}

/// The discs of the side to move and of the other side in the other three cells of each line through a cell, the
/// direction of the line (0 up, 1 across, 2 diagonal), and its free cells.
fn lines_through(position: &Position, cell: Cell) -> Vec<(usize, usize, usize, Vec<Cell>)> {
    let (own, other) = (position.mover(), position.opponent());
    let mut lines = Vec::new();
    for (direction, (dx, dy)) in [(0, (0, 1)), (1, (1, 0)), (2, (1, 1)), (2, (1, -1))] {
        for back in 0..4 {
            let at = |i: isize| {
                let x = cell.column.index() as isize + dx * (i - back);
                let y = cell.row as isize + dy * (i - back);
                ((0..7).contains(&x) && (0..6).contains(&y))
                    .then(|| Cell::new(x as usize, y as usize))
            };
            let others = (0..4).filter(|&i| i != back).map(at);
            let Some(cells) = others.collect::<Option<Vec<Cell>>>() else { continue };
            let count = |discs: Bitboard<Standard>| {
                cells.iter().filter(|cell| discs.contains(**cell)).count()
            };
            let free = |cell: &Cell| !own.contains(*cell) && !other.contains(*cell);
            lines.push((
                direction,
                count(own),
                count(other),
                cells.iter().copied().filter(free).collect(),
            ));
        }
    }
    lines
}

/// What can be seen of a disc: lines, heights and the parity of rows.
fn features(position: &Position, column: Column) -> Features {
    let mut seen = [0.0; N_FEATURES];
    let cell = position.landing(column).expect("the caller names a legal move");
    let is_next = |free: Cell| position.landing(free.column) == Some(free) || free == above(cell);
    let is_mine =
        |free: Cell| free.row.is_multiple_of(2) == (position.side_to_move() == Player::First);
    for (direction, own, other, free) in lines_through(position, cell) {
        match (own, other, &free[..]) {
            (3, ..) => seen[direction] = 1.0,
            (_, 3, _) => seen[3 + direction] = 1.0,
            (2, 0, &[last]) | (0, 2, &[last]) => {
                let side = if own == 2 { 6 } else { 10 };
                match (is_next(last), is_mine(last)) {
                    (true, _) if seen[side] > 0.0 => seen[side + 1] = 1.0,
                    (true, _) => seen[side] = 1.0,
                    (false, true) => seen[side + 2] += 0.5,
                    (false, false) => seen[side + 3] += 0.5,
                }
            }
            (1, 0, _) => seen[14] += 0.25,
            (0, 1, _) => seen[15] += 0.25,
            (0, 0, _) => seen[16] += 0.25,
            _ => {}
        }
    }
    if cell.row < 5 {
        for (_, own, other, _) in lines_through(position, above(cell)) {
            match (own, other) {
                (_, 3) => seen[17] = 1.0,
                (3, _) => seen[18] = 1.0,
                (0, 2) => seen[19] += 0.25,
                (2, 0) => seen[20] += 0.25,
                _ => {}
            }
        }
    }
    seen[21] = column.index().abs_diff(3) as f64 / 3.0;
    seen[22] = cell.row as f64 / 5.0;
    seen[23] = (cell.row % 2) as f64;
    seen
}

fn above(cell: Cell) -> Cell {
    Cell { row: cell.row + 1, ..cell }
}

impl Learner {
    fn value(&self, position: &Position, column: Column) -> f64 {
        features(position, column)
            .iter()
            .zip(self.weights)
            .map(|(seen, weight)| seen * weight)
            .sum()
    }

    /// The best of some discs, any of several.
    fn choose(&self, position: &Position, columns: &[Column], random: &mut Rng) -> Column {
        let mut columns = columns.to_vec();
        random.shuffle(&mut columns);
        let value = |column: &Column| self.value(position, *column);
        columns
            .into_iter()
            .max_by(|one, other| value(one).total_cmp(&value(other)))
            .expect("one is legal")
    }

    /// Tries an exercise until its disc is found or shown; returns whether the first try was right.
    fn attempt(&mut self, position: &Position, right: Column, random: &mut Rng) -> bool {
        let mut wrong = Vec::new();
        let mut left: Vec<Column> = position.moves().collect();
        while wrong.len() < MOST_WRONG {
            self.n_tries += 1;
            let tried = self.choose(position, &left, random);
            if tried == right {
                break;
            }
            wrong.push(tried);
            left.retain(|&column| column != tried);
        }
        for &column in &wrong {
            let (good, bad) = (features(position, right), features(position, column));
            for (weight, (good, bad)) in self.weights.iter_mut().zip(good.iter().zip(bad)) {
                *weight += good - bad;
            }
        }
        wrong.is_empty()
    }

    /// Works through the chapters, and then through all of them again. Unless it `is_told` the truth, some disc of each
    /// exercise counts as the right one.
    fn learn(random: &mut Rng, is_told: bool) -> Self {
        let mut learner = Self::default();
        let all: Vec<(usize, Position, Column)> = exercises()
            .map(|(chapter, _, step)| {
                let position: Position =
                    moves::write(&step.moves).parse().expect("the file is checked");
                let any = random.choice(position.moves().collect::<Vec<_>>());
                let right = if is_told { Some(step.line[0]) } else { any };
                (chapter, position, right.expect("the game is open"))
            })
            .collect();
        let mut round = |chapters: std::ops::Range<usize>, random: &mut Rng| {
            let own = all.iter().filter(|(chapter, ..)| chapters.contains(chapter));
            own.filter(|(_, position, right)| !learner.attempt(position, *right, random)).count()
        };
        for chapter in 0..10 {
            for _ in 0..ROUNDS {
                if round(chapter..chapter + 1, random) == 0 {
                    break;
                }
            }
        }
        for _ in 0..REPEATS {
            round(0..10, random);
        }
        learner
    }
}

/// Level 3 before levels 1 to 5 learned to overlook threats: in 72 moves of 100 it completes or blocks a line or else
/// plays at random; in the others it looks three plies ahead and prefers the center.
fn former_level_3(position: &Position, random: &mut Rng) -> Column {
    let columns: Vec<Column> = if random.u8(0..100) < 72 {
        let urgent = [own_fours(position), other_fours(position)];
        urgent.into_iter().find(|now| !now.is_empty()).unwrap_or_else(|| position.moves().collect())
    } else {
        let ratings = rate_moves(position, 3);
        let value = |column: Column| (ratings[column.index()], 7 - column.index().abs_diff(3));
        let best = position.moves().map(value).max();
        position.moves().filter(|&column| Some(value(column)) == best).collect()
    };
    random.choice(columns).expect("the game is open")
}

/// The number of games that the pupil wins against the former level 3, half of them as either color.
fn n_won(learner: &Learner, n_games: usize, random: &mut Rng) -> usize {
    let is_won = |game: usize, random: &mut Rng| {
        let side = [Player::First, Player::Second][game % 2];
        let mut position = Position::default();
        loop {
            match position.outcome() {
                Some(outcome) => return outcome == Outcome::Win(side),
                None if position.side_to_move() == side => {
                    let columns: Vec<Column> = position.moves().collect();
                    position = after(&position, learner.choose(&position, &columns, random));
                }
                None => position = after(&position, former_level_3(&position, random)),
            }
        }
    };
    (0..n_games).filter(|&game| is_won(game, random)).count()
}

/// The figures in docs/why.md: `cargo test -p tools learner -- --nocapture` prints them.
#[test]
fn a_pupil_who_learns_from_the_exercises_alone_beats_level_3_more_often() {
    const N_PUPILS: u64 = 5;
    const N_GAMES: usize = 200;
    let mut n_tries = 0;
    let mut percent = |teach: &dyn Fn(&mut Rng) -> Learner| {
        let won = (0..N_PUPILS).map(|seed| {
            let mut random = Rng::with_seed(seed);
            let learner = teach(&mut random);
            n_tries = learner.n_tries;
            n_won(&learner, N_GAMES, &mut random)
        });
        100.0 * won.sum::<usize>() as f64 / (N_PUPILS as usize * N_GAMES) as f64
    };
    let before = percent(&|_| Learner::default());
    let misled = percent(&|random| Learner::learn(random, false));
    let after = percent(&|random| Learner::learn(random, true));
    println!("won {before:.1} % before, {after:.1} % after {n_tries} discs, {misled:.1} % misled");
    assert!(after >= before + 20.0 && after >= misled + 20.0);
}
