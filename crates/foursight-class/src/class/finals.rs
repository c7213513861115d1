//! Final tournaments: the arena plays them in separate folders, while the ladder is paused.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use foursight::Size;
use foursight_arena::{Arena, ArenaError, CompetitionRequest, Spectators, store};
use serde::Deserialize;

use super::arena::until;
use super::work::LADDER;
use super::{Class, Inner, Running};
use crate::nickname::{Names, folder_name, stored_name};
use crate::settings::Settings;
use crate::store::{Final, FinalState, Pupil, VersionState, make_folder};

/// The folder of all final tournaments.
pub(super) const FINALS: &str = "finals";

/// Tournament formats: their names in a `class.toml` and for people.
pub(crate) const FORMS: [(&str, &str); 4] = [
    ("round-robin", "Round robin: everybody meets everybody"),
    ("swiss", "Swiss: players with equal points meet"),
    ("knockout", "Knockout: the loser is out"),
    ("gauntlet", "Gauntlet: one player meets all others"),
];

/// The maximum number of pairs of games in a meeting.
pub(crate) const MAX_PAIRS: u32 = 10;

/// The teacher's choices.
pub(crate) struct FinalForm {
    /// One of [`FORMS`].
    pub(crate) schedule: &'static str,
    pub(crate) n_pairs: u32,
    /// The level that takes part; in a gauntlet, this level meets all other players.
    pub(crate) level: Option<u8>,
}

/// A place in the result of a tournament.
#[derive(Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) name: String,
    pub(crate) points: f64,
}

#[derive(Deserialize)]
struct Places {
    standings: Vec<Place>,
}

impl Class {
    /// Starts a final tournament between all active bots, strongest first; the inner error says why it does not start.
    pub(crate) fn start_final(
        &self,
        inner: &mut Inner,
        form: &FinalForm,
    ) -> rusqlite::Result<Result<(), String>> {
        if inner.store.running_final()?.is_some() {
            return Ok(Err("a final tournament is already running".to_owned()));
        }
        let table = inner.table()?;
        let playing = table.rows.iter().filter_map(|row| {
            let version = row.version.as_ref()?;
            (version.state == VersionState::Fit).then(|| (row.pupil.id, &*version.folder))
        });
        let players: Vec<(i64, &str)> = playing.collect();
        if players.len() + usize::from(form.level.is_some()) < 2 {
            return Ok(Err("a tournament needs at least two players".to_owned()));
        }
        let class_file = class_file(&inner.store.settings()?, form, &players);
        inner.store.add_final(&folder_name(), form.schedule, &class_file)?;
        self.wake();
        Ok(Ok(()))
    }

    /// The folder of a final tournament with its result.
    pub(crate) fn result(&self, folder: &str) -> PathBuf {
        self.options.folder.join(FINALS).join(folder).join("arena")
    }

    /// The current places, if known, with names as the class sees them.
    pub(crate) fn places(&self, inner: &Inner, folder: &str) -> rusqlite::Result<Vec<Place>> {
        let text = fs::read(self.result(folder).join("standings.json")).unwrap_or_default();
        let places = serde_json::from_slice::<Places>(&text).map(|places| places.standings);
        let mut places = places.unwrap_or_default();
        inner.name_for_class(places.iter_mut().map(|place| &mut place.name))?;
        Ok(places)
    }

    /// The number of games played in a final tournament.
    pub(crate) fn n_games(&self, folder: &str) -> usize {
        let games = self.result(folder).join(store::GAMES);
        fs::read_to_string(games).map_or(0, |text| text.lines().count())
    }

    /// Plays final tournaments until the server stops; the next server continues them.
    pub(super) fn play_finals(&self) {
        self.repeat(LADDER, || {
            if let Some(next) = self.next_final() {
                self.play_final(&next);
            }
        });
    }

    /// The tournament to play, once no bot is playing in the ladder or for its marks; `None` after a while without one.
    fn next_final(&self) -> Option<Final> {
        let inner = self.lock();
        let next = inner.store.running_final().unwrap_or_else(|error| {
            tracing::warn!(%error, "final tournaments");
            None
        });
        let is_busy = inner
            .running
            .iter()
            .any(|running| matches!(running, Running::Game { .. } | Running::Mark(_)));
        if next.is_some() && !is_busy {
            return next;
        }
        self.wait(inner);
        None
    }

    fn play_final(&self, played: &Final) {
        let folder = self.options.folder.join(FINALS).join(&played.folder);
        // Once a run was told to stop, its result means nothing, even if the tournament has been resumed since.
        let was_over = AtomicBool::new(false);
        let is_over = || {
            let state = self.lock().store.final_with(played.id).map(|row| row.map(|row| row.state));
            let is_over = state != Ok(Some(FinalState::Running));
            let is_over = is_over || self.is_stopping.load(Ordering::Relaxed);
            was_over.fetch_or(is_over, Ordering::Relaxed) || is_over
        };
        let done = until(&is_over, |stop| {
            write_class_file(&folder, &played.class_file)?;
            let played = self.in_arena(stop, |arena| self.play_class_file(&folder, arena, stop));
            played.map_err(|error| error.without_place(&folder))
        });
        if !is_over() {
            let (state, trouble) = match done {
                Ok(()) => (FinalState::Ended, String::new()),
                Err(reason) => (FinalState::Stopped, reason),
            };
            if let Err(error) = self.lock().store.set_final(played.id, state, &trouble) {
                tracing::warn!(%error, "the end of a final tournament could not be stored");
            }
        }
        let mut inner = self.lock();
        // The tournament may have been removed while it was writing.
        if matches!(inner.store.final_with(played.id), Ok(None)) {
            self.forget(&mut inner, [played.folder.clone()]);
        }
        drop(inner);
        self.wake();
    }

    /// Plays or resumes the tournament of the `class.toml` in a folder, until it is complete or `stop` is set. Its
    /// subfolder `arena` holds the result, which `foursight arena show` reads.
    fn play_class_file(
        &self,
        folder: &Path,
        arena: &Arena<'_>,
        stop: &AtomicBool,
    ) -> Result<(), ArenaError> {
        self.boards.clear();
        let players = vec![folder.display().to_string()];
        let request = CompetitionRequest { players, ..CompetitionRequest::default() };
        let spectators = Spectators {
            console: &|players| self.boards.watched(players, true),
            watch: &mut |_, _| {},
            abort: stop,
        };
        let played = arena.open(request)?.play(arena, spectators)?;
        let written = played.results().write(arena, &self.equipment.drawing, true);
        match played.check(written, arena) {
            Err(ArenaError::Interrupted) => Ok(()),
            checked => checked,
        }
    }
}

fn write_class_file(folder: &Path, content: &str) -> Result<(), String> {
    let explain = |error| format!("{}: {error}", folder.display());
    folder.parent().map_or(Ok(()), make_folder).map_err(explain)?;
    make_folder(folder).map_err(explain)?;
    foursight_files::write(&folder.join("class.toml"), content.as_bytes()).map_err(explain)
}

impl Inner {
    /// The names with which the teacher reads stored texts.
    pub(crate) fn names(&self) -> rusqlite::Result<Names> {
        let pupils = self.store.pupils()?.into_iter();
        Ok(Names(pupils.map(|pupil| (pupil.id, pupil.nickname)).collect()))
    }

    /// Replaces the players' stored names in a final tournament with the names that the class sees.
    pub(crate) fn name_for_class<'a>(
        &self,
        names: impl IntoIterator<Item = &'a mut String>,
    ) -> rusqlite::Result<()> {
        let pupils = self.store.pupils()?;
        let shown = Names(pupils.iter().map(|pupil| (pupil.id, pupil.shown())).collect());
        for name in names {
            // Earlier versions stored nicknames.
            let pupil = pupils.iter().find(|pupil| pupil.nickname == *name);
            *name = pupil.map_or_else(|| shown.read(name), Pupil::shown);
        }
        Ok(())
    }
}

/// A file with the players and rules of a tournament, as `foursight arena run` reads it.
fn class_file(settings: &Settings, form: &FinalForm, players: &[(i64, &str)]) -> String {
    let mut text = rules(settings);
    let (FinalForm { schedule, n_pairs, .. }, seed) = (form, fastrand::u32(..));
    write!(text, "schedule = \"{schedule}\"\npairs = {n_pairs}\nseed = {seed}\n")
        .expect("a string takes all");
    let pupils = players.iter().map(|(pupil, folder)| player(*pupil, folder));
    let level = form.level.map(|level| {
        format!("\n[[player]]\nname = \"level {level}\"\nplayer = \"level:{level}\"\n")
    });
    let mut entries: Vec<String> = pupils.collect();
    // The first player is the challenger of a gauntlet.
    let place = if form.schedule == "gauntlet" { 0 } else { entries.len() };
    entries.splice(place..place, level);
    for entry in entries {
        write!(text, "{entry}").expect("a string takes all");
    }
    text
}

/// The rules of a class, as the beginning of a `class.toml`.
pub(super) fn rules(settings: &Settings) -> String {
    let (name, size, clock) = (quoted(&settings.name), settings.size, settings.clock());
    let (width, height, connect) = (size.width(), size.height(), size.connect());
    format!(
        "[tournament]\nname = {name}\nclock = \"{clock}\"\nsize = \"{width}x{height}\"\nconnect = {connect}\n"
    )
}

/// A pupil's version, as an entry of a `class.toml` in a folder beside the uploads.
fn player(pupil: i64, folder: &str) -> String {
    let name = stored_name(pupil);
    format!("\n[[player]]\nname = \"{name}\"\nfile = \"../../uploads/{folder}\"\n")
}

/// A TOML string. Names have no control characters, so the JSON form is also valid TOML.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_has_the_pupils_by_strength_and_a_level() {
        let players = [(7, "aa"), (3, "bb")];
        let file = |schedule, level| {
            let form = FinalForm { schedule, n_pairs: 2, level };
            class_file(&Settings::default(), &form, &players)
        };
        let swiss = file("swiss", Some(4));
        let [rules, ann, bob, level] = &swiss.split("\n[[player]]\n").collect::<Vec<_>>()[..]
        else {
            panic!("{swiss}")
        };
        assert!(rules.starts_with("[tournament]\nname = \"Our class\"\nclock = \"1s\"\n"));
        assert!(rules.contains("\nsize = \"7x6\"\nconnect = 4\nschedule = \"swiss\"\npairs = 2\n"));
        assert_eq!(*ann, "name = \"pupil#7\"\nfile = \"../../uploads/aa\"\n");
        assert_eq!(*bob, "name = \"pupil#3\"\nfile = \"../../uploads/bb\"\n");
        assert_eq!(*level, "name = \"level 4\"\nplayer = \"level:4\"\n");
        let first = |file: String| file.split("[[player]]\n").nth(1).unwrap().to_owned();
        assert!(first(file("gauntlet", Some(4))).starts_with("name = \"level 4\""));
        assert!(first(file("gauntlet", None)).starts_with("name = \"pupil#7"));
    }
}
