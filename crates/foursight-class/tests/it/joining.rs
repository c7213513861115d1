//! Joining: limits, the class code, and links that other sites open.

use std::ops::Range;

use axum::http::StatusCode;

use crate::room::{Answer, GOOD, Room};

/// The number of pupils on the teacher's page who wait to be admitted.
fn n_waiting(room: &Room) -> usize {
    room.get("/class/teacher", &room.teacher).text.matches(" is waiting to be admitted").count()
}

/// Joins with these numbers as nicknames.
fn join_all(room: &Room, code: &str, numbers: Range<u32>, n_people: u32) -> Vec<Answer> {
    let join = |number| {
        let form = format!("code={code}&nickname=n{number}");
        room.try_to_join(&form, "192.0.2.7", n_people)
    };
    numbers.map(join).collect()
}

fn require_approval(room: &Room, is_required: bool) {
    let approval = if is_required { "&approval=yes" } else { "" };
    let settings = format!("name=8b&board=7x6&connect=4&clock=1s&games=10&weeks=2{approval}");
    assert_eq!(
        room.post("/class/teacher/settings", &room.teacher, &settings).location,
        "/class/teacher"
    );
}

#[test]
fn many_who_join_at_once_wait_and_do_not_fill_the_class() {
    let room = Room::new();
    let code = room.code();
    let joined = join_all(&room, &code, 0..11, 1);
    assert!(joined.iter().all(|answer| answer.location == "/class/slip"));
    assert!(!room.get("/class/me", &joined[9].cookie).text.contains("Wait until"));
    assert!(room.get("/class/me", &joined[10].cookie).text.contains("Wait until the teacher"));
    assert_eq!(n_waiting(&room), 1);
    require_approval(&room, true);
    let waiting = join_all(&room, &code, 11..211, 1);
    require_approval(&room, false);
    assert!(waiting[..199].iter().all(|answer| answer.location == "/class/slip"));
    assert!(waiting[199].text.contains("Too many pupils are waiting"), "{}", waiting[199].text);
    let page = room.get("/class/teacher", &room.teacher).text;
    assert!(page.contains("admit them: 200.") && page.contains("more than 10 pupils join"));
    // Others join as before, up to the size of a class.
    let others = join_all(&room, &code, 300..391, 30);
    assert!(others[..90].iter().all(|answer| answer.location == "/class/slip"));
    assert!(others[90].text.contains("The class is full"), "{}", others[90].text);
    assert_eq!(n_waiting(&room), 200);
    // Nobody is admitted to a full class; whoever waits is removed with one button.
    let ids: Vec<String> = (11..=210).map(|id| format!("pupil={id}")).collect();
    let ids = ids.join("&");
    let press = |action: &str, form: &str| {
        room.post(&format!("/class/pupils/{action}"), &room.teacher, form)
    };
    let full = press("admit", &ids);
    assert!(full.text.contains("the class is full"), "{}", full.text);
    assert_eq!(press("remove", &ids).status, StatusCode::BAD_REQUEST, "without the tick");
    assert_eq!(press("remove", &format!("{ids}&sure=yes")).location, "/class/teacher");
    assert_eq!(n_waiting(&room), 0);
    assert_eq!(room.get("/class/me", &joined[10].cookie).status, StatusCode::FORBIDDEN);
    assert_eq!(room.get("/class/me", &joined[9].cookie).status, StatusCode::OK);
    assert_eq!(press("remove", "pupil=1&sure=yes").location, "/class/teacher");
    require_approval(&room, true);
    join_all(&room, &code, 400..401, 1);
    assert_eq!(n_waiting(&room), 1);
    assert_eq!(press("admit", "pupil=301").location, "/class/teacher");
    assert_eq!(n_waiting(&room), 0);
}

#[test]
fn a_new_code_replaces_the_old_one() {
    let room = Room::new();
    let (old, ann) = (room.code(), room.join("Ann"));
    assert_eq!(room.post("/class/teacher/code", &ann, "").status, StatusCode::FORBIDDEN);
    assert_eq!(room.post("/class/teacher/code", &room.teacher, "").location, "/class/teacher");
    assert_ne!(room.code(), old);
    let refused = room.try_to_join(&format!("code={old}&nickname=Bob"), "192.0.2.7", 1);
    assert!(refused.text.contains("not the class code"), "{}", refused.text);
    assert_eq!(room.get(&format!("/class/live/{old}"), &ann).status, StatusCode::NOT_FOUND);
    room.join("Bob");
    assert_eq!(room.get("/class/me", &ann).status, StatusCode::OK);
}

/// The table for the projector tells right codes from wrong ones, too.
#[test]
fn guesses_of_the_code_are_limited() {
    let room = Room::new();
    let form = format!("code={}&nickname=Bob", room.code());
    let try_it = |form: &str, last: u32| room.try_to_join(form, &format!("192.0.2.{last}"), 1);
    let live = |code: &str| {
        room.get_with(
            &format!("/class/live/{code}"),
            "",
            &[("x-client", "192.0.2.7"), ("x-people", "1")],
        )
    };
    for _ in 0..15 {
        assert_eq!(try_it("code=AAAAAA&nickname=Bob", 7).status, StatusCode::OK);
        assert_eq!(live("AAAAAA").status, StatusCode::NOT_FOUND);
    }
    for refused in [try_it(&form, 7), live(&room.code())] {
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(refused.text.contains("Too many wrong class codes"), "{}", refused.text);
        assert!((1..=60).contains(&refused.retry.parse().unwrap()), "{}", refused.retry);
    }
    assert_eq!(try_it(&form, 8).location, "/class/slip", "others are not affected");
}

#[test]
fn no_link_replaces_another_without_a_click() {
    let room = Room::new();
    let (ann, bob) = (room.join("Ann"), room.join("Bob"));
    let link = |cookie: &str| format!("/class/p/{}", cookie.split_once('=').unwrap().1);
    let both = format!("{ann}; {}", room.teacher);
    let teacher = room.teacher.replace("class_teacher=", "/class/t/");
    let [cross, typed] = ["cross-site", "none"].map(|site| [("sec-fetch-site", site)]);
    for (path, held, headers, expected) in [
        (&link(&bob), "", &typed[..], StatusCode::SEE_OTHER),
        (&link(&bob), "", &[], StatusCode::SEE_OTHER),
        (&link(&bob), &*bob, &typed, StatusCode::SEE_OTHER),
        (&link(&bob), "class_pupil=old", &typed, StatusCode::SEE_OTHER),
        (&link(&bob), &ann, &typed, StatusCode::OK),
        (&link(&bob), &room.teacher, &[], StatusCode::OK),
        (&link(&bob), "", &cross, StatusCode::OK),
        (&teacher, "", &typed, StatusCode::SEE_OTHER),
        (&teacher, &both, &typed, StatusCode::SEE_OTHER),
        (&teacher, &ann, &[], StatusCode::OK),
        (&teacher, "", &cross, StatusCode::OK),
    ] {
        let answer = room.get_with(path, held, headers);
        assert_eq!(answer.status, expected, "{path}, {held:?}, {headers:?}");
        assert_eq!(answer.cookie.is_empty(), expected != StatusCode::SEE_OTHER);
    }
    let page = room.get(&link(&bob), &ann).text;
    assert!(
        page.contains("Continue as Bob") && page.contains(&format!("action=\"{}\"", link(&bob)))
    );
    assert_eq!(room.post(&link(&bob), &ann, "").cookie, bob);
    assert_eq!(room.post(&teacher, &ann, "").cookie, room.teacher);
    assert_eq!(room.post("/class/p/guess", &ann, "").status, StatusCode::FORBIDDEN);
    // The server's fault is not the pupil's.
    let database = room.database();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    let locked = room.upload(&ann, "bot.sh", GOOD.as_bytes());
    assert_eq!(locked.status, StatusCode::SERVICE_UNAVAILABLE, "{}", locked.text);
    assert_eq!(locked.retry, "5");
    assert_eq!(room.n_uploads(), 0);
}
