//! Limits of a program, and the files that it may read.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The limits of a program, and the paths that it may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxOptions {
    /// Memory of all its processes together, in bytes.
    pub memory_bytes: u64,
    /// The size of each file that it writes, and of its whole scratch folder, in bytes.
    pub file_bytes: u64,
    /// Open files of each process.
    pub n_open_files: u64,
    /// Processes and threads; beyond the limit, the program is killed.
    pub n_processes: u64,
    /// Processor time of each process, in seconds.
    pub cpu_seconds: u64,
    /// The paths that every program may read, besides the system's programs and libraries.
    pub readable: Vec<PathBuf>,
    /// Symbolic links that programs see with namespaces: absolute names, and targets relative to the scratch folder.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// Paths that programs may not read even if they lie among the system's programs and libraries or in `readable`: a
    /// program may read such a path, or a path inside it, only if it is started with that path.
    pub private: Vec<PathBuf>,
    /// Whether programs may run the files that they write, as compilers do.
    pub runs_scratch: bool,
    /// A command line that runs each program in an outer jail: `{cmd}` stands for the command, `{scratch}` for
    /// the folder that must be writable inside.
    pub wrap: Option<String>,
}

/// 1 GiB of memory, 64 MiB of files, 512 processes and an hour of processor time.
impl Default for SandboxOptions {
    fn default() -> Self {
        Self {
            memory_bytes: 1 << 30,
            file_bytes: 64 << 20,
            n_open_files: 256,
            n_processes: 512,
            cpu_seconds: 3600,
            readable: Vec::new(),
            links: Vec::new(),
            private: Vec::new(),
            runs_scratch: false,
            wrap: None,
        }
    }
}

impl SandboxOptions {
    /// The number of processes and threads that the kernel grants: twice as many as are allowed.
    ///
    /// The launcher notices a program that exceeds its limit, kills it and reports why. If the kernel refused first,
    /// only the program itself could say why it ended.
    pub(crate) fn n_processes_granted(&self) -> u64 {
        self.n_processes.saturating_mul(2)
    }
}
