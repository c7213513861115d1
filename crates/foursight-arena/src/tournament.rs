//! A tournament: which games are still to be played, and their playing.
//!
//! Each game is a fixture of the schedule: its round, its two players, which of their pairs it belongs to, and
//! which game of the pair it is. The fixtures that no stored game fills are still to be played, so a
//! tournament resumes wherever it stopped.

pub(crate) mod annulment;
mod bench;
mod calendar;
pub(crate) mod event;
pub(crate) mod fixture;
mod gate;
mod json_lines;
pub(crate) mod openings;
pub(crate) mod plan;
pub(crate) mod schedule;
pub mod store;
mod store_error;
pub(crate) mod stored_game;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use foursight::{AnySize, Column, Player};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;
use crate::referee::console::Console;
use crate::referee::contestant::Contestant;
use crate::referee::play::play;
use crate::referee::settings::GameSettings;
use crate::referee::termination::Termination;
use crate::referee::time_limits::TimeLimits;
use bench::{Bench, Benched};
use calendar::Calendar;
use event::{Finish, Message, TournamentEvent, Watch};
use fixture::Fixture;
use gate::Gate;
use schedule::Schedule;
use store::{Store, StoreError};
use stored_game::{LoggedGame, StoredGame};

/// The settings of a tournament, and what it needs to run.
pub struct Tournament<'a> {
    /// Its form.
    pub schedule: Schedule,
    /// How many players there are.
    pub n_players: usize,
    /// How many pairs of games two players play when they meet.
    pub n_pairs: usize,
    /// The board.
    pub size: AnySize,
    /// How long players may think that have no clock of their own.
    pub clock: Clock,
    /// How long they may take for everything else.
    pub limits: TimeLimits,
    /// Whether the second player may take over the first disc.
    pub steal: bool,
    /// The opening with this number, the same whenever it is asked for.
    pub opening: &'a (dyn Fn(usize) -> Vec<Column> + Sync),
    /// The contestant with this index, whose random choices come from a seed; or why it can play no more.
    pub contestant: &'a (dyn Fn(usize, u64) -> Result<Contestant, String> + Sync),
    /// The seed of a side in the game with this number.
    pub seed: &'a (dyn Fn(usize, Player) -> u64 + Sync),
    /// The console for a person who takes part. It is made where the game is played.
    pub console: &'a (dyn Fn() -> Box<dyn Console> + Sync),
    /// How players are isolated.
    pub sandbox: &'a Sandbox,
    /// How many games are played at the same time. With one, everything happens on the calling thread: no game
    /// begins before the one before it was watched.
    pub concurrency: NonZeroUsize,
    /// After how many faults in a row a player is benched.
    pub patience: usize,
    /// When set, no further game begins.
    pub drain: &'a AtomicBool,
    /// When set, running games are broken off.
    pub cancel: &'a AtomicBool,
}

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
        let calendar = Calendar::new(self.schedule, self.n_players, self.n_pairs, stored);
        let bench = Bench::new(self.n_players, self.patience, calendar.games());
        let shared = Shared { bench: Mutex::new(bench), gate: Gate::default() };
        let mut run =
            Run { tournament: self, calendar, shared: &shared, failure: None, store, watch };
        let is_complete = run.play_all()?;
        Ok(Finish { games: run.calendar.finish(), is_complete, failure: run.failure })
    }

    /// The players of a game, or why they can play no more.
    fn contestants(&self, fixture: &Fixture) -> [Result<Contestant, String>; 2] {
        let seed = |side| (self.seed)(fixture.number, side);
        let [first, second] = fixture.players;
        [
            (self.contestant)(first, seed(Player::First)),
            (self.contestant)(second, seed(Player::Second)),
        ]
    }

    /// Plays a game; nothing comes of one that was broken off. The error is that of the referee.
    fn play(
        &self,
        fixture: &Fixture,
        contestants: [&Contestant; 2],
    ) -> Option<Result<LoggedGame, String>> {
        let settings = GameSettings {
            size: self.size,
            opening: &(self.opening)(fixture.opening),
            clock: self.clock,
            limits: self.limits,
            steal: self.steal,
            sandbox: self.sandbox,
            cancel: self.cancel,
        };
        let played = play(contestants, &settings, &mut *(self.console)());
        match &played.termination {
            Termination::Interrupted => None,
            // Ctrl-C in a terminal also reaches a player that is just starting.
            Termination::StartFailure(_) if self.drain.load(Ordering::Relaxed) => None,
            Termination::RefereeFailure(reason) => Some(Err(reason.clone())),
            _ => {
                let clock = |contestant: &Contestant| contestant.clock(self.clock);
                let clocks = contestants.map(|contestant| {
                    clock(contestant).map_or(String::new(), |clock| clock.to_string())
                });
                Some(Ok(fixture.stored(played, self.sandbox, clocks)))
            }
        }
    }

    /// Plays a game unless a player is benched, and counts its faults at once: the next game may begin before
    /// this one is stored.
    fn play_or_forfeit(&self, fixture: &Fixture, shared: &Shared) -> Option<Message> {
        let bench = || shared.bench.lock().unwrap_or_else(PoisonError::into_inner);
        let contestants = self.contestants(fixture);
        let mut benched: Vec<Benched> = Vec::new();
        for (&player, contestant) in fixture.players.iter().zip(&contestants) {
            benched.extend(contestant.as_ref().err().and_then(|why| bench().seat(player, why)));
        }
        let reasons = bench().of(fixture.players);
        let logged = match (contestants, reasons) {
            ([Ok(first), Ok(second)], [None, None]) => {
                let play = || self.play(fixture, [&first, &second]);
                match shared.gate.play(play, || self.is_drained())? {
                    Ok(logged) => logged,
                    Err(reason) => return Some(Message::Failed(reason)),
                }
            }
            (_, reasons) => fixture.forfeit(reasons),
        };
        benched.extend(bench().enter(&logged.game));
        Some(Message::Finished(Box::new(logged), benched))
    }

    fn is_drained(&self) -> bool {
        self.drain.load(Ordering::Relaxed)
    }
}

/// What games that are played at the same time share.
struct Shared {
    bench: Mutex<Bench>,
    gate: Gate,
}

/// A tournament that is being played.
struct Run<'r, 'w> {
    tournament: &'r Tournament<'r>,
    calendar: Calendar,
    shared: &'r Shared,
    failure: Option<String>,
    store: &'r mut Store,
    watch: &'r mut Watch<'w>,
}

impl Run<'_, '_> {
    /// Plays batch after batch; whether no game is left.
    fn play_all(&mut self) -> Result<bool, StoreError> {
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

    /// Plays the games of a batch one after another; how many of them are done.
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

    /// Plays the games of a batch on many threads; how many of them are done.
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

    /// Stores and tells what a game came to.
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
