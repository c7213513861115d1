// From foursight-render: `UPDATE_EXPECT=1 cargo test -p foursight-web --test it vectors` writes this file.

/** The fewest columns and rows. */
export const MIN_SIDE = 3;
/** The most columns and rows. */
export const MAX_SIDE = 10;
/** The shortest line that can win. */
export const MIN_CONNECT = 3;
/** The longest line that a board can require. */
export const MAX_CONNECT = 6;
/** The side of a cell. */
export const CELL = 100;
/** The lane above the plate, for scores and the disc that waits. */
export const HEAD = 108;
/** The frame of the plate. */
export const PAD = 20;
/** The foot of the plate, with the names of the columns. */
export const FOOT = 52;
/** The radius of a hole. */
export const HOLE = 43;
/** The radius of a corner of the plate. */
export const CORNER = 30;
/** The radius of the ring of the last move. */
export const LAST = 41;
/** A capsule around a line keeps this distance from the middles of its cells. */
export const CAPSULE = 45;
/** The disc of a sign that covers an empty cell. */
export const LENS = 41;
/** The radius of the number of a step. */
export const BADGE = 20;
/** The offset of a step's number, upward and sideways, from the middle of its cell. */
export const BADGE_AT = 33;
/** The distance of the row numbers from the left edge. */
export const ROW_NAMES_AT = 14;
/** The width of a row number with two digits, which would otherwise touch the hole. */
export const ROW_NAME_WIDTH = 20;
