//! A link preview's picture: the board, a few words, and the logo.

use foursight::Player;

use crate::measures::PAD;
use crate::raster;
use crate::svg::{Colors, Lettering, Shapes, definitions, push_disc};
use crate::{Diagram, Palette};

/// The place of the plate: its left side, and its maximum size.
const LEFT: f32 = 56.0;
const LARGEST: [f32; 2] = [560.0, 530.0];
/// The left side of the words.
const WORDS: f32 = 652.0;
/// The maximum width of a line.
const WIDEST: f32 = 500.0;

/// The page's light theme.
const COLORS: Colors = Colors::Own { palette: Palette::RedYellow, is_dark: false };

/// A card: 1200 by 630 pixels, the size that sites with link previews expect.
///
/// ```
/// use foursight::Position;
/// use foursight_render::{Card, Diagram};
///
/// let position: Position = "4434".parse()?;
/// let card = Card {
///     diagram: Diagram::new(&position),
///     headline: ["Only one".to_owned(), "disc wins.".to_owned()],
///     words: "See which, and why.".to_owned(),
/// };
/// assert!(card.to_svg().contains("viewBox=\"0 0 1200 630\""));
/// # Ok::<(), foursight::notation::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The board, and who is to move.
    pub diagram: Diagram,
    /// Two lines; a line of more than about fourteen letters is smaller.
    pub headline: [String; 2],
    /// A line of up to about forty letters.
    pub words: String,
}

impl Card {
    /// The card as a PNG file; the same card always gives the same bytes.
    pub fn to_png(&self) -> Vec<u8> {
        raster::draw(&self.to_svg()).encode_png().expect("memory takes all")
    }

    /// The card as an SVG document.
    pub fn to_svg(&self) -> String {
        let [width, height] = self.diagram.plate();
        let mut shapes = Shapes::new(COLORS);
        self.diagram.push_board(&mut shapes, PAD, true);
        self.diagram.push_names(&mut shapes);
        let scale = (LARGEST[0] / width as f32).min(LARGEST[1] / height as f32);
        let [wide, high] = [width, height].map(|side| side as f32 * scale);
        let left = LEFT + (LARGEST[0] - wide) / 2.0;
        let top = (630.0 - high) / 2.0;
        let shadow = top + high;
        let (shapes, parts) = (shapes.as_str(), definitions(COLORS));
        let (raised, paper) = (COLORS.get("raised"), COLORS.paint("paper-paint"));
        let ground = COLORS.paint("ground-paint");
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
{parts}
<rect width="1200" height="630" fill="{raised}"/>
<rect width="1200" height="630" fill="{paper}"/>
<ellipse cx="{:.1}" cy="{shadow:.1}" rx="{:.1}" ry="18" fill="{ground}"/>
<g transform="translate({left:.2} {top:.2}) scale({scale:.4})">
{shapes}</g>
{}{}</svg>
"#,
            left + wide / 2.0,
            wide * 0.49,
            self.lines(),
            logo()
        )
    }

    fn lines(&self) -> String {
        let mut shapes = Shapes::new(COLORS);
        let [ink, quiet] = ["ink", "quiet"].map(|name| COLORS.get(name));
        let mut words = |text: &str, height, pen, [x, y]: [f32; 2], color: &str| {
            let lettering = Lettering { height, pen }.within(WIDEST, text);
            shapes.push(lettering.write(text, [x, y], color));
        };
        let [one, two] = &self.headline;
        words(one, 50.0, 0.165, [WORDS, 246.0], &ink);
        words(two, 50.0, 0.165, [WORDS, 328.0], &ink);
        words(&self.words, 19.0, 0.115, [WORDS, 396.0], &quiet);
        if self.diagram.outcome.is_none() && !self.diagram.board.discs().is_empty() {
            let mover = self.diagram.side_to_move;
            let color = if mover == Player::First { "Red" } else { "Yellow" };
            words(&format!("{color} to move"), 21.0, 0.15, [WORDS + 58.0, 151.0], &ink);
            shapes.push(format_args!(
                r#"<g transform="translate({} 141) scale(.55)">"#,
                WORDS + 22.0
            ));
            push_disc(&mut shapes, mover, [0, 0]);
            shapes.push("</g>");
        }
        shapes.as_str().to_owned()
    }
}

/// The logo, as in the header of the page.
fn logo() -> String {
    let [ink, red, mark, yellow] =
        ["ink", "red", "red-mark", "yellow"].map(|name| COLORS.get(name));
    format!(
        r#"<g transform="translate(538 430) scale(.64)"><path fill="none" stroke="{ink}" stroke-width="9.5" stroke-linecap="round" stroke-linejoin="round" d="{WORD}"/><circle cx="230" cy="101" r="24" fill="{red}"/><circle cx="230" cy="101" r="11.5" fill="none" stroke="{mark}" stroke-width="6"/><circle cx="381" cy="64" r="7.5" fill="{yellow}"/></g>
"#
    )
}

const WORD: &str = "M204 64q-17-4-17 14v42M177 83h25M264 83v20q0 17 15.5 17t15.5-17V83M295 103v17M310 83v37M310 101q0-18 16-18M361 88q-4-6-13-6q-11 0-11 9q0 8 12 10q13 2 13 11q0 9-13 9q-10 0-14-7M381 83v37M432 83v39q0 16-17 16q-9 0-14-5M432 101a16.5 18.5 0 1 1-33 0a16.5 18.5 0 1 1 33 0M447 61v59M447 100q0-17 15-17q15 0 15 17v20M498 66v41q0 13 12 13h4M487 83h26";
