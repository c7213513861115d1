//! Two marks that keep a solver away from the players in a jail.
//!
//! Any program that links this crate carries an ELF note, which every copy keeps, whatever its name: the jail finds
//! such files and hides them. A copy that gets in nevertheless, packed for example, asks whether it [is in a
//! jail](is_jailed), and if so refuses to work.

/// The text of the note.
pub const NOTE_TEXT: &[u8; 40] = b"starts programs in jails; is not in jail";

/// The process that nobody can ask about in a jail: a number that no process has, as Linux counts to 2^22.
pub const QUESTION: i32 = 0x4653_4a4c;

/// Laid out as the ELF format requires for notes.
#[cfg(target_os = "linux")]
#[repr(C)]
struct Note {
    n_name_bytes: u32,
    n_text_bytes: u32,
    kind: u32,
    name: [u8; 12],
    text: [u8; NOTE_TEXT.len()],
}

#[cfg(target_os = "linux")]
#[used]
#[expect(unsafe_code, reason = "a section of notes must hold notes, which this one does")]
#[unsafe(link_section = ".note.foursight")]
static NOTE: Note = Note {
    n_name_bytes: 10,
    n_text_bytes: NOTE_TEXT.len() as u32,
    kind: 1,
    name: *b"foursight\0\0\0",
    text: *NOTE_TEXT,
};

/// The error that `getsid` returns in a jail for [`QUESTION`], and nowhere else.
///
/// The jail's system call filter returns it. Processes inherit the filter and cannot remove it.
#[cfg(target_os = "linux")]
pub const ANSWER: nix::errno::Errno = nix::errno::Errno::EKEYREJECTED;

/// Whether this process is in a jail of a program that links this crate, under its layer `seccomp`.
#[cfg(target_os = "linux")]
pub fn is_jailed() -> bool {
    use nix::unistd::{Pid, getsid};

    getsid(Some(Pid::from_raw(QUESTION))) == Err(ANSWER)
}

/// Other operating systems have no jail.
#[cfg(not(target_os = "linux"))]
pub fn is_jailed() -> bool {
    false
}

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
