//! Final tournaments, and the teacher's download of everything.

use std::io::Cursor;

use axum::http::StatusCode;
use zip::ZipArchive;

use crate::room::{GOOD, Room};

/// A class with two bots and a paused ladder. The bots take their time while there is a file `slow` in its folder.
fn room() -> Room {
    let room = Room::new();
    let slow = format!("[ -e '{}/slow' ] && sleep 0.3; echo", room.folder.path().display());
    let bot = GOOD.replace("echo", &slow);
    room.post("/class/teacher/pause", &room.teacher, "");
    room.class.start().unwrap();
    for name in ["Ann", "Bob"] {
        let pupil = room.join(name);
        room.upload(&pupil, "bot.sh", bot.as_bytes());
        room.wait("/class/me", &pupil, "has passed its check");
    }
    room
}

fn start(room: &Room, form: &str) -> StatusCode {
    room.post("/class/final", &room.teacher, form).status
}

#[test]
fn a_final_tournament_is_played_reported_and_deleted() {
    let room = room();
    for form in [
        "",
        "schedule=race&pairs=1&level=",
        "schedule=swiss&pairs=0&level=",
        "schedule=swiss&pairs=1&level=11",
    ] {
        assert_eq!(start(&room, form), StatusCode::BAD_REQUEST, "{form}");
    }
    assert_eq!(start(&room, "schedule=swiss&pairs=1&level=4"), StatusCode::SEE_OTHER);
    let page = room.wait("/class/teacher", &room.teacher, "/class/final/1/report");
    assert!(page.contains("<strong>Swiss</strong>") && page.contains("<li>level 4: "), "{page}");
    let report = room.get("/class/final/1/report", &room.teacher).text;
    assert!(report.contains("swiss") && report.contains("Bob"), "{report}");
    assert!(report.contains("a remark on a blunder"), "the games are graded: {report}");
    assert_eq!(room.get("/class/final/1/report", "").status, StatusCode::FORBIDDEN);
    room.post("/class/pupil/2/remove", &room.teacher, "sure=yes");
    assert_eq!(room.get("/class/final/1/report", &room.teacher).status, StatusCode::NOT_FOUND);
    let finals = room.folder.path().join("finals");
    Room::until(|| finals.read_dir().unwrap().count() == 0);
    assert_eq!(
        start(&room, "schedule=swiss&pairs=1&level="),
        StatusCode::BAD_REQUEST,
        "one is alone"
    );
    room.class.stop();
}

#[test]
fn a_final_tournament_stops_and_goes_on() {
    let room = room();
    let slow = room.folder.path().join("slow");
    std::fs::write(&slow, "").unwrap();
    assert_eq!(start(&room, "schedule=knockout&pairs=10&level="), StatusCode::SEE_OTHER);
    room.wait("/class/teacher", &room.teacher, "running, 0 games so far");
    assert_eq!(start(&room, "schedule=swiss&pairs=1&level="), StatusCode::BAD_REQUEST);
    room.post("/class/teacher/resume", &room.teacher, "");
    // The projector shows the tournament's games, and so does the page of a pupil's games; the ladder rests.
    let live = format!("/class/live/{}", room.code());
    let board = "Ann, red, against Bob, yellow, after ";
    let page = room.wait(&live, "", board);
    assert!(page.contains("<strong>Knockout</strong>, running, 0 games so far"), "{page}");
    assert!(!page.contains("Replay the games"), "none is over: {page}");
    let own = format!("{live}/pupil/2");
    assert!(room.get(&own, "").text.contains(board));
    // A nickname that is hidden from now on is hidden here, too.
    room.post("/class/pupil/2/hide", &room.teacher, "");
    for page in [&live, &own] {
        let text = room.get(page, "").text;
        assert!(text.contains("Ann, red, against Player 2, yellow, after "), "{text}");
        assert!(!text.contains("Bob"), "{text}");
    }
    let none = room.get("/class/final/1/report", &room.join("Cleo"));
    assert_eq!(none.status, StatusCode::NOT_FOUND, "no game is over: {}", none.text);
    // Another server continues the tournament.
    room.class.stop();
    let room = room.reopened();
    room.class.start().unwrap();
    room.wait("/class/teacher", &room.teacher, "running, 0 games so far");
    room.post("/class/final/1/stop", &room.teacher, "");
    room.wait("/class/teacher", &room.teacher, "stopped after 0 games");
    room.post("/class/final/1/resume", &room.teacher, "");
    std::fs::remove_file(slow).unwrap();
    room.wait("/class/teacher", &room.teacher, "/class/final/1/report");
    let games = room.folder.path().join("finals");
    let games = games.read_dir().unwrap().next().unwrap().unwrap().path().join("arena/games.jsonl");
    let games = std::fs::read_to_string(games).unwrap();
    assert!(games.lines().count() >= 20, "{games}");
    // The machine loses an upload.
    let uploads = room.folder.path().join("uploads");
    let upload = uploads.read_dir().unwrap().next().unwrap().unwrap();
    std::fs::remove_dir_all(upload.path()).unwrap();
    assert_eq!(start(&room, "schedule=round-robin&pairs=1&level="), StatusCode::SEE_OTHER);
    let page = room.wait("/class/teacher", &room.teacher, "The tournament could not continue: ");
    assert!(page.contains("it is neither a file nor a folder"), "{page}");
    room.class.stop();
}

#[test]
fn the_teacher_takes_everything_along() {
    let room = room();
    room.post("/class/teacher/resume", &room.teacher, "");
    room.wait("/class/games.txt", &room.teacher, "[Game \"2\"]");
    start(&room, "schedule=gauntlet&pairs=1&level=2");
    room.wait("/class/teacher", &room.teacher, "/class/final/1/report");
    room.class.stop();
    let archive = room.get("/class/everything.zip", &room.teacher).bytes;
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    for name in ["marks.csv", "games.txt", "report.html", "final 1/report.html"] {
        assert!(archive.by_name(name).is_ok(), "{name}");
    }
    // `foursight arena show` reads this folder.
    let ladder = tempfile::TempDir::new().unwrap();
    archive.extract(ladder.path()).unwrap();
    let (terms, games) = foursight_arena::store::read_run(&ladder.path().join("ladder")).unwrap();
    assert!(games.len() >= 2, "{games:?}");
    assert!(terms.header.players.contains(&"level 0".to_owned()), "{:?}", terms.header);
    let cleo = room.join("Cleo");
    assert_eq!(room.get("/class/everything.zip", &cleo).status, StatusCode::FORBIDDEN);
    assert!(room.get("/class/report", &cleo).text.contains("level 0"));
    assert_eq!(room.get("/class/report", "").status, StatusCode::FORBIDDEN);
}
