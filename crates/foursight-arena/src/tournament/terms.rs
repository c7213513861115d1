//! The terms of a tournament, stored with it: only the same terms can resume it.

use std::collections::HashSet;

use foursight::OpeningRule;
use foursight::record::{RecordError, size_text};
use serde::{Deserialize, Deserializer, Serialize};

use crate::tournament::benched::Annulment;
use crate::tournament::pair::pairs_of_round;
use crate::tournament::schedule::{Credit, Schedule};
use crate::tournament::stored_game::{StoredGame, TournamentHeader};

/// Everything that determines the games of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The description for reports.
    #[serde(flatten)]
    pub header: TournamentHeader,
    /// Its form.
    pub form: Schedule,
    /// The number of pairs of games that two players play when they meet.
    pub pairs: usize,
    /// The source of the openings, in words, with a hash of the file that holds them.
    pub openings: String,
    /// The opening rule of all games.
    #[serde(alias = "steal", deserialize_with = "read_opening_rule")]
    pub opening_rule: OpeningRule,
    /// The command that starts each player, in words that do not depend on the current directory.
    pub programs: Vec<String>,
    /// A hash of each player's files, empty for a player without files. If the command line names other folders, a `+`
    /// and a hash of the files in them follow.
    pub fingerprints: Vec<String>,
}

/// Reads a rule or, from a tournament of an earlier version, whether the pie rule applies.
fn read_opening_rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<OpeningRule, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "an opening rule is none, pie or swap")]
    enum Rule {
        Pie(bool),
        Named(OpeningRule),
    }
    Ok(match Rule::deserialize(deserializer)? {
        Rule::Pie(true) => OpeningRule::Pie,
        Rule::Pie(false) => OpeningRule::None,
        Rule::Named(rule) => rule,
    })
}

impl Terms {
    /// The points or stages that the schedule itself has given the players after these games.
    ///
    /// In a Swiss tournament, a meeting with a benched player counts as a bye for each of its opponents.
    pub fn credit(&self, games: &[StoredGame]) -> Credit {
        let needs_results = self.form.needs_results();
        let n_rounds = games.iter().map(|game| game.round).max().filter(|_| needs_results);
        let n_rounds = n_rounds.unwrap_or(0);
        let rounds: Vec<_> = (1..=n_rounds).map(|round| pairs_of_round(games, round)).collect();
        let mut credit = self.form.credit(self.header.players.len(), self.pairs, &rounds);
        if let Credit::Byes(points) = &mut credit {
            self.replace_annulled(points, games);
        }
        credit
    }

    /// Gives the points of a bye for each annulled meeting, and none to benched players.
    fn replace_annulled(&self, points: &mut [f64], games: &[StoredGame]) {
        let annulment = Annulment::of(games);
        let annulled = games.iter().filter(|game| annulment.covers(game));
        let meetings: HashSet<(usize, usize)> =
            annulled.flat_map(|game| game.players.map(|player| (game.round, player))).collect();
        for (_, player) in meetings {
            points[player] += 2.0 * self.pairs as f64;
        }
        for (player, points) in points.iter_mut().enumerate() {
            if annulment.is_benched(player) {
                *points = 0.0;
            }
        }
    }

    /// Checks what the JSON of the terms may get wrong; the error says which part is wrong.
    pub(super) fn checked(self) -> Result<Self, String> {
        let n_players = self.header.players.len();
        let Self { header: TournamentHeader { clocks, .. }, programs, fingerprints, .. } = &self;
        let lists = [("programs", programs), ("fingerprints", fingerprints), ("clocks", clocks)];
        for (what, list) in lists {
            if list.len() != n_players && !(what == "clocks" && list.is_empty()) {
                return Err(format!("there are {n_players} players, but {} {what}", list.len()));
            }
        }
        Ok(self)
    }

    /// Checks that a stored game can be one of the tournament; the error says why not.
    pub(super) fn check_game(&self, game: &StoredGame) -> Result<(), String> {
        let n_players = self.header.players.len();
        let [first, second] = game.players;
        if let Some(player) = game.players.into_iter().find(|&player| player >= n_players) {
            let last = n_players - 1;
            return Err(format!("there is no player {player}; players are numbered 0 to {last}"));
        }
        if first == second {
            return Err(format!("player {first} plays against itself"));
        }
        if game.round == 0 || game.number.div_ceil(2) != game.pair || game.pair == 0 {
            return Err(format!(
                "game {}, pair {} and round {} do not match",
                game.number, game.pair, game.round
            ));
        }
        match game.record(&self.header) {
            Err(RecordError::Result { result, on_board: Some(outcome) })
                if result.outcome() == Some(outcome) =>
            {
                Err(format!("the ending is {}, but on the board: {outcome}", game.ending))
            }
            Err(error) => Err(error.to_string()),
            Ok(_) => Ok(()),
        }
    }

    /// Checks that these terms can resume a tournament that was played on the terms `stored`.
    ///
    /// It can if both agree, except for new players at the end if `can_grow`, and for the programs and files of the
    /// players in `again`, whose games are replayed.
    ///
    /// # Errors
    ///
    /// Returns the first difference that prevents this.
    pub fn check_continues(
        &self,
        stored: &Self,
        can_grow: bool,
        again: &[String],
    ) -> Result<(), TermsError> {
        let n_players = stored.header.players.len();
        let n_new = self.header.players.len();
        let names = stored.header.players.iter();
        let left_out = names.filter(|name| !self.header.players.contains(name)).map(|name| &**name);
        let left_out: Vec<&str> = left_out.collect();
        if !left_out.is_empty() {
            let reason = format!("players of this tournament are missing: {}", left_out.join(", "));
            return Err(TermsError { reason, remedy: Some("include them".to_owned()) });
        }
        if n_new > n_players && !can_grow {
            let [stored, asked] = [stored, self].map(|terms| terms.header.players.join(", "));
            return Err(TermsError::different("the players", &stored, &asked));
        }
        let shared = |terms: &Self| {
            let header = &terms.header;
            [
                ("the board", size_text(header.size)),
                ("the schedule", header.schedule.clone()),
                ("the clock", header.clock.clone()),
                ("the seed", header.seed.to_string()),
                ("the number of pairs", terms.pairs.to_string()),
                ("the opening rule", terms.opening_rule.to_string()),
                ("the openings", terms.openings.clone()),
                ("the players", header.players[..n_players].join(", ")),
            ]
        };
        for ((what, stored), (_, asked)) in shared(stored).into_iter().zip(shared(self)) {
            if stored != asked {
                return Err(TermsError::different(what, &stored, &asked));
            }
        }
        let mut changes = self.changes(stored);
        changes.retain(|change| !again.contains(&change.name));
        let remedy = match &changes[..] {
            [] => return Ok(()),
            [PlayerChange { name, .. }] => format!("replay its games with --again {name}"),
            _ => "replay their games with --again changed".to_owned(),
        };
        Err(TermsError { reason: sentence(&changes), remedy: Some(remedy) })
    }

    /// The players of the terms `stored` that have changed. Both must have these players in the same order.
    pub fn changes(&self, stored: &Self) -> Vec<PlayerChange> {
        let change = |(player, name): (usize, &String)| {
            let name = name.clone();
            if !is_same(stored.fingerprints.get(player)?, self.fingerprints.get(player)?) {
                return Some(PlayerChange { name, setting: None });
            }
            let own = |terms: &Self| {
                Some([
                    ("program", terms.programs.get(player)?.clone()),
                    ("clock", terms.header.clock_of(player).to_owned()),
                ])
            };
            let mut pairs = own(stored)?.into_iter().zip(own(self)?);
            let ((what, stored), (_, asked)) = pairs.find(|(old, new)| old != new)?;
            let change = format!(
                "the {what} of {name}: {stored:?} when its games were played, {asked:?} now"
            );
            Some(PlayerChange { name, setting: Some(change) })
        };
        stored.header.players.iter().enumerate().filter_map(change).collect()
    }
}

/// Whether two fingerprints of a player agree. Earlier versions did not cover the folders that a command line names.
fn is_same(old: &str, new: &str) -> bool {
    old == new || new.split_once('+').is_some_and(|(files, _)| files == old)
}

/// The terms cannot resume a stored tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct TermsError {
    reason: String,
    /// What to do, if the tournament can be resumed in another way.
    pub(crate) remedy: Option<String>,
}

impl TermsError {
    fn different(what: &str, stored: &str, asked: &str) -> Self {
        let reason = format!("{what}: {stored:?} when the tournament began, {asked:?} now");
        Self { reason, remedy: None }
    }
}

/// A player that has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerChange {
    /// Its name.
    pub name: String,
    /// The way in which it is now started, or its clock, in words; `None` if its files have changed.
    pub setting: Option<String>,
}

/// All changes in one sentence.
fn sentence(changes: &[PlayerChange]) -> String {
    let names = changes.iter().filter(|change| change.setting.is_none());
    let names: Vec<&str> = names.map(|change| change.name.as_str()).collect();
    let whose = if names.len() == 1 { "its" } else { "their" };
    let files = (!names.is_empty()).then(|| {
        format!("the files of {} have changed since {whose} games were played", names.join(", "))
    });
    let settings = changes.iter().filter_map(|change| change.setting.clone());
    files.into_iter().chain(settings).collect::<Vec<_>>().join("; ")
}
