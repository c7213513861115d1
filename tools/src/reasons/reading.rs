//! Tests explanations with a reader that follows them literally and knows only the page that describes them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, ensure};
use fastrand::Rng;
use foursight::{AnySize, STANDARD, Size};
use foursight_engine::n_cores;

use super::reader::{Survey, last_plies, sizes};

/// The number of positions of the standard board explained at each ply. Early ones take seconds each: best play to
/// the end of the game has to be solved.
fn n_positions(ply: usize) -> usize {
    match ply {
        0..4 => 1,
        4..8 => 2,
        8..12 => 4,
        12..16 => 15,
        16..20 => 60,
        20..24 => 150,
        _ => 300,
    }
}

/// The number of positions explained near the end of each other board.
const N_OTHERS: usize = 4;

/// Positions of a board, after some plies: their number.
struct Sample {
    size: AnySize,
    plies: Range<usize>,
    n_positions: usize,
}

/// Fails if any sentence is false.
pub(super) fn run() -> Result<()> {
    let plies = (0..STANDARD.n_cells()).map(|ply| Sample {
        size: AnySize::default(),
        plies: ply..ply + 1,
        n_positions: n_positions(ply),
    });
    let others = sizes(usize::MAX).map(|size| Sample {
        size,
        plies: last_plies(size),
        n_positions: N_OTHERS,
    });
    let samples: Vec<Sample> = plies.chain(others).collect();
    let survey = read(&samples);
    println!(
        "\n{} explanations, {} of positions and {} of mistakes, at all plies of the standard board and near the end on all {} \
         boards, were followed literally by a reader that shares no code with the finder, the checker or the words. Of their {} \
         sentences, {} were false or differed from the mirror image's.",
        survey.n_all(),
        survey.n_positions,
        survey.n_mistakes,
        samples.len() - STANDARD.n_cells(),
        survey.n_sentences,
        survey.errors.len()
    );
    survey.errors.iter().for_each(|error| eprintln!("{error}"));
    ensure!(survey.errors.is_empty(), "sentences are false");
    Ok(())
}

/// Reads the samples on all cores, each with its own random numbers.
fn read(samples: &[Sample]) -> Survey {
    let (next, n_read) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut total = Survey::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(Sample { size, plies, n_positions }) = samples.get(index) else { break total };
            let mut survey = Survey::default();
            let random = &mut Rng::with_seed(index as u64);
            survey.add(*size, plies.clone(), *n_positions, random);
            let n_all = survey.n_all() + n_read.fetch_add(survey.n_all(), Ordering::Relaxed);
            eprintln!("tools: {n_all} explanations; {size} after {plies:?} plies");
            total = both(total, survey);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..n_cores().get()).map(|_| scope.spawn(work)).collect();
        let surveys = workers.into_iter().map(|worker| worker.join().expect("nobody panics"));
        surveys.fold(Survey::default(), both)
    })
}

/// The sum of two surveys.
fn both(mut one: Survey, two: Survey) -> Survey {
    one.n_positions += two.n_positions;
    one.n_mistakes += two.n_mistakes;
    one.n_sentences += two.n_sentences;
    one.n_maps += two.n_maps;
    one.errors.extend(two.errors);
    one
}
