//! `POST /api/games`: a new game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use foursight::Game;
use foursight::notation::moves;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{SeatBody, read_name};
use crate::App;
use crate::game::seat::{Secret, random_id};
use crate::game::{Clock, Seat, Table};
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::extract::{Body, read_size};
use crate::http::seat_cookies::Asker;
use crate::routes::position::Color;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct NewGameBody {
    /// Columns x rows, each from 3 to 10.
    #[schema(example = "7x6")]
    size: Option<String>,
    /// How many discs in a row win, from 3 to 6.
    connect: Option<usize>,
    /// The moves that the game begins with, columns from 1.
    #[serde(default)]
    pos: String,
    /// The side of whoever makes the game; red begins.
    #[serde(default)]
    color: ColorChoice,
    /// The name that the other player sees.
    #[schema(example = "Ann")]
    name: Option<String>,
    clock: Option<ClockBody>,
    /// Whether the second player may take over the first move.
    #[serde(default)]
    pie: bool,
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

/// Make a game, and take a seat in it.
#[utoipa::path(
    post, path = "/api/games", tag = "games", request_body = NewGameBody,
    responses(
        (status = CREATED, body = SeatBody),
        (status = "4XX", body = ErrorBody),
        (status = TOO_MANY_REQUESTS, body = ErrorBody, description = "too many open games of this address, or too many within a day"),
    )
)]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    asker: Asker,
    Body(body): Body<NewGameBody>,
) -> Result<Response> {
    let color = body.color.choose();
    let secret = Secret::random();
    let mut table = body.table(app.now())?;
    table.owner = app.owner(asker.client);
    let name = read_name(body.name.as_deref())?;
    table.seats[color.index()] = Seat { secret: Some(secret.hash()), name };
    let live = app.open_table(table).await?;
    let game = app.state(&live).await?;
    let id = app.look(&live, |table| table.id.clone()).await;
    let cookie = asker.cookie(&id, &secret);
    let body = SeatBody {
        game,
        seat: color,
        seat_link: Some(format!("/g/{id}#seat={}", secret.text())),
        secret: Some(secret.text().to_owned()),
        link: format!("/g/{id}"),
    };
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie)], Json(body)).into_response())
}

impl ColorChoice {
    fn choose(self) -> Color {
        match self {
            Self::Red => Color::Red,
            Self::Yellow => Color::Yellow,
            Self::Random => fastrand::choice([Color::Red, Color::Yellow]).expect("there are two"),
        }
    }
}

impl NewGameBody {
    /// The game with both seats free.
    fn table(&self, now: i64) -> Result<Table> {
        let game: Game<_> = moves::read(&self.pos, read_size(self.size.as_deref(), self.connect)?)
            .map_err(Error::position)?;
        if let Some(outcome) = game.outcome() {
            return Err(Error::position(format!("the game is over: {outcome}")));
        }
        let clock = self.clock.map(ClockBody::read).transpose()?;
        Ok(Table {
            id: random_id(),
            seq: 1,
            n_start: game.moves().len(),
            game,
            seats: [Seat::default(), Seat::default()],
            ending: None,
            clock,
            pie: self.pie,
            swapped: false,
            takeback: None,
            rematch: None,
            rematch_id: None,
            rematch_of: None,
            taken_back_at: 0,
            owner: Vec::new(),
            created_at: now,
            updated_at: now,
        })
    }
}

impl ClockBody {
    fn read(self) -> Result<Clock> {
        if !(1..=10_800).contains(&self.initial_s) || !(0..=180).contains(&self.increment_s) {
            let message =
                "a clock has from 1 to 10800 seconds, and adds from 0 to 180 for each move";
            return Err(Error::invalid("clock", message));
        }
        Ok(Clock::new(self.initial_s * 1000, self.increment_s * 1000))
    }
}
