#![doc = include_str!("../README.md")]

mod label;
mod outline;
mod parallel;
mod records;
mod row;
mod table;
mod value;

pub use label::{Labels, Settings, label};
pub use outline::{Outline, OutlineError};
pub use parallel::{Failure, in_parallel};
pub use row::{Form, Row};
pub use table::{shard_body, write_table};
pub use value::{Cell, UnknownValue, Value};
