//! The checks of the fuzz targets. Tests of the crates run them on changed texts, too.

pub mod class;
pub mod game;
pub mod texts;

#[allow(dead_code, reason = "tests need the rest")]
#[path = "../../crates/foursight-class/tests/it/archives.rs"]
mod archives;
#[path = "../../crates/foursight-class/tests/it/equipment.rs"]
mod equipment;
#[allow(dead_code, reason = "tests need the rest")]
#[path = "../../crates/foursight-web/tests/it/history.rs"]
mod history;
#[allow(dead_code, reason = "tests need the rest")]
#[path = "../../crates/foursight-class/tests/it/room.rs"]
mod room;
