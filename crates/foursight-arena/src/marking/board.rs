//! Marks for board classes.

use std::fs;
use std::path::{Path, PathBuf};

use foursight_files::printable;
use foursight_sandbox::Sandbox;

use super::criterion::{Check, Criterion};
use super::rubric::Rubric;
use super::{CriterionMark, Marked, Marking, Marks, board};
use crate::board_class::{BoardProgram, CaseResult, all_failed, board_file, try_board};
use crate::entrant::{Submission, is_submission};
use crate::error::Result;
use crate::{Arena, ArenaError};

/// The maximum number of a criterion's failed cases that are shown.
const MAX_EXAMPLES: usize = 2;

/// The maximum number of calls listed; beyond that, the board shows them.
const MAX_CALLS: usize = 12;

/// Grades a class, or all classes in a folder; `room` is for unpacked and compiled files.
pub(super) fn mark_all(
    arena: &Arena<'_>,
    work: &str,
    marking: &Marking,
    room: &Path,
) -> Result<Marked> {
    let rubric = &marking.rubric;
    let path = Path::new(work);
    if !path.exists() {
        return Err(ArenaError::Usage(printable(&format!("there is no file {work}"))));
    }
    let class = &rubric.board.new.name;
    let works = works(path, class)?;
    marking.refuse_many(works.len())?;
    if works.is_empty() {
        return Err(ArenaError::Usage(printable(&format!(
            "{work}: there is no board class here; to grade bots, use a rubric without kind = \"board\""
        ))));
    }
    // One folder holds everything that pupils handed in; the other, everything that was unpacked and compiled.
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let sandbox = (arena.isolate)(&[], &[folder.to_owned(), room.to_owned()])?;
    let mut marked = Marked::default();
    for (number, work) in (1..).zip(works) {
        let own_room = room.join(format!("class-{number}"));
        let marks = mark_one(arena, &work, rubric, &sandbox, &own_room);
        marked.add(&work.file_stem().unwrap_or_default().to_string_lossy(), marks)?;
    }
    Ok(marked)
}

/// One submission, or those in a folder.
fn works(path: &Path, class: &str) -> Result<Vec<PathBuf>> {
    if !path.is_dir() || is_one(path, class) {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).map_err(ArenaError::file(path.display()))?;
    let mut works: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    works.retain(|work| is_submission(work));
    works.sort();
    Ok(works)
}

/// Whether a folder belongs to one pupil: it holds a file named after the class, or at most one file with a class.
fn is_one(folder: &Path, class: &str) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files: Vec<PathBuf> =
        files.filter(|file| !file.is_dir() && board_file(file, class).is_ok()).collect();
    let is_named = |file: &PathBuf| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        stem.eq_ignore_ascii_case(class)
    };
    files.len() == 1 || files.iter().any(is_named)
}

fn mark_one(
    arena: &Arena<'_>,
    work: &Path,
    rubric: &Rubric,
    sandbox: &Sandbox,
    room: &Path,
) -> Result<Marks> {
    let name = work.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let submission = match Submission::of_path(work, room) {
        Ok(submission) => submission,
        Err(reason) => return Ok(Marks::none(&name, &rubric.criteria, &reason)),
    };
    let (name, place) = (submission.name, submission.place);
    let results = results(arena, &name, &place, rubric, sandbox, room)?;
    let marks = rubric.criteria.iter().map(|criterion| mark(criterion, &results, rubric)).collect();
    Ok(Marks { name, id: None, criteria: marks })
}

fn results(
    arena: &Arena<'_>,
    name: &str,
    place: &Path,
    rubric: &Rubric,
    sandbox: &Sandbox,
    room: &Path,
) -> Result<Vec<CaseResult>> {
    let file = match board_file(place, &rubric.board.new.name) {
        Ok(file) => file,
        Err(reason) => return Ok(all_failed(&reason)),
    };
    let folder = place.is_dir().then_some(place);
    let mut progress = || arena.progress(&format!("{name}: compiling"));
    let program = BoardProgram::new(&file, folder, sandbox, room, arena.stop, &mut progress);
    arena.check_stop()?;
    let program = match program.map_err(ArenaError::file(printable(&file.display().to_string())))? {
        Ok(program) => program,
        Err(fault) => return Ok(all_failed(&fault)),
    };
    let mut progress = |number| arena.progress(&format!("{name}: case {number}"));
    let results = try_board(&program, &rubric.board, sandbox, &mut progress);
    arena.check_stop()?;
    results.map_err(|reason| {
        ArenaError::Failed(format!("the class cannot be run: {}", printable(&reason)))
    })
}

fn mark(criterion: &Criterion, results: &[CaseResult], rubric: &Rubric) -> CriterionMark {
    let Check::Cases(group) = criterion.check else {
        return CriterionMark::not_tried("it is not about classes");
    };
    let own: Vec<&CaseResult> =
        results.iter().filter(|result| result.case.group == group).collect();
    let n_right = own.iter().filter(|result| result.fault.is_none()).count();
    let result = format!("{n_right} of {} cases right", own.len());
    let mut examples: Vec<String> = Vec::new();
    for result in own.iter().filter(|result| result.fault.is_some()) {
        let example = example(result, rubric);
        // A missing method fails every case in the same way, so its example is shown once.
        if examples.len() < MAX_EXAMPLES && !examples.contains(&example) {
            examples.push(example);
        }
    }
    let share = n_right as f64 / own.len().max(1) as f64;
    CriterionMark::new(criterion, n_right == own.len(), share, result).with_examples(examples)
}

/// A failed case: its title, the board, the calls that led to it, and what was wrong.
fn example(result: &CaseResult, rubric: &Rubric) -> String {
    let Some(fault) = &result.fault else { return String::new() };
    let Some(game) = &fault.game else { return fault.reason.clone() };
    let calls = match fault.calls.len() {
        0..=MAX_CALLS => format!("after {}:\n", fault.calls.join(", ")),
        n_calls => {
            format!("after {} calls, the last of them {}:\n", n_calls, fault.calls[n_calls - 1])
        }
    };
    let [first, second] = &rubric.board.players;
    let legend = format!("X is player {first}, O is player {second}");
    let has_line = game.position().is_won();
    let legend = if has_line { format!("{legend}; a line is in brackets") } else { legend };
    format!(
        "{}\n{}{calls}{}\n{legend}",
        result.case.title,
        board(game.position(), []),
        fault.reason
    )
}
