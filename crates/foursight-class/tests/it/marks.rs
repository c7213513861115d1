//! Rubric marks, which the teacher requests.

use axum::http::StatusCode;
use std::fs;

use crate::room::{GOOD, RUBRIC, Room, UNFIT};

/// A class with two bots, a pupil without a bot, and a paused ladder.
fn room() -> Room {
    let room = Room::new();
    room.post("/class/teacher/pause", &room.teacher, "");
    room.class.start().unwrap();
    for (name, bot) in [("bob", GOOD), ("Ann", GOOD), ("Eve", UNFIT)] {
        let pupil = room.join(name);
        room.upload(&pupil, "bot.sh", bot.as_bytes());
        room.wait("/class/me", &pupil, "check");
    }
    let live = format!("/class/live/{}", room.code());
    Room::until(|| room.get(&live, "").text.matches("playing its first games").count() == 2);
    room
}

fn start(room: &Room) -> StatusCode {
    room.post("/class/marks/start", &room.teacher, "").status
}

fn csv(room: &Room) -> String {
    room.get("/class/marks.csv", &room.teacher).text
}

/// Nothing is marked before the teacher asks; a bot without marks is left out of the file.
#[test]
fn bots_are_marked_by_the_rubric_of_the_class() {
    let room = room();
    let eve = "Eve,0,no bot has passed its check\n";
    assert_eq!(csv(&room), format!("ID,grade,feedback\n{eve}"));
    let rubric = room.folder.path().join("rubric.toml");
    fs::write(&rubric, RUBRIC).unwrap();
    assert_eq!(start(&room), StatusCode::SEE_OTHER);
    room.wait("/class/marks", &room.teacher, "2 of 2 bots are marked, by rubric.toml.");
    let feedback = "Plays the check games without a fault: 4 of 4\nPlays: 6 of 6";
    let all = |points: &str, feedback: &str| {
        let line = |name: &str| format!("{name},{points},\"{feedback}\"\n");
        format!("ID,grade,feedback\n{}{}{eve}", line("Ann"), line("bob"))
    };
    assert_eq!(csv(&room), all("10", feedback));
    // Another rubric: the marks by the first one no longer hold.
    fs::write(&rubric, "[[criterion]]\ncheck = \"valid\"\ntitle = \"=1\"\npoints = 2\n").unwrap();
    assert_eq!(start(&room), StatusCode::SEE_OTHER);
    room.wait("/class/marks", &room.teacher, "2 of 2 bots are marked, by rubric.toml.");
    assert_eq!(csv(&room), all("2", "'=1: 2 of 2"));
    let table = room.get("/class/marks/state", &room.teacher).text;
    assert!(table.contains("<th scope=\"col\">=1 (2)</th>"), "{table}");
    // A new version has no marks until the teacher asks again.
    let cleo = room.join("Cleo");
    room.upload(&cleo, "bot.sh", GOOD.as_bytes());
    room.wait("/class/me", &cleo, "has passed its check");
    assert_eq!(csv(&room), all("2", "'=1: 2 of 2"));
    assert!(room.get("/class/marks", &room.teacher).text.contains("2 of 3 bots are marked"));
    room.class.stop();
}

/// The teacher or a server shutdown stops marking; the next server continues it.
#[test]
fn marking_stops_and_goes_on() {
    let room = room();
    let rubric = room.folder.path().join("rubric.toml");
    let long = "[[criterion]]\ncheck = \"no-faults\"\ngames = 100\npoints = 1\n";
    fs::write(&rubric, long).unwrap();
    assert_eq!(start(&room), StatusCode::SEE_OTHER);
    room.wait("/class/marks", &room.teacher, "0 of 2 bots are marked, by rubric.toml. Marking");
    room.post("/class/marks/stop", &room.teacher, "");
    let page = room.get("/class/marks", &room.teacher).text;
    assert!(page.contains("Work out the marks") && !page.contains("Marking a quick"), "{page}");
    fs::remove_file(&rubric).unwrap();
    assert_eq!(start(&room), StatusCode::SEE_OTHER);
    room.wait("/class/marks", &room.teacher, "0 of 2 bots are marked, by the default rubric.");
    room.class.stop();
    let room = room.reopened();
    room.class.start().unwrap();
    room.wait("/class/marks", &room.teacher, "Marking a quick");
    room.post("/class/marks/stop", &room.teacher, "");
    fs::write(&rubric, RUBRIC).unwrap();
    assert_eq!(start(&room), StatusCode::SEE_OTHER);
    room.wait("/class/marks", &room.teacher, "2 of 2 bots are marked");
    room.class.stop();
}

#[test]
fn a_wrong_rubric_is_told_and_marks_nobody() {
    let room = room();
    let rubric = room.folder.path().join("rubric.toml");
    fs::write(&rubric, "wrong").unwrap();
    assert_eq!(start(&room), StatusCode::SEE_OTHER);
    let page = room.wait("/class/marks", &room.teacher, "Work out the marks");
    assert!(page.contains("Not marked:</p><pre tabindex=\"0\">"), "{page}");
    assert_eq!(page.matches(": rubric.toml: TOML parse error").count(), 2, "{page}");
    assert!(!room.get("/class/teacher", &room.teacher).text.contains("ladder has stopped"));
    fs::write(&rubric, vec![b'x'; 65 << 10]).unwrap();
    let refused = room.post("/class/marks/start", &room.teacher, "");
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.text.contains("/rubric.toml: "), "{}", refused.text);
    let ann = room.join("Annabella");
    for path in ["/class/marks", "/class/marks/state", "/class/marks.csv"] {
        assert_eq!(room.get(path, &ann).status, StatusCode::FORBIDDEN, "{path}");
    }
    for path in ["/class/marks/start", "/class/marks/stop"] {
        assert_eq!(room.post(path, &ann, "").status, StatusCode::FORBIDDEN, "{path}");
    }
    room.class.stop();
}
