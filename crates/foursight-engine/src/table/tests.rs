//! The table never mixes up classes, and keeps entries that were costly.

use std::collections::{HashMap, HashSet};

use foursight::size::Fixed;
use foursight::{AnySize, STANDARD};

use super::*;

fn table<S: Size>(size: S) -> TranspositionTable<S> {
    TranspositionTable::new(size, TableSize::from_mib(1)).expect("there is a MiB")
}

/// A class with random cells and a random number of waiting moves.
fn random_class<S: Size>(size: S, random: &mut fastrand::Rng) -> Class<S::Bits> {
    let mut cells = || S::Bits::narrow(random.u128(..)) & size.board();
    let cells = [cells(), cells()];
    Class { cells, waiting: S::Bits::narrow(random.u128(..16)) }
}

/// Checks that every class still in the table has its own bounds, in a table too small for all. Some of the classes
/// differ in a single bit.
#[track_caller]
fn check_exact<S: Size>(size: S) {
    let table = table(size);
    let table = Access { table: &table, is_shared: false };
    let mut random = fastrand::Rng::with_seed(1);
    let max = size.n_cells() as i32 / 2;
    let mut stored = HashMap::new();
    for _ in 0..4_000 {
        let class = random_class(size, &mut random);
        let cells = (0..128).map(|bit| S::Bits::narrow(1 << bit) & size.board());
        for bit in cells.filter(|&bit| bit != S::Bits::ZERO) {
            let word = random.usize(..2);
            let mut class = class;
            class.cells[word] = class.cells[word] ^ bit;
            let [lower, upper] = [random.i32(-max..=max), random.i32(-max..=max)];
            table.insert(table.address(class), Bounds { lower, upper }, 1);
            let key = (class.cells, class.waiting.widen() % 2);
            stored.insert(key, (class, Bounds { lower, upper }));
        }
    }
    let unknown = Layout::<S>::UNKNOWN;
    let found = stored.values().map(|&(class, bounds)| (table.get(table.address(class)), bounds));
    let found: Vec<_> = found.filter(|&(found, _)| found != unknown).collect();
    assert!(found.len() > 20_000, "{}", found.len());
    assert!(found.iter().all(|(found, bounds)| found == bounds));
    for _ in 0..10_000 {
        assert_eq!(table.get(table.address(random_class(size, &mut random))), unknown);
    }
}

#[test]
fn what_is_found_is_what_was_stored() {
    check_exact(STANDARD);
    check_exact(Fixed::<7, 7>);
    check_exact(Fixed::<8, 7>);
    check_exact(Fixed::<9, 6>);
    check_exact(AnySize::new(10, 10, 4).unwrap());
}

/// Checks that fields and keys have separate bits on every board.
#[track_caller]
fn check_layout<S: Size>(size: S) {
    let layout = Layout::of(size);
    let max = size.n_cells() as i32 / 2;
    let key_bits = layout.key_bits();
    assert_eq!(key_bits[0].count() + key_bits[1].count(), 2 * size.n_cells() + 1);
    for n_pairs in 0..8 {
        for lower in -max..=max {
            let bounds = Bounds { lower, upper: -lower / 2 };
            let data = layout.encode(bounds, n_pairs);
            assert_eq!(data[0] & key_bits[0], S::Key::ZERO);
            assert_eq!(data[1] & key_bits[1], S::Key::ZERO);
            let entry = [data[0] | key_bits[0], data[1] | key_bits[1]];
            assert_eq!(layout.decode(entry), (bounds, n_pairs));
        }
    }
    assert_eq!(layout.decode([S::Key::ZERO; 2]), (Layout::<S>::UNKNOWN, 0));
}

#[test]
fn bounds_fit_beside_the_cells() {
    struct Check;
    impl foursight::size::SizeVisitor for Check {
        type Output = ();
        fn visit<S: Size>(self, size: S) {
            check_layout(size);
        }
    }
    let sides = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
    let heights = sides.clone();
    for (width, height) in
        sides.flat_map(|width| heights.clone().map(move |height| (width, height)))
    {
        AnySize::new(width, height, 4).map(|size| size.dispatch(Check)).unwrap_or_default();
    }
}

/// A position with more waiting moves of the same parity is found too, with bounds that apply to it.
#[test]
fn waiting_moves_are_translated() {
    let table = table(STANDARD);
    let access = Access { table: &table, is_shared: false };
    let class = |waiting| Class { cells: [5, 9], waiting };
    access.insert(access.address(class(5)), Bounds { lower: 3, upper: 6 }, 1);
    let get = |waiting| access.get(access.address(class(waiting)));
    assert_eq!(get(5), Bounds { lower: 3, upper: 6 });
    assert_eq!(get(9), Bounds { lower: 3, upper: 8 });
    assert_eq!(get(3), Bounds { lower: 2, upper: 6 });
    assert_eq!(get(4), Layout::<foursight::Standard>::UNKNOWN);
    access.insert(access.address(class(7)), Bounds { lower: -5, upper: -3 }, 1);
    assert_eq!(get(11), Bounds { lower: -7, upper: -3 });
    assert_eq!(get(1), Bounds { lower: -5, upper: -1 });
    access.insert(access.address(class(3)), Bounds { lower: 0, upper: 0 }, 1);
    assert_eq!(get(15), Bounds { lower: 0, upper: 0 });
    // An unknown bound stays unknown, whatever is added to it.
    access.insert(access.address(class(1)), Bounds { lower: 2, ..get(2) }, 1);
    access.insert(access.address(class(15)), get(15), 1);
    assert_eq!(get(15).lower, 2);
    assert!(access.get_with_upper(access.address(class(15))).is_none());
}

/// Checks that a growing table holds the same entries in the same places as one that uses all its lines from the start.
#[track_caller]
fn check_growth<S: Size>(size: S) {
    let [growing, whole] = [(); 2].map(|()| table(size));
    whole.use_all();
    let tables = [&growing, &whole].map(|table| Access { table, is_shared: false });
    let mut random = fastrand::Rng::with_seed(3);
    let mut classes = Vec::new();
    let mut uses = HashSet::new();
    for turn in 0..60_000 {
        let class = match random.choice(&classes) {
            Some(&class) if turn % 4 == 0 => class,
            _ => random_class(size, &mut random),
        };
        classes.push(class);
        let bounds = Bounds { lower: -random.i32(..9), upper: random.i32(..9) };
        let nodes = random.u64(1..1000);
        for table in tables {
            table.insert(table.address(class), bounds, nodes);
        }
        uses.insert(growing.n_used());
        let asked = *random.choice(&classes).expect("there is one");
        let found = tables.map(|table| table.get(table.address(asked)));
        assert_eq!(found[0], found[1], "{turn}");
    }
    assert!(uses.len() > 1 && !growing.can_grow(), "{uses:?}");
    let n_entries = n_entries::<S::Key>();
    for index in 0..whole.n_used() {
        let [summary, other] =
            [&growing, &whole].map(|table| table.summaries[index].load(Ordering::Relaxed));
        assert_eq!(summary, other, "line {index}");
        for place in 0..n_entries {
            let [entry, other] =
                [&growing, &whole].map(|table| table.lines.get(index).get::<S::Key>(place));
            assert_eq!(entry, other, "line {index}");
        }
    }
}

#[test]
fn growing_loses_nothing() {
    check_growth(STANDARD);
    check_growth(Fixed::<9, 6>);
    check_growth(AnySize::new(10, 10, 4).unwrap());
}

#[test]
fn a_table_that_forgets_begins_anew() {
    let mut table = table(STANDARD);
    let n_used = table.n_used();
    let mut random = fastrand::Rng::with_seed(4);
    let classes: Vec<_> = (0..9_000).map(|_| random_class(STANDARD, &mut random)).collect();
    let own = Access { table: &table, is_shared: false };
    for &class in &classes {
        own.insert(own.address(class), Bounds { lower: 1, upper: 2 }, 1);
    }
    assert!(table.n_used() > n_used);
    table.clear();
    assert_eq!(table.n_used(), n_used);
    table.use_all();
    let own = Access { table: &table, is_shared: false };
    let unknown = Layout::<foursight::Standard>::UNKNOWN;
    assert!(classes.iter().all(|&class| own.get(own.address(class)) == unknown));
}

/// A table that several threads may read gives the same answers as a single thread's.
#[test]
fn sharing_changes_no_answer() {
    let table = table(STANDARD);
    let mut random = fastrand::Rng::with_seed(2);
    let [class, other] = [(); 2].map(|()| random_class(STANDARD, &mut random));
    let bounds = Bounds { lower: -3, upper: 4 };
    let [shared, own] = [true, false].map(|is_shared| Access { table: &table, is_shared });
    shared.insert(shared.address(class), bounds, 9);
    for access in [shared, own] {
        assert_eq!(access.get(access.address(class)), bounds);
        assert_ne!(access.get(access.address(other)), bounds);
    }
}

/// Classes that all belong to line 0.
fn classes_of_one_line<S: Size>(access: Access<'_, S>) -> impl Iterator<Item = Class<S::Bits>> {
    let mut random = fastrand::Rng::with_seed(9);
    std::iter::repeat_with(move || random_class(access.table.size, &mut random))
        .filter(move |&class| access.table.line_of(access.address(class)) == 0)
}

/// Checks that threads that write to one line all the time find what was stored for a class, or nothing.
#[track_caller]
fn check_whole<S: Size>(size: S) {
    let table = table(size);
    table.use_all();
    let shared = Access { table: &table, is_shared: true };
    let classes: Vec<_> = classes_of_one_line(shared).take(6).collect();
    let unknown = Layout::<S>::UNKNOWN;
    let bounds = |n: usize| Bounds { lower: -(n as i32), upper: 20 - n as i32 };
    let n_found: usize = std::thread::scope(|scope| {
        let work = |first: usize| {
            let mut n_found = 0;
            for turn in 0..200_000 {
                let stored = (first + turn) % classes.len();
                shared.insert(shared.address(classes[stored]), bounds(stored), 1);
                let asked = (first + 5 * turn) % classes.len();
                let found = shared.get(shared.address(classes[asked]));
                assert!([unknown, bounds(asked)].contains(&found), "{found:?} for {asked}");
                n_found += usize::from(found != unknown);
            }
            n_found
        };
        let threads: Vec<_> = (0..4).map(|first| scope.spawn(move || work(first))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(n_found > 10_000, "{n_found}");
    // No class occurs twice in the line.
    let entries = n_entries::<S::Key>();
    let keys: Vec<_> = (0..entries).map(|index| table.lines.get(0).get::<S::Key>(index)).collect();
    let [first, second] = Layout::of(size).key_bits();
    let keys: HashSet<_> = keys.iter().map(|key| (key[0] & first, key[1] & second)).collect();
    assert_eq!(keys.len(), entries);
}

#[test]
fn entries_are_not_torn() {
    check_whole(STANDARD);
    check_whole(AnySize::new(9, 7, 4).unwrap());
}

#[test]
fn the_least_work_gives_way() {
    let table = table(STANDARD);
    table.use_all();
    let bounds = Bounds { lower: -1, upper: 2 };
    let own = Access { table: &table, is_shared: false };
    let classes: Vec<_> = classes_of_one_line(own).take(5).collect();
    for (&class, nodes) in classes.iter().zip([900, 80, 700, 60, 500]) {
        own.insert(own.address(class), bounds, nodes);
    }
    let is_known = |own: Access<'_, _>| -> Vec<bool> {
        classes.iter().map(|&class| own.get(own.address(class)) == bounds).collect()
    };
    assert_eq!(is_known(own), [true, true, true, false, true]);
    // A class that is there already is replaced, whatever its work.
    own.insert(own.address(classes[0]), bounds, 1);
    assert_eq!(is_known(own), [true, true, true, false, true]);
    own.insert(own.address(classes[3]), bounds, 1);
    assert_eq!(is_known(own), [false, true, true, true, true]);
}

/// Entries of an earlier search lose value once a search has been long enough to fill the table.
#[test]
fn work_ages() {
    let mut table = table(STANDARD);
    table.use_all();
    let bounds = Bounds { lower: -1, upper: 2 };
    let own = Access { table: &table, is_shared: false };
    let classes: Vec<_> = classes_of_one_line(own).take(5).collect();
    for &class in &classes[..4] {
        own.insert(own.address(class), bounds, 1 << 20);
    }
    let summary = table.summaries[0].load(Ordering::Relaxed);
    table.start_search();
    table.end_search(10);
    table.start_search();
    assert_eq!(table.summaries[0].load(Ordering::Relaxed), summary);
    table.end_search(1 << 30);
    table.start_search();
    assert_ne!(table.summaries[0].load(Ordering::Relaxed), summary);
    let own = Access { table: &table, is_shared: false };
    assert!(classes[..4].iter().all(|&class| own.get(own.address(class)) == bounds));
    own.insert(own.address(classes[4]), bounds, 1 << 12);
    let n_left = classes.iter().filter(|&&class| own.get(own.address(class)) == bounds).count();
    assert_eq!(n_left, 4);
    table.clear();
    let own = Access { table: &table, is_shared: false };
    assert!(classes.iter().all(|&class| own.get(own.address(class)) != bounds));
}

/// The entries with a tag are found by arithmetic on the whole word; here, they are found one by one.
#[test]
fn summaries_find_tags() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let mut summary = Summary(0);
        let entries: Vec<_> = (0..4)
            .map(|index| {
                let tag = random.u64(..3) * 0x155;
                let (has_upper, nodes) = (random.bool(), 1 << random.u32(..40));
                summary = summary.with(index, tag, has_upper, nodes);
                (tag, has_upper, nodes)
            })
            .collect();
        for (tag, n_entries) in [(0, 4), (0x155, 4), (0x2aa, 2)] {
            let same = |&index: &usize| entries[index].0 == tag;
            let expected: Vec<usize> = (0..n_entries).filter(same).collect();
            let found = summary.with_tag(tag, n_entries);
            assert_eq!(found.collect::<Vec<_>>(), expected);
            let with_upper: Vec<usize> =
                expected.into_iter().filter(|&index| entries[index].1).collect();
            let found = summary.with_upper(summary.with_tag(tag, n_entries));
            assert_eq!(found.collect::<Vec<_>>(), with_upper);
        }
        let work = |index: usize| (u64::BITS - entries[index].2.leading_zeros()).min(31);
        assert_eq!(summary.least(4), (0..4).min_by_key(|&index| work(index)).unwrap());
    }
}

#[test]
fn a_table_that_does_not_fit_is_an_error() {
    let table_size = TableSize { mib: 1 << 42 };
    let error = TranspositionTable::new(STANDARD, table_size).unwrap_err();
    assert_eq!(error, TableError { table_size });
    let message = "not enough memory for a table of 4398046511104 MiB; choose a smaller one";
    assert_eq!(error.to_string(), message);
}
