#![doc = include_str!("../README.md")]

mod blocks;
mod label;
mod packing;
mod parallel;
mod records;
mod row;
mod table;
mod value;

pub use blocks::{Block, Blocks, Problem};
pub use label::{Labels, Settings, label};
pub use parallel::{Failure, in_parallel};
pub use records::read_line;
pub use row::{Form, Row};
pub use table::{header, other_names, table};
pub use value::{Cell, Value};
