//! Answers that are the same for everybody: scores, analysis, pictures.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::Site;

#[tokio::test]
async fn solve_answers_as_its_clients_expect() {
    let site = Site::new();
    let empty = json!([-2, -1, 0, 1, 0, -1, -2]);
    for (pos, score) in [
        ("475", json!([-18, -2, -2, -18, -18, -2, -18])),
        ("", empty.clone()),
        ("0", empty.clone()),
        ("444444", json!([-4, -2, -2, 100, -2, -2, -4])),
        ("112233", json!([-1, 2, 3, 18, 3, 2, 1])),
        ("1212121", json!([100, 100, 100, 100, 100, 100, 100])),
    ] {
        let answer = site.json(&format!("/solve?pos={pos}")).await;
        if pos == "444444" || pos == "112233" {
            assert_eq!(answer["score"][3], score[3], "{pos}");
        } else {
            assert_eq!(answer, json!({ "pos": pos, "score": score }));
        }
    }
    assert_eq!(site.json("/solve").await, json!({ "pos": "", "score": empty }));
    let other = site.json("/solve?pos=1212&size=3x3&connect=3").await;
    assert_eq!((&other["score"][0], other["score"].as_array().unwrap().len()), (&json!(3), 3));
}

/// The texts of the rules' corpus, pasted into the page.
#[tokio::test]
async fn texts_as_people_write_them() {
    let site = Site::new();
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight/tests/data/written");
    for file in ["boards.txt", "moves.txt", "programs.txt"] {
        let texts = std::fs::read_to_string(format!("{corpus}/{file}")).unwrap();
        for text in texts.split("\n==== ").skip(1) {
            let (head, text) = text.split_once('\n').unwrap();
            let (moves, rest) = head.split_once(" | ").unwrap();
            let sides = rest.split([' ', '-']).next().unwrap();
            let expected = site.json(&format!("/api/position?pos={moves}&size={sides}")).await;
            let answer = site.post("/api/position", &json!({ "text": text })).await;
            let answer: Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(answer["rows"], expected["rows"], "{head}: {answer}");
        }
    }
}

/// A text in any notation is read on the request's board unless it shows its own.
#[tokio::test]
async fn texts_are_read() {
    let site = Site::new();
    let game = "[Size \"9x7-5\"]\n\n99 *";
    for (text, size, pos, words) in [
        ("44455", "7x6", "44455", "yellow to move"),
        ("44\n", "7x6", "44", "red to move"),
        ("99", "9x7", "99", "red to move"),
        ("[3 3 4]", "7x6", "445", "yellow to move"),
        ("....\n....\n....\n.XO.", "7x6", "23", "red to move"),
        (game, "7x6", "99", "red to move"),
        ("4455667 1-0\n", "7x6", "4455667", "red has won"),
        ("", "7x6", "", "red to move"),
    ] {
        let answer = site.post("/api/position", &json!({ "text": text, "size": size })).await;
        let body = answer.json();
        assert_eq!((&body["pos"], &body["words"]), (&json!(pos), &json!(words)), "{text:?} {body}");
        let shown = if text == game {
            "9x7"
        } else if text.contains('X') {
            "4x4"
        } else {
            size
        };
        assert_eq!(body["size"], shown, "{text:?}");
    }
}

#[tokio::test]
async fn a_position_is_described() {
    let site = Site::new();
    let open = site.json("/api/position?pos=4455").await;
    assert_eq!(open["to_move"], "red");
    assert_eq!(open["rows"][4], "...YY..");
    assert_eq!(open["words"], "red to move");
    assert_eq!(open["legal"], json!([1, 2, 3, 4, 5, 6, 7]));
    let over = site.json("/api/position?pos=4455667").await;
    assert_eq!(over["outcome"], "red");
    assert_eq!(over["to_move"], Value::Null);
    assert_eq!(over["lines"], json!([[[4, 1], [5, 1], [6, 1], [7, 1]]]));
    let other = site.json("/api/position?pos=9a&size=10x5&connect=5").await;
    assert_eq!(
        (&other["size"], &other["connect"], &other["ply"]),
        (&json!("10x5"), &json!(5), &json!(2))
    );
}

#[tokio::test]
async fn a_score_comes_without_those_of_the_moves() {
    let site = Site::new();
    let empty = site.json("/api/score").await;
    let expected = json!({
        "version": 1, "pos": "", "score": 1, "lower": 1, "upper": 1, "moves_to_end": 21,
        "words": "wins in 21 moves"
    });
    assert_eq!(empty, expected);
    let over = site.json("/api/score?pos=1212121").await;
    assert_eq!((&over["score"], &over["words"]), (&json!(-18), &json!("has lost")));
    let large = site.json("/api/score?pos=1199&size=10x10&connect=6").await;
    assert_eq!(large["score"], Value::Null);
    assert!(large["lower"].as_i64() < large["upper"].as_i64());
}

#[tokio::test]
async fn analysis_has_scores_words_and_lines() {
    let site = Site::new();
    let empty = site.json("/api/analyze").await;
    let scores: Vec<&Value> =
        empty["moves"].as_array().unwrap().iter().map(|m| &m["score"]).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2].map(|s| json!(s)).iter().collect::<Vec<_>>());
    assert_eq!(empty["words"], "wins in 21 moves");
    let late = site.json("/api/analyze?pos=37313333717124171162542").await;
    let best = &late["moves"][1];
    assert_eq!(late["score"], 3);
    assert_eq!((&best["column"], &best["best"]), (&json!(4), &json!(true)));
    assert_eq!(best["line"], "444475555567622");
    let over = site.json("/api/analyze?pos=1212121").await;
    assert_eq!((&over["words"], &over["moves"]), (&json!("has lost"), &json!([])));
}

#[tokio::test]
async fn a_review_grades_each_move() {
    let site = Site::new();
    let mut review = site.json("/api/review?pos=4455667").await;
    for _ in 0..10 {
        if review["complete"] == true {
            break;
        }
        review = site.json("/api/review?pos=4455667").await;
    }
    assert_eq!(review["complete"], true);
    assert_eq!(review["moves"][0]["mark"], "best");
    assert_eq!(review["moves"][2]["symbol"], "??");
    assert_eq!(review["moves"][2]["remark"], "turned a win into a loss");
    assert_eq!(review["moves"][3]["best_columns"], json!([3, 6]));
    assert_eq!(review["evaluation"][0], 1);
    assert_eq!(review["evaluation"].as_array().unwrap().len(), 8);
    assert_eq!(review["accuracy"]["red"]["n_graded"], 4);
}

/// Three discs are placed, so the mistake with the third one is nobody's.
#[tokio::test]
async fn placed_discs_have_no_grade() {
    let site = Site::new();
    let path = "/api/review?pos=4455667&opening_rule=swap&swapped=true";
    let mut review = site.json(path).await;
    for _ in 0..10 {
        if review["complete"] == true {
            break;
        }
        review = site.json(path).await;
    }
    assert_eq!(review["complete"], true);
    let graded = review["moves"].as_array().unwrap().iter().map(|graded| !graded.is_null());
    assert_eq!(graded.collect::<Vec<_>>(), [false, false, false, true, true, true, true]);
    let accuracy = &review["accuracy"];
    assert_eq!(
        (&accuracy["red"]["n_graded"], &accuracy["yellow"]["n_graded"]),
        (&json!(2), &json!(2))
    );
    assert!(review["mistakes"].as_array().unwrap().iter().all(|ply| ply.as_u64() >= Some(3)));
    assert_eq!(review["evaluation"].as_array().unwrap().len(), 8);
}

#[tokio::test]
async fn levels_play() {
    let site = Site::new();
    assert_eq!(site.json("/api/levels").await.as_array().unwrap().len(), 11);
    let perfect = site.json("/api/move?level=10").await;
    assert_eq!(perfect, json!({ "column": 4, "swap": false, "pos": "4" }));
    for level in 0..=9 {
        let path = format!("/api/move?pos=4455&level={level}&seed=7");
        assert_eq!(site.json(&path).await, site.json(&path).await, "the same seed, the same move");
    }
    let swaps = site.json("/api/move?pos=4&level=10&opening_rule=pie").await;
    assert_eq!(swaps, json!({ "column": null, "swap": true, "pos": "4" }));
    for (query, problem) in [
        ("opening_rule=pi", "an opening rule is none, pie or swap"),
        ("swapped=true", "sides cannot be swapped without an opening rule"),
        (
            "opening_rule=swap&swapped=true",
            "by the opening rule swap, sides are swapped after move 3, not earlier",
        ),
    ] {
        for path in ["/api/move?level=1&", "/api/review?", "/api/game_file?"] {
            let answer = site.get(&format!("{path}pos=44&{query}")).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST);
            assert!(answer.text().contains(problem), "{path} {}", answer.text());
        }
    }
    let machine = site.json("/api/move?pos=112233&level=6").await;
    assert_eq!(machine["column"], 4, "it sees every win");
}

#[tokio::test]
async fn pictures_and_texts() {
    let site = Site::new();
    for (path, kind, start) in [
        ("/render.svg?pos=44&scores=1&arrows=1", "image/svg+xml", &b"<svg"[..]),
        ("/render.png?pos=44&palette=high-contrast&theme=dark", "image/png", b"\x89PNG"),
        ("/render.png?pos=44&width=1200&height=630", "image/png", b"\x89PNG"),
        ("/render.gif?pos=4455&delay=100", "image/gif", b"GIF89a"),
        ("/api/text?pos=44&style=emoji", "text/plain; charset=utf-8", b"[ 1"),
        ("/api/game_file?pos=44", "text/plain; charset=utf-8", b"[Size \"7x6\"]"),
    ] {
        let answer = site.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, kind), "{path}");
        assert!(answer.body.starts_with(start), "{path}: {:?}", answer.body);
    }
    let file = site.get("/api/game_file?pos=44&opening_rule=pie&swapped=true").await;
    let file = file.text();
    assert!(file.contains("[OpeningRule \"pie\"]\n[Swapped \"yes\"]"), "{file}");
    let tag = site.get("/render.svg?pos=44").await.header("etag").to_owned();
    let again = site.get_with("/render.svg?pos=44", &[("if-none-match", &tag)]).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let text = site.get("/api/text?pos=44&style=discs").await;
    assert!(text.text().contains('●') && text.text().contains('○'), "{}", text.text());
}
