//! Finds the path of lessons, for `cargo xtask exercises`: for each chapter two examples, twelve exercises and three
//! games.
//!
//! Candidates are positions of random games in which nobody overlooks a line. One is taken if the chapter's idea, and
//! nothing else, leads to one disc, and if the solver agrees: [`Step::check`] says what that means.

mod path;
mod pupil;

use std::ops::RangeInclusive;

use fastrand::Rng;
use foursight::notation::moves;
use foursight::{AnySize, Column, Direction, Game, Player, Position, Verdict};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, OpeningBooks, Solution, Solve, TableSize,
};
use path::{Chapter, Kind, Step};
use pupil::{ABOVE, BLOCK, CENTER, DIAGONAL, END, FORCED, FORK, LINE, PARITY, STEP};

/// Exercises of each kind, half of them for each color.
const N_OF_KIND: usize = 4;
const N_EXAMPLES: usize = 2;
const N_GAMES: usize = 3;

/// Positions tried for each step before the tool says that it has found nothing.
const MOST_TRIES: usize = 3_000_000;

/// The maximum number of discs in an example and in a game.
const LONGEST_EXAMPLE: usize = 13;
const LONGEST_GAME: usize = 25;

const HEAD: &str = "\
# Lessons: written by `cargo xtask exercises`. A test proves every line again.
# Below the title of a chapter stand its lesson, the three kinds of exercises and their tasks, and the steps: a number, the
# kind, the columns that lead to the position, the right column and, if it only holds, a wrong one or, in the middle, the
# columns that follow; or `watch` and `play`, the position, and the columns of an example or of a game that the pupil wins.";

type Solver = BookSolver<AnySolver>;

fn solver() -> Solver {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(64));
    BookSolver::new(OpeningBooks::embedded(), solver)
}

pub(crate) fn run() {
    println!("{HEAD}");
    let mut solver = solver();
    for (index, chapter) in
        path::read(include_str!("exercises/chapters.txt")).into_iter().enumerate()
    {
        println!("\n## {}\n{}", chapter.title, chapter.lesson);
        chapter.kinds.iter().for_each(|kind| println!("{kind}"));
        let mut search =
            Search { index, chapter, random: Rng::with_seed(index as u64), taken: Vec::new() };
        search.run(&mut solver);
        search.taken.iter().for_each(|step| println!("{step}"));
    }
}

/// The number of discs on the board of an exercise.
fn plies(chapter: usize, kind: usize) -> RangeInclusive<usize> {
    match (chapter, kind) {
        (LINE | BLOCK, 3) => 22..=30,
        (LINE | BLOCK, _) | (DIAGONAL | FORK, 1) => 8..=16,
        (STEP, _) => 22..=33,
        (FORCED, 1) => 12..=22,
        (PARITY, 1) => 24..=29,
        (PARITY, 2) => 21..=27,
        (PARITY, _) => 18..=25,
        (CENTER, 1) => 4..=5,
        (CENTER, 2) => 6..=7,
        (CENTER, _) => 8..=9,
        (END, 1) => 35..=38,
        (END, 2) => 33..=36,
        (END, _) => 30..=34,
        _ => 11..=24,
    }
}

/// The number of discs at the start of a game.
fn plies_of_game(chapter: usize) -> RangeInclusive<usize> {
    match chapter {
        FORCED => 8..=14,
        PARITY => 16..=24,
        CENTER => 0..=3,
        END => 26..=31,
        _ => 5..=10,
    }
}

struct Search {
    index: usize,
    chapter: Chapter,
    random: Rng,
    taken: Vec<Step>,
}

impl Search {
    fn run(&mut self, solver: &mut Solver) {
        for n in 0..N_EXAMPLES {
            let plies =
                if self.index == CENTER { 0..=3 } else { plies(self.index, self.example_kind(n)) };
            self.find(&plies, n, |search, game| search.example(n, game, solver));
        }
        for kind in 1..=3 {
            for n in 0..N_OF_KIND {
                let plies = plies(self.index, kind);
                self.find(&plies, n % 2, |search, game| search.exercise(kind, game, solver));
            }
        }
        for n in 0..N_GAMES {
            self.find(&plies_of_game(self.index), n % 2, Self::game);
        }
    }

    /// Takes a step from a game of so many plies, after which the one or the other color is to move.
    fn find(
        &mut self,
        plies: &RangeInclusive<usize>,
        parity: usize,
        mut take: impl FnMut(&Self, &Game<AnySize>) -> Option<Step>,
    ) {
        let plies: Vec<usize> = plies.clone().filter(|n| n % 2 == parity).collect();
        for _ in 0..MOST_TRIES {
            let n = self.random.choice(&plies).copied().expect("both colors are possible");
            let game = random_game(&mut self.random, n);
            if let Some(step) = take(self, &game)
                && !self.taken.iter().any(|other| other.resembles(&step))
            {
                eprintln!("{} {step}", self.index + 1);
                self.taken.push(step);
                return;
            }
        }
        eprintln!("{}: nothing found after {}", self.chapter.title, self.taken.len());
    }

    fn exercise(&self, kind: usize, game: &Game<AnySize>, solver: &mut Solver) -> Option<Step> {
        let position = standard(game);
        let [solution] = pupil::choose(self.index, &position)[..] else { return None };
        let (line, wrong) = if self.index == CENTER {
            (pupil::won_game(CENTER, &position, LONGEST_EXAMPLE)?, None)
        } else {
            let wrong = position.moves().find(|&column| column != solution)?;
            (vec![solution], (!self.kind(kind).is_win).then_some(wrong))
        };
        let kept = self.taken.iter().filter(|step| step.is_exercise());
        let step = Step::exercise(kind, game.moves().to_vec(), line, wrong);
        let n_same = kept
            .filter(|step| step.column() == step.column() && step.column() == Some(solution))
            .count();
        let most_same = if self.index == CENTER { 6 } else { 3 };
        (n_same < most_same && step.check(self.index, self.kind(kind), solver)).then_some(step)
    }

    fn kind(&self, number: usize) -> &Kind {
        &self.chapter.kinds[number - 1]
    }

    fn example_kind(&self, n: usize) -> usize {
        if self.index == STEP { 1 } else { n + 1 }
    }

    /// An exercise that is played to its four: by the right disc or, where that only holds, by a wrong one.
    fn example(&self, n: usize, game: &Game<AnySize>, solver: &mut Solver) -> Option<Step> {
        if self.index == CENTER {
            let line = pupil::won_game(CENTER, &standard(game), LONGEST_GAME)?;
            return Some(Step::watch(game.moves().to_vec(), line));
        }
        let step = self.exercise(self.example_kind(n), game, solver)?;
        let first = step.wrong.or(step.column())?;
        let mut line = vec![first];
        let mut position = *game.position();
        position = position.play(first).ok()?;
        while position.outcome().is_none() {
            if line.len() == LONGEST_EXAMPLE {
                return None;
            }
            let column = best_reply(&position, solver)?;
            line.push(column);
            position = position.play(column).ok()?;
        }
        position.is_won().then(|| Step::watch(step.moves, line))
    }

    fn game(&self, game: &Game<AnySize>) -> Option<Step> {
        let position = standard(game);
        if !pupil::own_fours(&position).is_empty()
            || !pupil::other_fours(&position).is_empty() && self.index != BLOCK
        {
            return None;
        }
        let line = pupil::won_game(self.index, &position, LONGEST_GAME)?;
        let needs_it = self.index == LINE
            || pupil::won_game(self.index - 1, &position, LONGEST_GAME).is_none();
        (needs_it && line.len() >= 5).then(|| Step::play(game.moves().to_vec(), line))
    }
}

fn standard(game: &Game<AnySize>) -> Position {
    game.position().with_size(foursight::STANDARD).expect("the board is standard")
}

/// A game of `n` discs in which nobody overlooks a line, but perhaps with the last disc.
fn random_game(random: &mut Rng, n: usize) -> Game<AnySize> {
    'game: loop {
        let mut game = Game::new(Position::empty(AnySize::default()));
        while game.moves().len() < n {
            let position = game.position();
            let is_last = game.moves().len() + 1 == n && random.bool();
            let options: Vec<Column> = if is_last {
                position.moves().collect()
            } else {
                position.non_losing_moves().columns().collect()
            };
            let has_four = !(position.playable_cells() & position.winning_cells()).is_empty();
            let Some(column) = random.choice(options).filter(|_| !has_four) else { continue 'game };
            game.play(column).expect("it is legal");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// The best disc; of several, one that blocks what can be blocked.
fn best_reply(position: &Position<AnySize>, solver: &mut Solver) -> Option<Column> {
    let scores = solver.solve_moves(position, Goal::Score, &mut Control::default());
    let best = scores.moves().filter_map(|(_, one)| one.score()).max()?;
    let blocks = position.playable_cells() & position.opponent_winning_cells();
    let ties =
        scores.moves().filter(|(_, one)| one.score() == Some(best)).map(|(column, _)| column);
    ties.max_by_key(|column| {
        (blocks.columns().any(|block| block == *column), 3 - column.index().abs_diff(3))
    })
}

impl Step {
    /// Whether the exercise is sound: the ideas up to its chapter lead to its disc alone, its lines are those that its
    /// kind names, and
    ///
    /// - where a line is to be completed, no other disc completes one;
    /// - where a disc wins, no other does;
    /// - where a disc only holds, every other one lets the other side have four, or two threats, with its next disc;
    /// - where the middle is to be taken, no other disc has as good a result, and the pupil goes on to a line.
    fn check(&self, chapter: usize, kind: &Kind, solver: &mut Solver) -> bool {
        let game =
            moves::read(&moves::write(&self.moves), AnySize::default()).expect("they are legal");
        let (any, position) = (game.position(), standard(&game));
        let Some(solution) = self.column() else { return false };
        if pupil::choose(chapter, &position) != [solution]
            || position.moves().count() < if chapter == END { 3 } else { 4 }
        {
            return false;
        }
        let others: Vec<Column> = position.moves().filter(|&column| column != solution).collect();
        let [fours, blocks] = [pupil::own_fours(&position), pupil::other_fours(&position)];
        let is_quiet = fours.is_empty() && blocks.is_empty();
        let lines = |is_own: bool| lines_through(&position, solution, is_own);
        let number = self.kind;
        match chapter {
            LINE => fours == [solution] && has_shape(&lines(true), solution, number),
            BLOCK => {
                fours.is_empty()
                    && blocks == [solution]
                    && has_shape(&lines(false), solution, number)
                    && holds(any, solution, solver)
            }
            DIAGONAL => {
                // In the third kind, Red stops a line that runs up, and Yellow a diagonal.
                let is_up = number == 1 || number == 3 && position.side_to_move() == Player::First;
                let wanted = |direction| {
                    (direction == Direction::Vertical) == is_up
                        && direction != Direction::Horizontal
                };
                let own = lines(kind.is_win);
                own.iter().all(|line| wanted(line.0))
                    && !own.is_empty()
                    && if kind.is_win {
                        fours == [solution]
                    } else {
                        fours.is_empty() && blocks == [solution] && holds(any, solution, solver)
                    }
            }
            FORK | ABOVE if kind.is_win => {
                let wanted = if chapter == FORK { pupil::Twice::Fork } else { pupil::Twice::Above };
                is_quiet
                    && pupil::twice(&position, solution) == Some(wanted)
                    && (chapter != FORK || is_open_row(&position, solution) == (number == 1))
                    && (chapter != ABOVE || is_below_own(&position, solution) == (number == 1))
                    && is_only_win(any, solution, solver)
            }
            FORK | ABOVE => {
                let lets_in = |column: Column| {
                    let next = pupil::after(&position, column);
                    let seen = next.moves().filter_map(|reply| pupil::twice(&next, reply));
                    let seen: Vec<_> = seen.collect();
                    pupil::own_fours(&next).is_empty()
                        && !seen.is_empty()
                        && (chapter == FORK || seen.contains(&pupil::Twice::Above))
                };
                is_quiet
                    && others.iter().all(|&column| lets_in(column))
                    && holds(any, solution, solver)
            }
            STEP => {
                let is_diagonal = others.iter().any(|&column| {
                    let next = pupil::after(&position, column);
                    lines_through(&next, column, true)
                        .iter()
                        .any(|line| line.0 != Direction::Horizontal)
                });
                let is_tempting = others.iter().any(|&column| {
                    let next = pupil::after(&position, column);
                    !pupil::other_fours(&next).is_empty()
                });
                is_quiet
                    && pupil::safe(&position) == [solution]
                    && (number != 2 || is_diagonal)
                    && (number != 3 || is_tempting)
                    && holds(any, solution, solver)
            }
            FORCED => {
                let n = pupil::forcing(&position, 6).into_iter().map(|(_, n)| n).min();
                let is_long = match number {
                    1 => n == Some(2),
                    2 => n == Some(3),
                    _ => n > Some(3),
                };
                is_quiet && is_long && is_only_win(any, solution, solver)
            }
            PARITY | END => {
                is_quiet
                    && pupil::forcing(&position, 6).is_empty()
                    && is_only_win(any, solution, solver)
            }
            CENTER => {
                let scores = solver.solve_moves(any, Goal::Score, &mut Control::default());
                let score = |column| scores.get(column).and_then(Solution::score);
                is_quiet
                    && pupil::forcing(&position, 6).is_empty()
                    && others.iter().all(|&other| score(other) < score(solution))
                    && pupil::won_game(CENTER, &position, LONGEST_EXAMPLE).as_ref()
                        == Some(&self.line)
            }
            _ => unreachable!("there are ten chapters"),
        }
    }
}

fn is_only_win(position: &Position<AnySize>, solution: Column, solver: &mut Solver) -> bool {
    let scores = solver.solve_moves(position, Goal::Verdict, &mut Control::default());
    scores
        .moves()
        .all(|(column, one)| (one.verdict() == Some(Verdict::Win)) == (column == solution))
}

fn holds(position: &Position<AnySize>, column: Column, solver: &mut Solver) -> bool {
    let next = position.play(column).expect("it is legal");
    let answer = solver.solve(&next, Goal::Verdict, &mut Control::default());
    answer.verdict().is_some_and(|verdict| verdict != Verdict::Win)
}

/// A line of four or more: its direction, and the cells beside its last one.
type Run = (Direction, Vec<foursight::Cell>);

/// The lines that a disc of one side completes where one lands in `column`.
fn lines_through(position: &Position, column: Column, is_own: bool) -> Vec<Run> {
    position.landing(column).map_or_else(Vec::new, |cell| lines_at(position, cell, is_own))
}

fn lines_at(position: &Position, cell: foursight::Cell, is_own: bool) -> Vec<Run> {
    let discs = if is_own { position.mover() } else { position.opponent() };
    let discs = discs | foursight::Bitboard::from_cell(position.size(), cell);
    let lines = foursight::line::lines(discs).into_iter().filter(|line| line.cells.contains(cell));
    lines
        .map(|line| (line.direction, line.cells.cells().filter(|other| *other != cell).collect()))
        .collect()
}

/// Whether a line lies across, with a gap if the kind is the second.
fn has_shape(lines: &[Run], solution: Column, kind: usize) -> bool {
    let [(Direction::Horizontal, cells)] = lines else { return false };
    let has_gap = cells.iter().any(|cell| cell.column < solution)
        && cells.iter().any(|cell| cell.column > solution);
    kind == 3 || has_gap == (kind == 2)
}

/// Whether a disc makes three in a row between two free cells of the same row.
fn is_open_row(position: &Position, column: Column) -> bool {
    let next = pupil::after(position, column);
    let cells = next.opponent_winning_cells() & next.playable_cells();
    let rows: Vec<usize> = cells.cells().map(|cell| cell.row).collect();
    position.landing(column).is_some_and(|cell| rows.iter().all(|row| *row == cell.row))
}

/// Whether the upper of two threats is there before the disc.
fn is_below_own(position: &Position, column: Column) -> bool {
    let next = pupil::after(position, column);
    let (before, now) = (position.winning_cells(), next.opponent_winning_cells());
    let low = (now & next.playable_cells()).cells().next();
    low.is_some_and(|cell| {
        before.cells().any(|old| old.column == cell.column && old.row == cell.row + 1)
    })
}

#[cfg(test)]
mod tests;
