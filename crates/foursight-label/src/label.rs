//! Labels of rows, found by all cores.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use foursight::{AnySize, Column, Position, Score};
use foursight_engine::why::{Idea, Why};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Limits, MoveScores, OfSize, OpeningBooks, Solution,
    Solve, TableError, TableSize, ThreadBudget,
};

use crate::parallel::{Failure, in_parallel};
use crate::row::Row;
use crate::value::{Cell, Value};

/// The values to find for each row, and the means to find them.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The values of a row.
    pub values: Vec<Value>,
    /// Opening books, which never change a value.
    pub books: OpeningBooks,
    /// The number of threads that may search at once.
    pub n_threads: NonZeroUsize,
    /// The table size of each thread.
    pub table_size: TableSize,
    /// The node limit for a row; a value that needs more stays unproved.
    pub nodes: Option<u64>,
    /// The time limit for a row.
    pub time_limit: Option<Duration>,
}

impl Settings {
    /// These values, found by this many threads, without books and limits.
    pub fn new(values: Vec<Value>, n_threads: NonZeroUsize) -> Self {
        let (books, table_size) = (OpeningBooks::default(), TableSize::default());
        Self { values, books, n_threads, table_size, nodes: None, time_limit: None }
    }
}

/// The values of one row.
#[derive(Clone, Debug)]
pub struct Labels {
    error: Option<String>,
    known: Option<Known>,
}

/// The known facts about a position.
#[derive(Clone, Debug)]
struct Known {
    position: Position<AnySize>,
    solution: Solution,
    /// The scores of the moves, if a value needs them.
    scores: MoveScores,
    idea: Option<Idea>,
}

impl Labels {
    /// The reason why the row lacks some or all values.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// A value of the row, which must be among the requested ones.
    pub fn cell(&self, value: Value) -> Cell {
        let Some(known) = &self.known else { return Cell::Nothing };
        known.cell(value).unwrap_or(Cell::Nothing)
    }

    /// The same labels, for another row with this position or its mirror image.
    fn for_row(&self, row: &Row) -> Self {
        let mut labels = self.clone();
        if let (Some(known), Ok(position)) = (&mut labels.known, &row.position)
            && known.position != *position
        {
            known.position = *position;
            known.scores = known.scores.columns().iter().rev().copied().collect();
        }
        labels
    }
}

impl Known {
    fn cell(&self, value: Value) -> Option<Cell> {
        let number = |score: Score| score.value() as i16;
        Some(match value {
            Value::Score => Cell::Number(number(self.solution.score()?)),
            Value::Verdict => Cell::Word(self.solution.verdict()?.noun()),
            Value::Distance => {
                let moves = self.solution.score()?.moves_to_end(&self.position)?;
                Cell::Number(i16::try_from(moves).ok()?)
            }
            Value::Idea => Cell::Word(self.idea?.name()),
            Value::Key => Cell::Key(self.position.canonical_key()),
            Value::Scores => {
                let scores =
                    self.scores.columns().iter().map(|column| column.and_then(|c| c.score()));
                Cell::Numbers(scores.map(|score| score.map(number)).collect())
            }
            Value::Best if !self.scores.proves(Goal::Score) => return None,
            Value::Best => {
                let index = |column: Column| i16::try_from(column.index()).ok();
                Cell::Numbers(self.scores.best_columns().into_iter().map(index).collect())
            }
        })
    }
}

/// Labels all rows, in their order, each position and its mirror image once, or returns `None` if `cancel` is set
/// before all rows are labeled.
///
/// `progress` is called with the number of finished rows, at least every 50 ms.
///
/// # Errors
///
/// If there is no memory for a search or a thread cannot be started; `cancel` is then set.
pub fn label(
    rows: &[Row],
    settings: &Settings,
    cancel: &AtomicBool,
    mut progress: impl FnMut(usize),
) -> Result<Option<Vec<Labels>>, Failure> {
    let threads = ThreadBudget::new(settings.n_threads);
    let (firsts, origins) = distinct(rows, settings.values.contains(&Value::Idea));
    let mut n_alike = vec![0; firsts.len()];
    for &origin in &origins {
        n_alike[origin] += 1;
    }
    let new_worker = || {
        let mut labeler = Labeler::new(settings, threads.clone(), cancel);
        let firsts = &firsts;
        move |places: Range<usize>| {
            firsts[places].iter().map(|&place| labeler.label(&rows[place])).collect()
        }
    };
    let mut found: Vec<Option<Labels>> = vec![None; firsts.len()];
    let mut n_done = 0;
    in_parallel(firsts.len(), settings.n_threads, cancel, new_worker, |done| {
        if let Some((first, some)) = done {
            let some: Vec<Labels> = some;
            n_done += n_alike[first..first + some.len()].iter().sum::<usize>();
            for (place, one) in found[first..].iter_mut().zip(some) {
                *place = Some(one);
            }
        }
        progress(n_done);
    })?;
    if cancel.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let of_row = |(row, &origin): (&Row, &usize)| Some(found[origin].as_ref()?.for_row(row));
    Ok(rows.iter().zip(&origins).map(of_row).collect())
}

/// The index of the first row with each position or its mirror image, and for each row, which of these it matches. An
/// idea belongs to one side, so mirror images do not share it.
fn distinct(rows: &[Row], has_idea: bool) -> (Vec<usize>, Vec<usize>) {
    let (mut firsts, mut known) = (Vec::new(), HashMap::new());
    let origin = |(place, row): (usize, &Row)| {
        let mut add = || {
            firsts.push(place);
            firsts.len() - 1
        };
        let Ok(position) = row.position else { return add() };
        let key = if has_idea { position.key() } else { position.canonical_key() };
        *known.entry((position.size(), key)).or_insert_with(add)
    };
    let origins = rows.iter().enumerate().map(origin).collect();
    (firsts, origins)
}

/// Labels rows, one after another.
struct Labeler<'a> {
    settings: &'a Settings,
    threads: ThreadBudget,
    cancel: &'a AtomicBool,
    solver: OfSize<BookSolver<AnySolver>>,
    goal: Goal,
    each_move: bool,
    idea: bool,
}

impl<'a> Labeler<'a> {
    fn new(settings: &'a Settings, threads: ThreadBudget, cancel: &'a AtomicBool) -> Self {
        let values = &settings.values;
        let idea = values.contains(&Value::Idea);
        // Finding who wins is much faster than finding how soon.
        let is_verdict = values.iter().all(|value| *value == Value::Verdict);
        Self {
            settings,
            threads,
            cancel,
            solver: OfSize::default(),
            goal: if is_verdict { Goal::Verdict } else { Goal::Score },
            each_move: idea || values.contains(&Value::Scores) || values.contains(&Value::Best),
            idea,
        }
    }

    fn label(&mut self, row: &Row) -> Result<Labels, TableError> {
        let position = match &row.position {
            Ok(position) => *position,
            Err(error) => return Ok(Labels { error: Some(error.clone()), known: None }),
        };
        let known = self.known(position)?;
        let Solution { lower, upper, .. } = known.solution;
        let error = if !known.solution.proves(self.goal) {
            Some(format!("not proved within the limits: the score is {lower} to {upper}"))
        } else if self.each_move && !known.scores.proves(self.goal) {
            Some("not proved within the limits: the scores of some moves".to_owned())
        } else {
            None
        };
        Ok(Labels { error, known: Some(known) })
    }

    fn known(&mut self, position: Position<AnySize>) -> Result<Known, TableError> {
        let mut known = Known {
            position,
            solution: Solution::unproved(&position),
            scores: MoveScores::unproved(&position),
            idea: None,
        };
        if let Some(score) = Score::at_end(&position) {
            known.solution = Solution::exact(score);
            return Ok(known);
        }
        let Settings { ref books, table_size, nodes, time_limit, .. } = *self.settings;
        let size = position.size();
        let solver = self.solver.try_get(size, || {
            let solver = AnySolver::try_with_threads(size, table_size, self.threads.clone())?;
            Ok(BookSolver::new(books.clone(), solver))
        })?;
        let limits = Limits { nodes, ..Limits::canceled_by(self.cancel) };
        let limits = time_limit.map_or(limits, |time| limits.within(time));
        let control = &mut Control::limited(limits);
        if !self.each_move {
            known.solution = solver.solve(&position, self.goal, control);
            return Ok(known);
        }
        known.scores = solver.solve_moves(&position, self.goal, control);
        known.solution = known.scores.best().unwrap_or(known.solution);
        if self.idea && known.scores.proves(self.goal) {
            // A reason is cheap once the scores are known, and half a reason is none.
            let control = &mut Control::limited(Limits::canceled_by(self.cancel));
            known.idea = Why::of_position(&position, &known.scores, solver, control).idea;
        }
        Ok(known)
    }
}

#[cfg(test)]
mod tests {
    use foursight::notation::Expected;

    use super::*;

    /// The cells of the only row.
    fn cells(text: &str, settings: &Settings) -> (Option<String>, Vec<String>) {
        let rows = [Row::of_text(text, Expected::ANY, None)];
        let labels = label(&rows, settings, &AtomicBool::new(false), |_| {}).unwrap().unwrap();
        let cells = settings.values.iter().map(|&value| labels[0].cell(value).to_string());
        (labels[0].error().map(str::to_owned), cells.collect())
    }

    #[test]
    fn who_wins_is_cheaper_than_how_soon() {
        let text = "44455";
        let nodes = |value| {
            let mut settings = Settings::new(vec![value], NonZeroUsize::MIN);
            let enough = |nodes: &u64| {
                settings.nodes = Some(*nodes);
                cells(text, &settings).0.is_none()
            };
            (0..30).map(|power| 1 << power).find(enough).expect("some number is enough")
        };
        assert!(nodes(Value::Verdict) * 2 <= nodes(Value::Score));
    }

    #[test]
    fn what_is_not_proved_has_bounds() {
        let mut settings = Settings::new(vec![Value::Score, Value::Best], NonZeroUsize::MIN);
        settings.nodes = Some(1_000);
        let (error, found) = cells("[]", &settings);
        let error = error.unwrap();
        assert!(error.starts_with("not proved within the limits: the score is -"), "{error}");
        assert_eq!(found, [String::new(), String::new()]);
        // A win at once is proved, but not which other moves are as good.
        settings.nodes = Some(1);
        let (error, found) = cells("4455", &settings);
        assert_eq!(error.unwrap(), "not proved within the limits: the scores of some moves");
        assert_eq!(found, ["18", ""].map(str::to_owned));
    }

    #[test]
    fn a_position_and_its_mirror_image_are_searched_once() {
        let image = "6636312635426644777325523545217537";
        let (one, spaced) =
            ("2252576253462244111563365343671351", "2252576253462244111563365343671351 ");
        let texts = [one, "9", image, one, spaced, "9"];
        let rows = texts.map(|text| Row::of_text(text, Expected::ANY, None));
        assert_eq!(distinct(&rows, false), (vec![0, 1, 5], vec![0, 1, 0, 0, 0, 2]));
        assert_eq!(distinct(&rows, true).1, [0, 1, 2, 0, 0, 3]);
        let mut settings = Settings::new(Value::ALL.to_vec(), NonZeroUsize::MIN);
        for values in [Value::ALL.to_vec(), vec![Value::Scores, Value::Best, Value::Key]] {
            settings.values = values;
            let mut most = 0;
            let labels = label(&rows, &settings, &AtomicBool::new(false), |n| most = n);
            for (text, labels) in texts.iter().zip(labels.unwrap().unwrap()) {
                let found = settings.values.iter().map(|&value| labels.cell(value).to_string());
                let expected = (labels.error().map(str::to_owned), found.collect());
                assert_eq!(cells(text, &settings), expected, "{text}");
            }
            assert_eq!(most, 6, "all rows are done");
        }
    }
}
