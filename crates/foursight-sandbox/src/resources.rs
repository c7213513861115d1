//! Recognizes errors by which the system says that it ran out of a resource.

use std::io;

use nix::errno::Errno;

/// The system's errors if it has no more processes, descriptors, memory or disk space.
const EXHAUSTED: [Errno; 7] = [
    Errno::EAGAIN,
    Errno::EMFILE,
    Errno::ENFILE,
    Errno::ENOMEM,
    Errno::ENOSPC,
    Errno::EDQUOT,
    Errno::EIO,
];

/// Whether an error says that the system lacks processes, descriptors, memory or space on a disk, or that the disk
/// fails: no fault of the program that it met.
pub fn is_out_of_resources(error: &io::Error) -> bool {
    error.raw_os_error().is_some_and(|number| EXHAUSTED.contains(&Errno::from_raw(number)))
}
