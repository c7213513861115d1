//! A class that plays and learns: what pupils' browsers report, and who sees it.

use axum::http::StatusCode;

use crate::room::{GOOD, Room};

/// A class without bots, with a pupil, Ann.
fn playing() -> (Room, String) {
    let room = Room::new();
    let ann = room.join("Ann");
    assert_eq!(report(&room, &ann, "exercise/1"), StatusCode::FORBIDDEN, "a class with bots");
    let form = "name=8b&board=7x6&connect=4&clock=1s&games=10&weeks=2&plays=yes";
    room.post("/class/teacher/settings", &room.teacher, form);
    (room, ann)
}

fn report(room: &Room, cookie: &str, what: &str) -> StatusCode {
    room.post(&format!("/class/done/{what}"), cookie, "").status
}

/// The cells of each row of a page's table.
fn table(page: &str) -> Vec<String> {
    let rows = page.split("<tr><th scope=\"row\">").skip(1);
    let row =
        |row: &str| row.split("</tr>").next().unwrap().replace("</th>", "").replace("</td>", "");
    rows.map(|text| row(text).replace("<td>", "|")).collect()
}

fn n_stored(room: &Room) -> i64 {
    room.database().query_row("SELECT COUNT(*) FROM done", [], |row| row.get(0)).unwrap()
}

#[test]
fn each_thing_counts_once_for_whoever_did_it() {
    let (room, ann) = playing();
    let bob = room.join("Bob");
    for (cookie, what, expected) in [
        (&*ann, "exercise/1", StatusCode::NO_CONTENT),
        (&ann, "exercise/1", StatusCode::NO_CONTENT),
        (&ann, "exercise/2", StatusCode::NO_CONTENT),
        (&ann, "puzzle/20261129", StatusCode::NO_CONTENT),
        (&bob, "level/10", StatusCode::NO_CONTENT),
        (&bob, "level/3", StatusCode::NO_CONTENT),
        (&bob, "level/11", StatusCode::BAD_REQUEST),
        (&bob, "exercise/10000", StatusCode::BAD_REQUEST),
        (&bob, "exercise/-1", StatusCode::BAD_REQUEST),
        (&bob, "puzzle/99999999999", StatusCode::BAD_REQUEST),
        (&bob, "bot/1", StatusCode::NOT_FOUND),
        ("", "exercise/3", StatusCode::FORBIDDEN),
        ("class_pupil=ofAnotherClass", "exercise/3", StatusCode::FORBIDDEN),
        (&room.teacher, "exercise/3", StatusCode::FORBIDDEN),
    ] {
        assert_eq!(report(&room, cookie, what), expected, "{what} of {cookie}");
    }
    let rows = ["Ann|2|1|–", "Bob|0|0|level 10"];
    let live = format!("/class/live/{}", room.code());
    for (page, cookie) in [("/class/me", &*ann), ("/class/teacher", &room.teacher), (&live, "")] {
        assert_eq!(table(&room.get(page, cookie).text), rows, "{page}");
    }
    assert!(room.get(&live, "").text.contains(r#"href="/class">Class</a></div></header><main"#));
    let cards = room.get("/class/teacher", &room.teacher).text;
    assert!(cards.contains("Versions, games and logs") && !cards.contains("no bot yet"));
    room.post("/class/pupil/1/hide", &room.teacher, "");
    assert_eq!(table(&room.get(&live, "").text), ["Bob|0|0|level 10", "Player 1|2|1|–"]);
    let room = room.reopened();
    room.post("/class/pupil/1/remove", &room.teacher, "sure=yes");
    assert_eq!(report(&room, &ann, "exercise/9"), StatusCode::FORBIDDEN);
    assert_eq!(n_stored(&room), 2, "Bob's levels");
    room.post("/class/teacher/delete", &room.teacher, "sure=yes");
    assert_eq!(n_stored(&room), 0);
}

#[test]
fn reports_have_limits() {
    let (room, ann) = playing();
    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         INSERT INTO done SELECT 1, 'puzzle', i FROM n";
    room.database().execute_batch(fill).unwrap();
    assert_eq!(report(&room, &ann, "exercise/1"), StatusCode::NO_CONTENT);
    assert_eq!(n_stored(&room), 2000, "there is no room for more");
    let alone =
        |number: u32| room.post_alone(&format!("/class/done/exercise/{number}"), &ann).status;
    let n_taken = (0..100).take_while(|&number| alone(number) == StatusCode::NO_CONTENT).count();
    assert_eq!(n_taken, 30, "thirty in a minute");
    assert_eq!(alone(1), StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn pupils_who_wait_and_bots_have_no_part_in_it() {
    let (room, ann) = playing();
    assert!(room.upload(&ann, "bot.sh", GOOD.as_bytes()).text.contains("stopped uploads"));
    assert!(!room.get("/class/me", &ann).text.contains("/class/upload"));
    let form = "name=8b&board=7x6&connect=4&clock=1s&games=10&weeks=2&plays=yes&approval=yes";
    room.post("/class/teacher/settings", &room.teacher, form);
    let bob = room.join("Bob");
    assert_eq!(report(&room, &bob, "exercise/1"), StatusCode::FORBIDDEN);
    assert_eq!(table(&room.get("/class/me", &bob).text), ["Ann|0|0|–"]);
}
