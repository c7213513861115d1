//! Unpacks zip archives that pupils submit.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::archive::{self, ArchiveForm, ArchiveLimits};
use crate::fingerprint;

/// Limits on an archive: the number of files, and the size in MiB, packed or unpacked.
const MAX_FILES: usize = 1000;
const MAX_MIB: u64 = 100;
const LIMITS: ArchiveLimits = ArchiveLimits { n_files: MAX_FILES, mib: MAX_MIB, depth: 20 };

/// Whether a file's name says that it is a zip archive.
pub(super) fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
        && path.is_file()
}

/// The folder below `target` with an archive's content; the error says why it cannot be unpacked.
///
/// The folder's name depends on the content, so it never changes while its files play.
pub(super) fn unpack(archive: &Path, target: &Path) -> Result<PathBuf, String> {
    let read_error = |error: io::Error| error.to_string();
    let n_bytes = fs::metadata(archive).map_err(read_error)?.len();
    check_size(n_bytes)?;
    let name = fingerprint(&[archive.to_owned()]).map_err(read_error)?;
    let folder = target.join(&name);
    if folder.is_dir() {
        return Ok(folder);
    }
    let part = target.join(format!(".{name}-{}", std::process::id()));
    fs::create_dir_all(&part).map_err(|error| format!("{}: {error}", part.display()))?;
    let unpacked = extract(archive, &part);
    let unpacked = unpacked.and_then(|()| fs::rename(&part, &folder).map_err(read_error));
    if unpacked.is_err() {
        // A folder that remains does no harm.
        let _ = fs::remove_dir_all(&part);
    }
    // Another process may have unpacked it meanwhile.
    if folder.is_dir() { Ok(folder) } else { unpacked.map(|()| folder) }
}

fn extract(archive: &Path, folder: &Path) -> Result<(), String> {
    let file = File::open(archive).map_err(|error| error.to_string())?;
    let unpacked = archive::unpack(ArchiveForm::Zip, file, LIMITS, folder);
    unpacked.map_err(|error| error.to_string())
}

fn check_size(n_bytes: u64) -> Result<(), String> {
    if n_bytes > MAX_MIB << 20 {
        return Err(format!("it holds more than {MAX_MIB} MiB"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use tempfile::TempDir;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// An archive with these files.
    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    /// Outcomes of unpacking; the folder that holds the content's folder remains.
    fn unpacked(bytes: &[u8]) -> (TempDir, Result<PathBuf, String>) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("ann.zip");
        fs::write(&path, bytes).unwrap();
        let unpacked = unpack(&path, &folder.path().join("unpacked"));
        (folder, unpacked)
    }

    #[test]
    fn files_and_folders_are_unpacked_once() {
        let files: [(&str, &[u8]); 4] = [
            ("ann/main.py", b"import more"),
            ("ann/lib/more.py", b""),
            ("__MACOSX/ann/main.py", b"x"),
            ("ann/.DS_Store", b"x"),
        ];
        let (outer, folder) = unpacked(&archive(&files));
        let folder = folder.unwrap();
        assert_eq!(fs::read(folder.join("ann/main.py")).unwrap(), b"import more");
        assert!(folder.join("ann/lib/more.py").is_file());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert_eq!(fs::read_dir(folder.join("ann")).unwrap().count(), 2);
        let again = unpack(&outer.path().join("ann.zip"), &outer.path().join("unpacked"));
        assert_eq!(again, Ok(folder));
    }

    #[test]
    fn nothing_stays_of_a_refused_archive() {
        let (folder, unpacked) = unpacked(&archive(&[("ann.py", b"x"), ("../bob.py", b"x")]));
        assert!(unpacked.unwrap_err().contains("../bob.py in it points outside it"));
        assert_eq!(fs::read_dir(folder.path().join("unpacked")).unwrap().count(), 0);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
