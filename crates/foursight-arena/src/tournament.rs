//! A tournament, which determines the remaining games and plays them.
//!
//! Each game is a fixture of the schedule: its round, its two players, the pair of games that it belongs to, and its
//! place in that pair. The fixtures that no stored game fills are still to be played, so a tournament resumes wherever
//! it stopped.

pub(crate) mod benched;
mod calendar;
pub(crate) mod json_lines;
pub(crate) mod pair;
pub(crate) mod run;
pub(crate) mod schedule;
pub mod store;
pub(crate) mod stored_game;
pub(crate) mod terms;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use foursight::{AnySize, Column, OpeningRule, Player};
use foursight_sandbox::Sandbox;

use crate::referee::clock::Clock;
use crate::referee::contestant::Contestant;
use crate::referee::ending::Ending;
use crate::referee::play::{Console, GameSettings, play};
use crate::referee::time_limits::TimeLimits;
use benched::{Bench, Benched};
use calendar::{Calendar, Fixture};
use run::{Finish, Message, Run, Shared, Watch};
use schedule::Schedule;
use store::Store;
use stored_game::{LoggedGame, StoredGame};

/// The settings of a tournament, and everything it needs to run.
pub struct Tournament<'a> {
    /// The form of the tournament.
    pub schedule: Schedule,
    /// The number of players.
    pub n_players: usize,
    /// The number of pairs of games that two players play when they meet.
    pub n_pairs: usize,
    /// The board.
    pub size: AnySize,
    /// The clock of players without their own.
    pub clock: Clock,
    /// The players' time limits for everything else.
    pub limits: TimeLimits,
    /// The opening rule of all games.
    pub opening_rule: OpeningRule,
    /// The opening with this number, the same at each call.
    pub opening: &'a (dyn Fn(usize) -> Vec<Column> + Sync),
    /// The contestant with this index, whose random choices come from a seed; or the reason why it can no longer play.
    pub contestant: &'a (dyn Fn(usize, u64) -> Result<Contestant, String> + Sync),
    /// The seed of all random choices. A game that is played again repeats its choices.
    pub seed: u64,
    /// The console for a game between the players with these indices, red and yellow: a person who plays or watches.
    pub console: &'a (dyn Fn([usize; 2]) -> Box<dyn Console> + Sync),
    /// The sandbox that isolates players.
    pub sandbox: &'a Sandbox,
    /// The number of games played at the same time. With 1, everything happens on the calling thread: no game starts
    /// before the observer has seen the previous one.
    pub concurrency: NonZeroUsize,
    /// The number of faults in a row after which a player is benched.
    pub patience: usize,
    /// When set, no further game starts.
    pub drain: &'a AtomicBool,
    /// When set, running games are aborted.
    pub cancel: &'a AtomicBool,
}

impl Tournament<'_> {
    /// Plays the remaining games, and stores each one as it ends.
    ///
    /// If a game cannot be stored, that is a failure of the referee; games stored before are safe.
    pub fn run(&self, store: &mut Store, stored: Vec<StoredGame>, watch: &mut Watch<'_>) -> Finish {
        let calendar = Calendar::new(self.schedule, self.n_players, self.n_pairs, stored);
        let bench = Bench::new(self.n_players, self.patience, &calendar.games);
        let (bench, openings) = (Mutex::new(bench), calendar.openings());
        let shared = Shared { bench, openings };
        let (void, failure) = (Vec::new(), None);
        let mut run =
            Run { tournament: self, calendar, shared: &shared, void, failure, store, watch };
        let (is_complete, failure) = match run.play_all() {
            Ok(is_complete) => (is_complete, run.failure),
            Err(error) => (false, Some(error.to_string())),
        };
        Finish { games: run.calendar.finish(), is_complete, failure }
    }

    /// The players of a game, or the reasons why they can no longer play.
    fn contestants(&self, fixture: &Fixture) -> [Result<Contestant, String>; 2] {
        let seed = |side| fixture.seed(self.seed, side);
        let [first, second] = fixture.players;
        [
            (self.contestant)(first, seed(Player::First)),
            (self.contestant)(second, seed(Player::Second)),
        ]
    }

    /// Plays a game; `None` if it was aborted. The error says why the game is void.
    fn play(
        &self,
        fixture: &Fixture,
        shared: &Shared,
        contestants: [&Contestant; 2],
    ) -> Option<Result<LoggedGame, String>> {
        let known = shared.openings.get(&fixture.opening).cloned();
        let settings = GameSettings {
            size: self.size,
            opening: &known.unwrap_or_else(|| (self.opening)(fixture.opening)),
            clock: self.clock,
            limits: self.limits,
            opening_rule: self.opening_rule,
            sandbox: self.sandbox,
            cancel: self.cancel,
        };
        let played = play(contestants, &settings, &mut *(self.console)(fixture.players));
        match played.ending.kind {
            Ending::Interrupted => None,
            // Ctrl-C in a terminal also reaches a player that is just starting.
            Ending::StartFailure if self.drain.load(Ordering::Relaxed) => None,
            Ending::RefereeFailure => {
                let reason = &played.ending.reason;
                let [first, second] = contestants.map(|contestant| &contestant.name);
                Some(Err(format!("game {} ({first} - {second}): {reason}", fixture.number)))
            }
            _ => {
                let clock = |contestant: &Contestant| contestant.clock(self.clock);
                let clocks = contestants.map(|contestant| {
                    clock(contestant).map_or(String::new(), |clock| clock.to_string())
                });
                Some(Ok(fixture.stored(played, self.sandbox, clocks)))
            }
        }
    }

    /// Plays a game unless a player is benched, and counts the faults in it at once, because the next game may start
    /// before this one is stored.
    fn play_or_forfeit(&self, fixture: &Fixture, shared: &Shared) -> Option<Message> {
        let bench = || shared.bench.lock().unwrap_or_else(PoisonError::into_inner);
        let contestants = self.contestants(fixture);
        let mut benched: Vec<Benched> = Vec::new();
        for (&player, contestant) in fixture.players.iter().zip(&contestants) {
            benched.extend(contestant.as_ref().err().and_then(|why| bench().put(player, why)));
        }
        let reasons = bench().of(fixture.players);
        let logged = match (contestants, reasons) {
            ([Ok(first), Ok(second)], [None, None]) => {
                match self.play(fixture, shared, [&first, &second])? {
                    Ok(logged) => logged,
                    Err(reason) => return Some(Message::Void(fixture.clone(), reason)),
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
