//! Has explanations obeyed literally, by a reader who knows only the page that describes them.

#[path = "../../../crates/foursight-engine/tests/it/reader.rs"]
#[allow(dead_code, unused_imports, reason = "tests of the engine use the rest")]
mod reader;

use anyhow::{Result, ensure};
use fastrand::Rng;
use foursight::{AnySize, STANDARD, Size};

use reader::{Survey, last_plies, sizes};

/// How many positions of the standard board are explained after so many plies. Early ones take seconds each: best play to
/// the end of the game has to be solved.
fn n_positions(ply: usize) -> usize {
    match ply {
        0..4 => 1,
        4..8 => 3,
        8..14 => 6,
        14..18 => 40,
        _ => 220,
    }
}

/// How many positions of each other board are explained, near its end.
const N_OTHERS: usize = 8;

/// Fails if any sentence is false.
pub(super) fn run() -> Result<()> {
    let (mut survey, random) = (Survey::default(), &mut Rng::with_seed(1));
    for ply in 0..STANDARD.n_cells() {
        survey.add(AnySize::default(), ply..ply + 1, n_positions(ply), random);
        eprintln!("tools: {} explanations up to ply {ply}", survey.n_all());
    }
    let sizes: Vec<AnySize> = sizes(usize::MAX).collect();
    for &size in &sizes {
        survey.add(size, last_plies(size), N_OTHERS, random);
        if size.connect() == AnySize::MAX_CONNECT {
            eprintln!("tools: {} explanations up to {size}", survey.n_all());
        }
    }
    println!(
        "\n{} explanations, {} of positions and {} of mistakes, at all plies of the standard board and near the end of {} others, \
         were obeyed literally by a reader that shares no code with the finder, the checker or the words. Of their {} \
         sentences, {} were false, or other than in a mirror.",
        survey.n_all(),
        survey.n_positions,
        survey.n_mistakes,
        sizes.len(),
        survey.n_sentences,
        survey.errors.len()
    );
    survey.errors.iter().for_each(|error| eprintln!("{error}"));
    ensure!(survey.errors.is_empty(), "sentences are false");
    Ok(())
}
