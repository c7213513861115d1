//! The table never mixes positions up, and keeps what was dear.

use std::collections::HashSet;

use foursight::size::Fixed;
use foursight::{AnySize, STANDARD};

use super::address::key_bits;
use super::*;

/// Small keys and those with a bit far up stay apart.
#[track_caller]
fn check_mix<S: Size>(size: S) {
    let n_bits = key_bits(size) as usize;
    let keys = (0..1_000u128).flat_map(|low| (10..n_bits).map(move |bit| low | 1 << bit));
    let keys: HashSet<u128> = keys.collect();
    let mixed: HashSet<S::Bits> = keys.iter().map(|&key| mix(size, S::Bits::narrow(key))).collect();
    assert_eq!(mixed.len(), keys.len());
    assert!(mixed.iter().all(|bits| bits.widen() >> n_bits == 0));
}

#[test]
fn mixing_keeps_keys_apart() {
    check_mix(STANDARD);
    check_mix(Fixed::<4, 3>);
    check_mix(Fixed::<8, 7>);
    check_mix(AnySize::new(9, 7, 4).unwrap());
    check_mix(AnySize::new(10, 10, 4).unwrap());
}

/// Every key that is still there has its own bounds, in a table too small for all.
#[track_caller]
fn check_exact<S: Size>(size: S) {
    let mut table = TranspositionTable::new(size, TableSize::from_mib(1)).unwrap();
    let mut table = Access::Own(&mut table);
    let unknown = table.get(table.address(S::Bits::ONE));
    let bounds = |n: i32| Bounds { lower: -(n % 20), upper: n % 17 };
    let key = |n: i32| S::Bits::narrow(u128::from(n.unsigned_abs()) * 0x5_1234_5679);
    let key = |n: i32| key(n) & (size.board() | size.sentinels());
    let keys: HashSet<S::Bits> = (1..300_000).map(key).collect();
    let numbers: Vec<i32> = (1..300_000).collect();
    for &n in &numbers {
        table.insert(table.address(key(n)), bounds(n), 1);
    }
    let found = numbers.iter().map(|&n| (n, table.get(table.address(key(n)))));
    let known: Vec<_> = found.filter(|&(_, found)| found != unknown).collect();
    assert!(known.len() > 45_000);
    if keys.len() == numbers.len() {
        assert!(known.iter().all(|&(n, found)| found == bounds(n)));
    }
}

#[test]
fn what_is_found_is_what_was_stored() {
    check_exact(STANDARD);
    check_exact(Fixed::<8, 7>);
    check_exact(AnySize::new(10, 10, 4).unwrap());
}

/// A table that many threads may read answers as one thread's own does.
#[test]
fn sharing_changes_no_answer() {
    let mut table = TranspositionTable::new(STANDARD, TableSize::from_mib(1)).unwrap();
    let bounds = Bounds { lower: -3, upper: 4 };
    let mut shared = Access::Shared(&table);
    shared.insert(shared.address(77), bounds, 9);
    assert_eq!(shared.get(shared.address(77)), bounds);
    let mut own = Access::Own(&mut table);
    assert_eq!(own.get(own.address(77)), bounds);
    assert_ne!(own.get(own.address(78)), bounds);
}

/// Two threads that store the same position at once may leave it twice.
#[test]
fn of_a_position_that_is_stored_twice_one_entry_counts() {
    let table = TranspositionTable::new(STANDARD, TableSize::from_mib(1)).unwrap();
    let mut shared = Access::Shared(&table);
    let address = shared.address(77);
    let (old, new) = (Bounds { lower: 1, upper: 9 }, Bounds { lower: 2, upper: 6 });
    shared.insert(address, old, 9);
    let line = &table.lines[address.line];
    let entry = line.words().into_iter().find(|&word| word != 0).unwrap();
    shared.insert(address, new, 9);
    line.set(7, entry);
    assert!([old, new].contains(&shared.get(address)), "{:?}", shared.get(address));
}

/// Threads that write to one line all the time find what was stored for a position, or nothing.
#[test]
fn entries_of_two_words_are_not_torn() {
    let table = TranspositionTable::new(Fixed::<8, 7>, TableSize::from_mib(1)).unwrap();
    let shared = Access::Shared(&table);
    let same_line = (1..).map(|key| shared.address(key)).filter(|address| address.line == 0);
    let addresses: Vec<_> = same_line.take(6).collect();
    let unknown = Access::Shared(&table).get(addresses[0]);
    let bounds = |n: usize| Bounds { lower: -(n as i32), upper: 20 - n as i32 };
    let n_found: usize = std::thread::scope(|scope| {
        let work = |first: usize| {
            let mut shared = Access::Shared(&table);
            let mut n_found = 0;
            for turn in 0..200_000 {
                let stored = (first + turn) % addresses.len();
                shared.insert(addresses[stored], bounds(stored), 1);
                let asked = (first + 5 * turn) % addresses.len();
                let found = shared.get(addresses[asked]);
                assert!([unknown, bounds(asked)].contains(&found), "{found:?} for {asked}");
                n_found += usize::from(found != unknown);
            }
            n_found
        };
        let threads: Vec<_> = (0..4).map(|first| scope.spawn(move || work(first))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(n_found > 10_000, "{n_found}");
}

#[test]
fn the_least_work_gives_way() {
    let mut table = TranspositionTable::new(STANDARD, TableSize::from_mib(1)).unwrap();
    let bounds = Bounds { lower: -1, upper: 2 };
    let mut own = Access::Own(&mut table);
    let mut same_line = (1..).map(|key| own.address(key)).filter(|address| address.line == 0);
    let addresses: Vec<_> = same_line.by_ref().take(9).collect();
    for (&address, nodes) in addresses.iter().zip([90, 80, 70, 1, 60, 50, 40, 30, 20]) {
        own.insert(address, bounds, nodes);
    }
    let is_known: Vec<bool> = addresses.iter().map(|&a| own.get(a) == bounds).collect();
    assert_eq!(is_known, [true, true, true, false, true, true, true, true, true]);
    table.start_generation();
    let mut own = Access::Own(&mut table);
    own.insert(addresses[3], bounds, 1);
    assert_ne!(own.get(addresses[8]), bounds, "work of an earlier search counts for less");
    table.clear();
    let mut own = Access::Own(&mut table);
    assert!(addresses.iter().all(|&address| own.get(address) != bounds));
}

#[test]
fn a_table_that_does_not_fit_is_an_error() {
    let table_size = TableSize { mib: 1 << 42 };
    let error = TranspositionTable::new(STANDARD, table_size).unwrap_err();
    assert_eq!(error, TableError { table_size });
    let message = "not enough memory for a table of 4398046511104 MiB; choose a smaller one";
    assert_eq!(error.to_string(), message);
}
