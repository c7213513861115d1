//! `POST /api/games`: a new game.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use foursight::{AnySize, Game, OpeningRule, Player};
use foursight_answers::{open_game, read_game};
use foursight_files::secrets::Secret;
use foursight_games::{GameClock, GameView, Games, GamesError, NetworkGame};
use serde::Deserialize;
use utoipa::ToSchema;

use super::SeatBody;
use crate::Config;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::Body;
use crate::http::game_body::OpeningRuleName;
use crate::http::requester::Requester;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct NewGameBody {
    /// Columns x rows, each from 3 to 10.
    #[schema(example = "7x6")]
    size: Option<String>,
    /// Discs in a row needed to win, 3 to 6.
    connect: Option<usize>,
    /// The moves that the game begins with, columns from 1.
    #[schema(pattern = "^[1-9a]*$", max_length = 100)]
    #[serde(default)]
    pos: String,
    /// The side of the player who creates the game; red moves first.
    #[serde(default)]
    color: ColorChoice,
    /// The name that the other player sees.
    #[schema(example = "Ann", max_length = 40)]
    name: Option<String>,
    clock: Option<ClockBody>,
    #[serde(default, with = "OpeningRuleName")]
    #[schema(value_type = OpeningRuleName)]
    opening_rule: OpeningRule,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ColorChoice {
    #[default]
    Red,
    Yellow,
    Random,
}

/// The time of each player.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct ClockBody {
    /// Seconds for the whole game.
    #[schema(minimum = 1, maximum = 10800, example = 180)]
    initial_s: i64,
    /// Seconds that each move adds.
    #[schema(minimum = 0, maximum = 180, example = 2)]
    #[serde(default)]
    increment_s: i64,
}

/// Create a game, and take a seat in it.
#[utoipa::path(
    post, path = "/api/games", tag = "games", request_body = NewGameBody,
    responses(
        (status = CREATED, body = SeatBody),
        (status = "default", body = ErrorBody),
        (status = TOO_MANY_REQUESTS, body = ErrorBody, description = "too many open games from this address, or too many within a day"),
    )
)]
pub(crate) async fn create(
    State(games): State<Arc<Games>>,
    State(config): State<Arc<Config>>,
    mut requester: Requester,
    Body(body): Body<NewGameBody>,
) -> Result<Response> {
    let player = body.color.choose();
    let secret = Secret::random();
    let name = config.names.read(body.name.as_deref())?;
    let clock = body.clock.map(ClockBody::read).transpose()?;
    let mut game = NetworkGame::new(body.opening()?, clock, body.opening_rule, games.now());
    game.take(player, secret.hash(), name);
    let view = open(&games, game, requester.client.alternatives(&config)).await?;
    requester.keep(&games, &view.game.id, &secret).await;
    let body = SeatBody::new(&view, player, &secret);
    Ok((StatusCode::CREATED, requester.into_cookie(), Json(body)).into_response())
}

/// Stores a game for the first of these clients that may have another game.
async fn open(
    games: &Games,
    game: NetworkGame,
    clients: impl Iterator<Item = IpAddr>,
) -> Result<GameView, GamesError> {
    let mut refused = None;
    for client in clients {
        let game = game.clone().owned_by(games.owner(client));
        match games.open(game).await {
            Err(over @ GamesError::OverQuota(_)) => refused = Some(over),
            opened => return opened,
        }
    }
    Err(refused.expect("an address counts as at least one client"))
}

impl ColorChoice {
    fn choose(self) -> Player {
        match self {
            Self::Red => Player::First,
            Self::Yellow => Player::Second,
            Self::Random => {
                fastrand::choice([Player::First, Player::Second]).expect("there are two")
            }
        }
    }
}

impl NewGameBody {
    /// The game after its opening moves.
    fn opening(&self) -> Result<Game<AnySize>> {
        let game = read_game(&self.pos, self.size.as_deref(), self.connect)?;
        open_game(&game)?;
        Ok(game)
    }
}

impl ClockBody {
    fn read(self) -> Result<GameClock> {
        if !(1..=10_800).contains(&self.initial_s) || !(0..=180).contains(&self.increment_s) {
            let message = "a clock starts with 1 to 10800 seconds and adds 0 to 180 for each move";
            return Err(Error::invalid("clock", message));
        }
        Ok(GameClock::new(
            Duration::from_secs(self.initial_s.unsigned_abs()),
            Duration::from_secs(self.increment_s.unsigned_abs()),
        ))
    }
}
