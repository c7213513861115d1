//! A disk that fails on request and keeps a journal, for programs that tests start.
//!
//! `disk.c` takes the place of the C library's functions that write. So one means covers the databases, the uploads and
//! the log, with errors of the system itself, and without `unsafe` here or a seam in the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight-files/tests/disk/disk.c");

/// A folder in memory, where nothing waits for a real disk, and what its programs load.
pub(crate) struct Disk(TempDir);

impl Disk {
    pub(crate) fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let folder =
            if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }.unwrap();
        fs::create_dir(folder.path().join("root")).unwrap();
        fs::write(folder.path().join("faults"), [0]).unwrap();
        fs::write(folder.path().join("journal"), "").unwrap();
        let mut compile = Command::new("cc");
        compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(folder.path().join("disk.so"));
        assert!(compile.arg(SOURCE).status().unwrap().success(), "{SOURCE} does not compile");
        Self(folder)
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.0.path().join("root")
    }

    /// A file beside the root: `faults` says what fails, and the `journal` is kept if a variable names it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Makes a program use this disk.
    pub(crate) fn load(&self, command: &mut Command) {
        command.env("LD_PRELOAD", self.file("disk.so")).env("DISK_ROOT", self.root());
        command.env("DISK_FAULTS", self.file("faults"));
    }
}
