//! Uploads and archives that pupils hand in, and the files with which a teacher sets up a tournament.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use foursight_arena::archive::{ArchiveForm, ArchiveLimits, unpack};
use foursight_arena::{Arena, ArenaError, CompetitionRequest, Rubric};
use tempfile::TempDir;

use crate::archives::{entry, gz, zip};
use crate::equipment::equipment;
use crate::room::{Room, form};

/// The number of uploads after which a new class begins, because a pupil may have only so many.
const N_UPLOADS: u32 = 150;

thread_local! {
    static ROOM: RefCell<Option<(Room, String, u32)>> = const { RefCell::new(None) };
}

/// Sends a form with fields of these kinds, names and contents, after changes of single bytes, to a class that never runs
/// what it receives.
pub fn hand_in(fields: &[(u8, &str, &[u8])], changes: &[(u16, u8)]) {
    let head = |kind: u8, name: &str| match kind % 4 {
        0 => format!("name=\"file\"; filename=\"{name}\""),
        1 => "name=\"file\"".to_owned(),
        2 => "name=\"name\"".to_owned(),
        _ => name.to_owned(),
    };
    let heads: Vec<String> = fields.iter().map(|(kind, name, _)| head(*kind, name)).collect();
    let fields = heads.iter().zip(fields).map(|(head, (_, _, content))| (&**head, *content));
    let body = changed(form(&fields.collect::<Vec<_>>()), changes);
    ROOM.with_borrow_mut(|known| {
        let (room, pupil, n_left) = known.get_or_insert_with(|| {
            let room = Room::idle();
            let pupil = room.join("Ann");
            (room, pupil, N_UPLOADS)
        });
        let answer = room.upload_body(pupil, "x", body);
        assert!(!answer.status.is_server_error() && answer.bytes.len() < 64 << 10, "{answer:?}");
        *n_left -= 1;
        if *n_left == 0 {
            *known = None;
        }
    });
}

fn changed(mut bytes: Vec<u8>, changes: &[(u16, u8)]) -> Vec<u8> {
    for &(place, byte) in changes {
        if let Some(old) = bytes.get_mut(usize::from(place)) {
            *old = byte;
        }
    }
    bytes
}

/// The files of an archive; the same name can come twice only in a tar archive.
pub type Files<'a> = BTreeMap<&'a str, &'a [u8]>;

/// Unpacks archives of these files, of kinds that tar knows, after changes of single bytes.
pub fn unpack_changed(files: &Files<'_>, kinds: &[u8], changes: &[(u16, u8)]) {
    let kinds = kinds.iter().copied().chain(std::iter::repeat(b'0'));
    let short = |name: &str| name[..name.floor_char_boundary(100)].to_owned();
    let entries = files.iter().zip(kinds);
    let entries =
        entries.flat_map(|((name, content), kind)| entry(&short(name), kind, "x", content));
    let tar: Vec<u8> = entries.chain([0; 1024]).collect();
    check_unpacked(ArchiveForm::TarGz, &gz(&changed(tar, changes)));
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, content)| (*name, *content)).collect();
    check_unpacked(ArchiveForm::Zip, &changed(zip(&files), changes));
}

/// Unpacks an archive: nothing but files and folders may appear, inside, and no more than allowed.
fn check_unpacked(form: ArchiveForm, archive: &[u8]) {
    let limits = ArchiveLimits { n_files: 8, mib: 1, depth: 3 };
    let around = TempDir::new().expect("there is room");
    let folder = around.path().join("inside");
    fs::create_dir(&folder).expect("it is new");
    // A refused archive leaves what came before the reason.
    let _ = unpack(form, Cursor::new(archive), limits, &folder);
    let n_around = fs::read_dir(around.path()).expect("it is there").count();
    assert_eq!(n_around, 1, "something is outside");
    let (n_files, n_bytes) = count(&folder, limits.depth);
    assert!(n_files <= limits.n_files && n_bytes <= (limits.mib << 20) + 1, "{n_files} {n_bytes}");
}

/// The number of files and folders in a folder, and the size of the files.
fn count(folder: &Path, depth: usize) -> (usize, u64) {
    let entries = fs::read_dir(folder).expect("it is a folder").flatten();
    entries.fold((0, 0), |(n_files, n_bytes), entry| {
        let known = entry.metadata().expect("it is there");
        assert!(depth > 0 && (known.is_file() || known.is_dir()), "{entry:?}");
        let (n_below, below) =
            if known.is_dir() { count(&entry.path(), depth - 1) } else { (0, known.len()) };
        (n_files + 1 + n_below, n_bytes + below)
    })
}

/// Keys and tables of both files.
const KEYS: &str = "[tournament] [[player]] [dialects] [games] [class] [[criterion]] name schedule cycles rounds \
    challengers pairs openings clock start-time margin seed concurrency patience opening-rule size connect python \
    file dialect player title kind points check games level threshold new play undo grid winner";

/// Reads lines, each a key and its value, as a rubric and as the `class.toml` of a tournament, which is opened but never
/// isolated, and so not run.
pub fn read_settings(lines: &[(u8, &str)]) {
    let keys: Vec<&str> = KEYS.split(' ').collect();
    let line = |&(key, value): &(u8, &str)| match keys.get(usize::from(key)) {
        Some(table) if table.starts_with('[') => format!("{table}\n"),
        Some(key) => format!("{key} = {value}\n"),
        None => format!("{value}\n"),
    };
    let text: String = lines.iter().map(line).collect();
    let _ = text.parse::<Rubric>();
    let folder = TempDir::new().expect("there is room");
    for (name, content) in [("class.toml", &*text), ("ann.py", "print(1)"), ("bob.py", "print(2)")]
    {
        fs::write(folder.path().join(name), content).expect("there is room");
    }
    let equipment = equipment();
    let arena = Arena {
        judge: &*equipment.judge,
        isolate: &|_, _| Err(ArenaError::Interrupted),
        stop: &AtomicBool::new(false),
        tell: &|_| {},
    };
    let players = vec![folder.path().to_str().expect("a plain path").to_owned()];
    assert!(arena.open(CompetitionRequest { players, ..CompetitionRequest::default() }).is_err());
}
