//! `/render.svg` and others: a position as a picture.

use std::time::Duration;

use foursight::{AnySize, Game, Position};
use foursight_engine::{Advice, MoveScores};
use foursight_render::{Canvas, Diagram, Look, MOVE_DELAY, Palette, Theme};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::solve::ColumnScores;
use crate::{Problem, Result};

/// The colors of board and discs.
#[derive(Deserialize, ToSchema)]
#[serde(remote = "Palette", rename_all = "kebab-case")]
enum PaletteName {
    RedYellow,
    RedBlue,
    RedBlack,
    HighContrast,
    Classic,
}

/// The background of the board.
#[derive(Deserialize, ToSchema)]
#[serde(remote = "Theme", rename_all = "kebab-case")]
enum ThemeName {
    Light,
    Dark,
    Transparent,
}

/// Parameters of all pictures.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LookParams {
    #[param(inline, value_type = PaletteName)]
    #[serde(default, with = "PaletteName")]
    palette: Palette,
    #[param(inline, value_type = ThemeName)]
    #[serde(default, with = "ThemeName")]
    theme: Theme,
}

/// Parameters of still pictures.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StillParams {
    /// 1 for the score of each move above its column.
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

/// Parameters of animations.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnimationParams {
    /// Milliseconds for which each move is shown [default: 700].
    #[param(minimum = 20, maximum = 60000, example = 700)]
    delay: Option<u64>,
}

/// The largest side of a picture; a picture of this size takes 16 MiB while it is drawn.
const MAX_SIDE: u32 = 2048;

/// A picture of one position, before it is drawn.
pub struct Still {
    game: Game<AnySize>,
    look: Look,
    has_scores: bool,
    has_arrows: bool,
}

impl Still {
    /// A picture of a position.
    ///
    /// # Errors
    ///
    /// If the parameters do not fit it.
    pub fn new(game: Game<AnySize>, look: &LookParams, still: &StillParams) -> Result<Self> {
        if still.scores > 1 || still.arrows > 1 {
            return Err(Problem::invalid("scores", "scores and arrows must be 0 or 1"));
        }
        let is_open = game.outcome().is_none();
        let (has_scores, has_arrows) = (still.scores == 1 && is_open, still.arrows == 1 && is_open);
        if (has_scores || has_arrows) && look.palette == Palette::Classic {
            let message = "the classic picture has no room for scores and arrows";
            return Err(Problem::invalid("palette", message));
        }
        Ok(Self { game, look: look.look(still.canvas()?), has_scores, has_arrows })
    }

    /// The position whose scores the picture shows, if it shows any.
    pub fn scored(&self) -> Option<&Position<AnySize>> {
        (self.has_scores || self.has_arrows).then(|| self.game.position())
    }

    /// The look of the picture.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// The contents of the picture, with the scores of [`Still::scored`].
    pub fn diagram(&self, scores: Option<ColumnScores>) -> Diagram {
        let diagram = Diagram::of_game(&self.game);
        let Some(scores) = scores else { return diagram };
        let diagram = if self.has_scores { diagram.with_notes(notes(&scores)) } else { diagram };
        if !self.has_arrows {
            return diagram;
        }
        let advice = Advice::new(&MoveScores::exact(scores), self.game.position());
        diagram.with_arrows(advice.iter().flat_map(Advice::columns).copied())
    }
}

/// The look of an animation, and the time for which each move is shown.
///
/// # Errors
///
/// If the time is too short or too long.
pub fn animation(look: &LookParams, animation: &AnimationParams) -> Result<(Look, Duration)> {
    let delay = animation.delay.map_or(MOVE_DELAY, Duration::from_millis);
    if !(20..=60_000).contains(&delay.as_millis()) {
        return Err(Problem::invalid("delay", "the delay must be from 20 to 60000 milliseconds"));
    }
    Ok((look.look(None), delay))
}

fn notes(scores: &ColumnScores) -> Vec<String> {
    scores.iter().map(|score| score.map_or(String::new(), |score| score.to_string())).collect()
}

impl LookParams {
    fn look(&self, canvas: Option<Canvas>) -> Look {
        Look { palette: self.palette, theme: self.theme, canvas }
    }
}

impl StillParams {
    fn canvas(&self) -> Result<Option<Canvas>> {
        match (self.width, self.height) {
            (None, None) => Ok(None),
            (Some(width), Some(height)) if width.max(height) <= MAX_SIDE => {
                let canvas = Canvas::new(width, height);
                canvas.map(Some).map_err(|error| Problem::invalid("width", error))
            }
            _ => {
                let message = format!("width and height go together, each from 1 to {MAX_SIDE}");
                Err(Problem::invalid("width", message))
            }
        }
    }
}
