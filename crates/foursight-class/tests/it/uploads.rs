//! Refused uploads: each gets a reason in words and leaves nothing behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use axum::http::StatusCode;

use crate::archives::{gz, tar, tar_with, zip, zip_with_link};
use crate::room::{GOOD, Room, UNFIT};

#[track_caller]
pub(crate) fn check(room: &Room, cookie: &str, name: &str, bytes: &[u8], expected: &str) {
    let n_before = room.n_uploads();
    let answer = room.upload(cookie, name, bytes);
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}, {expected}: {}", answer.text);
    assert!(answer.text.contains(expected), "{name}: {}", answer.text);
    assert_eq!(room.n_uploads(), n_before, "{name}: nothing stays");
    assert!(!answer.text.contains("<b>"), "{name}: {}", answer.text);
}

#[test]
fn hostile_uploads_are_refused_in_words() {
    let room = Room::new();
    let ann = room.join("Ann");
    let check = |name: &str, bytes: &[u8], expected| check(&room, &ann, name, bytes, expected);
    check("bot.py", b"", "not empty");
    check("<b>.py", b"x", "short name");
    check(".hidden", b"x", "short name");
    check("..", b"x", "short name");
    check("bot\u{202e}.zip", b"x", "short name");
    check("bot.zip", b"no archive", "invalid Zip archive");
    check("bot.tar.gz", b"no archive", "invalid tar.gz archive");
    for name in ["../bob.py", "a/../../bob.py", "/etc/cron.d/x"] {
        check("bot.zip", &zip(&[(name, b"x")]), "points outside it");
        check("bot.tgz", &gz(&tar(&[(name, b"x")])), "points outside it");
    }
    for name in ["<b>x</b>.py", "a\u{7}.py", "a\nb.py", "a\\b.py"] {
        check("bot.zip", &zip(&[(name, b"x")]), "characters that are not allowed");
        check("bot.tgz", &gz(&tar(&[(name, b"x")])), "characters that are not allowed");
    }
    let deep = "a/".repeat(9) + "bot.py";
    check("bot.zip", &zip(&[(&deep, b"x")]), "levels deep");
    check("bot.tgz", &gz(&tar(&[(&deep, b"x")])), "levels deep");
    let names: Vec<String> = (0..201).map(|number| format!("{number}.py")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"x"[..])).collect();
    check("bot.zip", &zip(&many), "more than 200 files");
    check("bot.tgz", &gz(&tar(&many)), "more than 200 files");
    check("bot.zip", &zip(&[("bot.py", b"x"), ("bot.py/x", b"x")]), "bot.py/x in it");
    // The writer would refuse a second `bot.py`.
    let mut twice = zip(&[("bot.py", b"x"), ("bot.pz", b"y")]);
    let ends = twice.windows(6).enumerate().filter(|(_, name)| name == b"bot.pz");
    for place in ends.map(|(place, _)| place + 5).collect::<Vec<_>>() {
        twice[place] = b'y';
    }
    check("bot.zip", &twice, "it holds two files with the same name");
    let twice = tar(&[("bot.py", b"x"), ("./bot.py", b"y")]);
    check("bot.tgz", &gz(&twice), "./bot.py is in it twice");
}

#[test]
fn links_and_devices_are_refused() {
    let room = Room::new();
    let ann = room.join("Ann");
    for (kind, expected) in [
        (b'1', "is a link"),
        (b'2', "is a link"),
        (b'3', "is neither"),
        (b'4', "is neither"),
        (b'6', "is neither"),
    ] {
        check(&room, &ann, "bot.tar.gz", &gz(&tar_with("bot.py", kind, "/etc/passwd")), expected);
    }
    let link = zip_with_link("bot.py", "/etc/passwd");
    check(&room, &ann, "bot.zip", &link, "is a link");
}

#[test]
fn bombs_are_cut_off() {
    let room = Room::new();
    let ann = room.join("Ann");
    let zeros = vec![0; 17 << 20];
    let small = zip(&[("bot.py", &zeros)]);
    assert!(small.len() < 1 << 20, "{} bytes", small.len());
    check(&room, &ann, "bot.zip", &small, "more than 16 MiB");
    check(&room, &ann, "bot.tgz", &gz(&tar(&[("bot.py", &zeros)])), "more than 16 MiB");
    // Skipped files are not unpacked, but they have to be read.
    let hidden = gz(&tar(&[(".hidden", &vec![0; 40 << 20])]));
    check(&room, &ann, "bot.tgz", &hidden, "invalid tar.gz archive");
    let large = room.upload(&ann, "bot.py", &vec![b'x'; 6 << 20]);
    assert_eq!(large.status, StatusCode::BAD_REQUEST);
    assert!(large.text.contains("the limit is 4 MiB"), "{}", large.text);
    assert_eq!(room.n_uploads(), 0);
}

#[test]
fn all_versions_of_a_pupil_share_a_quota() {
    let room = Room::new();
    let (ann, bob) = (room.join("Ann"), room.join("Bob"));
    let large = zip(&[("bot.sh", &vec![0; 15 << 20])]);
    for _ in 0..4 {
        assert_eq!(room.upload(&ann, "bot.zip", &large).location, "/class/me");
    }
    check(&room, &ann, "bot.zip", &large, "your versions can take up at most 64 MiB");
    assert_eq!(room.upload(&bob, "bot.zip", &large).location, "/class/me", "others have their own");
    // Removing an old version makes room for a new one.
    let remove = |cookie: &str, form: &str| room.post("/class/version/1/remove", cookie, form);
    assert_eq!(remove(&bob, "sure=yes").status, StatusCode::NOT_FOUND);
    assert_eq!(remove(&ann, "").status, StatusCode::BAD_REQUEST);
    assert_eq!(room.n_uploads(), 5);
    assert_eq!(remove(&ann, "sure=yes").location, "/class/me");
    assert_eq!(room.n_uploads(), 4);
    assert_eq!(room.upload(&ann, "bot.zip", &large).location, "/class/me");
}

/// If the server read data from strangers, they could fill the memory. The teacher's word comes first, too.
#[test]
fn nothing_is_read_from_strangers_or_in_vain() {
    let room = Room::new();
    let ann = room.join("Ann");
    for (button, cookie, status, is_read_of) in [
        ("thaw", "class_pupil=guess", StatusCode::FORBIDDEN, false),
        ("thaw", &*ann, StatusCode::SEE_OTHER, true),
        ("freeze", &ann, StatusCode::BAD_REQUEST, false),
    ] {
        room.post(&format!("/class/teacher/{button}"), &room.teacher, "");
        let is_read = Arc::new(AtomicBool::new(false));
        let noted = Arc::clone(&is_read);
        let answer = room.upload_watched(cookie, "bot.sh", GOOD.as_bytes(), move || {
            noted.store(true, Ordering::Relaxed);
        });
        assert_eq!(answer.status, status);
        assert_eq!(is_read.load(Ordering::Relaxed), is_read_of, "{cookie}");
    }
}

/// The thread that reads the database is free for others while an upload is unpacked.
#[test]
fn an_upload_does_not_keep_the_pages_waiting() {
    let room = Room::new();
    let ann = room.join("Ann");
    let (held, release) = (mpsc::channel(), mpsc::channel::<()>());
    let mut wait = Some((held.0, release.1));
    let answer = room.upload_watched(&ann, "bot.sh", GOOD.as_bytes(), move || {
        if let Some((held, release)) = wait.take() {
            let (begun, begins) = mpsc::channel();
            tokio::task::spawn_blocking(move || {
                begun.send(()).unwrap();
                // Keeps the thread busy until the answer is there.
                held.send(release.recv_timeout(Duration::from_mins(2))).unwrap();
            });
            begins.recv_timeout(Duration::from_mins(2)).unwrap();
        }
    });
    drop(release.0);
    assert_eq!(answer.location, "/class/me");
    assert_eq!(held.1.recv(), Ok(Err(RecvTimeoutError::Disconnected)));
}

/// If a pupil's uploads could wait for each other, one pupil could fill the memory.
#[test]
fn a_pupil_stores_one_thing_at_a_time() {
    let room = Room::new();
    let (ann, bob) = (room.join("Ann"), room.join("Bob"));
    let large = zip(&[("bot.sh", &vec![0; 8 << 20])]);
    let answers = thread::scope(|scope| {
        let hand_in = || room.upload(&ann, "bot.zip", &large);
        let uploads = [(); 4].map(|()| scope.spawn(hand_in));
        assert_eq!(room.upload(&bob, "bot.zip", &large).location, "/class/me", "others wait");
        uploads.map(|upload| upload.join().unwrap())
    });
    let (stored, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.location == "/class/me");
    assert!(!refused.is_empty(), "they came at the same time");
    for answer in &refused {
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert!(answer.text.contains("wait until your last upload is stored"), "{}", answer.text);
    }
    assert_eq!(room.n_uploads(), stored.len() + 1, "what was refused is not kept");
    assert_eq!(room.upload(&ann, "bot.zip", &large).location, "/class/me");
}

/// A text that a pupil types on the page becomes a file, and is shown again for the next version.
#[test]
fn a_bot_can_be_typed_on_the_page() {
    let room = Room::new();
    let ann = room.join("Ann");
    let page = room.get("/class/me", &ann).text;
    assert!(page.contains("<option value=\"bot.py\" selected"), "{page}");
    assert!(
        page.contains("\ndef agent(observation, configuration):"),
        "it starts with a bot: {page}"
    );
    let typed = |name: &str, text: &str| {
        let fields = [("name=\"name\"", name.as_bytes()), ("name=\"file\"", text.as_bytes())];
        room.upload_fields(&ann, &fields)
    };
    assert_eq!(typed("bot.py", "# mine\r\nx = '<&'\r\n").location, "/class/me");
    let page = room.get("/class/me", &ann).text;
    assert!(page.contains("\n# mine\nx = '&lt;&amp;'\n</textarea>"), "{page}");
    for name in ["../bot.py", ""] {
        assert_eq!(typed(name, "").status, StatusCode::BAD_REQUEST, "{name}");
    }
    assert_eq!(typed("", "x").status, StatusCode::BAD_REQUEST);
}

#[test]
fn a_folder_that_is_dropped_is_an_upload() {
    let room = Room::new();
    let ann = room.join("Ann");
    let send = |files: &[(&str, &[u8])]| {
        let heads: Vec<String> =
            files.iter().map(|(path, _)| format!("name=\"file\"; filename=\"{path}\"")).collect();
        let fields: Vec<(&str, &[u8])> =
            heads.iter().zip(files).map(|(head, (_, content))| (&**head, *content)).collect();
        room.upload_fields(&ann, &fields)
    };
    let files: [(&str, &[u8]); 3] =
        [("ann/bot.sh", GOOD.as_bytes()), ("ann/lib/a.py", b"x"), ("ann/.git/x", b"x")];
    assert_eq!(send(&files).location, "/class/me");
    assert!(room.get("/class/me", &ann).text.contains("<td>ann</td>"));
    let upload = fs::read_dir(room.folder.path().join("uploads")).unwrap().next().unwrap().unwrap();
    assert_eq!(fs::read(upload.path().join("ann/lib/a.py")).unwrap(), b"x");
    assert!(!upload.path().join("ann/.git").exists());
    for (path, expected) in
        [("../x", "points outside"), ("ann/bot.sh", "in it"), ("ann/<b>", "characters")]
    {
        let refused = send(&[("ann/bot.sh", b"x"), (path, b"x")]);
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert!(refused.text.contains(expected), "{path}: {}", refused.text);
    }
    let many = vec![("ann/bot.sh", &b"x"[..]); 201];
    assert_eq!(send(&many).status, StatusCode::BAD_REQUEST);
    assert_eq!(room.n_uploads(), 1);
}

#[test]
fn files_are_for_their_owner_only() {
    let room = Room::new();
    let ann = room.join("Ann");
    let files = [("ann/bot.sh", GOOD.as_bytes()), ("ann/__MACOSX/x", b"x")];
    for (name, bytes) in
        [("bot.sh", GOOD.as_bytes().to_vec()), ("a.zip", zip(&files)), ("a.tgz", gz(&tar(&files)))]
    {
        let answer = room.upload(&ann, name, &bytes);
        assert_eq!(answer.location, "/class/me", "{name}: {}", answer.text);
    }
    assert_eq!(room.n_uploads(), 3);
    let mode = |path: &str| {
        let path = room.folder.path().join(path);
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    };
    assert_eq!((mode("."), mode("class.db"), mode("uploads")), (0o700, 0o600, 0o700));
    for upload in fs::read_dir(room.folder.path().join("uploads")).unwrap() {
        let path = upload.unwrap().path();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(!path.join("ann/__MACOSX").exists());
    }
}

#[test]
fn a_version_that_fails_never_replaces_the_one_that_plays() {
    let room = Room::new();
    room.post("/class/teacher/pause", &room.teacher, "");
    room.class.start().unwrap();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    room.wait("/class/me", &ann, "Version 1 has passed its check");
    room.upload(&ann, "bot.sh", UNFIT.as_bytes());
    let page = room.wait("/class/me", &ann, "Version 2 does not play");
    assert!(page.contains("<strong>plays</strong>"), "{page}");
    assert!(page.contains("&lt;script&gt;") && page.contains("needs fixing"), "{page}");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    room.wait("/class/me", &ann, "Version 3 has passed its check");
    // Back to the first one; the one that failed cannot be chosen, nor one of somebody else.
    let id = |version: &str| {
        let page = room.get("/class/me", &ann).text;
        let end = page.find(&format!("\">{version}</a></td>")).unwrap();
        let start = page[..end].rfind("/class/version/").unwrap() + "/class/version/".len();
        page[start..end].to_owned()
    };
    let play = |id: &str, cookie: &str| room.post(&format!("/class/version/{id}/play"), cookie, "");
    assert_eq!(play(&id("1"), &ann).status, StatusCode::SEE_OTHER);
    assert_eq!(play(&id("2"), &ann).status, StatusCode::NOT_FOUND);
    let bob = room.join("Bob");
    assert_eq!(play(&id("1"), &bob).status, StatusCode::NOT_FOUND);
    let report = format!("/class/version/{}", id("2"));
    assert_eq!(room.get(&report, &bob).status, StatusCode::NOT_FOUND, "reports are private");
    assert_eq!(room.get(&report, &ann).status, StatusCode::OK);
    assert_eq!(room.get(&report, &room.teacher).status, StatusCode::OK);
    room.class.stop();
}

/// A folder may have held other files before it became a class, and `class.db` may have been lost.
#[test]
fn what_is_not_an_upload_is_never_removed() {
    let room = Room::new();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    let uploads = room.folder.path().join("uploads");
    let own = uploads.join("photos");
    let (left, part) = (uploads.join("0123456789abcdef"), uploads.join(".0123456789abcdef"));
    for folder in [&own, &left, &part] {
        fs::create_dir(folder).unwrap();
    }
    let room = room.reopened();
    assert!(own.exists());
    assert!(!left.exists() && !part.exists(), "nobody was told about these");
    let room = room.without_database();
    assert!(own.exists());
    assert_eq!(room.n_uploads(), 2, "the upload is still there");
    room.post("/class/teacher/delete", &room.teacher, "sure=yes");
    assert!(own.exists());
}
