//! Diagrams as an animated GIF.
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
    let mut animation = GifDrawing::new(diagrams.to_vec(), *look, delay);
    animation.draw_while(|| true).expect("nothing stops it")
}

/// The animation that [`to_gif`] returns, drawn in as many steps as its caller likes.
pub struct GifDrawing {
    diagrams: Vec<Diagram>,
    look: Look,
    delay: u16,
    shots: Shots,
    file: Option<File>,
}

impl GifDrawing {
    /// An animation of which nothing is drawn yet.
    ///
    /// # Panics
    ///
    /// If there are no diagrams.
    pub fn new(diagrams: Vec<Diagram>, look: Look, delay: Duration) -> Self {
        assert!(!diagrams.is_empty(), "an animation has a first frame");
        Self { diagrams, look, delay: hundredths(delay), shots: Shots::default(), file: None }
    }

    /// The animation, or `None` if `go_on` returned false first; called again, it continues. `go_on` is called before
    /// each frame is drawn, and again before each frame is stored.
    ///
    /// # Panics
    ///
    /// If the diagrams have different sizes.
    pub fn draw_while(&mut self, mut go_on: impl FnMut() -> bool) -> Option<Vec<u8>> {
        let Self { diagrams, look, delay, shots, file } = self;
        while let Some(diagram) = diagrams.get(shots.all.len()) {
            if !go_on() {
                return None;
            }
            let pixmap = diagram.to_pixmap(look);
            let canvas = Rectangle::whole(pixmap.width() as u16, pixmap.height() as u16);
            let is_last = shots.all.len() + 1 == diagrams.len();
            let delays = if is_last { LAST_FRAME_DELAYS } else { 1 };
            shots.push(canvas, pixmap.take_demultiplied(), *delay * delays);
        }
        let is_transparent = look.theme == Theme::Transparent;
        let started = file.get_or_insert_with(|| File::new(&shots.all, is_transparent));
        while started.n_stored < shots.all.len() {
            if !go_on() {
                return None;
            }
            started.store(&shots.all[started.n_stored]);
        }
        file.take().map(File::finish)
    }
}

/// A file to which frames are added, the first of which is a whole picture.
struct File {
    table: ColorTable,
    encoder: Encoder<Vec<u8>>,
    /// The picture so far and its canvas, if the background is transparent: each frame is whole.
    whole: Option<(Vec<u8>, Rectangle)>,
    n_stored: usize,
}

impl File {
    fn new(shots: &[Shot], is_transparent: bool) -> Self {
        let canvas = shots[0].part;
        let table = ColorTable::new(shots.iter().map(|shot| shot.rgba.as_slice()));
        let mut encoder = Encoder::new(Vec::new(), canvas.width, canvas.height, &table.to_bytes())
            .expect("memory takes all");
        encoder.set_repeat(Repeat::Infinite).expect("memory takes all");
        let whole = is_transparent.then(|| (vec![TRANSPARENT; canvas.n_pixels()], canvas));
        Self { table, encoder, whole, n_stored: 0 }
    }

    fn store(&mut self, Shot { part, rgba, delay }: &Shot) {
        let indices = self.table.indices(rgba);
        let frame = match &mut self.whole {
            Some((picture, canvas)) => {
                part.paste(&indices, picture, *canvas);
                let dispose = DisposalMethod::Background;
                let whole = canvas.frame(picture.clone());
                Frame { dispose, transparent: Some(TRANSPARENT), ..whole }
            }
            None => part.frame(indices),
        };
        self.encoder.write_frame(&Frame { delay: *delay, ..frame }).expect("memory takes all");
        self.n_stored += 1;
    }

    fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("memory takes all")
    }
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
#[derive(Default)]
struct Shots {
    all: Vec<Shot>,
    /// The last whole picture.
    last: Vec<u8>,
}

impl Shots {
    fn push(&mut self, canvas: Rectangle, rgba: Vec<u8>, delay: u16) {
        let part = self.all.first().map_or(canvas, |first| {
            assert_eq!(first.part, canvas, "frames have one size");
            canvas.changed(&self.last, &rgba)
        });
        self.all.push(Shot { part, rgba: part.cut(&rgba, canvas), delay });
        self.last = rgba;
    }
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
