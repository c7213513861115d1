//! Dialects: how the referee addresses programs and reads their answers.
//!
//! Each dialect is a `Speech` in a file of `dialect/`. The referee's lines depend on the `Briefing`, which stays the
//! same through a game, and on each `MoveRequest`. `docs/dialects.md` shows them all.

mod bolosseum;
mod called;
mod codingame;
mod columns;
mod competition;
pub(crate) mod detect;
mod foursight;
mod grid_json;
mod prompts;
mod python;

use std::path::PathBuf;
use std::time::Duration;

use ::foursight::{AnySize, Board, Column, Game, Opening, OpeningRule, Player, Size};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

pub(crate) use detect::is_archive;

use crate::referee::clock::{Clock, RunningClock};
use crate::referee::ending_detail::BotAnswer;

/// The dialect that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", parse_err_ty = String, parse_err_fn = unknown)]
pub enum Dialect {
    /// The lines of `docs/protocol.md`, with `go movetime MS`.
    Foursight,
    /// The same lines without limits, as the Marlin engine understands them.
    Marlin,
    /// Columns from 0: `go!` for the first move of the game, then the opponent's column for each move.
    Columns,
    /// A Ruby class whose name ends in `Player`, with `name` and `take_turn(state, colour)`.
    Ruby,
    /// A Python file whose last callable takes an observation and a configuration, as on Kaggle.
    Kaggle,
    /// `settings`, `update game field` and `action move` lines, the field in rows.
    #[strum(serialize = "theaigames")]
    TheAiGames,
    /// The same messages in other words, with the field as one list of cells.
    Riddles,
    /// Numbers and rows of characters on lines, and a first disc that can be stolen.
    #[strum(serialize = "codingame")]
    CodinGame,
    /// `{"grid":[columns]}` in, `{"move":C}` out, one line each.
    GridJson,
    /// `{"action":"play-turn","board":[rows],...}` in, `{"play":C}` out, one run for each message.
    Bolosseum,
    /// The opponent's columns from 1 in, and text for a person out, in which the program states its moves.
    Prompts,
    /// A Python function `agent(board)`.
    Board,
    /// A Python class `AIPlayer(player_number)` with `get_alpha_beta_move(board)`.
    AlphaBeta,
    /// A Python class `C4Agent` with `move(symbol, board, last_move)`.
    C4Agent,
    /// A Python class `AIPlayer(checker, tiebreak, lookahead)` with `next_move(board)`.
    NextMove,
}

impl Dialect {
    /// All dialects.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether the arena calls a class or a function in the player's file, through a script that reads the lines.
    pub fn is_called(self) -> bool {
        let of_courses = [Self::Board, Self::AlphaBeta, Self::C4Agent, Self::NextMove];
        matches!(self, Self::Ruby | Self::Kaggle) || of_courses.contains(&self)
    }

    /// Whether a game can start from an opening.
    pub fn takes_openings(self) -> bool {
        !matches!(self, Self::Columns | Self::Prompts)
    }

    /// Whether a player of the dialect can open the game by this rule, or answer such an opening.
    ///
    /// The player that opens must be told of a swap, which changes its color, and may have to place discs for both sides.
    pub fn takes_rule(self, rule: OpeningRule, player: Player) -> bool {
        match (rule, player) {
            (OpeningRule::None, _) | (OpeningRule::Pie, Player::Second) => true,
            (OpeningRule::Pie, Player::First) => {
                matches!(self, Self::Foursight | Self::Marlin | Self::CodinGame)
            }
            (OpeningRule::Swap, Player::First) => matches!(self, Self::Foursight | Self::Marlin),
            (OpeningRule::Swap, Player::Second) => self.takes_openings() && self != Self::CodinGame,
        }
    }

    /// The clock of the referee that its players were written for; `None` if they play by any clock.
    pub fn clock(self) -> Option<Clock> {
        match self {
            Self::Columns => Some(Clock::PerMove(Duration::from_millis(1100))),
            Self::Kaggle => Some(Clock::Kaggle),
            Self::TheAiGames | Self::Riddles => Some(Clock::TheAiGames),
            Self::CodinGame => Some(Clock::CodinGame),
            Self::AlphaBeta => Some(Clock::PerMove(Duration::from_secs(5))),
            _ => None,
        }
    }

    /// The board of the referee that its players were written for: the standard one for most.
    pub fn size(self) -> AnySize {
        match self {
            Self::CodinGame => AnySize::new(9, 7, 4).expect("a board can have 9 x 7 cells"),
            _ => AnySize::default(),
        }
    }

    /// The number of the left column for its players, 0 or 1.
    pub fn first_column(self) -> usize {
        self.speech().first_column()
    }

    pub(crate) fn speech(self) -> &'static dyn Speech {
        match self {
            Self::Foursight => &foursight::Foursight { has_limits: true },
            Self::Marlin => &foursight::Foursight { has_limits: false },
            Self::Columns => &columns::Columns,
            Self::TheAiGames => &competition::Competition { is_riddles: false },
            Self::Riddles => &competition::Competition { is_riddles: true },
            Self::CodinGame => &codingame::CodinGame,
            Self::GridJson => &grid_json::GridJson,
            Self::Bolosseum => &bolosseum::Bolosseum,
            Self::Prompts => &prompts::Prompts,
            Self::Ruby => &called::Called(Self::Ruby),
            Self::Kaggle => &called::Called(Self::Kaggle),
            Self::Board => &called::Called(Self::Board),
            Self::AlphaBeta => &called::Called(Self::AlphaBeta),
            Self::C4Agent => &called::Called(Self::C4Agent),
            Self::NextMove => &called::Called(Self::NextMove),
        }
    }
}

/// One dialect.
pub(crate) trait Speech {
    /// The command line that starts a program of this dialect. `_has_console` says whether it may talk to the person
    /// at the console.
    fn command(&self, command: &[String], _has_console: bool, _: &Briefing) -> Vec<String> {
        command.to_vec()
    }

    /// Symbolic links that a program with this command line expects in its jail: names, and targets relative to its
    /// working folder.
    fn links(&self, _command: &[String]) -> Vec<(PathBuf, PathBuf)> {
        Vec::new()
    }

    /// The lines that a program reads before the game.
    fn hello(&self, _: &Briefing) -> Vec<String> {
        Vec::new()
    }

    /// The function that reads the answer to `hello`; `None` if there is no answer.
    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        None
    }

    /// The program's own name, if this answer to `hello` includes it.
    fn hear_name(&self, _line: &str) -> Option<String> {
        None
    }

    /// Whether a program that has the first move makes it without being asked.
    fn begins_unasked(&self) -> bool {
        false
    }

    /// The lines that ask for a move.
    fn request(&self, request: &MoveRequest) -> Vec<String>;

    /// The number of the left column.
    fn first_column(&self) -> usize {
        0
    }

    /// A line that states a move, in quotation marks.
    fn example(&self) -> &'static str {
        "\"3\""
    }

    /// The player's answer in a line.
    fn answer(&self, line: &str) -> BotAnswer {
        BotAnswer::Line(line.to_owned())
    }

    /// The meaning of a line that comes after a request.
    fn hear(&self, line: &str) -> Heard;
}

/// Whether a program is ready, according to one of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    Ready,
    /// Nothing that the referee needs.
    Chat,
    /// Not ready, for this reason.
    Refused(String),
}

/// The move in a program's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Move(Column),
    /// Swaps sides.
    Swap,
    /// A number that is not a column of any board.
    NoColumn,
    /// Nothing that the referee needs.
    Chat,
    /// A line for the person at the console.
    Print(String),
    /// This prompt, after which the person at the console types a line.
    Prompt(String),
    /// A refusal, or a line that is wrong in this dialect.
    Nonsense,
}

impl Heard {
    /// The move into a 0-based column.
    fn column(index: i64) -> Self {
        let index = usize::try_from(index).ok();
        index.and_then(Column::checked).map_or(Self::NoColumn, Self::Move)
    }

    /// The move into the 0-based column that a word states. `3.0` also states one: many languages divide into floats.
    fn word(word: &str) -> Self {
        use std::num::IntErrorKind::{NegOverflow, PosOverflow};
        match word.strip_suffix(".0").unwrap_or(word).parse::<i64>() {
            Ok(index) => Self::column(index),
            Err(error) if matches!(error.kind(), NegOverflow | PosOverflow) => Self::NoColumn,
            Err(_) => Self::Nonsense,
        }
    }
}

/// The facts that a program needs for the whole game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Briefing {
    /// Its side: `First` moves first.
    pub(crate) player: Player,
    pub(crate) size: AnySize,
    pub(crate) clock: Clock,
    /// The time limit for its first move.
    pub(crate) first_allowance: Duration,
}

impl Briefing {
    pub(crate) fn new(player: Player, size: AnySize, clock: Clock) -> Self {
        let first_allowance = RunningClock::new(clock).allowance();
        Self { player, size, clock, first_allowance }
    }

    /// 0 for the player that moves first, 1 for the other.
    fn index(&self) -> usize {
        usize::from(self.player == Player::Second)
    }
}

/// The facts that a program needs to make a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveRequest<'a> {
    pub(crate) briefing: &'a Briefing,
    pub(crate) game: &'a Game<AnySize>,
    /// The time limit for the move.
    pub(crate) allowance: Duration,
    /// The time the move should take.
    pub(crate) share: Duration,
    pub(crate) opening: Opening,
}

impl MoveRequest<'_> {
    /// The rows from the top, each from the left, in the given words for an empty cell and for discs of the first and
    /// the second player.
    fn rows<T: Copy>(&self, [empty, first, second]: [T; 3]) -> Vec<Vec<T>> {
        let (board, size): (Board, _) = (self.game.position().to_board(), self.briefing.size);
        let word = |row, column| match board.disc_at(row, Column::new(column)) {
            None => empty,
            Some(Player::First) => first,
            Some(Player::Second) => second,
        };
        let row = |row| (0..size.width()).map(|column| word(row, column)).collect();
        (0..size.height()).map(row).collect()
    }
}

/// The interpreter and the program's file, which is the last word of the command line.
fn interpreter<'a>(command: &'a [String], default: &'a str) -> (Vec<&'a str>, &'a str) {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    match words.split_last() {
        None => (vec![default], ""),
        Some((file, [])) => (vec![default], file),
        Some((file, interpreter)) => (interpreter.to_vec(), file),
    }
}

fn unknown(text: &str) -> String {
    let names: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
    format!("{text:?} is not a dialect; the dialects are {}", names.join(", "))
}

#[cfg(test)]
mod tests;
