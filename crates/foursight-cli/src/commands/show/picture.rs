//! Picture options, and writing the picture.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use foursight::duration;
use foursight_render::{Canvas, Diagram, Look, MOVE_DELAY, Palette, TextStyle, Theme, to_gif};

use crate::args::{ReplaceArgs, named};
use crate::failure::UsageError;

/// A picture's file and look.
#[derive(Args, Debug)]
pub(super) struct PictureArgs {
    /// Write a picture: .svg, .png, .gif (the game, move by move) or .txt; `-` for standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
    /// Kind of picture [default: from the file name; svg for `-`].
    #[arg(long = "as", value_enum, value_name = "KIND", requires = "output")]
    kind: Option<Kind>,
    /// Colors of the picture [default: red-yellow].
    #[arg(long, value_parser = palette(), requires = "output")]
    palette: Option<Palette>,
    /// Background of the picture [default: light].
    #[arg(long, value_parser = theme(), requires = "output")]
    theme: Option<Theme>,
    /// Size of the picture in pixels; the board is centered and as large as will fit [default: the size the board
    /// needs].
    #[arg(long, value_name = "WxH", requires = "output", value_parser = canvas)]
    canvas: Option<Canvas>,
    /// Time per move in a .gif; the last position is shown four times as long [default: 700ms].
    #[arg(long, value_name = "DURATION", requires = "output", value_parser = delay)]
    delay: Option<Duration>,
}

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    Svg,
    Png,
    /// An animation of the game.
    Gif,
    /// The board in the style of `--style`, without colors.
    Txt,
}

fn palette() -> impl TypedValueParser<Value = Palette> {
    named([
        (Palette::RedYellow, "red-yellow", "Red and yellow on a blue board, as on the page"),
        (Palette::RedBlue, "red-blue", "Red and blue on a dark blue board"),
        (Palette::RedBlack, "red-black", "Red and black on a light board"),
        (Palette::HighContrast, "high-contrast", "Red and yellow on a black board"),
        (
            Palette::Classic,
            "classic",
            "Red, black and white circles in 25-pixel squares: no board, no marks",
        ),
    ])
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    named([
        (Theme::Light, "light", ""),
        (Theme::Dark, "dark", ""),
        (Theme::Transparent, "transparent", "None: whatever is behind the picture shows through"),
    ])
}

/// A requested picture.
pub(super) struct Picture<'a> {
    path: &'a Path,
    kind: Kind,
    look: Look,
    delay: Duration,
}

impl PictureArgs {
    /// The picture, if one is requested. `mark` is the first option given that draws more than the position.
    pub(super) fn picture(&self, mark: Option<&str>) -> Result<Option<Picture<'_>>> {
        let Some(path) = &self.output else { return Ok(None) };
        self.replace.check(path)?;
        let kind = self.kind.map_or_else(|| kind_of(path), Ok)?;
        if self.delay.is_some() && kind != Kind::Gif {
            return Err(UsageError("--delay is for a .gif".to_owned()).into());
        }
        if kind == Kind::Txt
            && let Some(option) = self.option_of_pictures()
        {
            return Err(UsageError(format!("{option} is for a picture, not for a .txt")).into());
        }
        let (palette, theme) = (self.palette.unwrap_or_default(), self.theme.unwrap_or_default());
        if let Some(option) = mark.filter(|_| palette == Palette::Classic) {
            let message = format!("{option}: the classic picture has no room for that");
            return Err(UsageError(message).into());
        }
        let look = Look { palette, theme, canvas: self.canvas };
        let delay = self.delay.unwrap_or(MOVE_DELAY);
        Ok(Some(Picture { path, kind, look, delay }))
    }
}

impl PictureArgs {
    /// The first option given that text output does not use.
    fn option_of_pictures(&self) -> Option<&'static str> {
        let palette = self.palette.map(|_| "--palette");
        palette.or(self.theme.map(|_| "--theme")).or(self.canvas.map(|_| "--canvas"))
    }
}

impl Picture<'_> {
    /// The existing file that the picture would replace.
    pub(super) fn old_file(&self) -> Option<&Path> {
        Some(self.path).filter(|path| *path != Path::new("-") && path.exists())
    }

    /// Whether the picture shows every position of a game.
    pub(super) fn is_animated(&self) -> bool {
        self.kind == Kind::Gif
    }

    /// Writes the last of `diagrams`, or all of them as an animation.
    pub(super) fn write(&self, diagrams: &[Diagram], style: TextStyle) -> Result<()> {
        let diagram = diagrams.last().expect("a game has a position");
        let bytes = match self.kind {
            Kind::Svg => diagram.to_svg(&self.look).into_bytes(),
            Kind::Png => diagram.to_png(&self.look),
            Kind::Gif => to_gif(diagrams, &self.look, self.delay),
            Kind::Txt => anstream::adapter::strip_str(&diagram.to_text(style)).to_string().into(),
        };
        if self.path == Path::new("-") {
            let mut stdout = io::stdout().lock();
            return Ok(stdout.write_all(&bytes).and_then(|()| stdout.flush())?);
        }
        foursight_files::write(self.path, &bytes).with_context(|| self.path.display().to_string())
    }
}

fn kind_of(path: &Path) -> Result<Kind> {
    if path == Path::new("-") {
        return Ok(Kind::Svg);
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    Kind::from_str(extension, true).map_err(|_| {
        let path = path.display();
        let message = "the file name must end in .svg, .png, .gif or .txt; otherwise add --as";
        UsageError(format!("--output {path}: {message}")).into()
    })
}

fn canvas(text: &str) -> Result<Canvas, String> {
    let sides = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let (width, height) =
        sides.ok_or_else(|| format!("{text:?}: not a width and a height, as in 1200x630"))?;
    Canvas::new(width, height).map_err(|error| error.to_string())
}

/// The shortest frame: viewers slow down frames under 20 ms.
fn delay(text: &str) -> Result<Duration, String> {
    let delay = duration::read(text).map_err(|error| error.to_string())?;
    let range = Duration::from_millis(20)..=Duration::from_mins(1);
    if range.contains(&delay) {
        Ok(delay)
    } else {
        Err("a delay must be from 20ms to 1m".to_owned())
    }
}
