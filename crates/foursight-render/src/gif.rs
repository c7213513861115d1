//! Diagrams, or other pictures, as an animated GIF.
//!
//! All frames share one table of colors. After the first frame only the rectangle that has changed is stored, unless
//! the background is transparent: then each frame is whole and replaces the one before it.

mod color_table;

use std::time::Duration;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::gif::color_table::{ColorTable, TRANSPARENT};
use crate::{Diagram, Look, Theme};

/// The time for which the last frame is shown, in multiples of the others'.
const LAST_FRAME_DELAYS: u16 = 4;

/// An animation that shows each of `diagrams` for `delay`, the last one four times as long, and starts again.
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
    to_gif_while(diagrams, look, delay, || true).expect("nothing stops it")
}

/// The animation that [`to_gif`] returns, or `None` as soon as `go_on` returns false: `go_on` is called before each
/// frame is drawn, and again before each frame is stored.
///
/// # Panics
///
/// If there are no diagrams, or they have different sizes.
pub fn to_gif_while(
    diagrams: &[Diagram],
    look: &Look,
    delay: Duration,
    mut go_on: impl FnMut() -> bool,
) -> Option<Vec<u8>> {
    let delay = hundredths(delay);
    let draw = |index: usize| {
        let pixmap = diagrams[index].to_pixmap(look);
        let canvas = Rectangle::whole(pixmap.width() as u16, pixmap.height() as u16);
        let delays = if index + 1 == diagrams.len() { LAST_FRAME_DELAYS } else { 1 };
        Shot { part: canvas, rgba: pixmap.take_demultiplied(), delay: delay * delays }
    };
    let shots = changes(diagrams.len(), draw, &mut go_on)?;
    encode(&shots, look.theme == Theme::Transparent, &mut go_on)
}

/// An animation of pictures other than diagrams. Each consists of rows of RGBA pixels, `width` per row, and the time
/// for which it is shown.
///
/// # Panics
///
/// If there are no pictures, or they have different sizes.
pub fn pictures_to_gif(width: u16, pictures: &[(Vec<u8>, Duration)]) -> Vec<u8> {
    let draw = |index: usize| {
        let (rgba, delay) = &pictures[index];
        let height = rgba.len() / 4 / usize::from(width);
        let part = Rectangle::whole(width, height as u16);
        Shot { part, rgba: rgba.clone(), delay: hundredths(*delay) }
    };
    let shots = changes(pictures.len(), draw, &mut || true).expect("nothing stops it");
    encode(&shots, false, &mut || true).expect("nothing stops it")
}

/// The file with these frames, the first of which is a whole picture.
fn encode(
    shots: &[Shot],
    is_transparent: bool,
    go_on: &mut impl FnMut() -> bool,
) -> Option<Vec<u8>> {
    let canvas = shots[0].part;
    let table = ColorTable::new(shots.iter().map(|shot| shot.rgba.as_slice()));
    let mut encoder = Encoder::new(Vec::new(), canvas.width, canvas.height, &table.to_bytes())
        .expect("memory takes all");
    encoder.set_repeat(Repeat::Infinite).expect("memory takes all");
    let mut picture = vec![TRANSPARENT; canvas.n_pixels()];
    for Shot { part, rgba, delay } in shots {
        if !go_on() {
            return None;
        }
        let indices = table.indices(rgba);
        let frame = if is_transparent {
            part.paste(&indices, &mut picture, canvas);
            let dispose = DisposalMethod::Background;
            let whole = canvas.frame(picture.clone());
            Frame { dispose, transparent: Some(TRANSPARENT), ..whole }
        } else {
            part.frame(indices)
        };
        encoder.write_frame(&Frame { delay: *delay, ..frame }).expect("memory takes all");
    }
    Some(encoder.into_inner().expect("memory takes all"))
}

/// A frame: the part of the canvas that it changes, or all of it.
struct Shot {
    part: Rectangle,
    /// The pixels of the part.
    rgba: Vec<u8>,
    /// The delay in hundredths of a second.
    delay: u16,
}

/// The first picture, and the changes of each later one: whole pictures of a long game on a large board would take
/// hundreds of megabytes.
fn changes(
    n_pictures: usize,
    draw: impl Fn(usize) -> Shot,
    go_on: &mut impl FnMut() -> bool,
) -> Option<Vec<Shot>> {
    let mut last: Option<(Rectangle, Vec<u8>)> = None;
    let mut shots = Vec::with_capacity(n_pictures);
    for index in 0..n_pictures {
        if !go_on() {
            return None;
        }
        let Shot { part: canvas, rgba, delay } = draw(index);
        let part = last.as_ref().map_or(canvas, |(size, before)| {
            assert_eq!(*size, canvas, "frames have one size");
            canvas.changed(before, &rgba)
        });
        shots.push(Shot { part, rgba: part.cut(&rgba, canvas), delay });
        last = Some((canvas, rgba));
    }
    assert!(!shots.is_empty(), "an animation has a first frame");
    Some(shots)
}

fn hundredths(delay: Duration) -> u16 {
    (delay.as_millis() / 10).min(u128::from(u16::MAX / LAST_FRAME_DELAYS)) as u16
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    fn n_pixels(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// A frame that shows these colors here.
    fn frame(self, indices: Vec<u8>) -> Frame<'static> {
        let Self { left, top, width, height } = self;
        Frame { left, top, width, height, buffer: indices.into(), ..Frame::default() }
    }

    /// The range of `canvas` pixels in each row of this part.
    fn rows(self, canvas: Self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..usize::from(self.height)).map(move |row| {
            let start = (usize::from(self.top) + row) * usize::from(canvas.width);
            let start = start + usize::from(self.left);
            start..start + usize::from(self.width)
        })
    }

    /// The pixels of this part of a picture.
    fn cut(self, rgba: &[u8], canvas: Self) -> Vec<u8> {
        self.rows(canvas).flat_map(|row| &rgba[4 * row.start..4 * row.end]).copied().collect()
    }

    /// Puts colors into this part of a picture.
    fn paste(self, indices: &[u8], picture: &mut [u8], canvas: Self) {
        for (from, to) in indices.chunks(self.width.into()).zip(self.rows(canvas)) {
            picture[to].copy_from_slice(from);
        }
    }

    /// The part of this canvas where two pictures of RGBA pixels differ; a single pixel if they do not differ.
    fn changed(self, before: &[u8], after: &[u8]) -> Self {
        let width = usize::from(self.width);
        let [before, after] = [before, after].map(|rgba| rgba.as_chunks::<4>().0);
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
