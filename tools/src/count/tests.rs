use std::num::NonZeroUsize;

use foursight::{AnySize, Position};

use super::counter::{CountError, Counter, PlyCount, Resources, Step, Tally};

fn size(width: usize, height: usize, connect: usize) -> AnySize {
    AnySize::new(width, height, connect).unwrap()
}

fn resources(n_threads: usize, max_bytes: usize) -> Resources {
    Resources { n_threads: NonZeroUsize::new(n_threads).unwrap(), max_bytes }
}

fn count(size: AnySize, resources: Resources) -> Result<Vec<PlyCount>, CountError> {
    let mut counter = Counter::new(Tally::new(size), resources, &mut |_| ())?;
    while counter.count_ply(&mut |_| ())? {}
    Ok(counter.tally().plies().collect())
}

/// The numbers of positions, found by listing every position, ply by ply.
fn enumerate(size: AnySize) -> Vec<PlyCount> {
    let mut plies = Vec::new();
    let mut positions = vec![Position::empty(size)];
    while !positions.is_empty() {
        let (won, open): (Vec<Position<_>>, Vec<Position<_>>) =
            positions.iter().partition(|position| position.is_won());
        plies.push(PlyCount {
            ply: plies.len(),
            positions: positions.len() as u64,
            won: won.len() as u64,
        });
        positions =
            open.iter().flat_map(|p| p.moves().map(|column| p.play(column).unwrap())).collect();
        positions.sort_unstable_by_key(Position::key);
        positions.dedup();
    }
    plies
}

#[test]
fn counts_are_those_of_an_enumeration() {
    for (width, height, connect) in [
        (3, 3, 3),
        (4, 3, 3),
        (3, 5, 3),
        (5, 3, 3),
        (4, 4, 3),
        (5, 3, 4),
        (3, 5, 4),
        (4, 4, 4),
        (4, 4, 6),
        (5, 3, 5),
        (3, 5, 5),
        (3, 6, 6),
    ] {
        let size = size(width, height, connect);
        let counts = count(size, resources(2, 1 << 30)).unwrap();
        assert_eq!(counts, enumerate(size), "{size} with lines of {connect}");
    }
}

/// From [John Tromp's page](https://tromp.github.io/c4/c4.html).
#[test]
fn totals_are_the_published_ones() {
    for (width, height, total) in
        [(4, 5, 1_706_255), (5, 4, 3_945_711), (5, 5, 69_763_700), (8, 3, 362_940_958)]
    {
        let counts = count(size(width, height, 4), resources(2, 1 << 30)).unwrap();
        assert_eq!(counts.iter().map(|ply| ply.positions).sum::<u64>(), total, "{width}x{height}");
    }
}

#[test]
fn too_little_memory_is_an_error() {
    for max_bytes in [0, 1_000, 100_000] {
        let error = count(size(4, 4, 4), resources(1, max_bytes)).unwrap_err();
        assert_eq!(error, CountError::Memory { max_bytes });
    }
    assert_eq!(
        CountError::Memory { max_bytes: 5 << 20 }.to_string(),
        "this board needs more than 5 MiB of memory"
    );
}

#[test]
fn steps_are_reported() {
    let (mut ready, mut counting) = (Vec::new(), Vec::new());
    let ample = resources(1, 1 << 30);
    let mut counter =
        Counter::new(Tally::new(size(3, 3, 3)), ample, &mut |step| ready.push(step)).unwrap();
    while counter.count_ply(&mut |step| counting.push(step)).unwrap() {}
    let steps = |ply| (0..3).map(move |column| Step { ply, column });
    assert_eq!(ready, steps(None).collect::<Vec<_>>());
    assert_eq!(counting, (0..10).flat_map(|ply| steps(Some(ply))).collect::<Vec<_>>());
}

#[test]
fn a_tally_goes_on_where_it_was() {
    let size = size(4, 4, 3);
    let all = enumerate(size);
    for n_counted in [0, 1, 6, 16] {
        let ample = resources(1, 1 << 30);
        let mut counter = Counter::new(Tally::new(size), ample, &mut |_| ()).unwrap();
        (0..n_counted).for_each(|_| assert!(counter.count_ply(&mut |_| ()).unwrap()));
        let tally = counter.tally().clone();
        let numbers = (tally.without_line().to_vec(), tally.won().to_vec());
        let resumed = Tally::resume(size, numbers.0, numbers.1).unwrap();
        assert_eq!(resumed, tally);
        assert_eq!(resumed.plies().collect::<Vec<_>>(), all[..n_counted]);
        let mut counter = Counter::new(resumed, ample, &mut |_| ()).unwrap();
        while counter.count_ply(&mut |_| ()).unwrap() {}
        assert_eq!(counter.tally().plies().collect::<Vec<_>>(), all);
        assert!(counter.tally().is_complete());
    }
}

#[test]
fn a_tally_that_cannot_be_is_refused() {
    let board = size(3, 3, 3);
    assert!(Tally::resume(board, vec![1; 10], vec![0; 11]).is_some());
    assert_eq!(Tally::resume(board, vec![1; 11], vec![0; 12]), None, "too many plies");
    assert_eq!(Tally::resume(board, vec![1; 3], vec![0; 3]), None, "a ply without its wins");
    assert_eq!(Tally::resume(board, vec![u64::MAX, 1], vec![0; 3]), None, "too many positions");
}

/// The standard board, which takes minutes.
#[test]
fn standard_board() {
    let known = include_str!("7x6.txt").lines().skip(1).map(|line| {
        let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        PlyCount { ply: numbers[0] as usize, positions: numbers[1], won: numbers[2] }
    });
    let known: Vec<_> = known.collect();
    assert_eq!(known.iter().map(|ply| ply.positions).sum::<u64>(), 4_531_985_219_092);
    if std::env::var_os("SLOW_TESTS").is_some() {
        let counts = count(AnySize::default(), resources(2, 4 << 30)).unwrap();
        assert_eq!(counts, known);
    }
}
