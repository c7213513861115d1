//! Diagrams as an animated GIF.
//!
//! All frames share one table of colors. After the first frame only the rectangle that has changed is
//! stored, unless the background is transparent: then each frame is whole and takes the place of the
//! one before it.

mod color_table;

use std::time::Duration;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::gif::color_table::{ColorTable, TRANSPARENT};
use crate::{Diagram, Look, Theme};

/// How many times as long as the others the last frame is seen.
const LAST_FRAME_DELAYS: u16 = 4;

/// An animation that shows each of `diagrams` for `delay`, the last one four times as long, and
/// begins again.
///
/// A GIF counts time in hundredths of a second; `delay` is rounded down, to at most 163 seconds.
///
/// # Panics
///
/// If there are no diagrams, or they have different sizes.
///
/// ```
/// use foursight::{Column, Game, Position};
/// use foursight_render::{Diagram, Look, to_gif};
///
/// let mut game = Game::new(Position::new());
/// game.play(Column::new(3))?;
/// let delay = std::time::Duration::from_millis(500);
/// let bytes = to_gif(&Diagram::each_of_game(&game), &Look::default(), delay);
/// assert!(bytes.starts_with(b"GIF89a"));
/// # Ok::<(), foursight::PlayError>(())
/// ```
pub fn to_gif(diagrams: &[Diagram], look: &Look, delay: Duration) -> Vec<u8> {
    let pixmaps: Vec<_> = diagrams.iter().map(|diagram| diagram.to_pixmap(look)).collect();
    let [width, height] = pixmaps.first().map(|p| [p.width(), p.height()]).expect("a first frame");
    let is_same = pixmaps.iter().all(|p| [p.width(), p.height()] == [width, height]);
    assert!(is_same, "frames have one size");
    let pictures: Vec<Vec<u8>> = pixmaps.into_iter().map(Pixmap::take_demultiplied).collect();
    let table = ColorTable::new(&pictures);
    let pictures: Vec<Vec<u8>> = pictures.iter().map(|rgba| table.indices(rgba)).collect();

    let canvas = Rectangle::whole(width as u16, height as u16);
    let mut encoder = Encoder::new(Vec::new(), canvas.width, canvas.height, &table.to_bytes())
        .expect("memory takes all");
    encoder.set_repeat(Repeat::Infinite).expect("memory takes all");
    for (index, picture) in pictures.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| pictures[before].as_slice());
        let delays = if index + 1 == pictures.len() { LAST_FRAME_DELAYS } else { 1 };
        let frame = match (look.theme, before) {
            (Theme::Transparent, _) => transparent_frame(picture, canvas),
            (_, None) => frame(picture, canvas, canvas),
            (_, Some(before)) => frame(picture, canvas, canvas.changed(before, picture)),
        };
        let frame = Frame { delay: hundredths(delay) * delays, ..frame };
        encoder.write_frame(&frame).expect("memory takes all");
    }
    encoder.into_inner().expect("memory takes all")
}

fn hundredths(delay: Duration) -> u16 {
    (delay.as_millis() / 10).min(u128::from(u16::MAX / LAST_FRAME_DELAYS)) as u16
}

fn transparent_frame(picture: &[u8], canvas: Rectangle) -> Frame<'static> {
    let dispose = DisposalMethod::Background;
    Frame { dispose, transparent: Some(TRANSPARENT), ..frame(picture, canvas, canvas) }
}

/// What `part` shows of a picture.
fn frame(picture: &[u8], canvas: Rectangle, part: Rectangle) -> Frame<'static> {
    let rows = picture.chunks(canvas.width.into()).skip(part.top.into()).take(part.height.into());
    let columns = usize::from(part.left)..usize::from(part.left + part.width);
    let buffer: Vec<u8> = rows.flat_map(|row| &row[columns.clone()]).copied().collect();
    let Rectangle { left, top, width, height } = part;
    Frame { left, top, width, height, buffer: buffer.into(), ..Frame::default() }
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Rectangle {
    fn whole(width: u16, height: u16) -> Self {
        Self { left: 0, top: 0, width, height }
    }

    /// The part of this canvas where two pictures differ; a pixel where they do not.
    fn changed(self, before: &[u8], after: &[u8]) -> Self {
        let width = usize::from(self.width);
        let differing = || (0..after.len()).filter(|&index| before[index] != after[index]);
        let columns = || differing().map(|index| index % width);
        let [left, right] = [columns().min().unwrap_or(0), columns().max().unwrap_or(0)];
        let [top, bottom] =
            [differing().next(), differing().next_back()].map(|index| index.unwrap_or(0) / width);
        let [left, top, width, height] =
            [left, top, right - left + 1, bottom - top + 1].map(|pixels| pixels as u16);
        Self { left, top, width, height }
    }
}
