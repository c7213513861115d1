//! The numbers in the bitboard explanations: without sentinel (seed 000) and with it (seed 003).

use foursight::bits_explained::Layout;
use foursight::notation::grid;
use foursight::{AnySize, Bitboard, Direction, Player, line};

use crate::naive::Lcg;

/// The 4x3 example, with red and black.
fn example() -> foursight::Board {
    grid::read("ABBA\nBRBA\nRRRR".replace('A', ".").as_str(), 4).unwrap()
}

#[test]
fn the_packed_example_in_decimal_and_binary() {
    let board = example();
    let available = Layout::Packed.encode(!board.discs());
    let red = Layout::Packed.encode(board.discs_of(Player::First));
    let black = Layout::Packed.encode(board.discs_of(Player::Second));
    assert_eq!([available, red, black], [515, 2468, 1112]);
    assert_eq!(format!("{available:012b}"), "001000000011");
    assert_eq!(format!("{red:012b}"), "100110100100");
    assert_eq!(format!("{black:012b}"), "010001011000");
}

#[test]
fn the_shifts_of_the_packed_example() {
    let test = Layout::Packed.line_test(example().discs_of(Player::First), Direction::Horizontal);
    assert_eq!(test.stride, 3);
    let [first, second] = test.steps[..] else { panic!("a line of four takes two steps") };
    assert_eq!(first.shift, 3);
    assert_eq!(first.shifted, 0b000_100_110_100);
    assert_eq!(first.remaining, 0b000_100_100_100);
    assert_eq!(second.shift, 6);
    assert_eq!(second.shifted, 0b000_000_000_100);
    assert_eq!(second.remaining, 0b000_000_000_100);
    for direction in [Direction::Vertical, Direction::Rising, Direction::Falling] {
        assert_eq!(
            Layout::Packed.line_test(example().discs_of(Player::First), direction).remaining(),
            0
        );
    }
}

#[test]
fn bits_of_the_sentinel_layout() {
    let size = AnySize::default();
    let index = |column, row| Layout::Sentinel.bit_index(size, column, row);
    assert_eq!(
        [index(0, 0), index(0, 5), index(1, 0), index(3, 0), index(6, 5)],
        [0, 5, 7, 21, 47]
    );
    assert_eq!(Layout::Sentinel.n_bits(size), 49);
    assert_eq!(Layout::Packed.bit_index(size, 0, 0), 41);
}

#[test]
fn both_layouts_find_the_same_lines_and_nothing_wraps() {
    let mut random = Lcg(8);
    let mut n_wrapped = 0;
    for (width, height, connect) in [(7, 6, 4), (4, 3, 4), (3, 3, 3), (5, 4, 3), (10, 10, 5)] {
        let size = AnySize::new(width, height, connect).unwrap();
        for _ in 0..300 {
            let cells = (!Bitboard::empty(size)).cells().filter(|_| random.below(2) == 0);
            let set = Bitboard::from_cells(size, cells);
            for layout in [Layout::Packed, Layout::Sentinel] {
                assert_eq!(layout.decode(size, layout.encode(set)), set);
                for direction in Direction::ALL {
                    let test = layout.line_test(set, direction);
                    let found = test.remaining() != 0;
                    let expected = line::line_starts(size, set.bits(), direction) != 0;
                    assert_eq!(found, expected, "{layout:?} {direction:?}\n{set}");
                    let wraps = test.steps.iter().any(|step| step.wrapped != 0);
                    assert!(layout == Layout::Packed || !wraps, "a sentinel lets nothing through");
                    n_wrapped += usize::from(wraps);
                }
            }
        }
    }
    assert!(n_wrapped > 0, "the packed layout needs the step that drops wrapped cells");
}
