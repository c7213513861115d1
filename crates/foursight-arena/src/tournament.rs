//! A tournament: which games are still to be played, and their playing.
//!
//! Each game is a fixture of the schedule: its round, its two players, which of their pairs it belongs to, and
//! which game of the pair it is. The fixtures that no stored game fills are still to be played, so a
//! tournament resumes wherever it stopped.

mod bench;
mod calendar;
mod fixture;
pub(crate) mod openings;
pub(crate) mod plan;
pub(crate) mod schedule;
pub mod store;
pub(crate) mod stored_game;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use foursight::{AnySize, Column};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;
use crate::referee::console::NoConsole;
use crate::referee::contestant::Contestant;
use crate::referee::play::play;
use crate::referee::settings::GameSettings;
use crate::referee::termination::Termination;
use crate::referee::time_limits::TimeLimits;
use bench::Bench;
use calendar::Calendar;
use fixture::Fixture;
use schedule::Schedule;
use store::{Store, StoreError};
use stored_game::StoredGame;

/// Everything that a tournament is played with.
pub struct Tournament<'a> {
    /// Its form.
    pub schedule: Schedule,
    /// How many players there are.
    pub n_players: usize,
    /// How many pairs of games two players play when they meet.
    pub n_pairs: usize,
    /// The board.
    pub size: AnySize,
    /// How long players may think.
    pub clock: Clock,
    /// How long they may take for everything else.
    pub limits: TimeLimits,
    /// Whether the second player may take over the first disc.
    pub steal: bool,
    /// The number that games take their chance from.
    pub seed: u64,
    /// The opening with this number, the same whenever it is asked for.
    pub opening: &'a (dyn Fn(usize) -> Vec<Column> + Sync),
    /// The player with this index, who takes chance from a number of the game.
    pub contestant: &'a (dyn Fn(usize, u64) -> Contestant + Sync),
    /// How players are isolated.
    pub sandbox: &'a Sandbox,
    /// How many games are played at the same time.
    pub concurrency: NonZeroUsize,
    /// After how many faults in a row a player is benched.
    pub patience: usize,
    /// Lets no further game begin when it is set.
    pub drain: &'a AtomicBool,
    /// Breaks the running games off when it is set.
    pub cancel: &'a AtomicBool,
}

/// What happens in a tournament, for those who watch.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// So many games are to be played in all, as far as is known by now.
    Planned(usize),
    /// A game has begun, between players with these indices.
    Started([usize; 2]),
    /// A game is over and stored.
    Finished(&'a StoredGame),
    /// This player has lost so many games in a row by faults that it plays no more.
    Benched(usize),
}

/// How a run of a tournament came out.
#[derive(Clone, Debug)]
pub struct Finish {
    /// All games of the tournament so far, by their numbers.
    pub games: Vec<StoredGame>,
    /// Whether no game is left to be played.
    pub is_complete: bool,
    /// Why the referee could not go on, if it could not.
    pub failure: Option<String>,
}

/// Who watches: told what happens and all games so far; a break lets no further game begin.
pub type Watch<'w> = dyn FnMut(Event<'_>, &[StoredGame]) -> ControlFlow<()> + 'w;

impl Tournament<'_> {
    /// Plays what is still to be played, and stores each game as it ends.
    ///
    /// # Errors
    ///
    /// If a game cannot be stored. Those that were stored before are safe.
    pub fn run(
        &self,
        store: &mut Store,
        stored: Vec<StoredGame>,
        watch: &mut Watch<'_>,
    ) -> Result<Finish, StoreError> {
        let mut calendar = Calendar::new(self.schedule, self.n_players, self.n_pairs, stored);
        let mut bench = Bench::new(self.n_players, self.patience, calendar.games());
        let (mut is_complete, mut failure) = (true, None);
        while let Some(batch) = calendar.next_batch() {
            if watch(Event::Planned(calendar.n_planned()), calendar.games()).is_break() {
                is_complete = batch.is_empty();
                break;
            }
            let state = (&mut calendar, &mut bench, &mut failure);
            is_complete = self.play_batch(batch, state, store, watch)?;
            if !is_complete {
                break;
            }
        }
        Ok(Finish { games: calendar.finish(), is_complete, failure })
    }

    /// Plays the games of a batch on many threads; whether all of them are done.
    fn play_batch(
        &self,
        batch: Vec<Fixture>,
        (calendar, bench, failure): (&mut Calendar, &mut Bench, &mut Option<String>),
        store: &mut Store,
        watch: &mut Watch<'_>,
    ) -> Result<bool, StoreError> {
        let n_games = batch.len();
        let todo = Mutex::new(VecDeque::from(batch));
        let is_stopped = AtomicBool::new(false);
        let benched = Mutex::new(bench.benched().to_vec());
        let (sender, results) = mpsc::channel();
        let work = |results: mpsc::Sender<Message>| {
            while !self.drain.load(Ordering::Relaxed) && !is_stopped.load(Ordering::Relaxed) {
                let next = todo.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                let Some(fixture) = next else { return };
                let is_benched = {
                    let benched = benched.lock().unwrap_or_else(PoisonError::into_inner);
                    fixture.players.map(|player| benched[player])
                };
                let _ = results.send(Message::Started(fixture.players));
                let message = match is_benched {
                    [false, false] => self.play(&fixture),
                    _ => Some(Message::Finished(Box::new(fixture.forfeit(is_benched)))),
                };
                let Some(message) = message else { return };
                if results.send(message).is_err() {
                    return;
                }
            }
        };
        let mut n_done = 0;
        thread::scope(|scope| {
            for _ in 0..self.concurrency.get().min(n_games) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            for message in results {
                let flow = match message {
                    Message::Failed(reason) => {
                        let _ = failure.get_or_insert(reason);
                        ControlFlow::Break(())
                    }
                    Message::Started(players) => watch(Event::Started(players), calendar.games()),
                    Message::Finished(game) => {
                        if let Err(error) = store.add(&game) {
                            is_stopped.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                        n_done += 1;
                        let newly = bench.enter(&game);
                        *benched.lock().unwrap_or_else(PoisonError::into_inner) =
                            bench.benched().to_vec();
                        let game = calendar.add(*game);
                        let flow = watch(Event::Finished(&game), calendar.games());
                        if let Some(player) = newly {
                            let _ = watch(Event::Benched(player), calendar.games());
                        }
                        flow
                    }
                };
                if flow.is_break() {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
            Ok(n_done == n_games)
        })
    }

    /// Plays a game; nothing is told of one that was broken off.
    fn play(&self, fixture: &Fixture) -> Option<Message> {
        let opening = (self.opening)(fixture.opening);
        let seed = |seat: u64| {
            let game = 2 * fixture.number as u64 + seat;
            fastrand::Rng::with_seed(self.seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15)).u64(..)
        };
        let [first, second] = fixture.players;
        let contestants = [(self.contestant)(first, seed(0)), (self.contestant)(second, seed(1))];
        let settings = GameSettings {
            size: self.size,
            opening: &opening,
            clock: self.clock,
            limits: self.limits,
            steal: self.steal,
            sandbox: self.sandbox,
            cancel: self.cancel,
        };
        let record = play(contestants.each_ref(), &settings, &mut NoConsole);
        match &record.termination {
            Termination::Interrupted => None,
            // Ctrl-C in a terminal reaches a player that is just being started, too.
            Termination::StartFailure(_) if self.drain.load(Ordering::Relaxed) => None,
            Termination::RefereeFailure(reason) => Some(Message::Failed(reason.clone())),
            _ => Some(Message::Finished(Box::new(fixture.stored(record, self.sandbox)))),
        }
    }
}

enum Message {
    Started([usize; 2]),
    Finished(Box<StoredGame>),
    /// The referee cannot go on.
    Failed(String),
}
