//! A finished game as stored and reported, and what all games of a tournament share.

use foursight::notation::moves;
use foursight::record::{Decision, GameRecord, GameResult, RecordError};
use foursight::{AnySize, Column, OpeningRule, Player};
use foursight_files::printable;
use foursight_sandbox::Sandbox;
use serde::{Deserialize, Serialize};

use crate::referee::ending::Ending;
use crate::referee::log::LogLine;
use crate::referee::play::PlayedGame;

/// A tournament's description, as reports show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentHeader {
    /// A title for people.
    pub name: String,
    /// The board; as text `7x6` or `9x7-5`.
    pub size: AnySize,
    /// The schedule in words.
    pub schedule: String,
    /// The shared clock of players without their own, or `dialect`: each player then uses its dialect's clock.
    pub clock: String,
    /// The clock of each player, unless all play by `clock`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<String>,
    /// The names of the players; everywhere else, players are indices into this list.
    pub players: Vec<String>,
    /// The seed of openings and levels.
    pub seed: u64,
}

impl TournamentHeader {
    /// The clock of a player.
    pub fn clock_of(&self, player: usize) -> &str {
        self.clocks.get(player).unwrap_or(&self.clock)
    }
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// Its round, from 1.
    pub round: usize,
    /// The number of its pair, from 1: two games with the same opening and sides swapped.
    pub pair: usize,
    /// The number of its pair among those of its two players, from 0: in this round or, if the schedule does not depend
    /// on results, in the whole tournament.
    pub meeting: usize,
    /// The player of the first disc, then the player of the second, as indices of the header's players.
    pub players: [usize; 2],
    /// The rule by which the game opened.
    #[serde(default)]
    pub opening_rule: OpeningRule,
    /// Whether the players swapped sides: `players` are then in reverse order, and the second of them opened.
    #[serde(default, alias = "stolen")]
    pub swapped: bool,
    /// The columns that nobody chose, as a move string.
    pub opening: String,
    /// The columns that the players chose, as a move string that continues the opening.
    pub moves: String,
    /// The result, in which the first player is the owner of the first disc.
    pub result: GameResult,
    /// The kind of ending.
    pub ending: Ending,
    /// The ending in words, with details such as the answer or the delay, and without control characters.
    pub reason: String,
    /// The time of each of `moves`, in microseconds.
    pub micros: Vec<u64>,
}

/// A finished game with its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoggedGame {
    /// The game.
    #[serde(flatten)]
    pub game: StoredGame,
    /// The conversation.
    #[serde(flatten)]
    pub transcript: Transcript,
}

/// The conversation of a game, and its conditions: too long to keep in memory for all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Transcript {
    /// The end of each player's standard error.
    pub errors: [String; 2],
    /// The lines written to the players and read from them, in order.
    pub log: Vec<LogLine>,
    /// The names of the layers of isolation that the players ran under.
    pub layers: Vec<String>,
    /// The clock of each player; empty for a person, for a game that was not played, and if an earlier version stored
    /// it.
    #[serde(default)]
    pub clocks: [String; 2],
}

impl LoggedGame {
    /// An `unplayed` game completed with its moves, its end and its conversation, played with these clocks.
    ///
    /// `unplayed` identifies the game; everything else in it is replaced.
    pub fn of_played(
        unplayed: &StoredGame,
        played: PlayedGame,
        sandbox: &Sandbox,
        clocks: [String; 2],
    ) -> Self {
        let columns: Vec<Column> = played.moves.iter().map(|played| played.column).collect();
        let side =
            |contestant: Player| if played.swapped { contestant.other() } else { contestant };
        let mut game = StoredGame {
            opening_rule: played.opening_rule,
            swapped: played.swapped,
            opening: moves::write(&played.opening),
            moves: moves::write(&columns),
            result: played.winner.map_or(GameResult::Draw, |winner| GameResult::win(side(winner))),
            ending: played.ending.kind,
            reason: printable(&played.ending.to_string()),
            micros: played.moves.iter().map(|played| played.time.as_micros() as u64).collect(),
            ..unplayed.clone()
        };
        let layers = sandbox.layers().iter().map(ToString::to_string).collect();
        let PlayedGame { errors, log, .. } = played;
        let mut transcript = Transcript { errors, log, layers, clocks };
        if played.swapped {
            game.players.swap(0, 1);
            transcript.errors.swap(0, 1);
            transcript.clocks.swap(0, 1);
            for line in &mut transcript.log {
                line.player = line.player.other();
            }
        }
        Self { game, transcript }
    }
}

impl StoredGame {
    /// The first game of a pair, before its first move.
    pub fn unplayed(pair: usize, players: [usize; 2]) -> Self {
        Self {
            number: 1,
            round: 1,
            pair,
            meeting: 0,
            players,
            opening_rule: OpeningRule::None,
            swapped: false,
            opening: String::new(),
            moves: String::new(),
            result: GameResult::Unfinished,
            ending: Ending::Interrupted,
            reason: String::new(),
            micros: Vec::new(),
        }
    }

    /// The columns of the opening and of the players, as a move string.
    pub fn all_moves(&self) -> String {
        format!("{}{}", self.opening, self.moves)
    }

    /// The game as this version stores it: earlier ones knew only the pie rule, and did not name it.
    #[must_use]
    pub(super) fn updated(self) -> Self {
        let is_earlier = self.swapped && self.opening_rule == OpeningRule::None;
        Self { opening_rule: if is_earlier { OpeningRule::Pie } else { self.opening_rule }, ..self }
    }

    /// The index of the player who won, if somebody did.
    pub fn winner(&self) -> Option<usize> {
        self.result.winner().map(|side| self.player(side))
    }

    /// The index of the player who lost, if somebody did.
    pub fn loser(&self) -> Option<usize> {
        self.result.loser().map(|side| self.player(side))
    }

    /// The index of the player who has `side`.
    pub fn player(&self, side: Player) -> usize {
        self.players[side]
    }

    /// The side of the player who chose the move with this index: under an opening rule, one player places discs of
    /// both sides.
    pub fn chooser(&self, index: usize) -> Player {
        let n_moves = self.opening.chars().count() + index;
        self.opening_rule.mover(Player::First, n_moves, self.swapped)
    }

    /// The game as a block of a game file.
    ///
    /// # Errors
    ///
    /// If the moves cannot be played on the tournament's board, or lead to another result or ending.
    pub fn record(&self, header: &TournamentHeader) -> Result<GameRecord, RecordError> {
        let mut record = GameRecord::new(moves::read(&self.all_moves(), header.size)?);
        record.n_opening = self.opening.chars().count();
        (record.opening_rule, record.is_swapped) = (self.opening_rule, self.swapped);
        record.names = self.players.map(|player| header.players.get(player).cloned());
        let (on_board, claimed) = (record.game.outcome(), self.result);
        if on_board.is_none() {
            let decide = |outcome| Decision { outcome, ending: None };
            record.decision = claimed.outcome().map(decide);
        }
        if record.result() != claimed || on_board.is_some() != self.ending.is_on_board() {
            return Err(RecordError::Result { result: claimed, on_board });
        }
        let tag = |name: &str, value: String| (name.to_owned(), value);
        record.tags = vec![tag("Event", header.name.clone())];
        let ending = record.decision.map(|_| tag("Ending", self.ending.to_string()));
        record.tags.extend(ending);
        record.tags.extend([
            tag("Game", self.number.to_string()),
            tag("Round", self.round.to_string()),
            tag("Reason", self.reason.clone()),
        ]);
        Ok(record)
    }
}
