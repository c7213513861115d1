//! Animations, decoded.

use std::time::Duration;

use foursight_render::{Diagram, GifDrawing, Look, Palette, Theme, to_gif};
use gif::{ColorOutput, DecodeOptions, DisposalMethod, Frame, Repeat};

use crate::{game, game_on};

struct Animation {
    size: [u16; 2],
    repeat: Repeat,
    frames: Vec<Frame<'static>>,
}

fn decode(bytes: &[u8]) -> Animation {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push(frame.clone());
    }
    Animation { size: [decoder.width(), decoder.height()], repeat: decoder.repeat(), frames }
}

#[track_caller]
fn check(moves: &str, delay_ms: u64, delays: &[u16]) {
    let diagrams = Diagram::each_of_game(&game(moves));
    let bytes = to_gif(&diagrams, &Look::default(), Duration::from_millis(delay_ms));
    let animation = decode(&bytes);
    assert_eq!(animation.size, [512, 480]);
    assert_eq!(animation.repeat, Repeat::Infinite);
    let found: Vec<u16> = animation.frames.iter().map(|frame| frame.delay).collect();
    assert_eq!(found, delays, "{moves:?}");
}

#[test]
fn a_frame_for_each_position() {
    check("", 700, &[280]);
    check("44455", 700, &[70, 70, 70, 70, 70, 280]);
    check("4", 1, &[0, 0]);
    check("4", 10_000_000, &[16_383, 65_532]);
}

/// Nothing is drawn or stored after a no, and the next call continues where the last one stopped.
#[test]
fn an_animation_is_drawn_in_steps() {
    for theme in [Theme::Transparent, Theme::default()] {
        let (diagrams, look) =
            (Diagram::each_of_game(&game("44455")), Look { theme, ..Look::default() });
        let whole = to_gif(&diagrams, &look, Duration::ZERO);
        for n_at_once in [0, 1, 5, 11] {
            let mut animation = GifDrawing::new(diagrams.clone(), look, Duration::ZERO);
            let mut draw = |n_steps: usize| {
                let mut steps = 0..n_steps;
                animation.draw_while(|| steps.next().is_some())
            };
            assert_eq!(draw(n_at_once), None);
            assert_eq!(draw(11 - n_at_once), None, "six frames to draw, six to store");
            assert_eq!(draw(1), Some(whole.clone()), "{n_at_once}");
        }
    }
}

/// The frames laid over each other, as in a viewer.
fn play(animation: &Animation) -> Vec<Vec<u8>> {
    let [width, height] = animation.size.map(usize::from);
    let mut canvas = vec![0; 4 * width * height];
    let mut seen = Vec::new();
    for frame in &animation.frames {
        let rows = frame.buffer.chunks(4 * usize::from(frame.width));
        for (y, row) in rows.enumerate() {
            let start = (usize::from(frame.top) + y) * width + usize::from(frame.left);
            canvas[4 * start..][..row.len()].copy_from_slice(row);
        }
        seen.push(canvas.clone());
        if frame.dispose == DisposalMethod::Background {
            canvas.fill(0);
        }
    }
    seen
}

/// Checks that flat colors are exact, and that mixtures hardly differ from the picture of the same position.
#[track_caller]
fn check_pictures(palette: Palette, theme: Theme) {
    let look = Look { palette, theme, canvas: None };
    let diagrams = Diagram::each_of_game(&game_on("5x4", "122334134"));
    let animation = decode(&to_gif(&diagrams, &look, Duration::from_millis(100)));
    let seen = play(&animation);
    assert_eq!(seen.len(), diagrams.len());
    for (ply, (frame, diagram)) in seen.iter().zip(&diagrams).enumerate() {
        let picture = resvg::tiny_skia::Pixmap::decode_png(&diagram.to_png(&look)).unwrap();
        for (a, b) in frame.chunks(4).zip(picture.take_demultiplied().chunks(4)) {
            if b[3] < 128 {
                assert_eq!(a[3], 0, "{palette:?} {theme:?} at ply {ply}");
                continue;
            }
            let farthest = (0..3).map(|channel| a[channel].abs_diff(b[channel])).max().unwrap();
            assert!(
                a[3] == 255 && farthest <= 24,
                "{palette:?} {theme:?} at ply {ply}: {a:?} {b:?}"
            );
        }
    }
}

#[test]
fn frames_are_the_pictures_of_their_positions() {
    check_pictures(Palette::RedYellow, Theme::Light);
    check_pictures(Palette::RedBlack, Theme::Dark);
    check_pictures(Palette::HighContrast, Theme::Transparent);
    check_pictures(Palette::Classic, Theme::Light);
    check_pictures(Palette::Classic, Theme::Transparent);
}

/// A move changes its own cell and takes the mark from the one before it.
#[test]
fn only_what_changes_is_stored() {
    let diagrams = Diagram::each_of_game(&game("11"));
    let animation = decode(&to_gif(&diagrams, &Look::default(), Duration::from_millis(100)));
    let sizes: Vec<_> = animation.frames.iter().map(|frame| [frame.width, frame.height]).collect();
    assert_eq!(sizes, [[512, 480], [56, 56], [56, 120]]);
}
