//! Nicknames that were hidden, changed or removed are nowhere, whatever happened before and after.

use std::io::{Cursor, Read};
use std::path::Path;
use std::{env, fs, thread};

use axum::http::StatusCode;
use zip::ZipArchive;

use crate::room::{GOOD, RUBRIC, Room};

/// What happens to Annabella, who then is Petronella, while there are Bob and Cleo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Hide,
    Rename,
    /// A final tournament begins.
    Final,
    /// It is stopped, and the marks are worked out.
    Stop,
}

use Step::{Final, Hide, Rename, Stop};

const ORDERS: [[Step; 4]; 12] = [
    [Hide, Rename, Final, Stop],
    [Rename, Hide, Final, Stop],
    [Hide, Final, Rename, Stop],
    [Hide, Final, Stop, Rename],
    [Rename, Final, Hide, Stop],
    [Rename, Final, Stop, Hide],
    [Final, Hide, Rename, Stop],
    [Final, Rename, Hide, Stop],
    [Final, Hide, Stop, Rename],
    [Final, Rename, Stop, Hide],
    [Final, Stop, Hide, Rename],
    [Final, Stop, Rename, Hide],
];

const OLD: &str = "Annabella";
const NEW: &str = "Petronella";

/// Whether a text, or a file in a zip archive, contains a name.
fn has(bytes: &[u8], name: &str) -> bool {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return String::from_utf8_lossy(bytes).contains(name);
    };
    (0..archive.len()).any(|index| {
        let mut text = Vec::new();
        archive.by_index(index).unwrap().read_to_end(&mut text).unwrap();
        has(&text, name)
    })
}

/// The files in and below a folder that contain a name.
fn files_with(folder: &Path, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| {
        // Files of a tournament may vanish while it is running.
        let is_found = has(&fs::read(&path).unwrap_or_default(), name);
        let found = files_with(&path, name);
        found.into_iter().chain(is_found.then(|| path.display().to_string()))
    });
    found.collect()
}

/// The addresses whose answers to somebody contain a name.
fn answers_with(room: &Room, cookie: &str, name: &str) -> Vec<String> {
    let live = format!("/class/live/{}", room.code());
    let live =
        ["", "/table", "/boards", "/pupil/1", "/pupil/1/board"].map(|end| live.clone() + end);
    let others = "teacher pupils pupil/1 pupil/1/lists finals final/1/report report game/1 game/2 me games.txt marks \
         marks/state marks.csv everything.zip version/1 me/lists me/state";
    let others = others.split_whitespace().map(|page| format!("/class/{page}"));
    let mut paths: Vec<String> = live.into_iter().chain(others).collect();
    paths.retain(|path| has(&room.get(path, cookie).bytes, name));
    paths
}

#[track_caller]
fn check(order: &[Step]) {
    let room = Room::new();
    let press = |path: &str, form: &str| {
        let answer = room.post(path, &room.teacher, form);
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path}: {}", answer.text);
    };
    press("/class/teacher/pause", "");
    room.class.start().unwrap();
    let [ann, _, cleo] = [OLD, "Bob", "Cleo"].map(|name| {
        let pupil = room.join(name);
        room.upload(&pupil, "bot.sh", GOOD.as_bytes());
        room.wait("/class/me", &pupil, "has passed its check");
        pupil
    });
    press("/class/teacher/resume", "");
    room.wait("/class/me", &ann, "/class/game/");
    press("/class/teacher/pause", "");
    let mut nowhere = Vec::new();
    let mut hidden = None;
    let mut name = OLD;
    for step in order {
        match step {
            Hide => {
                press("/class/pupil/1/hide", "");
                hidden = Some(name);
            }
            Rename => {
                press("/class/pupil/1/rename", &format!("nickname={NEW}"));
                nowhere.push(OLD);
                name = NEW;
                hidden = hidden.map(|_| NEW);
            }
            Final => {
                press("/class/final", "schedule=knockout&pairs=10&level=");
                room.wait(&format!("/class/live/{}/boards", room.code()), "", "<figure>");
            }
            Stop => {
                press("/class/final/1/stop", "");
                let report = room.folder.path().join("finals");
                Room::until(|| !files_with(&report, "knockout").is_empty());
                fs::write(room.folder.path().join("rubric.toml"), RUBRIC).unwrap();
                press("/class/marks/start", "");
                room.wait("/class/marks", &room.teacher, "3 of 3 bots are marked");
            }
        }
        for name in &nowhere {
            assert_eq!(files_with(room.folder.path(), name), [""; 0], "{step:?} of {order:?}");
            for cookie in [&room.teacher, &ann, &cleo] {
                assert_eq!(answers_with(&room, cookie, name), [""; 0], "{step:?} of {order:?}");
            }
        }
        if let Some(name) = hidden {
            for cookie in ["", &cleo] {
                assert_eq!(answers_with(&room, cookie, name), [""; 0], "{step:?} of {order:?}");
            }
            let mut files = files_with(room.folder.path(), name);
            files.retain(|path| !path.contains("/class.db"));
            assert_eq!(files, [""; 0], "{step:?} of {order:?}");
        }
    }
    let read = answers_with(&room, &room.teacher, name);
    for path in ["/class/final/1/report", "/class/everything.zip", "/class/marks"] {
        assert!(read.iter().any(|read| read == path), "the teacher reads the name: {read:?}");
    }
    press("/class/pupil/1/remove", "sure=yes");
    for name in [OLD, NEW] {
        assert_eq!(files_with(room.folder.path(), name), [""; 0], "{order:?}");
        assert_eq!(answers_with(&room, &room.teacher, name), [""; 0], "{order:?}");
    }
    room.class.stop();
}

/// Each order needs a room, bots and a tournament, so only some are tried unless slow tests are requested.
#[test]
fn no_order_of_steps_keeps_an_old_name() {
    let every = if env::var_os("SLOW_TESTS").is_some_and(|value| value == "1") { 1 } else { 3 };
    thread::scope(|scope| {
        for order in ORDERS.iter().step_by(every) {
            scope.spawn(|| check(order));
        }
    });
}
