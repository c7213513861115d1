//! Recognizes errors that mean that the system ran out of a resource.

use std::io;

use nix::errno::Errno;

/// The system's errors when it runs out of processes, descriptors, memory or disk space.
const EXHAUSTED: [Errno; 7] = [
    Errno::EAGAIN,
    Errno::EMFILE,
    Errno::ENFILE,
    Errno::ENOMEM,
    Errno::ENOSPC,
    Errno::EDQUOT,
    Errno::EIO,
];

/// Whether an error says that the system lacks processes, descriptors, memory or space on a disk, or that the disk has
/// failed: the program is not at fault.
pub fn is_out_of_resources(error: &io::Error) -> bool {
    error.raw_os_error().is_some_and(|number| EXHAUSTED.contains(&Errno::from_raw(number)))
}
