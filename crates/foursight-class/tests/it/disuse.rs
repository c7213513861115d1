//! The warning before a class that nobody uses is deleted; the deletion itself is tested beside the code.

use crate::room::Room;

const DAY_MS: i64 = 24 * 3600 * 1000;

const WARNING: &str = "Nobody has used this class for 50 days. In 6 days, everything in it will be deleted, \
     unless somebody joins, hands in a bot, solves something or opens the teacher's page.";

#[test]
fn the_whole_class_is_warned_until_somebody_uses_it() {
    let room = Room::new();
    let ann = room.join("Ann");
    let live = format!("/class/live/{}", room.code());
    let warns = |path: &str, cookie: &str| room.get(path, cookie).text.contains(WARNING);
    let unused = |days: i64| {
        let set = "UPDATE class SET unused_ms = ?";
        room.database().execute(set, [days * DAY_MS]).unwrap();
    };
    unused(48);
    assert!(!warns(&live, "") && !warns("/class/me", &ann), "there is more than a week left");
    unused(50);
    assert!(warns(&live, "") && warns("/class/me", &ann), "looking is not using");
    assert!(warns("/class/teacher", &room.teacher));
    assert!(!warns("/class/teacher", &room.teacher) && !warns(&live, ""));
    unused(50);
    room.join("Bob");
    assert!(!warns(&live, ""));
}
