//! The picture that a link shows before anybody follows it: the board, a few words, and the logo.

use foursight::{Player, Size};

use crate::Diagram;
use crate::raster;
use crate::svg::{Lettering, Plate, Shapes, push_disc};

/// The place of the plate: its left side, and the largest it may be.
const LEFT: f32 = 56.0;
const LARGEST: [f32; 2] = [560.0, 530.0];
/// Where the words begin.
const WORDS: f32 = 652.0;
/// How wide a line may be.
const WIDEST: f32 = 500.0;

const INK: &str = "#211c2e";
const QUIET: &str = "#61596a";

/// A card: 1200 by 630 pixels, as sites that show links ask for.
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
    /// Two lines; one of more than about fourteen letters is written smaller.
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
        let Plate { width, height, shapes } = self.diagram.to_plate();
        let scale = (LARGEST[0] / width as f32).min(LARGEST[1] / height as f32);
        let [wide, high] = [width, height].map(|side| side as f32 * scale);
        let left = LEFT + (LARGEST[0] - wide) / 2.0;
        let top = (630.0 - high) / 2.0;
        let (shadow, names) = (top + high, self.column_names(height));
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
{PAINTS}<rect width="1200" height="630" fill="#f1e9da"/>
<rect width="1200" height="630" fill="url(#paper-paint)"/>
<ellipse cx="{:.1}" cy="{shadow:.1}" rx="{:.1}" ry="18" fill="url(#ground-paint)"/>
<g transform="translate({left:.2} {top:.2}) scale({scale:.4})">
{shapes}{names}</g>
{}{LOGO}</svg>
"##,
            left + wide / 2.0,
            wide * 0.49,
            self.lines()
        )
    }

    fn column_names(&self, height: i64) -> String {
        let lettering = Lettering { height: 19.0, pen: 0.17 };
        let base = height as f32 - 17.0;
        let name = |column: foursight::Column| {
            let x = 20.0 + 100.0 * column.index() as f32 + 50.0;
            lettering.write(&column.to_string(), [x - 6.0, base], "#e9eeff")
        };
        self.diagram.board.size().columns().map(name).collect()
    }

    fn lines(&self) -> String {
        let mut shapes = Shapes::default();
        let mut words = |text: &str, height, pen, [x, y]: [f32; 2], color| {
            let lettering = Lettering { height, pen }.within(WIDEST, text);
            shapes.push(lettering.write(text, [x, y], color));
        };
        let [one, two] = &self.headline;
        words(one, 50.0, 0.165, [WORDS, 246.0], INK);
        words(two, 50.0, 0.165, [WORDS, 328.0], INK);
        words(&self.words, 19.0, 0.115, [WORDS, 396.0], QUIET);
        if self.diagram.outcome.is_none() && !self.diagram.board.discs().is_empty() {
            let mover = self.diagram.side_to_move;
            let color = if mover == Player::First { "Red" } else { "Yellow" };
            words(&format!("{color} to move"), 21.0, 0.15, [WORDS + 58.0, 151.0], INK);
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

/// The paints and styles of the page's light theme.
const PAINTS: &str = r##"<style>.plate-edge,.hole-rim,.hole-shade,.rim,.ring,.gloss,.last-move,.line-edge,.line-core,.groove{fill:none}
.plate-edge{stroke-width:3}.hole-rim{stroke-width:3.5}.hole-shade{stroke-width:7}.groove{stroke:#7b9cf5;stroke-width:2;opacity:.7}
.rim{stroke-width:2.5}.red .rim{stroke:#c32b1c}.yellow .rim{stroke:#eda40c}.ring{stroke:#5e0a05;stroke-width:8}.dot{fill:#6b4300}
.gloss{stroke:#fff;stroke-opacity:.42;stroke-width:3;stroke-linecap:round}.last-move{stroke:#fff;stroke-width:4}
.line-edge{stroke:#0b1b33;stroke-width:11}.line-core{stroke:#fff;stroke-width:5}</style>
<defs>
<radialGradient id="paper-paint" cx=".3" cy="0" r="1"><stop offset="0" stop-color="#fffdf9"/><stop offset="1" stop-color="#fffdf9" stop-opacity="0"/></radialGradient>
<radialGradient id="ground-paint"><stop offset="0" stop-color="#3c280a" stop-opacity=".4"/><stop offset="1" stop-color="#3c280a" stop-opacity="0"/></radialGradient>
<linearGradient id="plate-paint" x2="0" y2="1"><stop offset="0" stop-color="#3560dd"/><stop offset="1" stop-color="#1f3fa6"/></linearGradient>
<radialGradient id="sheen-paint" cx=".22" cy=".04" r=".62"><stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<linearGradient id="edge-paint" x2="0" y2="1"><stop offset="0" stop-color="#7b9cf5"/><stop offset="1" stop-color="#17307f"/></linearGradient>
<linearGradient id="rim-paint" x2="0" y2="1"><stop offset=".3" stop-color="#17307f"/><stop offset="1" stop-color="#7b9cf5"/></linearGradient>
<linearGradient id="hole-paint" x2="0" y2="1"><stop offset="0" stop-color="#e0d4c0"/><stop offset="1" stop-color="#f5eee2"/></linearGradient>
<linearGradient id="shade-paint" x2="0" y2="1"><stop offset="0" stop-color="#140c04" stop-opacity=".34"/><stop offset=".55" stop-color="#140c04" stop-opacity="0"/></linearGradient>
<linearGradient id="red-paint" x2="0" y2="1"><stop offset="0" stop-color="#f4624d"/><stop offset="1" stop-color="#c32b1c"/></linearGradient>
<linearGradient id="red-inside" x2="0" y2="1"><stop offset="0" stop-color="#d5402f"/><stop offset="1" stop-color="#f0604b"/></linearGradient>
<linearGradient id="yellow-paint" x2="0" y2="1"><stop offset="0" stop-color="#ffd65e"/><stop offset="1" stop-color="#eda40c"/></linearGradient>
<linearGradient id="yellow-inside" x2="0" y2="1"><stop offset="0" stop-color="#f4b72b"/><stop offset="1" stop-color="#ffd65e"/></linearGradient>
</defs>
"##;

/// The logo, as in the header of the page.
const LOGO: &str = r##"<g transform="translate(538 430) scale(.64)"><path fill="none" stroke="#211c2e" stroke-width="9.5" stroke-linecap="round" stroke-linejoin="round" d="M204 64q-17-4-17 14v42M177 83h25M264 83v20q0 17 15.5 17t15.5-17V83M295 103v17M310 83v37M310 101q0-18 16-18M361 88q-4-6-13-6q-11 0-11 9q0 8 12 10q13 2 13 11q0 9-13 9q-10 0-14-7M381 83v37M432 83v39q0 16-17 16q-9 0-14-5M432 101a16.5 18.5 0 1 1-33 0a16.5 18.5 0 1 1 33 0M447 61v59M447 100q0-17 15-17q15 0 15 17v20M498 66v41q0 13 12 13h4M487 83h26"/><circle cx="230" cy="101" r="24" fill="#e5402f"/><circle cx="230" cy="101" r="11.5" fill="none" stroke="#5e0a05" stroke-width="6"/><circle cx="381" cy="64" r="7.5" fill="#ffc52e"/></g>
"##;
