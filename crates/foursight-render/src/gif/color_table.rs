//! The colors of an animation, at most 256.
//!
//! Pictures of boards have a few flat colors, some paints and, along their borders, many mixtures. So the table keeps
//! the most frequent colors, then those farthest from all colors kept so far, and maps each remaining color to the
//! nearest one kept: flat colors stay exact, and none is far off.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Stands for pixels that are less than half opaque.
pub(super) const TRANSPARENT: u8 = 0;

/// Colors are opaque; one with alpha 0 stands for all others.
type Rgba = [u8; 4];
const CLEAR: Rgba = [0; 4];

/// The number of most frequent colors that are kept.
const N_FREQUENT: usize = 128;

pub(super) struct ColorTable {
    /// The colors kept; the first is [`TRANSPARENT`]'s.
    kept: Vec<Rgba>,
    indices: BTreeMap<Rgba, u8>,
}

impl ColorTable {
    /// A table for all colors in `pictures`, rows of RGBA pixels.
    pub(super) fn new<'a>(pictures: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut counts: BTreeMap<Rgba, usize> = BTreeMap::new();
        for (color, n_pixels) in pictures.into_iter().flat_map(runs) {
            *counts.entry(color).or_default() += n_pixels;
        }
        counts.remove(&CLEAR);
        let mut by_count: Vec<_> = counts.into_iter().collect();
        by_count.sort_by_key(|&(color, n_pixels)| (Reverse(n_pixels), color));
        let colors: Vec<Rgba> = by_count.into_iter().map(|(color, _)| color).collect();
        let kept = choose(&colors);
        let mut indices: BTreeMap<_, _> =
            colors.into_iter().map(|color| (color, nearest(&kept, color))).collect();
        indices.insert(CLEAR, TRANSPARENT);
        Self { kept, indices }
    }

    /// The table as a GIF stores it: red, green, blue for each color.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.kept.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect()
    }

    /// A picture as indices into the table.
    pub(super) fn indices(&self, rgba: &[u8]) -> Vec<u8> {
        runs(rgba)
            .flat_map(|(color, n_pixels)| std::iter::repeat_n(self.indices[&color], n_pixels))
            .collect()
    }
}

/// The colors of a picture, each with the length of its run of pixels.
fn runs(rgba: &[u8]) -> impl Iterator<Item = (Rgba, usize)> {
    let (pixels, _) = rgba.as_chunks::<4>();
    let of_run = |run: &[Rgba]| (if run[0][3] < 128 { CLEAR } else { opaque(run[0]) }, run.len());
    pixels.chunk_by(|a, b| a == b).map(of_run)
}

fn opaque([red, green, blue, _]: Rgba) -> Rgba {
    [red, green, blue, u8::MAX]
}

/// At most 256 of these colors, the most frequent of which come first.
fn choose(colors: &[Rgba]) -> Vec<Rgba> {
    let (frequent, rest) = colors.split_at(colors.len().min(N_FREQUENT));
    let mut kept = [&[CLEAR], frequent].concat();
    let to_kept = |&color| {
        let distances = kept[1..].iter().map(|&other| distance(color, other));
        (distances.min().expect("a color that is counted leaves one kept"), color)
    };
    let mut rest: Vec<(u32, Rgba)> = rest.iter().map(to_kept).collect();
    while kept.len() < 256
        && let Some(&(_, farthest)) = rest.iter().max()
    {
        kept.push(farthest);
        rest.retain(|&(_, color)| color != farthest);
        for (nearest, color) in &mut rest {
            *nearest = (*nearest).min(distance(*color, farthest));
        }
    }
    kept
}

/// The distance between two opaque colors; without an iterator, as it is called millions of times, even in unoptimized
/// builds.
fn distance([r1, g1, b1, _]: Rgba, [r2, g2, b2, _]: Rgba) -> u32 {
    let [red, green, blue] = [r1.abs_diff(r2), g1.abs_diff(g2), b1.abs_diff(b2)].map(u32::from);
    red * red + green * green + blue * blue
}

/// The index of the color nearest to this one, never the transparent one.
fn nearest(kept: &[Rgba], color: Rgba) -> u8 {
    let nearest = (1..kept.len()).min_by_key(|&index| distance(kept[index], color));
    nearest.expect("a color that is counted leaves one kept") as u8
}
