//! The background engine, which handles one assignment at a time; a new one cancels the last.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use foursight::{AnySize, Column, Opening, Position};
use foursight_engine::{
    Control, Goal, Guess, LevelPlayer, Limits, OfSize, OpeningBooks, SEARCH_STACK_BYTES, Solution,
    Solve, Ties, n_cores,
};

use super::evaluation::Evaluation;
use super::event::{Assignment, Event, Finding, Task};
use super::message::Message;
use crate::game::{Solver, WhyQuestion, solver};

/// The game's handle to the engine.
pub(crate) struct Engine {
    assignments: Sender<(Assignment, Arc<AtomicBool>)>,
    /// Set to end the latest assignment.
    cancel: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the thread, which ends with the program.
    pub(crate) fn start(books: OpeningBooks, messages: Sender<Message>) -> Self {
        let (assignments, todo) = channel();
        let alarm = Alarm(messages.clone());
        let work = move || {
            let _alarm = alarm;
            Worker { books, solver: OfSize::default(), messages }.run(&todo);
        };
        let thread = thread::Builder::new().stack_size(SEARCH_STACK_BYTES);
        thread.spawn(work).expect("the system has room for a thread");
        Self { assignments, cancel: Arc::default() }
    }

    /// Gives it an assignment, which ends the previous one.
    pub(crate) fn give(&mut self, assignment: Assignment) {
        self.cancel();
        self.cancel = Arc::default();
        // If the thread has panicked, the program is about to end.
        let _ = self.assignments.send((assignment, Arc::clone(&self.cancel)));
    }

    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Tells the game if its thread panics.
struct Alarm(Sender<Message>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // Without a receiver the program is ending anyway.
            let _ = self.0.send(Message::EngineFailed);
        }
    }
}

struct Worker {
    books: OpeningBooks,
    solver: OfSize<Solver>,
    messages: Sender<Message>,
}

impl Worker {
    fn run(&mut self, assignments: &Receiver<(Assignment, Arc<AtomicBool>)>) {
        while let Ok((assignment, cancel)) = assignments.recv() {
            // Assignments that were given up before they began are passed over.
            if cancel.load(Ordering::Relaxed) {
                continue;
            }
            match assignment.task {
                Task::Choose { level, seed, opening, last } => {
                    let mut player = LevelPlayer::new(level, seed).with_ties(Ties::Random);
                    player.look_at(last);
                    self.choose(&assignment, player, opening, &cancel);
                }
                Task::Evaluate => self.evaluate(&assignment, &cancel),
                Task::Explain(question) => self.explain(&assignment, &question, &cancel),
            }
        }
    }

    fn solver(&mut self, size: AnySize) -> &mut Solver {
        self.solver.get(size, || solver(size, self.books.clone(), n_threads()))
    }

    fn report(&self, assignment: &Assignment, cancel: &AtomicBool, finding: Finding) {
        if !cancel.load(Ordering::Relaxed) {
            // Without a receiver the program is ending.
            let _ = self.messages.send(Message::Event(Event::Found(assignment.number, finding)));
        }
    }

    fn choose(
        &mut self,
        assignment: &Assignment,
        mut player: LevelPlayer,
        opening: Opening,
        cancel: &AtomicBool,
    ) {
        let mut control = Control::limited(Limits::canceled_by(cancel).within(assignment.time));
        let solver = self.solver(assignment.position.size());
        let position = &assignment.position;
        if let Some(choice) = player.choose_by_rule(position, opening, solver, &mut control) {
            self.report(assignment, cancel, Finding::Choice(choice));
        }
    }

    fn explain(&mut self, assignment: &Assignment, question: &WhyQuestion, cancel: &AtomicBool) {
        let mut control = Control::limited(Limits::canceled_by(cancel).within(assignment.time));
        let solver = self.solver(assignment.position.size());
        let answer = question.answer(solver, &mut control).map(Box::new);
        self.report(assignment, cancel, Finding::Reason(answer));
    }

    /// Gives each move an equal share of the remaining time, and reports each result at once.
    fn evaluate(&mut self, assignment: &Assignment, cancel: &AtomicBool) {
        let deadline = Instant::now() + assignment.time;
        let columns: Vec<Column> = assignment.position.moves().collect();
        let mut evaluation = Evaluation::new(assignment.position.size());
        for (index, &column) in columns.iter().enumerate() {
            let n_left = (columns.len() - index) as u32;
            let time = deadline.saturating_duration_since(Instant::now()) / n_left;
            let solution = self.solve(&assignment.position, column, time, cancel);
            evaluation.scores.set(column, solution);
            if index + 1 < columns.len() {
                self.report(assignment, cancel, Finding::Evaluation(evaluation.clone()));
            }
        }
        evaluation.is_complete = true;
        if evaluation.advice(&assignment.position).is_none() {
            let position = &assignment.position;
            evaluation.guess = Guess::new(position);
        }
        self.report(assignment, cancel, Finding::Evaluation(evaluation));
    }

    fn solve(
        &mut self,
        position: &Position<AnySize>,
        column: Column,
        time: Duration,
        cancel: &AtomicBool,
    ) -> Solution {
        let next = position.play(column).expect("the move is legal");
        let mut control = Control::limited(Limits::canceled_by(cancel).within(time));
        self.solver(position.size()).solve(&next, Goal::Score, &mut control).negated()
    }
}

/// All cores but one, which is left for the screen and the keys.
fn n_threads() -> NonZeroUsize {
    NonZeroUsize::new(n_cores().get() - 1).unwrap_or(NonZeroUsize::MIN)
}
