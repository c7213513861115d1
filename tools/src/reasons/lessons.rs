//! Simulates beginners who lose, and counts the reasons that their lessons show.

use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Result, ensure};
use fastrand::Rng;
use foursight_engine::n_cores;

use super::reader::{Lessons, SIZES};
use super::shares;

/// The number of lost games.
pub(super) const N_GAMES: usize = 2_000;

/// The number of games in a batch, each batch with its own random numbers.
const N_BATCH: usize = 10;

/// Fails if a loser has no lesson, or if any sentence is false.
pub(super) fn run(n_games: usize) -> Result<()> {
    let (next, total) = (AtomicUsize::new(0), Mutex::new(Lessons::default()));
    let work = || {
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch * N_BATCH >= n_games {
                break;
            }
            let (mut lessons, random) = (Lessons::default(), &mut Rng::with_seed(batch as u64));
            for (size, n_games) in SIZES {
                let size = size.parse().expect("the list holds sizes");
                lessons.add(size, n_games * N_BATCH / 10, random);
            }
            // Whoever stops the tool still knows these.
            lessons.errors.iter().for_each(|error| eprintln!("{error}"));
            let total = &mut *total.lock().expect("nobody panics");
            *total = mem::take(total).with(lessons);
            eprintln!(
                "tools: {} lessons, by tier {:?}, {} sooner, {} given away, {} of them counted, {} open, {} errors",
                total.n_lost,
                total.tiers,
                total.n_sooner,
                total.n_given_away,
                total.n_counted,
                total.n_open,
                total.errors.len()
            );
        }
    };
    thread::scope(|scope| (0..n_cores().get()).for_each(|_| drop(scope.spawn(work))));
    let lessons = total.into_inner().expect("nobody panics");
    let share = |n: usize| format!("{:.1} %", 100.0 * n as f64 / lessons.n_lost as f64);
    let [zero, one, two, three] = lessons.tiers.map(share);
    println!(
        "\n{} games that beginners of four kinds lost, from either seat, to levels 1 to 10 on four boards (70 % of them on the \
         standard board): {} of the losers are shown a reason of tier 0 to 3 ({zero} of tier 0, {one} of 1, {two} of 2, \
         {three} of 3), {} a move that lasts at least four discs longer, and {} the move that gave the result away; in {}, \
         too little is proved. Nobody is told that nobody made a mistake. {} are also shown how many games end alike. A \
         headline has {:.1} words on average. The reader found {} errors in these lessons.",
        lessons.n_lost,
        share(lessons.n_short()),
        share(lessons.n_sooner),
        share(lessons.n_given_away),
        share(lessons.n_open),
        share(lessons.n_counted),
        lessons.n_words as f64 / (lessons.n_lost - lessons.n_open).max(1) as f64,
        lessons.errors.len(),
    );
    let shown = |[n_lost, n_short]: [usize; 2]| 100.0 * n_short as f64 / n_lost as f64;
    let kinds = lessons
        .kinds
        .iter()
        .map(|(kind, counts)| format!("{kind} {:.0} % of {}", shown(*counts), counts[0]));
    println!(
        "\nBy the beginner's habit, level, side and board: {}.",
        kinds.collect::<Vec<_>>().join(", ")
    );
    let [half, most] = shares(lessons.times);
    println!(
        "\nOnce the moves were graded, half of these lessons took at most {half:.2} ms to find, and 99 % at most {most:.0} ms."
    );
    ensure!(lessons.errors.is_empty(), "lessons are missing or false");
    Ok(())
}
