//! The endpoints: every question, with its path, parameters and answer.
//!
//! This table is the single source of these facts. The server's routes and their description, the types of the page and
//! of the npm package, and the WebAssembly module follow from it.

use crate::PositionParams;
use crate::analysis::AnalysisBody;
use crate::bits::BitsBody;
use crate::level::{LevelBody, LevelParams, MachineMove};
use crate::openapi::{Description, Json, List, Svg, Text};
use crate::opening::OpeningParams;
use crate::picture::{LookParams, StillParams};
use crate::position::{PositionBody, PositionText};
use crate::puzzle::{NextParams, PuzzleBody};
use crate::review::{ReviewBody, ReviewParams};
use crate::score::ScoreBody;
use crate::solve::{ScoresBody, SolveParams};
use crate::text::StyleParams;
use crate::why::{AnswerBody, AnswerParams, WhyBody, WhyParams};

/// The time for which an answer may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    /// Ask again: a search may have proved more, or the answer depends on chance or on the day.
    Never,
    /// The answer never changes; it may be cached for a day.
    Day,
}

/// One row per endpoint: documentation, variant, name in programs, group, path, parameters, any body, answer, caching.
macro_rules! endpoints {
    ($(
        $(#[doc = $about:literal])+
        $name:ident $id:literal $group:literal $path:literal
        ($($params:ty),*) $([$body:ty])? -> $answer:ty, $cache:ident;
    )+) => {
        /// Something that can be asked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Endpoint {
            $($(#[doc = $about])+ $name,)+
        }

        impl Endpoint {
            /// Every endpoint.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Its path: `/api/puzzles/{id}`.
            pub fn path(self) -> &'static str {
                match self { $(Self::$name => $path,)+ }
            }

            /// Whether the question has a JSON body.
            pub fn has_body(self) -> bool {
                let bodies: &[&str] = match self { $(Self::$name => &[$(stringify!($body))?],)+ };
                !bodies.is_empty()
            }

            /// The time for which its answers may be cached.
            pub fn cache(self) -> Cache {
                match self { $(Self::$name => Cache::$cache,)+ }
            }

            /// Its description for `OpenAPI`.
            pub fn describe(self) -> Description {
                match self {
                    $(Self::$name => Description::new($id, $group, $path, &[$($about),+])
                        $(.params::<$params>())* $(.body::<$body>())? .answer::<$answer>(),)+
                }
            }
        }
    };
}

endpoints! {
    /// The scores of all columns of a position.
    Solve "solve" "positions" "/solve" (SolveParams) -> Json<ScoresBody>, Never;
    /// The facts that the rules determine about a position.
    Position "position" "positions" "/api/position" (PositionParams) -> Json<PositionBody>, Never;
    /// The position that a text describes, with moves that lead there.
    ReadPosition "read_position" "positions" "/api/position" () [PositionText] -> Json<PositionBody>, Never;
    /// The score of a position, which takes less time than the scores of all moves.
    Score "score" "positions" "/api/score" (PositionParams) -> Json<ScoreBody>, Never;
    /// The result of every move of a position.
    Analyze "analyze" "positions" "/api/analyze" (PositionParams) -> Json<AnalysisBody>, Never;
    /// The moves of a game, graded by the exact solver.
    Review "review" "positions" "/api/review" (PositionParams, ReviewParams, OpeningParams) -> Json<ReviewBody>, Never;
    /// The reason for the result of a position or a move.
    Why "why" "positions" "/api/why" (PositionParams, WhyParams) -> Json<WhyBody>, Never;
    /// The move of the strategy behind a reason.
    ///
    /// `pos` is the position of the reason, and `moves` lists both sides' moves since then: the strategy's side has
    /// played its answers, and the other side any moves. It must be the strategy's turn.
    WhyAnswer "answer" "positions" "/api/why/answer" (PositionParams, AnswerParams) -> Json<AnswerBody>, Never;
    /// The move that a level chooses.
    Move "choose_move" "positions" "/api/move" (PositionParams, LevelParams, OpeningParams) -> Json<MachineMove>, Never;
    /// The levels at which the machine plays.
    Levels "levels" "positions" "/api/levels" () -> List<LevelBody>, Never;
    /// The bitboards of a position, and the win test step by step.
    Bits "bits" "positions" "/api/bits" (PositionParams) -> Json<BitsBody>, Never;
    /// A position as SVG.
    Svg "svg" "pictures" "/render.svg" (PositionParams, LookParams, StillParams) -> Svg, Day;
    /// A position as lines of text.
    Text "text" "pictures" "/api/text" (PositionParams, StyleParams) -> Text, Never;
    /// A game as a file of tags and moves.
    GameFile "game_file" "pictures" "/api/game_file" (PositionParams, OpeningParams) -> Text, Never;
    /// The puzzle of the day, which changes at midnight UTC.
    DailyPuzzle "daily" "puzzles" "/api/puzzles/daily" () -> Json<PuzzleBody>, Never;
    /// The next puzzle of a difficulty.
    NextPuzzle "next" "puzzles" "/api/puzzles" (NextParams) -> Json<PuzzleBody>, Never;
    /// A puzzle by its number.
    Puzzle "puzzle" "puzzles" "/api/puzzles/{id}" () -> Json<PuzzleBody>, Never;
}

impl Endpoint {
    /// Whether an answer usually takes the work of a solver.
    pub fn needs_thinking(self) -> bool {
        let puzzles = [Self::DailyPuzzle, Self::NextPuzzle, Self::Puzzle];
        let others =
            [Self::Score, Self::Analyze, Self::Review, Self::Why, Self::WhyAnswer, Self::Move];
        puzzles.contains(&self) || others.contains(&self)
    }

    /// The endpoint at a path, with the path's value for `{id}`; the first in the table if several fit.
    pub fn find(path: &str, has_body: bool) -> Option<(Self, &str)> {
        let mut endpoints = Self::ALL.iter().filter(|endpoint| endpoint.has_body() == has_body);
        endpoints.find_map(|&endpoint| Some((endpoint, id_in(path, endpoint.path())?)))
    }
}

/// The part of a path that stands for the pattern's `{id}`; empty if the pattern has none.
fn id_in<'a>(path: &'a str, pattern: &str) -> Option<&'a str> {
    let Some((before, after)) = pattern.split_once("{id}") else {
        return (path == pattern).then_some("");
    };
    let id = path.strip_prefix(before)?.strip_suffix(after)?;
    (!id.contains('/')).then_some(id)
}
