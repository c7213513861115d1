//! Long answers: they are sent in parts, and nobody waits for another client's.

use axum::body::Body;
use axum::http::StatusCode;
use http_body_util::BodyExt;

use crate::room::{GOOD, Room};

/// A class in which Ann's bot has played thousands of games.
fn room() -> (Room, String) {
    let room = Room::new();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    room.class.start().unwrap();
    room.wait("/class/games.txt", &room.teacher, "[Game \"2\"]");
    room.class.stop();
    let room = room.reopened();
    // What bots wrote cannot be compressed here, so the archive is larger than what is sent ahead.
    let copies =
        "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)";
    room.database()
        .execute_batch(&format!(
            "{copies} INSERT INTO pair SELECT i, first, second, opening FROM n JOIN pair ON id = 1;
             {copies} INSERT INTO game SELECT i, i, 0, red, yellow, played_at, game,
                 '{{\"errors\":[\"' || hex(randomblob(500)) || '\",\"\"],\"log\":[],\"layers\":[]}}', NULL
                 FROM n JOIN game ON id = 1"
        ))
        .unwrap();
    (room, ann)
}

/// The size of the next part of an answer.
async fn part(body: &mut Body) -> usize {
    let part = body.frame().await.expect("there is more").unwrap();
    part.into_data().map_or(0, |data| data.len())
}

#[test]
fn an_answer_on_its_way_keeps_nobody_waiting() {
    let (room, ann) = room();
    let bob = room.join("Bob");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    for (path, own, other) in
        [("/class/everything.zip", &room.teacher, &ann), ("/class/report", &ann, &bob)]
    {
        let ask = |cookie| runtime.block_on(room.answer(path, cookie));
        let first = ask(own);
        assert_eq!(first.status(), StatusCode::OK, "{path}");
        let mut body = first.into_body();
        let n_bytes = runtime.block_on(part(&mut body));
        assert!((1..=64 << 10).contains(&n_bytes), "{path}: {n_bytes} bytes at once");
        // The client does not read on.
        assert_eq!(ask(own).status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
        assert_eq!(room.get("/class/report", other).status, StatusCode::OK, "{path}");
        // Nothing of a removed pupil stays in the database, so no transaction is open.
        let name = format!("Dora{n_bytes}");
        room.join(&name);
        let pupils = room.get("/class/pupils", &room.teacher).text;
        let id = pupils.rsplit("/class/pupil/").next().unwrap().split('/').next().unwrap();
        room.post(&format!("/class/pupil/{id}/remove"), &room.teacher, "sure=yes");
        assert!(!room.raw().contains(&name), "{path}");
        drop(body);
        Room::until(|| ask(own).status() == StatusCode::OK);
    }
}
