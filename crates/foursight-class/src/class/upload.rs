//! Uploads: a file or an archive becomes a folder that never changes again.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Cursor, ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use axum::body::Bytes;

use super::folders::{settle, size_of, sync};
use super::{Class, Inner};
use crate::languages::{Draft, Language};
use crate::nickname::folder_name;
use crate::store::{Pupil, Version};
use foursight_arena::archive::{ArchiveForm, ArchiveLimits, place, place_files, unpack};

/// The largest upload, in mebibytes.
pub(crate) const MAX_MIB: usize = 4;

/// The maximum number of files in an upload.
pub(crate) const MAX_FILES: usize = 200;

const LIMITS: ArchiveLimits = ArchiveLimits { n_files: MAX_FILES, mib: 16, depth: 8 };

/// The largest file that the editor on the page starts from, in bytes.
const MAX_DRAFT: u64 = 256 << 10;

/// The maximum number of versions of a pupil.
const MAX_VERSIONS: usize = 200;

/// The disk space for all versions of a pupil and the programs compiled from them, in mebibytes.
const QUOTA_MIB: u64 = 64;

/// Advice to a pupil who has reached one of these limits.
const MAKE_ROOM: &str = "open one that you no longer need in the list below, and remove it";

/// The data that a browser sends: a file, or the files of a folder.
pub(crate) struct Upload {
    /// Names or paths with contents; at least one.
    pub(crate) files: Vec<(String, Bytes)>,
}

/// The reason why an upload is not stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unstored {
    /// The upload is refused.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    #[error("{}", foursight_files::reason(.0))]
    File(#[from] io::Error),
}

impl From<String> for Unstored {
    fn from(reason: String) -> Self {
        Self::Refused(reason)
    }
}

impl Class {
    /// Stores a pupil's upload; after this returns, only deletion loses the upload.
    pub(crate) fn hand_in(&self, pupil: &Pupil, upload: &Upload) -> Result<(), Unstored> {
        let earlier = self.lock().may_hand_in(pupil)?;
        let name = checked_name(upload)?;
        let folder = folder_name();
        let (part, whole) = (self.folder(&format!(".{folder}")), self.folder(&folder));
        let earlier: Vec<String> = earlier.into_iter().map(|version| version.folder).collect();
        let made = make(&part, name, upload).and_then(|()| {
            if self.size_of(&earlier) + size_of(&part) > QUOTA_MIB << 20 {
                let most = format!("at most {QUOTA_MIB} MiB in total: {MAKE_ROOM}");
                return Err(format!("your versions can take up {most}").into());
            }
            fs::rename(&part, &whole)?;
            Ok(sync(&self.uploads())?)
        });
        if let Err(reason) = made {
            // Files that remain are removed at the next start.
            let _ = fs::remove_dir_all(&part);
            return Err(reason);
        }
        let mut inner = self.lock();
        let stored = inner.store.visit();
        let stored = stored.and_then(|()| inner.store.hand_in(pupil.id, name, &folder));
        drop(inner);
        self.wake();
        Ok(stored.inspect_err(|_| {
            let _ = fs::remove_dir_all(&whole);
        })?)
    }
}

impl Inner {
    /// The earlier versions of a pupil who may hand in another one.
    pub(crate) fn may_hand_in(&self, pupil: &Pupil) -> Result<Vec<Version>, Unstored> {
        let settings = self.store.settings()?;
        if settings.is_frozen || settings.only_plays {
            return Err("the teacher has stopped uploads".to_owned().into());
        }
        if !pupil.is_admitted {
            return Err("wait until the teacher has admitted you".to_owned().into());
        }
        let earlier = self.store.versions_of(pupil.id)?;
        if earlier.len() >= MAX_VERSIONS {
            return Err(format!("you have {MAX_VERSIONS} versions: {MAKE_ROOM}").into());
        }
        Ok(earlier)
    }
}

impl Class {
    /// The text of a version that is a single file.
    pub(crate) fn draft(&self, version: &Version) -> Option<Draft> {
        let language = Language::of_file(&version.name)?;
        let file = self.folder(&version.folder).join(&version.name);
        let text = foursight_files::read_text(&file, MAX_DRAFT).ok()?;
        Some(Draft { language, text })
    }
}

/// The name of the uploaded file or folder, if the name is allowed here.
fn checked_name(upload: &Upload) -> Result<&str, String> {
    let n_bytes: usize = upload.files.iter().map(|(_, bytes)| bytes.len()).sum();
    if n_bytes == 0 {
        return Err("choose a file that is not empty".to_owned());
    }
    if n_bytes > MAX_MIB << 20 {
        return Err(format!("a file may have at most {MAX_MIB} MiB"));
    }
    // Some browsers send the path of a file; folders have the same beginning in all paths.
    let path = upload.files.first().map_or("", |(path, _)| path);
    let name = match &upload.files[..] {
        [_] => path.rsplit(['/', '\\']).next(),
        _ => path.split('/').next(),
    };
    let name = name.unwrap_or_default();
    let is_short = name.chars().count() <= 80;
    match place(name, 1) {
        Ok(Some(_)) if is_short => Ok(name),
        _ => Err("give the file a short name of letters and digits, such as bot.py".to_owned()),
    }
}

/// Makes the folder of a version.
fn make(folder: &Path, name: &str, upload: &Upload) -> Result<(), Unstored> {
    DirBuilder::new().mode(0o700).create(folder)?;
    let made = match (&upload.files[..], ArchiveForm::of_name(name)) {
        ([(_, bytes)], Some(form)) => unpack(form, Cursor::new(bytes), LIMITS, folder),
        ([(_, bytes)], None) => {
            let mut file = File::create_new(folder.join(name))?;
            file.write_all(bytes)?;
            file.sync_all()?;
            Ok(())
        }
        (files, _) => place_files(files, LIMITS, folder),
    };
    made.map_err(|error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => error.into(),
        _ => Unstored::Refused(format!("{name}: {error}")),
    })?;
    Ok(settle(folder, &mut sync)?)
}
