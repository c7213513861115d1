//! One position and its labels, in the form of a row.

use anyhow::Result;
use foursight::notation::{Expected, Notation};
use foursight::{AnySize, Position, Score, Verdict};
use foursight_engine::why::{Idea, Why};
use foursight_engine::{Control, Goal, MoveScores, OfSize, OpeningBooks, Solve, ThreadBudget};

use super::Value;
use crate::args::{SearchArgs, Solver};

/// The labels of a position.
pub(super) struct Row {
    /// Why the position is impossible; it then has no values.
    pub(super) error: Option<String>,
    /// A cell for each requested value; empty if there is none.
    pub(super) cells: Vec<String>,
    /// False if Ctrl-C came first.
    pub(super) is_proved: bool,
}

/// Labels positions, one after another.
pub(super) struct RowLabeler {
    search: SearchArgs,
    expected: Expected,
    books: OpeningBooks,
    threads: ThreadBudget,
    solver: OfSize<Solver>,
}

impl RowLabeler {
    pub(super) fn new(
        search: SearchArgs,
        expected: Expected,
        books: OpeningBooks,
        threads: ThreadBudget,
    ) -> Self {
        Self { search, expected, books, threads, solver: OfSize::default() }
    }

    /// # Errors
    ///
    /// If there is no memory for a search.
    pub(super) fn label(&mut self, text: &str, values: &[Value]) -> Result<Row> {
        let position = match Notation::detect(text, self.expected).read(text, self.expected) {
            Ok(game) => *game.position(),
            Err(error) => {
                let cells = vec![String::new(); values.len()];
                return Ok(Row { error: Some(error.to_string()), cells, is_proved: true });
            }
        };
        let known = self.solve(position, values)?;
        let cells = values.iter().map(|value| known.cell(*value)).collect();
        Ok(Row { error: None, cells, is_proved: known.score.is_some() })
    }

    fn solve(&mut self, position: Position<AnySize>, values: &[Value]) -> Result<Known> {
        let has = |wanted: &[Value]| values.iter().any(|value| wanted.contains(value));
        let mut known = Known {
            score: Score::at_end(&position),
            scores: MoveScores::unproved(&position),
            idea: None,
            position,
        };
        if known.score.is_some() {
            return Ok(known);
        }
        let (search, books, threads) = (self.search, &self.books, &self.threads);
        let size = position.size();
        let solver = self
            .solver
            .try_get(size, || search.solver_of_batch(size, books.clone(), threads.clone()))?;
        let control = &mut Control::limited(search.limits());
        if !has(&[Value::Scores, Value::Best, Value::Idea]) {
            known.score = solver.solve(&position, Goal::Score, control).score();
            return Ok(known);
        }
        known.scores = solver.solve_moves(&position, Goal::Score, control);
        if !known.scores.proves(Goal::Score) {
            return Ok(known);
        }
        known.score = known.scores.score();
        if has(&[Value::Idea]) {
            known.idea = Why::of_position(&position, &known.scores, solver, control).idea;
        }
        Ok(known)
    }
}

/// The known facts about a position.
struct Known {
    position: Position<AnySize>,
    score: Option<Score>,
    /// The scores of the moves, if requested; none if the game is over.
    scores: MoveScores,
    idea: Option<Idea>,
}

impl Known {
    fn cell(&self, value: Value) -> String {
        let Some(score) = self.score else { return String::new() };
        match value {
            Value::Score => score.to_string(),
            Value::Verdict => match score.verdict() {
                Verdict::Win => "win".to_owned(),
                Verdict::Draw => "draw".to_owned(),
                Verdict::Loss => "loss".to_owned(),
            },
            Value::Distance => {
                score.moves_to_end(&self.position).map_or(String::new(), |moves| moves.to_string())
            }
            Value::Idea => self.idea.map_or(String::new(), |idea| idea.name().to_owned()),
            Value::Scores => {
                self.of_columns(|score| score.map_or("-".to_owned(), |score| score.to_string()))
            }
            Value::Best => {
                let columns = self.scores.best_columns();
                let columns = columns.iter().map(|column| column.index().to_string());
                columns.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// A word for each column, with spaces between them.
    fn of_columns(&self, word: impl Fn(Option<Score>) -> String) -> String {
        let columns = self.scores.columns().iter();
        let words = columns.map(|column| word(column.and_then(|solution| solution.score())));
        words.collect::<Vec<_>>().join(" ")
    }
}
