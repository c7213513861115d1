//! Who has no server gets the same answers, byte for byte.

use std::collections::HashMap;

use foursight_answers::{Means, Request, Solvers, answer};
use foursight_engine::{Limits, OpeningBooks};
use serde_json::{Value, json};

use crate::Site;

/// Questions that are answered without HTTP.
const TARGETS: [&str; 34] = [
    "/solve?pos=44455554433221",
    "/solve?pos=0&size=4x4",
    "/solve?pos=x",
    "/api/position?pos=112233441",
    "/api/position?pos=4&size=9x9&connect=5",
    "/api/position?pos=1112131",
    "/api/position?connect=7",
    "/api/position?connect=",
    "/api/score?pos=37313333717124171162542",
    "/api/score?pos=1212121",
    "/api/score?pos=9",
    "/api/analyze?pos=37313333717124171162542",
    "/api/analyze?pos=12&size=5x4",
    "/api/analyze?pos=1212121",
    "/api/review?pos=4455667722336551&why=true",
    "/api/review?pos=4455667722336551",
    "/api/why?pos=74434",
    "/api/why?pos=7443&column=4",
    "/api/why?pos=7443&column=8",
    "/api/why/answer?pos=74434&moves=5",
    "/api/why/answer?pos=74434&moves=0",
    "/api/move?pos=445566&level=4&seed=7",
    "/api/move?pos=44556&level=10",
    "/api/move?pos=44&level=11",
    "/api/levels",
    "/api/bits?pos=4455&size=8x7",
    "/api/exercises",
    "/api/text?pos=4455&style=discs",
    "/api/game_file?pos=4455&first=Ann%20B&second=%C3%89va",
    "/render.svg?pos=44455554433221&scores=1&arrows=1&palette=high-contrast",
    "/render.svg?pos=44&palette=classic&scores=1",
    "/api/puzzles?difficulty=1&after=0",
    "/api/puzzles/2000000",
    "/api/puzzles/x",
];

/// Questions with a body, and the answers that they have.
fn posts() -> [(&'static str, Value); 5] {
    [
        ("/api/position", json!({ "text": "....\n....\n.YY.\nRRR." })),
        ("/api/position", json!({ "text": "44", "size": "7" })),
        ("/api/position", json!({ "size": "7x6" })),
        ("/api/puzzles/1/attempt", json!({ "give_up": true })),
        ("/api/puzzles/1/attempt", json!({ "columns": 3 })),
    ]
}

#[tokio::test]
async fn without_a_server_the_answers_are_the_same() {
    let site = Site::new();
    let mut solvers = Solvers::new(OpeningBooks::embedded());
    let mut puzzles = HashMap::new();
    let limits = Limits::default();
    let mut means =
        Means { solver: &mut solvers, puzzles: &mut puzzles, limits, today: 0, seed: 0 };
    let mut check = |request: Request<'_>, status: u16, kind: &str, text: &str| {
        let own = match answer(&request, &mut means) {
            Ok(answer) => (200, answer.kind, answer.text),
            Err(problem) => (problem.kind.status(), "application/json", problem.json()),
        };
        assert_eq!(own, (status, kind, text.to_owned()), "{request:?}");
    };
    for target in TARGETS {
        let expected = site.get(target).await;
        let request = Request { method: "GET", target, body: "" };
        let kind = expected.header("content-type");
        check(request, expected.status.as_u16(), kind, expected.text());
    }
    for (target, body) in posts() {
        let expected = site.post(target, &body).await;
        let body = &body.to_string();
        let request = Request { method: "POST", target, body };
        let kind = expected.header("content-type");
        check(request, expected.status.as_u16(), kind, expected.text());
    }
}
