//! Records: games as people keep them, with names, results and endings.
//!
//! A [`GameRecord`] is a game with facts that its moves do not show: who played, which moves were given at the start,
//! and how the game ended if the board does not show it. As text it is a block of a game file:
//!
//! ```text
//! [Event "club night"]
//! [Size "7x6"]
//! [First "alice"]
//! [Second "bob"]
//! [Opening "44"]
//! [Result "1-0"]
//! [Ending "line"]
//!
//! 444152535 1-0
//! ```
//!
//! A block has tags, an empty line, and a line with the moves and the result. The moves are a move string from the
//! empty board, which begins with the opening; a game without moves has `-`. The [`GameResult`] is `1-0`, `0-1`, `1/2`
//! or `*`. Readers accept moves in any form that [`moves::read`] knows, and games without a result. `Size` gives columns x rows, followed by a dash and the line length unless that is four (`9x7-5`); without
//! this tag the board is the standard one. `OpeningRule` names an [`OpeningRule`] that applies after the opening, and
//! `Swapped` is `yes` if the players have swapped sides by it, otherwise `no` or missing. `Ending` names an [`Ending`]
//! or has another word. In a value, `\"`, `\\` and `\n` stand for a quote, a backslash and a line break. Readers keep tags
//! they do not know and skip lines that begin with `;`.
//!
//! ```
//! use foursight::Player;
//! use foursight::notation::{Expected, Notation};
//! use foursight::record::{Ending, GameRecord, GameResult, read_games};
//!
//! let game = Notation::Moves.read("4455", Expected::default())?;
//! let mut record = GameRecord::new(game);
//! record.names[0] = Some("Ann".to_owned());
//! record.end(GameResult::win(Player::Second), Ending::Time);
//!
//! let text = record.text()?.to_string();
//! let read = read_games(&text)?.remove(0).record()?;
//! assert_eq!(read, record);
//! assert_eq!(read.ending(), Some(Ending::Time));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod game_file;
mod result;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::notation::{MovesError, NoMoveOrder, moves};
use crate::size::SizeError;
use crate::{AnySize, Column, Game, Opening, OpeningRule, OpeningRuleError, Outcome, Player};

pub use ending::{Ending, UnknownEnding};
pub use game_file::{GameFileError, GameText, is_game_file, read_games, read_size, size_text};
pub use result::{GameResult, UnknownResult};

/// A game with its players, its opening and its ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The moves and the resulting position.
    pub game: Game<AnySize>,
    /// The number of the game's moves that were given at the start; nobody chose them.
    pub n_opening: usize,
    /// The rule by which the players open, after the moves that were given.
    pub opening_rule: OpeningRule,
    /// Whether the players have swapped sides by this rule.
    pub is_swapped: bool,
    /// The names of the first and the second player, as the sides are now, if known.
    pub names: [Option<String>; 2],
    /// The way the game ended, if the board does not show it.
    pub decision: Option<Decision>,
    /// Further tags of its game file, in order.
    pub tags: Vec<(String, String)>,
}

/// An end that the board does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The cause of the end; `None` if the record does not say, or uses a word that is not an [`Ending`] and is kept as
    /// a tag.
    pub ending: Option<Ending>,
}

impl GameRecord {
    /// A record of `game`, whose players are not known yet.
    pub fn new(game: Game<AnySize>) -> Self {
        Self {
            game,
            n_opening: 0,
            opening_rule: OpeningRule::None,
            is_swapped: false,
            names: [None, None],
            decision: None,
            tags: Vec::new(),
        }
    }

    /// The outcome of the game, on the board or by a decision; `None` while it is open.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().or_else(|| self.decision.map(|decision| decision.outcome))
    }

    /// The outcome as a game file shows it.
    pub fn result(&self) -> GameResult {
        self.outcome().into()
    }

    /// The cause of the game's end; `None` while it is open, or if the record does not say.
    pub fn ending(&self) -> Option<Ending> {
        match self.game.outcome() {
            Some(Outcome::Win(_)) => Some(Ending::Line),
            Some(Outcome::Draw) => Some(Ending::Draw),
            None => self.decision?.ending,
        }
    }

    /// Ends the game in a way that the board does not show; [`GameResult::Unfinished`] reopens it.
    ///
    /// A game that is over on the board stays as it is.
    pub fn end(&mut self, result: GameResult, ending: Ending) {
        let is_open = self.game.outcome().is_none();
        self.decision = result
            .outcome()
            .filter(|_| is_open)
            .map(|outcome| Decision { outcome, ending: Some(ending) });
    }

    /// The moves that the players chose.
    pub fn played(&self) -> &[Column] {
        &self.game.moves()[self.n_opening..]
    }

    /// The number of moves with which nobody played for their own side: those that were given or placed by the rule.
    pub fn n_before_play(&self) -> usize {
        self.n_opening + self.opening_rule.n_placed()
    }

    /// The side, as the sides are now, of the player who makes the next move; `None` after the end.
    pub fn to_move(&self) -> Option<Player> {
        self.outcome().is_none().then(|| self.mover(self.game.moves().len()))
    }

    /// The side, as the sides are now, of the player who makes or made the move after `n_moves`.
    ///
    /// Nobody made the moves that were given: this answers as if they had been made in turn.
    pub fn mover(&self, n_moves: usize) -> Player {
        let sides = [self.game.start().side_to_move(), self.game.start().side_to_move().other()];
        match n_moves.checked_sub(self.n_opening) {
            None => sides[n_moves % 2],
            Some(n_played) => {
                self.opening_rule.mover(sides[self.n_opening % 2], n_played, self.is_swapped)
            }
        }
    }

    /// The mover's obligations and rights under the opening rule; none after the end.
    pub fn opening(&self) -> Opening {
        match self.outcome() {
            None => self.opening_rule.opening(self.played().len(), self.is_swapped),
            Some(_) => Opening { is_swapped: self.is_swapped, ..Opening::default() },
        }
    }

    /// The record as a block of a game file.
    ///
    /// If the game starts from a position, its opening consists of moves that lead there.
    ///
    /// # Errors
    ///
    /// If no sequence of moves that leads to the start of the game is found.
    pub fn text(&self) -> Result<GameText, NoMoveOrder> {
        let played = moves::of_game(&self.game)?;
        let n_chosen = self.played().len();
        let opening = moves::write(&played[..played.len() - n_chosen]);
        let result = self.result();
        let mut text = GameText { tags: Vec::new(), moves: moves::write(&played), result };
        let mut set = |name: &str, value: Option<&str>| {
            if let Some(value) = value {
                text.tags.push((name.to_owned(), value.to_owned()));
            }
        };
        let (event, others): (Vec<_>, Vec<_>) =
            self.tags.iter().partition(|(name, _)| name == "Event");
        for (name, value) in event {
            set(name, Some(value));
        }
        set("Size", Some(&size_text(self.game.position().size())));
        set("First", self.names[0].as_deref());
        set("Second", self.names[1].as_deref());
        set("Opening", Some(opening.as_str()).filter(|opening| !opening.is_empty()));
        let has_rule = self.opening_rule != OpeningRule::None;
        set(OPENING_RULE, Some(self.opening_rule.name()).filter(|_| has_rule));
        set(SWAPPED, Some("yes").filter(|_| self.is_swapped));
        set("Result", Some(result.symbol()));
        set(ENDING, self.ending().map(Ending::name));
        // A game that goes on has left behind the word for its end.
        let has_other_word = self.outcome().is_some() && self.ending().is_none();
        for (name, value) in others.into_iter().filter(|(name, _)| name != ENDING || has_other_word)
        {
            set(name, Some(value));
        }
        Ok(text)
    }
}

/// The tags for which [`GameRecord`] has fields.
const OWN_TAGS: [&str; 8] =
    ["Size", "First", "Second", "Opening", OPENING_RULE, SWAPPED, "Result", ENDING];

const OPENING_RULE: &str = "OpeningRule";
const SWAPPED: &str = "Swapped";

/// The end of the game: a tag like any other if it is not a word of [`Ending`].
const ENDING: &str = "Ending";

impl GameText {
    /// The game of the block, on its board.
    ///
    /// # Errors
    ///
    /// If there is no board of this size, a move cannot be played, there is no such opening rule, the tag `Swapped` is
    /// not `yes` or `no`, or the opening, a swap, the result or the ending contradict the moves.
    pub fn record(&self) -> Result<GameRecord, RecordError> {
        let size = self.tag("Size").map_or(Ok(AnySize::default()), read_size)?;
        let game = moves::read(&self.moves, size)?;
        let opening = self.tag("Opening").unwrap_or_default();
        if !self.moves.starts_with(opening) {
            return Err(RecordError::Opening(opening.to_owned()));
        }
        let n_opening = opening.chars().count();
        let is_swapped = match self.tag(SWAPPED) {
            Some("yes") => true,
            None | Some("no") => false,
            Some(tag) => return Err(RecordError::SwappedTag(tag.to_owned())),
        };
        let opening_rule = match self.tag(OPENING_RULE) {
            Some(name) => name.parse().map_err(RecordError::OpeningRule)?,
            // Earlier versions of the arena knew only this rule, and did not name it.
            None if is_swapped => OpeningRule::Pie,
            None => OpeningRule::None,
        };
        let n_played = game.moves().len() - n_opening;
        if is_swapped && !opening_rule.allows_swap(n_played) {
            return Err(RecordError::Swapped(opening_rule));
        }
        let name = |tag| self.tag(tag).filter(|name| !name.is_empty()).map(str::to_owned);
        let decision = self.decision(&game)?;
        let has_other_word = decision.is_some_and(|decision| decision.ending.is_none());
        let is_other = |(name, _): &&(String, String)| {
            !OWN_TAGS.contains(&name.as_str()) || (name == ENDING && has_other_word)
        };
        let tags = self.tags.iter().filter(is_other).cloned().collect();
        let names = [name("First"), name("Second")];
        Ok(GameRecord { game, n_opening, opening_rule, is_swapped, names, decision, tags })
    }

    /// The way the game ended, if the board does not show it.
    fn decision(&self, game: &Game<AnySize>) -> Result<Option<Decision>, RecordError> {
        let result = self.result;
        if let Some(tag) = self.tag("Result").filter(|tag| tag.parse() != Ok(result)) {
            return Err(RecordError::ResultTag { tag: tag.to_owned(), result });
        }
        let ending = self.tag(ENDING).and_then(|text| text.parse::<Ending>().ok());
        match (game.outcome(), result.outcome()) {
            (Some(on_board), claimed) if claimed != Some(on_board) => {
                Err(RecordError::Result { result, on_board: Some(on_board) })
            }
            (None, Some(_)) if ending.is_some_and(Ending::is_on_board) => {
                Err(RecordError::Result { result, on_board: None })
            }
            (None, Some(outcome)) => Ok(Some(Decision { outcome, ending })),
            (Some(_), _) | (None, None) => Ok(None),
        }
    }
}

/// The reason why a block of a game file is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// No board has this size.
    Size(SizeError),
    /// A move cannot be played.
    Moves(MovesError),
    /// The moves do not begin with this opening.
    Opening(String),
    /// There is no such opening rule.
    OpeningRule(OpeningRuleError),
    /// The text of the tag `Swapped` is not `yes` or `no`.
    SwappedTag(String),
    /// The players cannot have swapped sides yet, or not by this rule.
    Swapped(OpeningRule),
    /// The tag `Result` contradicts the result after the moves.
    ResultTag {
        /// The text of the tag.
        tag: String,
        /// The result after the moves.
        result: GameResult,
    },
    /// The moves lead to a result other than the block's.
    Result {
        /// The result in the block.
        result: GameResult,
        /// The board's own result; `None` if the game is open there.
        on_board: Option<Outcome>,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
            Self::Opening(opening) => {
                write!(f, "the moves do not begin with the opening {opening}")
            }
            Self::OpeningRule(error) => write!(f, "the tag OpeningRule: {error}"),
            Self::SwappedTag(tag) => write!(f, "the tag Swapped is yes or no, not {tag:?}"),
            Self::Swapped(rule) => match rule.n_placed() {
                0 => f.write_str("sides cannot be swapped without an opening rule"),
                n => {
                    write!(
                        f,
                        "by the opening rule {rule}, sides are swapped after move {n}, not earlier"
                    )
                }
            },
            Self::ResultTag { tag, result } => {
                write!(f, "the tag Result says {tag:?}, but {result} follows the moves")
            }
            Self::Result { result, on_board: Some(outcome) } => {
                write!(f, "the result is {result}, but on the board: {outcome}")
            }
            Self::Result { result, on_board: None } => {
                write!(f, "the result is {result}, but on the board the game is still open")
            }
        }
    }
}

impl core::error::Error for RecordError {}

impl From<SizeError> for RecordError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

impl From<MovesError> for RecordError {
    fn from(error: MovesError) -> Self {
        Self::Moves(error)
    }
}
