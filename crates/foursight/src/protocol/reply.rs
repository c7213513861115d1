//! Replies of an engine.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::CommandError;
use crate::notation::moves;
use crate::{Column, Score, Verdict};

/// What stands for the value of a full column, as in `foursight solve --all`.
const FULL: &str = "-1000";

/// A line in an engine's reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The board is empty.
    PositionReset,
    /// This many moves were played on the empty board.
    Played(usize),
    /// The value of a move, in a list of all moves.
    Column(Column, Value),
    /// The best move.
    BestMove(BestMove),
    /// Swapping sides is better than every move.
    Swap,
    /// Number of positions searched for the best move.
    Nodes(u64),
    /// All earlier commands have been carried out.
    Ready,
    /// The board is full.
    NoMoves,
    /// The state of a search.
    Info(Info),
    /// The value of each column, from the left; `None` if it is full.
    Scores(Vec<Option<Value>>),
    /// There is no command with this name.
    UnknownCommand(String),
    /// The error in a command, which changed nothing.
    Error(String),
    /// A line for people, without its line break: a row of the board, help, a setting, a greeting.
    Text(String),
}

/// The answer to [`Command::Go`](super::Command::Go).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The column to play.
    pub column: Column,
    /// Its value, if the engine reports it.
    pub value: Option<Value>,
}

/// The value of a position or a move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A win with the next disc.
    WinsNow,
    /// The exact score.
    Exact(Score),
    /// The score lies between these bounds.
    Between(Score, Score),
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The rank of the move, from 1, where the engine reports several.
    pub rank: Option<usize>,
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// Positions searched so far.
    pub nodes: u64,
    /// Time since the search started, to the millisecond.
    pub time: Duration,
    /// The best play of both sides, as far as known.
    pub principal_variation: Vec<Column>,
}

impl Value {
    /// The value of a score between two bounds.
    pub fn between(lower: Score, upper: Score) -> Self {
        if lower == upper { Self::Exact(lower) } else { Self::Between(lower, upper) }
    }

    fn read(word: &str) -> Option<Self> {
        let score = |text: &str| text.parse().ok().map(Score::new);
        match word.split_once("..") {
            _ if word == "WIN" => Some(Self::WinsNow),
            Some((lower, upper)) => Some(Self::Between(score(lower)?, score(upper)?)),
            None => Some(Self::Exact(score(word)?)),
        }
    }
}

impl Info {
    /// Reads fields, each a name and a value.
    fn of_fields(fields: &[&str]) -> Option<Self> {
        let (pairs, []) = fields.as_chunks() else { return None };
        let find = |name| pairs.iter().find(|[field, _]| *field == name).map(|[_, value]| *value);
        let score = |name| Some(Score::new(find(name)?.parse().ok()?));
        let columns = find("pv").unwrap_or_default().chars().map(Column::from_symbol);
        Some(Self {
            rank: find("multipv").map(str::parse).transpose().ok()?,
            lower: score("lower")?,
            upper: score("upper")?,
            nodes: find("nodes")?.parse().ok()?,
            time: Duration::from_millis(find("time")?.parse().ok()?),
            principal_variation: columns.collect::<Option<_>>()?,
        })
    }

    /// Positions searched per second; `None` before the first millisecond.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let millis = u64::try_from(self.time.as_millis()).ok()?;
        self.nodes.saturating_mul(1_000).checked_div(millis)
    }
}

impl Reply {
    /// The reply on a line, ignoring a prompt before it.
    ///
    /// A line without another meaning is a [`Reply::Text`], so engines may send more than a driver understands.
    ///
    /// ```
    /// use foursight::Column;
    /// use foursight::protocol::Reply;
    ///
    /// let Reply::BestMove(best) = Reply::read("> bestmove 4 score 1 (WIN)") else { panic!() };
    /// assert_eq!(best.column, Column::new(3));
    /// ```
    pub fn read(line: &str) -> Self {
        let line = line.trim_end_matches(['\r', '\n']);
        let bare = line.trim_start_matches("> ");
        let words: Vec<&str> = bare.split_whitespace().collect();
        Self::of_words(&words).unwrap_or_else(|| match bare.strip_prefix("error: ") {
            Some(message) => Self::Error(message.to_owned()),
            None => Self::Text(line.to_owned()),
        })
    }

    fn of_words(words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["Position", "reset", "to", "empty", "board"] => Self::PositionReset,
            ["Played", n, "moves"] => Self::Played(n.parse().ok()?),
            ["Column", column, "score", value] => {
                Self::Column(read_column(column.strip_suffix(':')?)?, Value::read(value)?)
            }
            ["bestmove", "swap"] => Self::Swap,
            ["bestmove", column] => {
                Self::BestMove(BestMove { column: read_column(column)?, value: None })
            }
            ["bestmove", column, "score", value, ..] => {
                let value = Some(Value::read(value)?);
                Self::BestMove(BestMove { column: read_column(column)?, value })
            }
            ["Nodes", "analyzed:", n] => Self::Nodes(n.parse().ok()?),
            ["Game", "is", "a", "draw", ..] => Self::NoMoves,
            ["readyok"] => Self::Ready,
            ["info", ref fields @ ..] => Self::Info(Info::of_fields(fields)?),
            ["Unknown", "command:", name, ..] => Self::UnknownCommand(name.to_owned()),
            ["scores", ref values @ ..] => {
                let read = |word: &&str| match *word {
                    FULL => Some(None),
                    word => Value::read(word).map(Some),
                };
                Self::Scores(values.iter().map(read).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }
}

fn read_column(word: &str) -> Option<Column> {
    let mut symbols = word.chars();
    let column = Column::from_symbol(symbols.next()?)?;
    symbols.next().is_none().then_some(column)
}

/// The reply to an unknown command.
impl From<CommandError> for Reply {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Unknown(name) => Self::UnknownCommand(name),
            CommandError::Words(message) => Self::Error(message),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PositionReset => f.write_str("Position reset to empty board"),
            Self::Played(n) => write!(f, "Played {n} moves"),
            Self::Column(column, value) => write!(f, "  Column {}: score {value}", column.symbol()),
            Self::BestMove(best) => best.fmt(f),
            Self::Swap => f.write_str("bestmove swap"),
            Self::Nodes(n) => write!(f, "Nodes analyzed: {n}"),
            Self::Ready => f.write_str("readyok"),
            Self::NoMoves => f.write_str("Game is a draw - no moves available"),
            Self::Info(info) => info.fmt(f),
            Self::Scores(values) => {
                f.write_str("scores")?;
                values.iter().try_for_each(|value| match value {
                    Some(value) => write!(f, " {value}"),
                    None => write!(f, " {FULL}"),
                })
            }
            Self::UnknownCommand(name) => {
                write!(f, "Unknown command: {name} (type 'help' for commands)")
            }
            Self::Error(message) => write!(f, "error: {message}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.column.symbol())?;
        let Some(value) = self.value else { return Ok(()) };
        write!(f, " score {value}")?;
        match value {
            Value::WinsNow => f.write_str(" (immediate)"),
            Value::Exact(score) => f.write_str(match score.verdict() {
                Verdict::Win => " (WIN)",
                Verdict::Draw => " (DRAW)",
                Verdict::Loss => " (LOSE)",
            }),
            Value::Between(..) => Ok(()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WinsNow => f.write_str("WIN"),
            Self::Exact(score) => score.fmt(f),
            Self::Between(lower, upper) => write!(f, "{lower}..{upper}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rank, lower, upper, nodes, time, principal_variation } = self;
        f.write_str("info")?;
        if let Some(rank) = rank {
            write!(f, " multipv {rank}")?;
        }
        write!(f, " lower {lower} upper {upper} nodes {nodes} time {}", time.as_millis())?;
        if let Some(speed) = self.nodes_per_second() {
            write!(f, " nps {speed}")?;
        }
        if principal_variation.is_empty() {
            return Ok(());
        }
        write!(f, " pv {}", moves::write(principal_variation))
    }
}
