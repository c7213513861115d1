use foursight::size::SizeVisitor;
use foursight::{AnySize, Bitboard, Cell, Direction, Player, Size, line};

use crate::naive::{self, Lcg};
use crate::size::all_sizes;

fn sizes() -> Vec<AnySize> {
    let all = [(7, 6, 4), (4, 3, 4), (3, 3, 3), (5, 5, 4), (8, 7, 4), (9, 6, 4), (10, 10, 6)];
    let more = [(7, 6, 5), (10, 3, 3), (3, 10, 5), (8, 8, 4), (6, 9, 6), (10, 4, 4)];
    all.into_iter().chain(more).map(|(w, h, c)| AnySize::new(w, h, c).unwrap()).collect()
}

fn bitboard(size: AnySize, cells: &[Cell]) -> Bitboard<AnySize> {
    Bitboard::from_cells(size, cells.iter().copied())
}

#[test]
fn every_line_is_found_and_no_part_of_it() {
    for size in sizes() {
        for cells in naive::lines(size) {
            let all = bitboard(size, &cells);
            assert!(line::has_line(size, all.bits()), "{size} {cells:?}");
            for &missing in &cells {
                let rest = all - Bitboard::from_cell(size, missing);
                assert!(!line::has_line(size, rest.bits()), "{size} {cells:?} less {missing:?}");
                let completing = line::completing_cells(size, rest.bits());
                assert!(
                    Bitboard::from_bits(size, completing).contains(missing),
                    "{size} {cells:?}"
                );
            }
        }
    }
}

/// Any set of cells, whether or not a shift carries bits from one column into the next.
#[test]
fn all_forms_of_a_size_agree_on_lines() {
    struct Check;
    impl SizeVisitor for Check {
        type Output = ();

        fn visit<S: Size>(self, size: S) {
            let any = size.to_any();
            let to_any = |cells| naive::to_any(size, cells);
            for cells in naive::random_sets(size, 100) {
                let of_any = to_any(cells);
                assert_eq!(line::has_line(size, cells), line::has_line(any, of_any), "{any}");
                let found = to_any(line::cells_in_lines(size, cells));
                assert_eq!(found, line::cells_in_lines(any, of_any), "{any}");
                let found = to_any(line::completing_cells(size, cells));
                assert_eq!(found, line::completing_cells(any, of_any), "{any}");
                let found = to_any(line::winning_cells(size, cells, size.board() & !cells));
                let expected = line::winning_cells(any, of_any, any.board() & !of_any);
                assert_eq!(found, expected, "{any}");
                let found = line::lines(Bitboard::from_bits(size, cells)).into_iter();
                let found = found.map(|line| (line.direction, to_any(line.cells.bits())));
                let expected = line::lines(Bitboard::from_bits(any, of_any)).into_iter();
                let expected = expected.map(|line| (line.direction, line.cells.bits()));
                assert!(found.eq(expected), "{any}");
            }
        }
    }
    for size in all_sizes() {
        size.dispatch(Check);
    }
}

/// Any set of cells, played or not: the shifts agree with a scan over the list of lines.
#[test]
fn random_sets_agree_with_a_scan() {
    let mut random = Lcg(1);
    for size in sizes() {
        let lines: Vec<_> = naive::lines(size).iter().map(|cells| bitboard(size, cells)).collect();
        for _ in 0..2_000 {
            let share = 2 + random.below(3);
            let all = (!Bitboard::empty(size)).cells();
            let cells: Vec<Cell> = all.filter(|_| random.below(share) == 0).collect();
            let set = bitboard(size, &cells);
            let scanned = lines.iter().any(|line| line.is_subset(set));
            assert_eq!(line::has_line(size, set.bits()), scanned, "{size}\n{set}");

            let completing = lines.iter().filter(|&&line| (line & !set).count() <= 1).fold(
                Bitboard::empty(size),
                |cells, &line| {
                    let gap = line & !set;
                    cells | if gap.is_empty() { line } else { gap }
                },
            );
            let found = Bitboard::from_bits(size, line::completing_cells(size, set.bits()));
            assert_eq!(found & !set, completing & !set, "{size}\n{set}");
        }
    }
}

#[test]
fn one_disc_can_complete_several_lines() {
    // The last disc, in the fourth column, ends a row, both diagonals and a column.
    let text = "X..X..X\n.X.X.X.\n..XXX..\nXXXXXXX";
    let board = foursight::notation::grid::read(text, 4).unwrap();
    let lines = line::lines(board.discs_of(Player::First));
    let by_direction = |direction| lines.iter().filter(|l| l.direction == direction).count();
    assert_eq!(Direction::ALL.map(by_direction), [1, 1, 1, 1]);
    let lengths: Vec<usize> = lines.iter().map(|line| line.cells.count()).collect();
    assert_eq!(lengths, [4, 7, 4, 4], "a line is given as long as it runs");
}

/// A row that ends with the last bit of its word.
#[test]
fn a_line_is_as_long_as_the_board() {
    let size = foursight::size::Fixed::<8, 7>;
    let row = Bitboard::from_bits(size, size.bottom() << 6);
    let [line] = line::lines(row).try_into().unwrap();
    assert_eq!(line.cells, row);
}

/// The top of one column and the bottom of the next, in each direction on each size.
#[test]
fn nothing_wraps() {
    for size in sizes() {
        for direction in Direction::ALL {
            let stride = direction.stride(size);
            for start in 0..size.width() * (size.height() + 1) {
                let run = (0..size.connect()).map(|n| start + n * stride);
                let word = run.clone().filter(|&bit| bit < 128).fold(0u128, |w, bit| w | 1 << bit);
                let set = Bitboard::from_bits(size, word);
                let is_line = set.count() == size.connect();
                assert_eq!(
                    line::has_line(size, set.bits()),
                    is_line,
                    "{size} {direction:?} {start}"
                );
            }
        }
    }
}
