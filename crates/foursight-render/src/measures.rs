//! The measures of a board: a cell is 100 units wide. Pictures, the page's first HTML and its scripts take them from
//! here.

use foursight::AnySize;

/// Gives each measure to Rust, and all of them to scripts.
macro_rules! measures {
    ($(#[doc = $doc:literal] $name:ident = $value:literal;)*) => {
        $(#[doc = $doc] pub(crate) const $name: i64 = $value;)*
        const ALL: &[(&str, &str, i64)] = &[$(($doc, stringify!($name), $value)),*];
    };
}

measures! {
    /// The side of a cell.
    CELL = 100;
    /// The lane above the plate, for scores and the disc that waits.
    HEAD = 108;
    /// The frame of the plate.
    PAD = 20;
    /// The foot of the plate, with the names of the columns.
    FOOT = 52;
    /// The radius of a hole.
    HOLE = 43;
    /// The radius of a corner of the plate.
    CORNER = 30;
    /// The radius of the ring of the last move.
    LAST = 41;
    /// A capsule around a line keeps this distance from the middles of its cells.
    CAPSULE = 45;
    /// The disc of a sign that covers an empty cell.
    LENS = 41;
    /// The radius of the number of a step.
    BADGE = 20;
    /// The offset of a step's number, upward and sideways, from the middle of its cell.
    BADGE_AT = 33;
    /// The distance of the row numbers from the left edge.
    ROW_NAMES_AT = 14;
    /// The width of a row number with two digits, which would otherwise touch the hole.
    ROW_NAME_WIDTH = 20;
}

/// The measures, and the limits of board sizes, as a module of a script.
pub fn measures_script() -> String {
    let limits = [
        (" The fewest columns and rows.", "MIN_SIDE", AnySize::MIN_SIDE as i64),
        (" The most columns and rows.", "MAX_SIDE", AnySize::MAX_SIDE as i64),
        (" The shortest line that can win.", "MIN_CONNECT", AnySize::MIN_CONNECT as i64),
        (" The longest line that a board can require.", "MAX_CONNECT", AnySize::MAX_CONNECT as i64),
    ];
    let line = |(doc, name, value): &(&str, &str, i64)| {
        format!("/**{doc} */\nexport const {name} = {value};\n")
    };
    limits.iter().chain(ALL).map(line).collect()
}
