//! Runs a tournament batch by batch, its games one after another or side by side.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use std::{mem, thread};

use foursight::Column;

use super::Tournament;
use super::benched::{Bench, Benched};
use super::calendar::{Calendar, Fixture};
use super::store::{Store, StoreError};
use crate::tournament::stored_game::{LoggedGame, StoredGame};

/// The waits before void games are replayed.
pub const REPLAY_WAITS: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_millis(800), Duration::from_millis(3200)];

/// The maximum number of void games that are named.
const MAX_REASONS: usize = 5;

/// Time between two checks of whether to keep waiting.
const LOOK: Duration = Duration::from_millis(50);

/// The state shared by games that are played at the same time.
pub(super) struct Shared {
    pub(super) bench: Mutex<Bench>,
    /// The openings of stored games, by their numbers: even if another version chose them, the other games with these
    /// numbers have them too.
    pub(super) openings: HashMap<usize, Vec<Column>>,
}

/// A tournament that is being played.
pub(super) struct Run<'r, 'w> {
    pub(super) tournament: &'r Tournament<'r>,
    pub(super) calendar: Calendar,
    pub(super) shared: &'r Shared,
    /// The void games that are still to be replayed, with the reasons.
    pub(super) void: Vec<(Fixture, String)>,
    pub(super) failure: Option<String>,
    pub(super) store: &'r mut Store,
    pub(super) watch: &'r mut Watch<'w>,
}

impl Run<'_, '_> {
    /// Plays batch after batch; returns whether no game is left.
    pub(super) fn play_all(&mut self) -> Result<bool, StoreError> {
        while let Some(batch) = self.calendar.next_batch() {
            let n_games = batch.len();
            if self.tell(TournamentEvent::Planned(self.calendar.n_planned)).is_break() {
                return Ok(n_games == 0);
            }
            let n_done = match self.tournament.concurrency.get() {
                1 => self.play_in_turn(batch)?,
                n_threads => self.play_side_by_side(batch, n_threads.min(n_games))?,
            };
            if n_done + self.replay(n_games - n_done)? < n_games {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Replays void games after all others of the `n_left`, on their own, since games side by side may use the resources
    /// that they lacked, and after increasingly long waits; returns how many of them are done.
    fn replay(&mut self, n_left: usize) -> Result<usize, StoreError> {
        let (mut n_done, mut waits) = (0, REPLAY_WAITS.into_iter());
        // If others are missing, too, the tournament was stopped.
        while !self.void.is_empty() && n_done + self.void.len() == n_left {
            let Some(wait) = waits.next() else {
                self.failure = Some(not_played(&self.void));
                break;
            };
            if !self.wait(wait) {
                break;
            }
            let again = mem::take(&mut self.void).into_iter().map(|(fixture, _)| fixture).collect();
            n_done += self.play_in_turn(again)?;
        }
        Ok(n_done)
    }

    /// Waits; returns whether games may still start.
    fn wait(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while Instant::now() < end && !self.tournament.is_drained() {
            thread::sleep(LOOK);
        }
        !self.tournament.is_drained()
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
        // At most one result waits to be stored: results do not pile up, and no game starts long after the run was
        // stopped.
        let (sender, results) = mpsc::sync_channel(1);
        let (tournament, shared) = (self.tournament, self.shared);
        let work = |results: mpsc::SyncSender<Message>| {
            while !tournament.is_drained() && !is_stopped.load(Ordering::Relaxed) {
                let next = todo.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                let Some(fixture) = next else { return };
                if results.send(Message::Started(fixture.players)).is_err() {
                    return;
                }
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
            Message::Void(fixture, reason) => {
                self.void.push((fixture, reason));
                ControlFlow::Continue(())
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
        (self.watch)(event, &self.calendar.games)
    }
}

/// The void games, in words.
fn not_played(void: &[(Fixture, String)]) -> String {
    let reasons: Vec<&str> = void.iter().map(|(_, reason)| &**reason).take(MAX_REASONS).collect();
    let more = match void.len() - reasons.len() {
        0 => String::new(),
        n_more => format!("; {n_more} more games"),
    };
    format!("not played: {}{more}", reasons.join("; "))
}

/// An event of a tournament.
#[derive(Clone, Copy, Debug)]
pub enum TournamentEvent<'a> {
    /// The total number of games, as far as it is known.
    Planned(usize),
    /// A game has begun, between players with these indices.
    Started([usize; 2]),
    /// A game is over and stored.
    Finished(&'a LoggedGame),
    /// A player no longer plays.
    Benched {
        /// The player's index.
        player: usize,
        /// Too many faults in a row, or the reason why it can no longer play.
        reason: &'a str,
    },
}

/// The observer: sees each event and all games so far; if it returns `Break`, no further game
/// starts.
pub type Watch<'w> = dyn FnMut(TournamentEvent<'_>, &[StoredGame]) -> ControlFlow<()> + 'w;

/// The outcome of a tournament's run.
#[derive(Clone, Debug)]
pub struct Finish {
    /// All games of the tournament so far, by their numbers.
    pub games: Vec<StoredGame>,
    /// Whether no game is left to be played.
    pub is_complete: bool,
    /// The games that the referee could not play, and why, or why it could not continue.
    pub failure: Option<String>,
}

/// The result of a game.
pub(super) enum Message {
    Started([usize; 2]),
    /// The game, and the players that are benched from now on.
    Finished(Box<LoggedGame>, Vec<Benched>),
    /// The game is void, for this reason.
    Void(Fixture, String),
}
