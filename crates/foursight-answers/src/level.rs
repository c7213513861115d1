//! `/api/move` and `/api/levels`: the machine as a player.

use std::time::Duration;

use foursight::notation::moves;
use foursight::{AnySize, Choice, Game, Opening};
use foursight_engine::{Control, Level, LevelPlayer, Limits, Solve};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::opening::OpeningParams;
use crate::{Problem, Result, open_game};

/// The levels up to this one look only two plies ahead unless they calculate to the end.
const LOW_LEVEL: u8 = 5;

/// A level's time per move; on boards that take longer to solve, level 10 only looks ahead.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(3);

/// Parameters besides the position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LevelParams {
    /// From 0 (random) to 10 (perfect).
    #[param(minimum = 0, maximum = 10, example = 6)]
    level: u8,
    /// Seed for the random choices of the level [default: a new one for each request].
    seed: Option<u64>,
}

/// The move that a level chooses, or that it swaps sides.
#[derive(Serialize, ToSchema)]
pub struct MachineMove {
    /// The column, from 1; null if the level swaps sides.
    #[schema(example = 4)]
    column: Option<usize>,
    /// Whether the level swaps sides instead of moving, as an opening rule allows it after the placed discs.
    swap: bool,
    /// The position after the move.
    #[schema(example = "44554")]
    pos: String,
}

/// The move that a level chooses.
pub struct LevelQuestion {
    /// An open game.
    game: Game<AnySize>,
    /// The level.
    level: Level,
    /// The seed of its random choices.
    seed: u64,
    opening: Opening,
}

impl LevelQuestion {
    /// A question about an open position; uses `random_seed` if the question has no seed.
    ///
    /// # Errors
    ///
    /// If there is no such level or opening rule, the players cannot have swapped sides, or the game is over.
    pub fn new(
        game: Game<AnySize>,
        params: &LevelParams,
        opening: &OpeningParams,
        random_seed: u64,
    ) -> Result<Self> {
        let level = Level::new(params.level).map_err(|error| Problem::invalid("level", error))?;
        open_game(&game)?;
        let n_moves = game.position().ply();
        let (rule, is_swapped) = opening.check(n_moves)?;
        let opening = rule.opening(n_moves, is_swapped);
        Ok(Self { game, level, seed: params.seed.unwrap_or(random_seed), opening })
    }

    /// Whether the choice takes almost no time once all scores are known.
    pub(crate) fn is_quick(&self) -> bool {
        self.level == Level::PERFECT || self.level.number() <= LOW_LEVEL
    }

    /// The answer.
    pub fn answer(&self, solver: &mut impl Solve<AnySize>, limits: Limits<'_>) -> MachineMove {
        let mut player = LevelPlayer::new(self.level, self.seed);
        let control = &mut Control::limited(limits.within(MOVE_TIME));
        player.look_at(self.game.moves().last().copied());
        let choice = player.choose_by_rule(self.game.position(), self.opening, solver, control);
        let mut game = self.game.clone();
        let column = match choice.expect("the game is open") {
            Choice::Play(column) => {
                game.play(column).expect("a level plays legal moves");
                Some(column.index() + 1)
            }
            Choice::Swap => None,
        };
        MachineMove { column, swap: column.is_none(), pos: moves::write(game.moves()) }
    }
}

/// A level that the machine plays at.
#[derive(Serialize, ToSchema)]
pub struct LevelBody {
    level: u8,
    #[schema(example = "club")]
    name: &'static str,
    description: &'static str,
}

/// The levels at which the machine plays.
pub fn levels() -> Vec<LevelBody> {
    let body = |level: Level| LevelBody {
        level: level.number(),
        name: level.name(),
        description: level.description(),
    };
    Level::all().map(body).collect()
}
