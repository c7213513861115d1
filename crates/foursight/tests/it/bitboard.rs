//! Sets of cells against sets of the standard library.

use std::collections::BTreeSet;

use foursight::{AnySize, Bitboard, Cell, CellError, Column, STANDARD, Size};

use crate::naive::Lcg;

fn random_cells(size: AnySize, random: &mut Lcg) -> BTreeSet<Cell> {
    (!Bitboard::empty(size)).into_iter().filter(|_| random.below(2) == 0).collect()
}

#[track_caller]
fn check(size: AnySize, found: Bitboard<AnySize>, expected: impl IntoIterator<Item = Cell>) {
    let expected: Vec<Cell> = expected.into_iter().collect();
    assert_eq!(found.cells().collect::<Vec<_>>(), expected, "{size}\n{found}");
    assert_eq!(found.cells().rev().collect::<BTreeSet<_>>().len(), expected.len());
    assert!(found.cells().rev().eq(expected.iter().rev().copied()), "{size}\n{found}");
    assert_eq!((found.cells().len(), found.count()), (expected.len(), expected.len()));
    assert_eq!(Bitboard::from_cells(size, expected), found);
}

#[test]
fn sets_work_like_any_other() {
    let mut random = Lcg(9);
    for (width, height, connect) in [(7, 6, 4), (3, 3, 3), (10, 10, 6), (8, 7, 4)] {
        let size = AnySize::new(width, height, connect).unwrap();
        for _ in 0..200 {
            let [a, b] = [(); 2].map(|()| random_cells(size, &mut random));
            let [set_a, set_b] =
                [&a, &b].map(|cells| Bitboard::from_cells(size, cells.iter().copied()));
            check(size, set_a & set_b, &a & &b);
            check(size, set_a | set_b, &a | &b);
            check(size, set_a ^ set_b, &a ^ &b);
            check(size, set_a - set_b, &a - &b);
            check(size, !set_a, (!Bitboard::empty(size)).cells().filter(|cell| !a.contains(cell)));
            assert!((set_a & set_b).is_subset(set_a) && set_a.is_subset(set_a | set_b));
            assert_eq!(set_a.is_subset(set_b), a.is_subset(&b));

            let mut assigned = set_a;
            assigned &= set_b;
            assert_eq!(assigned, set_a & set_b);
            assigned |= set_a;
            assert_eq!(assigned, set_a);
            assigned ^= set_b;
            assert_eq!(assigned, set_a ^ set_b);
            assigned -= set_b;
            assert_eq!(assigned, set_a - set_b);
        }
    }
}

#[test]
fn cells_outside_the_board_are_left_out() {
    let corners: Bitboard = [(0, 0), (6, 5), (6, 6), (7, 0)]
        .into_iter()
        .map(|(column, row)| Cell::new(column, row))
        .collect();
    assert_eq!(corners.count(), 2);
    assert_eq!(corners.columns().collect::<Vec<_>>(), [Column::new(0), Column::new(6)]);
    assert_eq!(corners.size(), STANDARD);
    assert!(corners.is_subset(!Bitboard::empty(STANDARD)));
    assert_eq!(corners.bits() & !STANDARD.board(), 0);
}

#[test]
fn cells_outside_the_board_are_no_cells() {
    for (width, height) in [(7, 6), (4, 3), (9, 9)] {
        let size = AnySize::new(width, height, 3).unwrap();
        let outside = [(width, 0), (0, height), (width - 1, height), (width, height), (width, 63)];
        for (column, row) in outside {
            let set = Bitboard::from_cell(size, Cell::new(column, row));
            assert!(set.is_empty(), "{size}: column {column}, row {row}\n{set}");
        }
        let last = Bitboard::from_cell(size, Cell::new(width - 1, height - 1));
        assert_eq!(last.count(), 1, "{size}");
    }
    assert!(Bitboard::from_cell(STANDARD, Cell::new(7, 0)).is_empty());
    assert!(Bitboard::from_cell(STANDARD, Cell::new(6, 6)).is_empty());
}

#[test]
fn cells_are_read_by_their_names() {
    for cell in (!Bitboard::empty(AnySize::new(10, 10, 4).unwrap())).cells() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    for name in ["D6", "4.6"] {
        assert_eq!(name.parse(), Ok(Cell::new(3, 5)));
    }
    for name in [
        "", "d", "6", "d0", "d06", "d+6", "d-1", "k1", "4d", "d6 ", "é6", "d6é", "ß", "4.", "0.6",
        "46.1",
    ] {
        assert_eq!(name.parse::<Cell>(), Err(CellError), "{name:?}");
    }
    assert_eq!("d99999999999999999999".parse::<Cell>(), Err(CellError));
}
