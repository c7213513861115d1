//! Access rights.

use axum::http::StatusCode;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rusqlite::Connection;

use crate::room::{GOOD, Room};

#[test]
fn strangers_see_nothing_of_a_class() {
    let room = Room::new();
    let ann = room.join("Ann");
    for (cookie, who) in [("", "a stranger"), (&*ann, "a pupil"), ("class_teacher=x", "a guess")] {
        for path in ["/class/teacher", "/class/pupil/1", "/class/games.txt", "/class/marks.csv"] {
            assert_eq!(room.get(path, cookie).status, StatusCode::FORBIDDEN, "{path} for {who}");
        }
        for path in ["/class/teacher/pause", "/class/teacher/delete", "/class/pupil/1/remove"] {
            let answer = room.post(path, cookie, "sure=yes");
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} for {who}");
        }
    }
    for path in ["/class/me", "/class/slip", "/class/game/1", "/class/version/1"] {
        assert_eq!(room.get(path, "").status, StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(room.upload("", "bot.sh", b"x").status, StatusCode::FORBIDDEN);
    assert_eq!(room.get("/class/t/guess", "").status, StatusCode::FORBIDDEN);
    assert_eq!(room.get("/class/p/guess", "").status, StatusCode::FORBIDDEN);
    assert_eq!(room.get("/class/live/AAAAAA", "").status, StatusCode::NOT_FOUND);
    assert_eq!(room.get(&format!("/class/live/{}", room.code()), "").status, StatusCode::OK);
}

#[test]
fn a_new_link_of_the_teacher_replaces_the_old_one() {
    let room = Room::new();
    let secret = room.class.renew_teacher().unwrap();
    assert_eq!(room.get("/class/teacher", &room.teacher).status, StatusCode::FORBIDDEN);
    let teacher = room.get(&format!("/class/t/{}", secret.text()), "").cookie;
    assert_eq!(room.get("/class/teacher", &teacher).status, StatusCode::OK);
}

#[test]
fn joining_needs_the_code_and_a_nickname_of_ones_own() {
    let room = Room::new();
    let ann = room.join("Ann");
    let join = |code: &str, nickname: &str| {
        room.post("/class/join", "", &format!("code={code}&nickname={nickname}")).text
    };
    let code = room.code();
    assert!(join("AAAAAA", "Bob").contains("not the class code"));
    assert!(join(&code, "a-n-n").contains("already"));
    assert!(join(&code, "%D0%90nn").contains("already"), "it begins with a letter of Cyrillic");
    assert!(join(&code, "badword").contains("another nickname"));
    assert!(join(&code, "Player+7").contains("is reserved"), "so are hidden ones called");
    assert!(join(&code, "%3Cb%3EBob").contains("letters, digits"));
    assert!(join(&code.to_lowercase(), "Bob").is_empty(), "small letters will do");
    // The slip works in another browser, until the teacher gives a new one.
    let slip = room.get("/class/slip", &ann).text;
    let start = slip.find("http://class.test/class/p/").expect("it has the link");
    let link = slip[start + "http://class.test".len()..].split('<').next().unwrap();
    assert_eq!(room.get(link, "").cookie, ann);
    let slip = room.post("/class/pupil/1/slip", &room.teacher, "");
    assert!(slip.text.contains("http://class.test/class/p/"));
    assert_eq!(room.get(link, "").status, StatusCode::FORBIDDEN);
    assert_eq!(room.get("/class/me", &ann).status, StatusCode::FORBIDDEN);
}

/// Here, the picture of a QR code contains its text.
#[test]
fn the_qr_code_leads_to_a_form_with_the_code() {
    let room = Room::new();
    let code = room.code();
    let link = format!("/class/join/{code}");
    let picture = BASE64_STANDARD.encode(format!("<svg><!-- http://class.test{link} --></svg>"));
    let page = room.get("/class/teacher", &room.teacher).text;
    assert!(page.contains(&format!("src=\"data:image/svg+xml;base64,{picture}\"")), "{page}");
    let field = |path: &str| {
        let answer = room.get(path, "");
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let start = answer.text.find("name=\"code\" value=\"").expect("there is a field") + 19;
        answer.text[start..].split('"').next().unwrap_or_default().to_owned()
    };
    assert_eq!(field(&link), code);
    assert_eq!(field("/class"), "");
    for wrong in ["ABCDE", "ABCDEFG", "ABCD-F", "ABCD%22%3E"] {
        assert_eq!(field(&format!("/class/join/{wrong}")), "", "{wrong}");
    }
}

/// These count as visits; a class is deleted some weeks after the last visit.
#[test]
fn joining_handing_in_and_the_page_of_the_teacher_are_visits() {
    let room = Room::new();
    let (code, ann) = (room.code(), room.join("Ann"));
    let database = Connection::open(room.folder.path().join("class.db")).unwrap();
    let is_visit = |visit: &dyn Fn()| {
        database.execute("UPDATE class SET unused_ms = 99999999", []).unwrap();
        visit();
        let visited = "SELECT unused_ms = 0 FROM class";
        database.query_row(visited, [], |row| row.get::<_, bool>(0)).unwrap()
    };
    assert!(is_visit(&|| {
        room.get("/class/teacher", &room.teacher);
    }));
    assert!(is_visit(&|| {
        room.post("/class/join", "", &format!("code={code}&nickname=Bob"));
    }));
    assert!(is_visit(&|| {
        room.upload(&ann, "bot.sh", GOOD.as_bytes());
    }));
    for path in ["/class", "/class/me", "/class/teacher", &format!("/class/live/{code}")] {
        assert!(!is_visit(&|| drop(room.get(path, &ann))), "{path} for a pupil");
    }
}

#[test]
fn the_teacher_decides() {
    let room = Room::new();
    let (teacher, ann) = (&room.teacher, room.join("Ann"));
    let settings = "name=8b&board=6x5&connect=4&clock=500ms&games=10&weeks=2&approval=yes";
    let save = |settings: &str| room.post("/class/teacher/settings", teacher, settings);
    assert_eq!(save(settings).location, "/class/teacher");
    for wrong in [
        settings.replace("6x5", "60x5"),
        settings.replace("500ms", "soon"),
        settings.replace("games=10", "games=0"),
        settings.replace("8b", ""),
    ] {
        assert_eq!(save(&wrong).status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let bob = room.join("Bob");
    assert!(room.upload(&bob, "bot.sh", b"x").text.contains("admitted"));
    let live = format!("/class/live/{}", room.code());
    assert!(!room.get(&live, "").text.contains("Bob"), "until he is admitted");
    room.post("/class/pupil/2/admit", teacher, "");
    assert_eq!(room.upload(&bob, "bot.sh", b"x").location, "/class/me");
    assert_eq!(save(&settings.replace("6x5", "7x6")).status, StatusCode::BAD_REQUEST);
    room.post("/class/teacher/freeze", teacher, "");
    assert!(room.upload(&ann, "bot.sh", b"x").text.contains("stopped uploads"));
    room.post("/class/pupil/1/hide", teacher, "");
    let page = room.get(&live, "").text;
    assert!(page.contains("Player 1") && page.contains("Bob") && !page.contains("Ann"), "{page}");
    room.post("/class/pupil/2/rename", teacher, "nickname=Ben");
    assert!(room.get(&live, "").text.contains("Ben"));
    assert_eq!(
        room.post("/class/pupil/2/rename", teacher, "nickname=ANN").status,
        StatusCode::BAD_REQUEST
    );
    let rename = room.post("/class/pupil/2/rename", teacher, "nickname=badword");
    assert_eq!(rename.status, StatusCode::BAD_REQUEST);
    assert_eq!(room.post("/class/pupil/2/remove", teacher, "").status, StatusCode::BAD_REQUEST);
    assert_eq!(room.n_uploads(), 1);
    room.post("/class/pupil/2/remove", teacher, "sure=yes");
    assert_eq!(room.n_uploads(), 0);
    assert_eq!(room.get("/class/me", &bob).status, StatusCode::FORBIDDEN);
}

#[test]
fn everything_is_deleted_with_one_button() {
    let room = Room::new();
    let ann = room.join("Annabella");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    let code = room.code();
    let delete = |form| room.post("/class/teacher/delete", &room.teacher, form).status;
    assert_eq!(delete(""), StatusCode::BAD_REQUEST);
    assert_eq!(room.n_uploads(), 1);
    assert_eq!(delete("sure=yes"), StatusCode::SEE_OTHER);
    assert_eq!(room.n_uploads(), 0);
    assert_ne!(room.code(), code);
    assert_eq!(room.get("/class/me", &ann).status, StatusCode::FORBIDDEN);
    assert!(!room.raw().contains("Annabella"));
}

/// Neither deleted rows nor the database's log keep a removed pupil's name.
#[test]
fn nothing_of_a_removed_pupil_stays_in_the_database() {
    let room = Room::new();
    let ann = room.join("Annabella");
    room.join("Bob");
    room.upload(&ann, "annabellas.sh", GOOD.as_bytes());
    room.post("/class/pupil/2/rename", &room.teacher, "nickname=Benjamin");
    assert!(room.raw().contains("Annabella") && room.raw().contains("annabellas.sh"));
    assert!(!room.raw().contains("Bob"), "the old name is gone");
    room.post("/class/pupil/1/remove", &room.teacher, "sure=yes");
    let raw = room.raw();
    assert!(!raw.contains("Annabella") && !raw.contains("annabellas.sh"));
    assert!(raw.contains("Benjamin"));
}

/// The server may have ended before the log was empty, without any bot in the class.
#[test]
fn a_name_that_stayed_in_the_log_is_gone_when_the_class_opens_again() {
    let room = Room::new();
    room.join("Annabella");
    let reader = room.database();
    reader.execute_batch("BEGIN; SELECT count(*) FROM pupil").unwrap();
    room.post("/class/pupil/1/remove", &room.teacher, "sure=yes");
    assert!(room.raw().contains("Annabella"), "somebody reads");
    reader.execute_batch("COMMIT").unwrap();
    assert!(!room.reopened().raw().contains("Annabella"));
}

#[test]
fn a_compiler_that_is_at_work_brings_nothing_back() {
    let room = Room::new();
    let ann = room.join("Ann");
    let bob = room.join("Bob");
    // A table of a million numbers takes the compiler a while.
    let tens = "#define A(x) x x x x x x x x x x\n";
    let table = "int t[] = { A(A(A(A(A(A(1,)))))) };\nint main(void) { return t[0]; }\n";
    room.upload(&ann, "bot.c", format!("{tens}{table}").as_bytes());
    room.class.start().unwrap();
    room.wait("/class/me", &ann, "being checked");
    room.post("/class/pupil/1/remove", &room.teacher, "sure=yes");
    // One bot is checked at a time.
    room.upload(&bob, "bot.sh", GOOD.as_bytes());
    room.wait("/class/me", &bob, "has passed its check");
    let programs = room.folder.path().join("programs");
    Room::until(|| programs.read_dir().map_or(0, Iterator::count) == 0);
    assert_eq!(room.n_uploads(), 1);
    room.class.stop();
}

#[test]
fn the_teacher_reads_what_could_not_be_removed() {
    let room = Room::new();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    // A file takes the place of the folder of compiled programs, so that nothing in it can be removed.
    let programs = room.folder.path().join("programs");
    std::fs::write(&programs, "").unwrap();
    room.post("/class/pupil/1/remove", &room.teacher, "sure=yes");
    let page = room.get("/class/teacher", &room.teacher).text;
    assert!(page.contains("is still on disk") && page.contains("/programs/"), "{page}");
    std::fs::remove_file(programs).unwrap();
    room.class.start().unwrap();
    Room::until(|| !room.get("/class/teacher", &room.teacher).text.contains("is still on disk"));
    room.class.stop();
}
