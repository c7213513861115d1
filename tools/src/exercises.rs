//! Finds the path of exercises in games of the levels, for `cargo xtask exercises`.
//!
//! A chapter is a list of wishes. Each wish receives the unused position that is easiest to follow.

use std::ops::RangeInclusive;

use fastrand::Rng;
use foursight::{AnySize, Cell, Game, Position, Verdict};
use foursight_engine::exercise::{Exercise, Task};
use foursight_engine::why::{Explanation, Highlights, Idea, Why};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Level, LevelPlayer, OpeningBooks, Solution, Solve,
    TableSize,
};

const N_GAMES: u64 = 2_000;

/// Number of random plies at the start of each game.
const N_RANDOM: usize = 4;

/// Minimum number of discs on the board: with fewer, solving takes long.
const PLIES: RangeInclusive<usize> = 12..=34;

/// The weakest and the strongest level that plays: learners can learn from what these overlook.
const LEVELS: RangeInclusive<u8> = 3..=7;

/// Maximum number of positions in a strategy that a learner can follow.
const MAX_CHECKED: usize = 600;

const HEAD: &str = "\
# Exercises: written by `cargo xtask exercises`. A test proves every line again.
# Below the title of a chapter stands what it teaches, then a line for each exercise: what the one right disc does and,
# if it only holds, the disc that falls into the trap; the idea; the moves that lead there; the right disc; the task.";

const CHAPTERS: &str = include_str!("exercises/chapters.txt");

struct Chapter {
    title: &'static str,
    lesson: &'static str,
    wishes: Vec<Wish>,
}

/// The properties of a wanted exercise.
struct Wish {
    is_win: bool,
    idea: Idea,
    /// Number of discs that the winner needs, counted after the trap if there is one to avoid.
    n_moves: RangeInclusive<usize>,
    shape: Option<Shape>,
    words: &'static str,
}

/// The arrangement of the deciding cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Across,
    Slanted,
}

/// Reads the chapters: each begins with `## `, its title; the next line is its lesson, and a line for each wish follows.
fn chapters() -> Option<Vec<Chapter>> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut lines = CHAPTERS.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            chapters.push(Chapter { title, lesson: lines.next()?, wishes: Vec::new() });
        } else {
            chapters.last_mut()?.wishes.push(Wish::read(line)?);
        }
    }
    Some(chapters)
}

impl Wish {
    /// `win | odd threat | 3 to 5 | any | Wait.`
    fn read(line: &'static str) -> Option<Self> {
        let [task, idea, n_moves, shape, words] = line.split(" | ").collect::<Vec<_>>()[..] else {
            return None;
        };
        let (least, most) = n_moves.split_once(" to ").unwrap_or((n_moves, n_moves));
        Some(Self {
            is_win: ["hold", "win"].iter().position(|known| *known == task)? == 1,
            idea: Idea::ALL.into_iter().find(|known| known.name() == idea)?,
            n_moves: least.parse().ok()?..=most.parse().ok()?,
            shape: match shape {
                "across" => Some(Shape::Across),
                "slanted" => Some(Shape::Slanted),
                "any" => None,
                _ => return None,
            },
            words,
        })
    }
}

/// A candidate for an exercise.
struct Candidate {
    exercise: Exercise,
    /// The game it comes from; no two exercises share one.
    game: u64,
    n_moves: usize,
    /// `None` if one lies above the other.
    shape: Option<Shape>,
    n_checked: usize,
}

impl Candidate {
    fn fits(&self, wish: &Wish) -> bool {
        (self.exercise.task == Task::Win) == wish.is_win
            && self.exercise.idea == wish.idea
            && wish.n_moves.contains(&self.n_moves)
            && wish.shape.is_none_or(|shape| Some(shape) == self.shape)
    }

    /// Whether the candidate comes from the same game as another, or shows the same idea in the same cell or its mirror
    /// image.
    fn resembles(&self, other: &Self) -> bool {
        let (one, two) = (&self.exercise, &other.exercise);
        let is_same_cell = [two.solution, two.solution.mirror(7)].contains(&one.solution);
        self.game == other.game || (one.idea == two.idea && is_same_cell)
    }
}

pub(crate) fn run() {
    let solver = AnySolver::new(AnySize::default(), TableSize::default());
    let mut search =
        Search { solver: BookSolver::new(OpeningBooks::embedded(), solver), found: Vec::new() };
    for game in 0..N_GAMES {
        search.add_game(game);
    }
    search.print();
}

struct Search {
    solver: BookSolver<AnySolver>,
    found: Vec<Candidate>,
}

impl Search {
    fn add_game(&mut self, number: u64) {
        let mut random = Rng::with_seed(number);
        let mut players = [0, 1].map(|side| {
            let level = Level::new(random.u8(LEVELS)).expect("levels go up to 10");
            LevelPlayer::new(level, 2 * number + side)
        });
        let mut game = Game::new(Position::empty(AnySize::default()));
        while game.outcome().is_none() && game.moves().len() < *PLIES.end() {
            let position = *game.position();
            if PLIES.contains(&position.ply()) {
                self.add_position(number, &game);
            }
            let column = if position.ply() < N_RANDOM {
                random.choice(position.moves().collect::<Vec<_>>())
            } else {
                let player = &mut players[position.ply() % 2];
                player.choose(&position, &mut self.solver, &mut Control::default())
            };
            game.play(column.expect("the game is open")).expect("it is legal");
        }
    }

    fn add_position(&mut self, number: u64, game: &Game<AnySize>) {
        let (position, control) = (game.position(), &mut Control::default());
        let verdicts = self.solver.solve_moves(position, Goal::Verdict, control);
        let with = |verdict: Verdict| -> Vec<Cell> {
            let moves = verdicts.moves().filter(|(_, move_)| move_.verdict() == Some(verdict));
            moves.filter_map(|(column, _)| position.landing(column)).collect()
        };
        let (wins, draws, losses) = (with(Verdict::Win), with(Verdict::Draw), with(Verdict::Loss));
        let holds = [&*wins, &*draws].concat();
        if (wins.len() != 1 && holds.len() != 1) || wins.len() + draws.len() + losses.len() < 3 {
            return;
        }
        let scores = self.solver.solve_moves(position, Goal::Score, control);
        let game = (number, game);
        if let [solution] = wins[..] {
            let why = Why::of_position(position, &scores, &mut self.solver, control);
            self.add(game, solution, Task::Win, &why, scores.get(solution.column));
        }
        if let [solution] = holds[..] {
            for trap in losses {
                let why = Why::of_move(position, trap.column, &scores, &mut self.solver, control);
                self.add(game, solution, Task::Hold { trap }, &why, scores.get(trap.column));
            }
        }
    }

    fn add(
        &mut self,
        (number, game): (u64, &Game<AnySize>),
        solution: Cell,
        task: Task,
        why: &Why,
        result: Option<&Solution>,
    ) {
        let position = game.position();
        let Explanation::Certain(proof) = &why.explanation else { return };
        let Some(idea) = why.idea else { return };
        let n_checked = proof.n_positions();
        let score = result.and_then(Solution::score);
        let n_moves = score.and_then(|score| score.moves_to_end(position));
        // If a line can be completed at once, there is nothing else to learn.
        let four = position.winning_cells() | position.opponent_winning_cells();
        let is_urgent = !(four & position.playable_cells()).is_empty();
        if is_urgent != (idea == Idea::Four) || n_checked > MAX_CHECKED {
            return;
        }
        // Two threats are stopped by taking a cell that they need; a counter-threat is another lesson.
        let Highlights { cells, steps, .. } = &why.highlights;
        let mut needed = cells.iter().chain(steps.iter().map(|(cell, _)| cell));
        if matches!(task, Task::Hold { .. })
            && idea == Idea::DoubleThreat
            && !needed.any(|&cell| cell == solution)
        {
            return;
        }
        let exercise = Exercise { moves: game.moves().to_vec(), task, solution, idea, words: "" };
        if matches!(task, Task::Hold { .. }) && exercise.reason(&mut self.solver).is_none() {
            return;
        }
        self.found.push(Candidate {
            exercise,
            game: number,
            n_moves: n_moves.expect("a reason to win has an end"),
            shape: shape_of(&why.highlights.cells),
            n_checked,
        });
    }

    /// Prints the easiest candidate for each wish.
    fn print(mut self) {
        println!("{HEAD}");
        let mut taken: Vec<Candidate> = Vec::new();
        self.found.sort_by_key(|candidate| (candidate.n_checked, candidate.exercise.moves.len()));
        for Chapter { title, lesson, wishes } in chapters().expect("a test reads them") {
            println!("\n## {title}\n{lesson}");
            for wish in &wishes {
                let is_new = |candidate: &Candidate| {
                    candidate.fits(wish) && !taken.iter().any(|other| candidate.resembles(other))
                };
                let Some(index) = self.found.iter().position(is_new) else {
                    eprintln!("nothing for {:?}", wish.words);
                    continue;
                };
                let mut candidate = self.found.remove(index);
                candidate.exercise.words = wish.words;
                println!("{}", candidate.exercise);
                taken.push(candidate);
            }
        }
    }
}

fn shape_of(cells: &[Cell]) -> Option<Shape> {
    let is_same =
        |line: fn(&Cell) -> usize| cells.windows(2).all(|pair| line(&pair[0]) == line(&pair[1]));
    match (is_same(|cell| cell.row), is_same(|cell| cell.column.index())) {
        (true, _) => Some(Shape::Across),
        (false, false) => Some(Shape::Slanted),
        (false, true) => None,
    }
}

#[cfg(test)]
mod tests {
    use foursight_engine::exercise::path;

    use super::*;

    #[test]
    fn the_path_has_what_the_chapters_wish_for() {
        let chapters = chapters().unwrap();
        assert_eq!(chapters.len(), path().len());
        for (chapter, found) in chapters.iter().zip(path()) {
            assert_eq!((chapter.title, chapter.lesson), (found.title, found.lesson));
            let wishes: Vec<_> =
                chapter.wishes.iter().map(|one| (one.is_win, one.idea, one.words)).collect();
            let exercises = found.exercises.iter();
            let exercises: Vec<_> =
                exercises.map(|one| (one.task == Task::Win, one.idea, one.words)).collect();
            assert_eq!(wishes, exercises, "{}", chapter.title);
        }
    }
}
