use foursight::size::SizeVisitor;
use foursight::{AnySize, Bits, Size};

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

/// The masks of a size, seen through the dispatch point.
struct Masks;

impl SizeVisitor for Masks {
    type Output = (AnySize, u128, u128, usize);

    fn visit<S: Size>(self, size: S) -> Self::Output {
        (size.to_any(), size.bottom().widen(), size.board().widen(), size_of::<S>())
    }
}

#[test]
fn dispatch_reaches_the_same_size() {
    let sides = AnySize::MIN_SIDE..=AnySize::MAX_SIDE;
    for (width, height) in sides.clone().flat_map(|w| sides.clone().map(move |h| (w, h))) {
        for connect in AnySize::MIN_CONNECT..=AnySize::MAX_CONNECT {
            let size = AnySize::new(width, height, connect).unwrap();
            let (same, bottom, board, room) = size.dispatch(Masks);
            assert_eq!((same, bottom, board), (size, size.bottom(), size.board()));
            let is_fixed = AnySize::FIXED.contains(&size);
            assert_eq!(room == 0, is_fixed, "a compile-time size takes no room: {size}");
        }
    }
}

#[test]
fn the_standard_position_is_two_words() {
    assert_eq!(size_of::<foursight::Position>(), 16);
}
