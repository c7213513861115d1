//! The code that the whole class shares, and the names of folders.

use foursight_files::secrets::random_bytes;

/// Letters that are hard to confuse when read out or copied from a projector.
const LETTERS: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

/// A new code of six letters for a class.
pub(crate) fn class_code() -> String {
    let mut random = fastrand::Rng::with_seed(u64::from_ne_bytes(random_bytes()));
    (0..6).map(|_| char::from(LETTERS[random.usize(..LETTERS.len())])).collect()
}

/// A new name for a folder.
pub(crate) fn folder_name() -> String {
    format!("{:016x}", u64::from_ne_bytes(random_bytes()))
}
