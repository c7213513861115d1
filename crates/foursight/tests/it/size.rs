use std::any::TypeId;

use foursight::size::SizeVisitor;
use foursight::{AnySize, Bits, Size};

use crate::naive;

#[track_caller]
fn check_refused(text: &str, message: &str) {
    assert_eq!(text.parse::<AnySize>().unwrap_err().to_string(), message);
}

#[test]
fn sizes_are_checked() {
    check_refused("2x6", "boards of 2x6 are not supported (each side is 3 to 10)");
    check_refused("7x11", "boards of 7x11 are not supported (each side is 3 to 10)");
    check_refused("seven", "\"seven\" is not a board size such as 7x6 (columns x rows)");
    check_refused("", "\"\" is not a board size such as 7x6 (columns x rows)");
    let message = AnySize::new(7, 6, 7).unwrap_err().to_string();
    assert_eq!(message, "lines of 7 are not supported (3 to 6 in a row)");
}

/// All sizes and line lengths.
pub(crate) fn all_sizes() -> impl Iterator<Item = AnySize> {
    let sides = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
    let connects = AnySize::MIN_CONNECT..=AnySize::MAX_CONNECT;
    sides.clone().flat_map(move |width| {
        let connects = connects.clone();
        sides.clone().flat_map(move |height| {
            connects.clone().map(move |connect| AnySize::new(width, height, connect).unwrap())
        })
    })
}

/// A size as dispatched code sees it: its masks, and its form.
struct Masks;

impl SizeVisitor for Masks {
    type Output = (AnySize, [u128; 4], Form);

    fn visit<S: Size>(self, size: S) -> Self::Output {
        let masks = [size.bottom(), size.board(), size.even_rows(), size.top()];
        let masks = masks.map(|mask| size.unpack(mask).widen());
        let form = Form {
            n_bits: 8 * size_of::<S::Bits>(),
            is_any: TypeId::of::<S>() == TypeId::of::<AnySize>(),
            max_width: size.max_width(),
        };
        (size.to_any(), masks, form)
    }
}

struct Form {
    n_bits: usize,
    is_any: bool,
    max_width: usize,
}

#[test]
fn dispatch_reaches_the_same_size() {
    for size in all_sizes() {
        let (same, masks, form) = size.dispatch(Masks);
        assert_eq!(same, size);
        assert_eq!(masks, [size.bottom(), size.board(), size.even_rows(), size.top()], "{size}");
        assert!(size.width() <= form.max_width, "{size}");
    }
}

/// Any set of cells, whether or not a shift carries bits from one column into the next.
#[test]
fn all_forms_of_a_size_agree_on_columns() {
    struct Check;
    impl SizeVisitor for Check {
        type Output = ();

        fn visit<S: Size>(self, size: S) {
            let any = size.to_any();
            let to_any = |cells| naive::to_any(size, cells);
            for cells in naive::random_sets(size, 50) {
                let of_any = to_any(cells);
                assert_eq!(size.pack(size.unpack(cells)), cells, "{any}");
                assert_eq!(to_any(size.above(cells)), any.above(of_any) & any.board(), "{any}");
                assert_eq!(to_any(size.below(cells)), any.below(of_any) & any.board(), "{any}");
                assert_eq!(to_any(size.at_or_above(cells)), any.at_or_above(of_any), "{any}");
                let mask = size.board() ^ size.at_or_above(cells);
                assert_eq!(to_any(size.next_cells(mask)), any.next_cells(to_any(mask)), "{any}");
            }
        }
    }
    for size in all_sizes() {
        size.dispatch(Check);
    }
}

/// Boards of at most 64 bits are solved at full speed, never in a form for wider boards.
#[test]
fn boards_of_one_word_are_dispatched_to_one_word() {
    for size in all_sizes().filter(|size| size.connect() == 4) {
        let (.., form) = size.dispatch(Masks);
        assert!(!form.is_any, "{size}");
        let is_packed = ["8x8", "9x7", "10x6"].contains(&size.to_string().as_str());
        if size.width() * (size.height() + 1) <= 64 || is_packed {
            assert_eq!(form.n_bits, 64, "{size}");
        }
        if size.width() <= 8 {
            assert!(form.max_width <= 8 || size.height() <= 4 || form.n_bits == 128, "{size}");
        }
    }
}

#[test]
fn the_standard_position_is_two_words() {
    assert_eq!(size_of::<foursight::Position>(), 16);
}
