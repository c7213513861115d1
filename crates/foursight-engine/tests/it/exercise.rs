//! The path of exercises: everything in its file is proved again.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use foursight::notation::moves;
use foursight::{AnySize, Cell};
use foursight_engine::exercise::{self, Exercise, Task};
use foursight_engine::why::Idea;
use foursight_engine::{AnySolver, BookSolver, OpeningBooks, TableSize};

const FILE: &str = include_str!("../../src/exercise/path.txt");

fn all() -> Vec<&'static Exercise> {
    exercise::path().iter().flat_map(|chapter| &chapter.exercises).collect()
}

fn solver() -> BookSolver<AnySolver> {
    let solver = AnySolver::new(AnySize::default(), TableSize::from_mib(8));
    BookSolver::new(OpeningBooks::embedded(), solver)
}

#[test]
fn every_exercise_is_solved_by_one_disc_and_has_the_reason_that_it_names() {
    let mut solver = solver();
    for exercise in all() {
        let why = exercise.reason(&mut solver).unwrap_or_else(|| panic!("unsound: {exercise}"));
        assert!(!why.parts.is_empty() && !why.line.is_empty(), "{exercise}");
    }
}

#[test]
fn an_exercise_that_says_anything_else_is_unsound() {
    let mut solver = solver();
    let of_task = |is_win| all().into_iter().find(|e| (e.task == Task::Win) == is_win).unwrap();
    let (win, hold) = (of_task(true), of_task(false));
    let other_cell = Cell { row: win.solution.row + 1, ..win.solution };
    let Task::Hold { trap } = hold.task else { unreachable!() };
    let wrong = [
        Exercise { solution: other_cell, ..win.clone() },
        Exercise { idea: Idea::Branches, ..win.clone() },
        Exercise { task: Task::Hold { trap: win.solution }, ..win.clone() },
        Exercise { moves: win.moves[1..].to_vec(), ..win.clone() },
        Exercise { task: Task::Hold { trap: Cell { row: trap.row + 1, ..trap } }, ..hold.clone() },
        Exercise { task: Task::Hold { trap: hold.solution }, ..hold.clone() },
    ];
    for exercise in wrong {
        assert_eq!(exercise.reason(&mut solver), None, "{exercise}");
    }
}

/// Where one disc holds, no other does what the task says: here a1 and e1 stop the double threat, too, and lose much
/// later, by something else.
#[test]
fn a_disc_that_does_what_the_task_says_is_not_wrong() {
    let cell = |name: &str| name.parse::<Cell>().unwrap();
    let exercise = Exercise {
        moves: moves::read("666664444443", AnySize::default()).unwrap().moves().to_vec(),
        task: Task::Hold { trap: cell("c2") },
        solution: cell("b1"),
        idea: Idea::DoubleThreat,
        words: "Stop the double threat.",
    };
    assert_eq!(exercise.reason(&mut solver()), None);
}

#[test]
fn no_two_exercises_are_alike() {
    let mut positions = HashSet::new();
    for exercise in all() {
        let position = *exercise.game().position();
        assert!(!positions.contains(&position.mirror()), "{exercise}");
        assert!(positions.insert(position), "{exercise}");
    }
    assert!(positions.len() >= 25, "{}", positions.len());
    for chapter in exercise::path() {
        let mut cells = BTreeMap::new();
        for exercise in &chapter.exercises {
            let cell = exercise.solution.min(exercise.solution.mirror(7));
            assert_eq!(cells.insert(cell, exercise), None, "{exercise}");
        }
        assert!(cells.len() >= 2, "{}", chapter.title);
    }
}

#[test]
fn the_path_shows_every_idea_but_that_of_a_missed_four() {
    let ideas: BTreeSet<Idea> = all().into_iter().map(|exercise| exercise.idea).collect();
    let expected = Idea::ALL.into_iter().filter(|idea| *idea != Idea::MissedFour);
    assert_eq!(ideas, expected.collect());
}

#[test]
fn exercises_are_written_as_they_are_read() {
    let lines = FILE.lines().filter(|line| line.contains(" | "));
    let written: Vec<String> = all().into_iter().map(ToString::to_string).collect();
    assert_eq!(lines.collect::<Vec<_>>(), written);
    for exercise in all() {
        assert_eq!(moves::write(exercise.game().moves()), moves::write(&exercise.moves));
    }
}
