//! Unpacks zip archives that pupils submit.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use foursight_arena::fingerprint;
use foursight_class::{ArchiveForm, ArchiveLimits};

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
    let unpacked = foursight_class::unpack(ArchiveForm::Zip, file, LIMITS, folder);
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

    /// An archive with these files and links.
    fn archive(files: &[(&str, &[u8])], links: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        for (name, to) in links {
            writer.add_symlink(*name, *to, SimpleFileOptions::default()).unwrap();
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

    #[track_caller]
    fn check_refused(bytes: &[u8], expected: &str) {
        let (folder, unpacked) = unpacked(bytes);
        let reason = unpacked.unwrap_err();
        assert!(reason.contains(expected), "{reason}");
        let left = fs::read_dir(folder.path().join("unpacked")).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{expected}: nothing stays");
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1 + usize::from(folder.path().join("unpacked").exists())
        );
    }

    #[test]
    fn files_and_folders_are_unpacked_once() {
        let files: [(&str, &[u8]); 4] = [
            ("ann/main.py", b"import more"),
            ("ann/lib/more.py", b""),
            ("__MACOSX/ann/main.py", b"x"),
            ("ann/.DS_Store", b"x"),
        ];
        let (outer, folder) = unpacked(&archive(&files, &[]));
        let folder = folder.unwrap();
        assert_eq!(fs::read(folder.join("ann/main.py")).unwrap(), b"import more");
        assert!(folder.join("ann/lib/more.py").is_file());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert_eq!(fs::read_dir(folder.join("ann")).unwrap().count(), 2);
        let again = unpack(&outer.path().join("ann.zip"), &outer.path().join("unpacked"));
        assert_eq!(again, Ok(folder));
    }

    #[test]
    fn hostile_archives_are_refused() {
        check_refused(b"no archive", "invalid Zip archive");
        check_refused(&archive(&[("../bob.py", b"x")], &[]), "../bob.py in it points outside it");
        check_refused(
            &archive(&[("main.py", b"x")], &[("bob.py", "/etc/passwd")]),
            "bob.py in it is a link",
        );
        let zeros = vec![0; 1 << 20];
        let names: Vec<String> = (0..=MAX_MIB).map(|number| format!("{number}.py")).collect();
        let large: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &zeros[..])).collect();
        check_refused(&archive(&large, &[]), "more than 100 MiB");
        let names: Vec<String> = (0..=MAX_FILES).map(|number| format!("{number}.py")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b""[..])).collect();
        check_refused(&archive(&many, &[]), "more than 1000 files");
    }
}
