//! The threads of a class: they check and mark uploads, play the ladder, and grade games that somebody views.

#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{io, thread};

use foursight::notation::moves;
use foursight::{AnySize, OpeningRule};
use foursight_arena::{
    Clock, Contestant, Ending, GameSettings, GradeDepth, LoggedGame, OpeningSource, Openings,
    StoredGame, TimeLimits, give_way, play,
};

use super::next::Job;
use super::{Class, Failed, Inner, PATIENCE, Running};
use crate::bot::Bot;
use crate::nickname::stored_name;
use crate::store::{Fixture, Store, Version};

/// The niceness of the threads that play, which leave the processor to those that answer requests.
pub(super) const LADDER: i32 = 5;

/// The niceness of threads that leave the processor also to the ladder: for checks, grades, ratings and long reads.
pub(crate) const BACKGROUND: i32 = 19;

/// The number of moves on the board before a game of the ladder.
const OPENING_PLIES: usize = 6;

/// The time limit for grading a game; on large boards, only late moves are graded.
const GRADING_TIME: Duration = Duration::from_secs(20);

/// The time for which a server must have run before it deletes a class: somebody may just have started it to use it.
const SETTLED: Duration = Duration::from_hours(1);

/// Finds the next job of a thread.
type NextJob = fn(&mut Inner) -> rusqlite::Result<Option<Job>>;

impl Class {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// If the system does not grant a thread.
    pub fn start(self: &Arc<Self>) -> io::Result<()> {
        for number in 0..self.options.n_slots {
            let class = Arc::clone(self);
            let name = format!("ladder {number}");
            thread::Builder::new()
                .name(name)
                .spawn(move || class.work(LADDER, Inner::next_play))?;
        }
        // Neither a compiler nor a bot that sleeps through its check stops the ladder.
        let class = Arc::clone(self);
        let work = move || class.work(BACKGROUND, Inner::next_request);
        thread::Builder::new().name("checks".to_owned()).spawn(work)?;
        let class = Arc::clone(self);
        thread::Builder::new().name("finals".to_owned()).spawn(move || class.play_finals())?;
        self.rate();
        let class = Arc::clone(self);
        thread::Builder::new().name("ratings".to_owned()).spawn(move || class.keep_rating())?;
        Ok(())
    }

    /// Does what `next` says.
    fn work(&self, nice: i32, next: NextJob) {
        self.repeat(nice, || {
            let Some((job, running)) = self.next_job(next) else { return };
            let _running = InProgress { class: self, running };
            self.carry_out(job);
        });
    }

    /// Repeats a step of a thread until the server stops, also after a panic.
    pub(super) fn repeat(&self, nice: i32, step: impl Fn()) {
        give_way(nice);
        while !self.is_stopping.load(Ordering::Relaxed) {
            if catch_unwind(AssertUnwindSafe(&step)).is_err() {
                let name = thread::current().name().unwrap_or_default().to_owned();
                tracing::error!("{name} panicked and goes on");
                // A panic that recurs at once must not take all processor time.
                thread::sleep(PATIENCE);
            }
        }
    }

    /// The next job, which is then noted as running; `None` after a while without one.
    fn next_job(&self, next: NextJob) -> Option<(Job, Running)> {
        let mut inner = self.lock();
        self.remove_remains(&mut inner);
        match self.look(&mut inner, next) {
            Ok(Some(job)) => {
                let running = job.running();
                inner.running.push(running.clone());
                return Some((job, running));
            }
            Ok(None) => {}
            Err(error) => {
                self.note_damage(&error);
                inner.fail(&error.to_string(), self.options.pause);
            }
        }
        self.wait(inner);
        None
    }

    /// The next job, if there is one; a class that nobody has used for too long is deleted instead.
    fn look(&self, inner: &mut Inner, next: NextJob) -> rusqlite::Result<Option<Job>> {
        inner.store.pass_time()?;
        let job = if inner.is_in_trouble() { None } else { next(inner)? };
        if job.is_none() && self.clock.read().uptime > SETTLED && inner.store.is_overdue()? {
            tracing::info!("the class was deleted, because nobody had used it for too long");
            self.delete(inner)?;
        }
        Ok(job)
    }

    /// Deletes all data of the class except the teacher's link.
    pub(crate) fn delete(&self, inner: &mut Inner) -> rusqlite::Result<()> {
        self.removing(inner, Store::clear)?;
        inner.trouble = None;
        inner.try_again();
        self.forget(inner, self.folders_on_disk());
        Ok(())
    }

    fn carry_out(&self, job: Job) {
        let failed = match &job {
            Job::Check(version) => Some(Failed::Check(version.id)),
            Job::Half(fixture) => Some(Failed::Pair { id: fixture.pair, bots: fixture.bots }),
            Job::Grades(_) | Job::Mark(_) | Job::Pair(_) => None,
        };
        let marked = match &job {
            Job::Mark(version) => Some((version.id, stored_name(version.pupil))),
            _ => None,
        };
        let (running, begin) = (job.running(), self.clock.read().uptime);
        let done = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Check(version) => self.check(&version),
            Job::Grades(wanted) => self.grade(wanted.game),
            Job::Mark(version) => self.mark(&version),
            Job::Half(fixture) => self.play(&fixture),
            Job::Pair(bots) => self.add_pair(bots),
        }));
        let done = done.unwrap_or_else(|_| Err("server error; see the server's log".to_owned()));
        let time = self.clock.read().uptime.saturating_sub(begin);
        self.lock().charge(&running, time);
        if let Err(reason) = done {
            let mut inner = self.lock();
            if let Some((version, name)) = marked {
                inner.unmarked.insert(version, format!("{name}: {reason}"));
                return;
            }
            let given_up = failed.map_or(Ok(()), |failed| inner.note_failure(failed, &reason));
            let reason = given_up.map_or_else(|error| error.to_string(), |()| reason);
            inner.fail(&reason, self.options.pause);
        }
    }

    fn rules(&self) -> Result<(AnySize, Clock), String> {
        Ok(self.lock().store.settings().map_err(|error| error.to_string())?.rules())
    }

    fn check(&self, version: &Version) -> Result<(), String> {
        let (size, clock) = self.rules()?;
        let folder = self.folder(&version.folder);
        let programs = self.programs(&version.folder);
        let checked = self.in_arena(&self.is_stopping, |arena| {
            arena.check_handed_in(&folder, size, clock, &programs)
        });
        let mut checked = match checked {
            // The result of a stopped run means nothing.
            _ if self.is_stopping.load(Ordering::Relaxed) => return Ok(()),
            checked => checked.map_err(|error| error.without_place(&folder))?,
        };
        let mut inner = self.lock();
        let settings = inner.store.settings().map_err(|error| error.to_string())?;
        if let Some(reason) = settings.refusal(&checked.extension).filter(|_| checked.is_fit) {
            checked.is_fit = false;
            checked.report = reason;
        }
        let noted = inner.store.checked(version.id, checked.is_fit, &checked.report);
        inner.changed();
        noted.map_err(|error| error.to_string())
    }

    fn grade(&self, id: i64) -> Result<(), String> {
        let (game, size) = {
            let inner = self.lock();
            let settings = inner.store.settings().map_err(|error| error.to_string())?;
            let game = inner.store.game(id).map_err(|error| error.to_string())?;
            let Some(game) = game.filter(|game| game.grades.is_none()) else { return Ok(()) };
            (game.row.game, settings.size)
        };
        let depth =
            GradeDepth { has_reasons: true, time: Some(GRADING_TIME), cancel: &self.is_stopping };
        let grades = self.equipment.judge.grade(&game, size, depth);
        if self.is_stopping.load(Ordering::Relaxed) {
            return Ok(());
        }
        let saved = self.lock().store.save_grades(id, &grades);
        saved.map_err(|error| error.to_string())
    }

    /// Adds a pair, whose halves are played as soon as a thread is free.
    fn add_pair(&self, bots: [Bot; 2]) -> Result<(), String> {
        let ((size, _), judge) = (self.rules()?, &*self.equipment.judge);
        let openings = OpeningSource::Balanced(OPENING_PLIES);
        let openings = Openings::new(openings, size, fastrand::u64(..), judge, &self.is_stopping);
        let opening = openings.map_err(|error| error.to_string())?.get(0);
        let added = self.lock().store.add_pair(bots, &moves::write(&opening));
        added.map(|_| ()).map_err(|error| error.to_string())
    }

    fn play(&self, fixture: &Fixture) -> Result<(), String> {
        let (size, clock) = self.rules()?;
        let [red, yellow] = [0, 1].map(|index| self.contestant(fixture, index, (size, clock)));
        // If a player has been removed meanwhile, its game is gone, too.
        let (Some(red), Some(yellow)) = (red?, yellow?) else { return Ok(()) };
        let opening = moves::read(&fixture.opening, size).map_err(|error| error.to_string())?;
        let settings = GameSettings {
            size,
            opening: opening.moves(),
            clock,
            limits: TimeLimits::default(),
            opening_rule: OpeningRule::None,
            sandbox: &self.equipment.sandbox,
            cancel: &self.is_stopping,
        };
        let mut watched = self.boards.watched([&red.name, &yellow.name], false);
        let played = play([&red, &yellow], &settings, &mut *watched);
        match played.ending.kind {
            Ending::Interrupted => return Ok(()),
            Ending::RefereeFailure => return Err(played.ending.reason),
            _ => {}
        }
        let clocks = [(); 2].map(|()| clock.to_string());
        let unplayed = StoredGame::unplayed(fixture.pair as usize, [0, 1]);
        let logged = LoggedGame::of_played(&unplayed, played, &self.equipment.sandbox, clocks);
        let mut inner = self.lock();
        inner.store.finish(fixture, &logged).map_err(|error| error.to_string())?;
        inner.finished(fixture.bots);
        Ok(())
    }

    /// The contestant for one side of a game.
    fn contestant(
        &self,
        fixture: &Fixture,
        index: u8,
        (size, clock): (AnySize, Clock),
    ) -> Result<Option<Contestant>, String> {
        let bot = fixture.bots[usize::from(index)];
        // Each half has its own seeds.
        let seed = fixture.pair as u64 * 4 + u64::from(fixture.half * 2 + index);
        let id = match bot {
            Bot::Level(level) => {
                let name = format!("level {level}");
                return Ok(Some(self.equipment.judge.level(&name, level, size, seed)));
            }
            Bot::Version(id) => id,
        };
        let version = self.lock().store.version(id).map_err(|error| error.to_string())?;
        let Some(version) = version else { return Ok(None) };
        let name = stored_name(version.pupil);
        let folder = self.folder(&version.folder);
        let programs = self.programs(&version.folder);
        let player = self.in_arena(&self.is_stopping, |arena| {
            arena.handed_in(&folder, &name, (size, clock), &programs)
        });
        player.map(Some).map_err(|error| format!("{name}: {}", error.without_place(&folder)))
    }
}

/// A job that counts as running until this value is dropped.
struct InProgress<'a> {
    class: &'a Class,
    running: Running,
}

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.class.lock().running.retain(|other| *other != self.running);
        self.class.wake();
    }
}
