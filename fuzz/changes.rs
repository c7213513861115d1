//! Random changes of valid inputs, for the tests of the crates that run the checks of the fuzz targets.

use fastrand::Rng;

/// A valid input with some changes, as fuzzers make them.
fn changed(seeds: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let seed = |random: &mut Rng| random.choice(seeds).expect("there are seeds").clone();
    let mut bytes = seed(random);
    for _ in 0..random.usize(1..8) {
        let start = random.usize(..=bytes.len());
        let end = (start + random.usize(..16)).min(bytes.len());
        match random.u8(..7) {
            0 => drop(bytes.drain(start..end)),
            1 => bytes.extend_from_within(start..end),
            2 => bytes.truncate(start),
            3 => drop(bytes.splice(start..end, seed(random))),
            4 => bytes.insert(start, random.u8(..)),
            5 => bytes[start..end].fill(random.u8(..)),
            _ => bytes[start..end].iter_mut().for_each(|byte| *byte ^= 1 << random.u8(..8)),
        }
    }
    bytes.truncate(1000);
    bytes
}

/// Runs a target on the seeds and on many changes of them.
pub(crate) fn check(seeds: impl IntoIterator<Item = Vec<u8>>, run: impl Fn(&[u8])) {
    let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    let seeds: Vec<_> = seeds.into_iter().collect();
    for seed in &seeds {
        run(seed);
    }
    let mut random = Rng::with_seed(1);
    for _ in 0..if is_slow { 100_000 } else { 300 } {
        run(&changed(&seeds, &mut random));
    }
}
