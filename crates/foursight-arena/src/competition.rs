//! A tournament with its players, settings and folder: opened or resumed, played, and reported.

mod resume;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use foursight_files::printable;
use foursight_sandbox::Sandbox;

use crate::entrant::missing_players;
use crate::entries::{Entries, default_folder, gather};
use crate::error::Result;
use crate::grader::n_cores;
use crate::report::Skipped;
use crate::tournament::store::read_terms;
use crate::{
    Annulment, Arena, ArenaError, Console, Entrant, Finish, OpeningSource, Openings, Results,
    Settings, Sprt, SprtRun, SprtStatus, Store, StoredGame, Terms, Tournament, TournamentEvent,
    confine,
};
use resume::{explain, in_stored_order, players_again, terms};

/// The maximum number of pairs in a test of strength.
const SPRT_PAIRS: usize = 10_000;

/// After this many repeated pairs in a row, a test of strength is reported as stuck.
const MANY_REPETITIONS: usize = 20;

/// The tournament that somebody wants.
#[derive(Clone, Debug, Default)]
pub struct CompetitionRequest {
    /// Players, folders of players, or `class.toml` files.
    pub players: Vec<String>,
    /// The settings, which take precedence over those of a `class.toml`.
    pub settings: Settings,
    /// The folder of the tournament; without one, it is beside the players.
    pub folder: Option<PathBuf>,
    /// The test that ends the tournament once it is decided which of two players is stronger.
    pub sprt: Option<Sprt>,
    /// The players whose games are played again, or `changed`.
    pub again: Vec<String>,
}

/// A tournament that is ready to play; nobody else can open its folder meanwhile.
pub struct Competition {
    folder: PathBuf,
    entrants: Vec<Entrant>,
    settings: Settings,
    skipped: Vec<Skipped>,
    /// The terms.
    pub terms: Terms,
    openings: OpeningSource,
    concurrency: NonZeroUsize,
    sandbox: Sandbox,
    store: Store,
    stored: Vec<StoredGame>,
    test: Option<SprtRun>,
}

/// The way in which a tournament is played and followed.
pub struct Spectators<'a> {
    /// The console for a game between the players with these names, red and yellow.
    pub console: &'a (dyn Fn([&str; 2]) -> Box<dyn Console> + Sync),
    /// Receives each event and the games so far.
    pub watch: &'a mut dyn FnMut(TournamentEvent<'_>, &[StoredGame]),
    /// When set, running games are aborted.
    pub abort: &'a AtomicBool,
}

/// A tournament that was played, at least in part.
pub struct PlayedCompetition {
    folder: PathBuf,
    skipped: Vec<Skipped>,
    /// The terms.
    pub terms: Terms,
    /// The games.
    pub finish: Finish,
    /// The test of strength, if there is one.
    pub test: Option<SprtRun>,
}

impl Arena<'_> {
    /// Opens a tournament, or resumes the one that is stored in its folder.
    ///
    /// # Errors
    ///
    /// If the request contradicts itself, players are missing, this machine cannot isolate or compile them, or the
    /// folder holds another tournament.
    pub fn open(&self, request: CompetitionRequest) -> Result<Competition> {
        let CompetitionRequest { players, settings, folder, sprt, again } = request;
        let folder = folder.unwrap_or_else(|| default_folder(&players));
        let stored_terms = read_terms(&folder).map_err(explain)?;
        let missing = stored_terms.as_ref().map_or_else(Vec::new, missing_players);
        let entries = gather(&players, settings, missing, &folder, self)?;
        let Entries { mut entrants, mut settings, skipped } = entries;
        check_number(entrants.len(), sprt.is_some())?;
        if sprt.is_some() {
            settings.pairs = settings.pairs.or(NonZeroUsize::new(SPRT_PAIRS));
        }
        if let Some(player) = entrants.iter().find(|entrant| entrant.needs_console()) {
            return Err(ArenaError::Usage(format!(
                "{player} needs a person at the console; use `foursight arena match`"
            )));
        }
        // Earlier versions used this default on boards other than 7x6.
        if stored_terms.as_ref().is_some_and(|terms| terms.openings == "random:6") {
            settings.openings.get_or_insert(OpeningSource::Random(6));
        }
        in_stored_order(&mut entrants, stored_terms.as_ref());
        for entrant in &mut entrants {
            entrant.follow(settings.clock());
        }
        confine(&mut entrants, Some(&folder));
        entrants.iter_mut().for_each(Entrant::remember);
        let concurrency = self.concurrency(&settings);
        let openings = settings.openings(&entrants)?;
        let schedule = settings.schedule(entrants.len())?;
        let identity = openings.identity(settings.size()?, self.judge)?;
        let terms = terms(&entrants, &settings, identity, stored_terms.as_ref())?;
        let again = players_again(&again, &entrants, &terms, stored_terms.as_ref(), self)?;
        // Openings that cannot be played leave the folder as it is.
        let size = terms.header.size;
        Openings::new(openings.clone(), size, settings.seed(), self.judge, self.stop)?;
        let sandbox = (self.isolate)(&entrants, std::slice::from_ref(&folder))?;
        let opened = Store::open(&folder, &terms, !schedule.needs_results(), &again);
        let (store, stored) = opened.map_err(explain)?;
        // Compiled programs are kept beside the stored games, where no player can reach them.
        let builds = self.compile(&mut entrants, &sandbox, &folder.join("programs"))?;
        for (entrant, build) in entrants.iter().zip(&builds) {
            if let Some(fault) = build.as_ref().and_then(|build| build.fault.as_ref()) {
                self.warn(&printable(&format!("{entrant} cannot play: {fault}")));
            }
        }
        let mut test = sprt.map(SprtRun::new);
        if let Some(test) = &mut test {
            // The test may already be decided.
            test.extend(Annulment::of(&stored).counting(&stored));
        }
        Ok(Competition {
            folder,
            entrants,
            settings,
            skipped,
            terms,
            openings,
            concurrency,
            sandbox,
            store,
            stored,
            test,
        })
    }

    /// Half of the cores; the other half is left for players with several threads and for other users of this machine.
    fn concurrency(&self, settings: &Settings) -> NonZeroUsize {
        let n_cores = n_cores();
        let half = NonZeroUsize::new(n_cores.get() / 2).unwrap_or(NonZeroUsize::MIN);
        let asked = settings.concurrency.unwrap_or(half);
        if asked > n_cores {
            self.warn(&format!(
                "{asked} concurrent games on {n_cores} cores: players will run short of time"
            ));
        }
        asked
    }
}

/// Checks that there are enough players.
fn check_number(n_players: usize, is_test: bool) -> Result<()> {
    let message = match n_players {
        0 | 1 => format!("a tournament needs at least two players; {n_players} given"),
        3.. if is_test => format!("--sprt compares two players, not {n_players}"),
        _ => return Ok(()),
    };
    Err(ArenaError::Usage(message))
}

impl Competition {
    /// The number of games played before.
    pub fn n_stored(&self) -> usize {
        self.stored.len()
    }

    /// Plays the missing games, and stores each one as it ends.
    ///
    /// # Errors
    ///
    /// If the openings' file has changed and can no longer be read.
    pub fn play(self, arena: &Arena<'_>, spectators: Spectators<'_>) -> Result<PlayedCompetition> {
        let Self { folder, entrants, settings, skipped, terms, mut store, stored, .. } = self;
        let Spectators { console, watch, abort } = spectators;
        let (size, seed, judge) = (terms.header.size, settings.seed(), arena.judge);
        let openings = Openings::new(self.openings, size, seed, judge, arena.stop)?;
        let tournament = Tournament {
            schedule: terms.form,
            n_players: entrants.len(),
            n_pairs: settings.n_pairs(),
            size,
            clock: settings.clock().shared(),
            limits: settings.limits(),
            opening_rule: settings.opening_rule(),
            opening: &|number| openings.get(number),
            contestant: &|player, seed| entrants[player].present(judge, size, seed),
            seed,
            console: &|players| console(players.map(|player| &*terms.header.players[player])),
            sandbox: &self.sandbox,
            concurrency: self.concurrency,
            patience: settings.patience(),
            drain: arena.stop,
            cancel: abort,
        };
        let mut test = self.test;
        let mut is_warned = false;
        let finish = tournament.run(&mut store, stored, &mut |event, games| {
                watch(event, games);
                let Some(test) = &mut test else { return ControlFlow::Continue(()) };
                match event {
                    TournamentEvent::Finished(game) => test.add(&game.game),
                    // With one of two players benched, no more games that count will be played.
                    TournamentEvent::Benched { .. } => return ControlFlow::Break(()),
                    TournamentEvent::Planned(_) | TournamentEvent::Started(_) => {}
                }
                if test.n_repeated_last() >= MANY_REPETITIONS && !is_warned {
                    is_warned = true;
                    arena.warn(
                        "the last pairs all repeat earlier ones move for move: between deterministic players the test \
                         may never end; give it more openings, as in --openings random:8",
                    );
                }
                if is_decided(test) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Ok(PlayedCompetition { folder, skipped, terms, finish, test })
    }
}

impl PlayedCompetition {
    /// The results.
    pub fn results(&self) -> Results<'_> {
        let (games, test) = (&self.finish.games, self.test.as_ref());
        Results::new(&self.folder, &self.terms, games, test, &self.skipped)
    }

    /// Whether the tournament was played and reported to its end.
    ///
    /// # Errors
    ///
    /// If it was not; [`ArenaError::Interrupted`] if it was stopped.
    pub fn check(&self, written: Result<()>, arena: &Arena<'_>) -> Result<()> {
        if let Some(failure) = &self.finish.failure {
            let failure = printable(failure);
            return Err(ArenaError::Failed(format!(
                "{failure}; fix that, then run the same command to continue"
            )));
        }
        let advice = "the report could not be written; fix this, then run the same command again";
        written.map_err(|error| error.within(advice))?;
        arena.check_stop()?;
        if self.finish.is_complete || self.test.as_ref().is_some_and(is_decided) {
            return Ok(());
        }
        Err(ArenaError::Failed("some games could not be played".to_owned()))
    }
}

fn is_decided(test: &SprtRun) -> bool {
    test.status() != SprtStatus::Continue
}
