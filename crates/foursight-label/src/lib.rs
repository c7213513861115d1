#![doc = include_str!("../README.md")]

mod claims;
mod label;
mod outline;
mod packing;
mod parallel;
mod plan;
mod records;
mod row;
mod shard;
mod table;
mod text;
mod value;

pub use claims::{ClaimFiles, Claims, LEASE, Turn};
pub use label::{Labels, Settings, label};
pub use outline::{Outline, OutlineError, Problem};
pub use packing::Bytes;
pub use parallel::{Failure, in_parallel};
pub use plan::Plan;
pub use row::{Form, Row};
pub use shard::Shard;
pub use table::{header_and_rows, header_names, other_names, rows_with_errors, table, with_rows};
pub use text::{Open, Texts, short_hash};
pub use value::{Cell, UnknownValue, Value};
