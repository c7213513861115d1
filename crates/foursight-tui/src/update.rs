//! One step of the game: an event changes the state and requests effects.

use std::path::PathBuf;
use std::time::Duration;

use foursight::notation::Notation;
use foursight::record::{GameText, read_games};
use foursight::{AnySize, Position};

use super::dialog::{Action, Copied, Dialog, FilePick, NameField, Purpose};
use super::event::{Assignment, Effect, Event, Finding, IfExists, Task, WriteError};
use super::keys;
use super::layout::Layout;
use super::state::{State, whole};
use crate::game::{Asked, LocalGame};

/// The time limits for the position on the screen, and for any other position of the game.
const EVALUATION_TIME: Duration = Duration::from_secs(5);
const REVIEW_TIME: Duration = Duration::from_secs(3);

/// Applies `event` to `state`, and returns the requested effects.
pub(crate) fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let mut effects = Vec::new();
    match event {
        Event::Time(now) => state.now = now,
        Event::Resize(width, height) => state.screen = (width, height),
        Event::Key(key) => {
            state.notice = None;
            state.fall = None;
            effects = keys::press(state, key);
        }
        Event::Hover(x, y) => point(state, x, y),
        Event::Click(x, y) => click(state, x, y),
        Event::Scroll(is_down) => {
            if let Some(dialog) = &mut state.dialog {
                dialog.scroll(state.screen, is_down);
            }
        }
        Event::Found(number, finding) => take_finding(state, number, finding),
        Event::Read(path, text) => take_file(state, path, text),
        Event::Written(path, result) => take_written(state, path, result),
    }
    effects.extend(settle(state));
    effects
}

fn point(state: &mut State, x: u16, y: u16) {
    let column = Layout::new(state.size(), state.screen).and_then(|layout| layout.column_at(x, y));
    if let (Some(column), None) = (column, &state.dialog) {
        state.cursor = column;
    }
}

fn click(state: &mut State, x: u16, y: u16) {
    if state.dialog.is_some() {
        return;
    }
    state.notice = None;
    state.fall = None;
    let column = Layout::new(state.size(), state.screen).and_then(|layout| layout.column_at(x, y));
    if let Some(column) = column {
        state.drop_disc(column);
    }
}

fn take_finding(state: &mut State, number: u64, finding: Finding) {
    let Some(assignment) = state.assignment.filter(|assignment| assignment.number == number) else {
        return;
    };
    match finding {
        Finding::Choice(choice) => {
            state.assignment = None;
            state.held = Some(choice);
            state.n_answers += 1;
        }
        Finding::Evaluation(evaluation) => {
            if evaluation.is_complete {
                state.assignment = None;
            }
            state.evaluations.insert(assignment.position, evaluation);
        }
        Finding::Reason(answer) => {
            state.assignment = None;
            state.take_answer(answer);
        }
    }
}

fn take_file(state: &mut State, path: PathBuf, text: Result<String, String>) {
    let games = text.and_then(|text| read_games(&text).map_err(|error| error.to_string()));
    match games {
        Err(error) => state.notice = Some(format!("{}: {error}", path.display())),
        Ok(games) if games.is_empty() => {
            state.notice = Some(format!("there is no game in {}", path.display()));
        }
        Ok(games) if games.len() == 1 => state.load(&games[0], Some(path), Asked::default()),
        Ok(games) => {
            state.dialog = Some(Dialog::Pick(FilePick::new(games, Some(path), Asked::default())));
        }
    }
}

fn take_written(state: &mut State, path: PathBuf, result: Result<(), WriteError>) {
    match result {
        Ok(()) => {
            state.notice = Some(format!("saved to {}", path.display()));
            state.saved = state.local.whole().choices();
            state.path = Some(path);
        }
        Err(WriteError::Exists) => state.dialog = Some(Dialog::Exists(path)),
        Err(WriteError::Other(error)) => {
            state.notice = Some(format!("cannot save to {}: {error}", path.display()));
        }
    }
}

/// Carries out due work, and gives the engine its next assignment.
fn settle(state: &mut State) -> Option<Effect> {
    if state.fall.is_some_and(|fall| fall.is_over(state.now)) {
        state.fall = None;
    }
    let is_time = state.fall.is_none() && state.now >= state.pace.next_move_at;
    if let Some(choice) = state.held.filter(|_| is_time && !state.is_waiting) {
        state.machine_chooses(choice);
    }
    let wanted = wanted(state);
    match (state.assignment, wanted) {
        // The seed tells games apart: no game gets a finding that was meant for another.
        (Some(assignment), Some((position, task, _)))
            if (assignment.position, assignment.task) == (position, task) =>
        {
            None
        }
        (_, Some((position, task, time))) => {
            state.n_assignments += 1;
            let assignment = Assignment { number: state.n_assignments, position, task, time };
            state.assignment = Some(assignment);
            state.assignment_start = state.now;
            Some(Effect::Start(assignment))
        }
        (Some(_), None) => {
            state.assignment = None;
            Some(Effect::Cancel)
        }
        (None, None) => None,
    }
}

/// The engine's next assignment: a move before scores, then the position on the screen, then the rest of the game, the
/// latest positions first, which are solved fastest.
fn wanted(state: &State) -> Option<(Position<AnySize>, Task, Duration)> {
    let position = *state.position();
    // Somebody waits for it.
    if let Some(question) = state.asked() {
        return Some((position, Task::Explain(question), EVALUATION_TIME));
    }
    if state.asks_machine() && !state.is_waiting && state.held.is_none() {
        let level = state.kind(state.to_move()?).level()?;
        let seed = fastrand::Rng::with_seed(state.seed).u64(..).wrapping_add(state.n_answers);
        let opening = state.local.record.opening();
        let last = state.local.record.game.moves().last().copied();
        return Some((position, Task::Choose { level, seed, opening, last }, state.move_time));
    }
    if state.wants_evaluation() && !state.evaluations.is_complete(&position) {
        return Some((position, Task::Evaluate, EVALUATION_TIME));
    }
    if !state.shows_review() {
        return None;
    }
    let whole = whole(state.game());
    let unknown =
        whole.positions().iter().rfind(|position| !state.evaluations.is_complete(position));
    unknown.map(|&position| (position, Task::Evaluate, REVIEW_TIME))
}

impl State {
    /// Continues a game from a file, with the requested players.
    pub(crate) fn load(&mut self, text: &GameText, path: Option<PathBuf>, asked: Asked) {
        match LocalGame::read(text) {
            Ok(mut local) => {
                local.assign(asked);
                self.propose(local, path);
            }
            Err(error) => self.notice = Some(format!("this is not a game: {error}")),
        }
    }
}

impl State {
    /// Carries out a dialog's request.
    pub(crate) fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Stay(dialog) => self.dialog = Some(dialog),
            Action::Close => {}
            Action::Quit => return vec![Effect::Quit],
            Action::Propose(local) => self.propose(*local, None),
            Action::Begin(local, path) => self.begin(*local, path),
            Action::Load(text, path, asked) => self.load(&text, path, asked),
            Action::AskWhereToSave => {
                let field = NameField::new(Purpose::Save, self.path.as_deref());
                self.dialog = Some(Dialog::Name(field));
            }
            Action::Save(path, if_exists) => return self.save(path, if_exists),
            Action::Open(path) => return vec![Effect::Read(path)],
            Action::Copy(copied) => return self.copy(copied),
            Action::Resign(player) => self.resign(player),
        }
        Vec::new()
    }

    fn save(&mut self, path: PathBuf, if_exists: IfExists) -> Vec<Effect> {
        match self.local.whole().text() {
            Ok(text) => vec![Effect::Write(path, text.to_string(), if_exists)],
            Err(error) => {
                self.notice = Some(format!("cannot save the game: {error}"));
                Vec::new()
            }
        }
    }

    fn copy(&mut self, copied: Copied) -> Vec<Effect> {
        let text = match copied {
            Copied::Game => self.local.whole().text().map(|text| text.to_string()),
            Copied::Position => Notation::Moves.write(self.game()),
            Copied::Board => Notation::Ascii.write(self.game()),
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                self.notice = Some(format!("cannot copy: {error}"));
                return Vec::new();
            }
        };
        self.notice = Some(match (copied, text.lines().next()) {
            (Copied::Position, Some(moves)) => {
                format!("the position was sent to the clipboard: {moves}")
            }
            _ => format!("the {} was sent to the clipboard", copied.noun()),
        });
        vec![Effect::Copy(text)]
    }
}
