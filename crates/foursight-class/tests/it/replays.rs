//! Replays with the solver's grades.

use crate::room::{GOOD, Room};

/// The test judge's remark about each mistake.
const WHY: &str = "It hands over a line.";

/// The first visit requests the grades; the class sees them from then on.
#[test]
fn a_replay_shows_grades_once_somebody_has_asked_for_them() {
    let room = Room::new();
    let (ann, bob) = (room.join("Ann"), room.join("Bob"));
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    room.class.start().unwrap();
    room.wait("/class/games.txt", &room.teacher, "[Game \"2\"]");
    let first = room.get("/class/game/1", &ann).text;
    assert!(first.contains("</header><main"), "{first}");
    assert!(first.contains("level 0") && !first.contains(WHY), "{first}");
    assert!(!first.contains("a remark on a blunder"), "{first}");
    let graded = room.wait("/class/game/1", &ann, WHY);
    assert!(graded.contains("a remark on a blunder"), "{graded}");
    room.class.stop();
    // Grades outlive the server; nobody has requested those of the other game.
    let room = room.reopened();
    for cookie in [&ann, &bob, &room.teacher] {
        assert!(room.get("/class/game/1", cookie).text.contains(WHY), "{cookie}");
    }
    assert!(!room.get("/class/game/2", &bob).text.contains(WHY));
}
