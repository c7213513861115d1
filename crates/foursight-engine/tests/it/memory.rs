//! A search takes only the memory that it uses, however large its table may become.

use std::fs;

use foursight::{Position, STANDARD};
use foursight_engine::{Solve, Solver, TableSize};

/// The memory of this process in MiB, including what other tests use at the same time.
fn resident_mib() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let kib: usize = line.trim().trim_end_matches(" kB").parse().unwrap();
    kib >> 10
}

#[test]
fn a_short_search_in_a_large_table_takes_little() {
    let mut solver = Solver::with_table(STANDARD, TableSize::from_mib(2048));
    let position: Position = "2252576253462244111563365343671351441".parse().unwrap();
    for _ in 0..3 {
        assert_eq!(solver.score(&position).value(), -1);
        solver.clear();
    }
    let mib = resident_mib();
    assert!(mib < 1024, "{mib} MiB");
}
