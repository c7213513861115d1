//! Runs a tournament batch by batch, its games one after another or side by side.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use foursight::Column;

use super::Tournament;
use super::attempts::Attempts;
use super::benched::{Bench, Benched};
use super::calendar::Calendar;
use super::event::{Message, TournamentEvent, Watch};
use super::fixture::Fixture;
use super::store::{Store, StoreError};

/// The state shared by games that are played at the same time.
pub(super) struct Shared {
    pub(super) bench: Mutex<Bench>,
    /// The openings of stored games, by their numbers: even if another version chose them, the other games with these
    /// numbers have them too.
    pub(super) openings: HashMap<usize, Vec<Column>>,
    pub(super) attempts: Attempts,
}

/// A tournament that is being played.
pub(super) struct Run<'r, 'w> {
    pub(super) tournament: &'r Tournament<'r>,
    pub(super) calendar: Calendar,
    pub(super) shared: &'r Shared,
    pub(super) failure: Option<String>,
    pub(super) store: &'r mut Store,
    pub(super) watch: &'r mut Watch<'w>,
}

impl Run<'_, '_> {
    /// Plays batch after batch; returns whether no game is left.
    pub(super) fn play_all(&mut self) -> Result<bool, StoreError> {
        while let Some(batch) = self.calendar.next_batch() {
            let n_games = batch.len();
            if self.tell(TournamentEvent::Planned(self.calendar.n_planned())).is_break() {
                return Ok(n_games == 0);
            }
            let n_done = match self.tournament.concurrency.get() {
                1 => self.play_in_turn(batch)?,
                n_threads => self.play_side_by_side(batch, n_threads.min(n_games))?,
            };
            if n_done < n_games {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays the games of a batch one after another; returns how many of them are done.
    fn play_in_turn(&mut self, batch: Vec<Fixture>) -> Result<usize, StoreError> {
        let mut n_done = 0;
        for fixture in batch {
            if self.tournament.is_drained() {
                break;
            }
            if self.take(Message::Started(fixture.players))?.is_break() {
                break;
            }
            let message = self.tournament.play_or_forfeit(&fixture, self.shared);
            let Some(message) = message else { break };
            n_done += usize::from(matches!(message, Message::Finished(..)));
            if self.take(message)?.is_break() {
                break;
            }
        }
        Ok(n_done)
    }

    /// Plays the games of a batch on many threads; returns how many of them are done.
    fn play_side_by_side(
        &mut self,
        batch: Vec<Fixture>,
        n_threads: usize,
    ) -> Result<usize, StoreError> {
        let todo = Mutex::new(VecDeque::from(batch));
        let is_stopped = AtomicBool::new(false);
        let (sender, results) = mpsc::channel();
        let (tournament, shared) = (self.tournament, self.shared);
        let work = |results: mpsc::Sender<Message>| {
            while !tournament.is_drained() && !is_stopped.load(Ordering::Relaxed) {
                let next = todo.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                let Some(fixture) = next else { return };
                let _ = results.send(Message::Started(fixture.players));
                let message = tournament.play_or_forfeit(&fixture, shared);
                let Some(message) = message else { return };
                if results.send(message).is_err() {
                    return;
                }
            }
        };
        let (mut n_started, mut n_done) = (0, 0);
        let n_done = thread::scope(|scope| {
            for _ in 0..n_threads {
                let (sender, work) = (sender.clone(), &work);
                // With fewer threads than asked for, fewer games are played at the same time.
                if thread::Builder::new().spawn_scoped(scope, || work(sender)).is_err() {
                    break;
                }
                n_started += 1;
            }
            drop(sender);
            for message in results {
                n_done += usize::from(matches!(message, Message::Finished(..)));
                let flow = self.take(message);
                if !flow.as_ref().is_ok_and(ControlFlow::is_continue) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                flow.map(drop)?;
            }
            Ok(n_done)
        })?;
        match n_started {
            0 => {
                self.play_in_turn(todo.into_inner().unwrap_or_else(PoisonError::into_inner).into())
            }
            _ => Ok(n_done),
        }
    }

    /// Stores and reports the result of a game.
    fn take(&mut self, message: Message) -> Result<ControlFlow<()>, StoreError> {
        Ok(match message {
            Message::Failed(reason) => {
                let _ = self.failure.get_or_insert(reason);
                ControlFlow::Break(())
            }
            Message::Started(players) => self.tell(TournamentEvent::Started(players)),
            Message::Finished(logged, benched) => {
                self.store.add(&logged)?;
                self.calendar.add(logged.game.clone());
                let mut flow = self.tell(TournamentEvent::Finished(&logged));
                for Benched { player, reason } in &benched {
                    let event = TournamentEvent::Benched { player: *player, reason };
                    flow = if self.tell(event).is_break() { ControlFlow::Break(()) } else { flow };
                }
                flow
            }
        })
    }

    fn tell(&mut self, event: TournamentEvent<'_>) -> ControlFlow<()> {
        (self.watch)(event, self.calendar.games())
    }
}
