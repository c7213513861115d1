//! The reaper: the small program that process 1 inside becomes before the program starts.
//!
//! Programs can see process 1: its command line, its file. This one gives nothing away: it does not know the launcher,
//! has no capability and may not be inspected.

use std::convert::Infallible;
use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::libc::O_PATH;
use nix::unistd::fexecve;

use super::failure::{Failure, Step};

const REAPER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/reaper"));

/// Puts the reaper into the file system in memory at `root`, where it has no name.
pub(super) fn place(root: &Path) -> Result<File, Failure> {
    write(&root.join("reaper")).step("reaper")
}

fn write(path: &Path) -> io::Result<File> {
    // The kernel lets nobody inspect a process whose file its owner can run but not read.
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o111).open(path)?;
    file.write_all(REAPER)?;
    drop(file);
    let reaper = OpenOptions::new().read(true).custom_flags(O_PATH).open(path)?;
    fs::remove_file(path)?;
    Ok(reaper)
}

/// Becomes the reaper, which waits for `program` and prints how it ended.
pub(super) fn become_reaper(reaper: &File, program: u32) -> Result<Infallible, Failure> {
    let arguments = ["reaper".to_owned(), program.to_string()].map(CString::new);
    let arguments: Vec<CString> = arguments.into_iter().collect::<Result<_, _>>().step("reaper")?;
    fexecve(reaper, &arguments, &[] as &[CString])
        .step("reaper: this system cannot run a program from memory")
}
