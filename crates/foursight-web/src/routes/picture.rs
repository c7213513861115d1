//! `GET /render.svg`, `.png`, `.gif`: pictures of a position and animations of a game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use foursight::{AnySize, Game};
use foursight_engine::{Advice, MoveScores};
use foursight_render::{Canvas, Diagram, Look, Palette, Theme, to_gif_while};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::http::client::Client;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::etag;
use crate::http::extract::Params;
use crate::http::position_query::{PositionParams, PositionQuery};
use crate::solving::{ColumnScores, Solving};

/// The colors of board and discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PaletteName {
    #[default]
    RedYellow,
    RedBlue,
    RedBlack,
    HighContrast,
    Classic,
}

/// What is behind the board.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThemeName {
    #[default]
    Light,
    Dark,
    Transparent,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LookParams {
    #[param(inline)]
    #[serde(default)]
    palette: PaletteName,
    #[param(inline)]
    #[serde(default)]
    theme: ThemeName,
}

/// For pictures of one position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StillParams {
    /// 1 for the score of each move under its column.
    #[param(minimum = 0, maximum = 1)]
    #[serde(default)]
    scores: u8,
    /// 1 for arrows to the best moves; there are none if one move is as good as another.
    #[param(minimum = 0, maximum = 1)]
    #[serde(default)]
    arrows: u8,
    /// The width in pixels, together with `height` [default: the size of the board].
    #[param(minimum = 1, maximum = 2048)]
    width: Option<u32>,
    /// The height in pixels.
    #[param(minimum = 1, maximum = 2048)]
    height: Option<u32>,
}

/// For animations.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnimationParams {
    /// How long each move is shown, in milliseconds [default: 700].
    #[param(minimum = 20, maximum = 60000, example = 700)]
    delay: Option<u64>,
}

/// The parameters of all pictures; one that does not fit the kind of picture is an error.
type PictureParams =
    (PositionQuery, Params<LookParams>, Params<StillParams>, Params<AnimationParams>);

/// The largest side of a picture: 16 MiB while it is drawn.
const MAX_SIDE: u32 = 2048;

/// A position as SVG.
#[utoipa::path(
    get, path = "/render.svg", tag = "pictures", params(PositionParams, LookParams, StillParams),
    responses((status = OK, body = String, content_type = "image/svg+xml"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn svg(
    State(solving): State<Arc<Solving>>,
    client: Client,
    headers: HeaderMap,
    params: PictureParams,
) -> Result<Response> {
    let (diagram, look) = still(&solving, client, params).await?;
    Ok(picture(&headers, "image/svg+xml", diagram.to_svg(&look).into_bytes()))
}

/// A position as PNG.
#[utoipa::path(
    get, path = "/render.png", tag = "pictures", params(PositionParams, LookParams, StillParams),
    responses((status = OK, body = Vec<u8>, content_type = "image/png"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn png(
    State(solving): State<Arc<Solving>>,
    client: Client,
    headers: HeaderMap,
    params: PictureParams,
) -> Result<Response> {
    let (diagram, look) = still(&solving, client, params).await?;
    // A picture of the usual size takes next to no time.
    let is_small = look.canvas.is_none();
    let draw = move || diagram.to_png(&look);
    let bytes = if is_small {
        tokio::task::spawn_blocking(draw).await.map_err(Error::internal)?
    } else {
        solving.draw(client.network, move |_| Some(draw())).await?
    };
    Ok(picture(&headers, "image/png", bytes))
}

/// A game as an animated GIF.
#[utoipa::path(
    get, path = "/render.gif", tag = "pictures", params(PositionParams, LookParams, AnimationParams),
    responses((status = OK, body = Vec<u8>, content_type = "image/gif"), (status = "4XX", body = ErrorBody))
)]
pub(crate) async fn gif(
    State(solving): State<Arc<Solving>>,
    client: Client,
    headers: HeaderMap,
    params: PictureParams,
) -> Result<Response> {
    let (PositionQuery(game), Params(look), Params(still), Params(animation)) = params;
    let delay = animation.delay.unwrap_or(700);
    if !(20..=60_000).contains(&delay) {
        return Err(Error::invalid("delay", "a delay is from 20 to 60000 milliseconds"));
    }
    if still.scores != 0 || still.arrows != 0 {
        return Err(Error::invalid("scores", "an animation has neither scores nor arrows"));
    }
    if still.width.or(still.height).is_some() {
        return Err(Error::invalid("width", "the size of an animation is that of its board"));
    }
    let (look, delay) = (look.look(None), Duration::from_millis(delay));
    let draw = move |go_on: &mut dyn FnMut() -> bool| {
        to_gif_while(&Diagram::each_of_game(&game), &look, delay, go_on)
    };
    Ok(picture(&headers, "image/gif", solving.draw(client.network, draw).await?))
}

/// A picture never changes, and is the same for everybody.
fn picture(headers: &HeaderMap, kind: &'static str, bytes: Vec<u8>) -> Response {
    let tag = etag::of(&bytes);
    let about = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "public, max-age=86400")];
    if etag::is_known(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(header::CONTENT_TYPE, kind)], bytes).into_response()
}

/// What a picture of one position is drawn from.
async fn still(
    solving: &Solving,
    client: Client,
    (PositionQuery(game), Params(look), Params(still), Params(animation)): PictureParams,
) -> Result<(Diagram, Look)> {
    if animation.delay.is_some() {
        return Err(Error::invalid("delay", "only animations have a delay"));
    }
    let diagram = diagram(solving, client, &game, look.palette, &still).await?;
    Ok((diagram, look.look(still.canvas()?)))
}

async fn diagram(
    solving: &Solving,
    client: Client,
    game: &Game<AnySize>,
    palette: PaletteName,
    still: &StillParams,
) -> Result<Diagram> {
    if still.scores > 1 || still.arrows > 1 {
        return Err(Error::invalid("scores", "scores and arrows are 0 or 1"));
    }
    let diagram = Diagram::of_game(game);
    if still.scores == 0 && still.arrows == 0 || game.outcome().is_some() {
        return Ok(diagram);
    }
    if palette == PaletteName::Classic {
        let message = "the classic picture has no room for scores and arrows";
        return Err(Error::invalid("palette", message));
    }
    let scores = solving.scores(client.network, *game.position()).await?;
    let diagram = if still.scores == 1 { diagram.with_notes(notes(&scores)) } else { diagram };
    if still.arrows == 0 {
        return Ok(diagram);
    }
    let advice = Advice::new(&MoveScores::exact(scores), game.position());
    Ok(diagram.with_arrows(advice.iter().flat_map(Advice::columns).copied()))
}

fn notes(scores: &ColumnScores) -> Vec<String> {
    scores.iter().map(|score| score.map_or(String::new(), |score| score.to_string())).collect()
}

impl LookParams {
    fn look(&self, canvas: Option<Canvas>) -> Look {
        Look { palette: self.palette.into(), theme: self.theme.into(), canvas }
    }
}

impl StillParams {
    fn canvas(&self) -> Result<Option<Canvas>> {
        match (self.width, self.height) {
            (None, None) => Ok(None),
            (Some(width), Some(height)) if width.max(height) <= MAX_SIDE => {
                let canvas = Canvas::new(width, height);
                canvas.map(Some).map_err(|error| Error::invalid("width", error))
            }
            _ => {
                let message = format!("width and height go together, each from 1 to {MAX_SIDE}");
                Err(Error::invalid("width", message))
            }
        }
    }
}

impl From<PaletteName> for Palette {
    fn from(name: PaletteName) -> Self {
        match name {
            PaletteName::RedYellow => Self::RedYellow,
            PaletteName::RedBlue => Self::RedBlue,
            PaletteName::RedBlack => Self::RedBlack,
            PaletteName::HighContrast => Self::HighContrast,
            PaletteName::Classic => Self::Classic,
        }
    }
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Transparent => Self::Transparent,
        }
    }
}
