//! A class on a disk that is full.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use axum::http::StatusCode;
use tempfile::TempDir;

use crate::room::{GOOD, Room};

/// A small disk in a folder, until it is dropped.
struct Disk(PathBuf);

impl Disk {
    /// `None` if this process may not mount one.
    fn new(folder: &TempDir) -> Option<Self> {
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", "size=24m", "none"]).arg(folder.path());
        mount.status().is_ok_and(|status| status.success()).then(|| Self(folder.path().to_owned()))
    }

    fn fill(&self) {
        let mut file = File::create(self.0.join("full")).unwrap();
        while file.write_all(&[b'x'; 512]).is_ok() {}
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The class may still have files open.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_does_not_keep_pupils_or_the_class() {
    let folder = TempDir::new().unwrap();
    let Some(disk) = Disk::new(&folder) else {
        println!("skipped: this process may not mount a disk");
        return;
    };
    let room = Room::in_folder(folder);
    let ann = room.join("Annabella");
    let (bob, mut database) = (room.join("Bob"), room.database());
    assert_eq!(room.upload(&ann, "bot.sh", GOOD.as_bytes()).location, "/class/me");
    // The log of their removal is larger than the reserve.
    let transaction = database.transaction().unwrap();
    for _ in 0..40 {
        let pair = "INSERT INTO pair (first, second, opening) VALUES (1, -1, '')";
        transaction.execute(pair, []).unwrap();
        let game = "INSERT INTO game (pair, half, red, yellow, played_at, game, transcript)
             VALUES (last_insert_rowid(), 0, 1, -1, 0, '', ?)";
        transaction.execute(game, ["Annabella ".repeat(16 << 10)]).unwrap();
    }
    transaction.commit().unwrap();
    let is_busy =
        database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
    assert_eq!(is_busy, Ok(false));
    drop(database);
    disk.fill();
    let refused = room.upload(&bob, "bot.sh", &vec![b'x'; 1 << 20]);
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{}", refused.text);
    let removed = room.post("/class/pupil/1/remove", &room.teacher, "sure=yes");
    assert_eq!(removed.location, "/class/teacher", "{}", removed.text);
    assert!(!room.raw().contains("Annabella"));
    assert_eq!(room.n_uploads(), 0);
    let page = room.get("/class/teacher", &room.teacher).text;
    assert!(page.contains("Bob") && !page.contains("is still on disk"), "{page}");
    disk.fill();
    let deleted = room.post("/class/teacher/delete", &room.teacher, "sure=yes");
    assert_eq!(deleted.location, "/class/teacher", "{}", deleted.text);
    fs::remove_file(disk.0.join("full")).unwrap();
    let bob = room.join("Bob");
    assert_eq!(room.upload(&bob, "bot.sh", GOOD.as_bytes()).location, "/class/me");
}
