//! Tournaments and games as they are stored and reported: plain data that goes to JSON and back.

use foursight::game_file::GameText;
use serde::{Deserialize, Serialize};

use crate::referee::log::LogLine;

/// What a tournament is, said once at its start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentHeader {
    /// A title for people.
    pub name: String,
    /// Board and line length, as in `7x6` or `9x7-5`.
    pub size: String,
    /// `round robin`, `gauntlet`, `swiss` or `knockout`.
    pub schedule: String,
    /// The time for a player, in words.
    pub clock: String,
    /// The names of the players, whose index is used everywhere else.
    pub players: Vec<String>,
    /// The number that openings and levels come from.
    pub seed: u64,
}

/// One finished game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// Its round, from 1.
    pub round: usize,
    /// The number of its pair, from 1: two games with the same opening and sides swapped.
    pub pair: usize,
    /// Which of the pairs of its two players in this round or, where the schedule does not depend on
    /// results, in all of the tournament, from 0.
    pub meeting: usize,
    /// Who moved first and who second, as indices of the header's players.
    pub players: [usize; 2],
    /// Whether the player of the second disc took the first one over: `players` are then the other way
    /// round than they began, and the first disc was chosen by the second of them.
    #[serde(default)]
    pub stolen: bool,
    /// The columns that nobody chose, as a move string.
    pub opening: String,
    /// The columns that the players chose, as a move string that goes on after the opening.
    pub moves: String,
    /// `1-0` if the player of the first disc won, `0-1` if the other did, `1/2` for a draw.
    pub result: String,
    /// The kind of ending, as in `line`, `draw`, `late` (`Termination::kind`).
    pub ending: String,
    /// The ending in words, with what was read and by how much.
    pub reason: String,
    /// The time of each of `moves`, in microseconds.
    pub micros: Vec<u64>,
    /// The end of what each of `players` wrote to standard error.
    pub errors: [String; 2],
    /// What was written to the players and read from them, in order.
    pub log: Vec<LogLine>,
    /// The isolation that the players ran under, a name for each layer.
    pub layers: Vec<String>,
}

/// The game file of a tournament.
pub fn write_games(header: &TournamentHeader, games: &[StoredGame]) -> String {
    let blocks = games.iter().map(|game| game.text(header).to_string());
    blocks.collect::<Vec<_>>().join("\n")
}

impl StoredGame {
    /// The game as it stands in a game file.
    fn text(&self, header: &TournamentHeader) -> GameText {
        let player = |seat: usize| header.players.get(self.players[seat]).cloned();
        let tags = [
            ("Event", header.name.clone()),
            ("Size", header.size.clone()),
            ("Game", self.number.to_string()),
            ("Round", self.round.to_string()),
            ("First", player(0).unwrap_or_default()),
            ("Second", player(1).unwrap_or_default()),
            ("Opening", self.opening.clone()),
            ("Result", self.result.clone()),
            ("Ending", self.ending.clone()),
            ("Reason", self.reason.clone()),
        ];
        let stolen = self.stolen.then(|| ("Stolen", "yes".to_owned()));
        GameText {
            tags: tags
                .into_iter()
                .chain(stolen)
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            moves: format!("{}{}", self.opening, self.moves),
            result: self.result.clone(),
        }
    }
}
