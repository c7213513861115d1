//! The file `stat` of a process or thread in `/proc`.

use std::fs;
use std::path::Path;

/// Its fields after the name of the program, which may hold spaces; the state is the first of them.
pub(crate) fn fields(folder: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(folder.join("stat")).ok()?;
    let (_, fields) = text.rsplit_once(") ")?;
    Some(fields.split(' ').map(str::to_owned).collect())
}

/// The processor time of a process in ticks of the clock that `/proc` counts by: its own with all its threads, and that
/// of its children that have ended and were waited for.
pub(crate) fn ticks(folder: &Path) -> Option<[u64; 2]> {
    let fields = fields(folder)?;
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some([number(11)? + number(12)?, number(13)? + number(14)?])
}
