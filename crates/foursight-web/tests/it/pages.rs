//! The first HTML of each view, and the files of the page.

use serde_json::json;

use crate::Site;

#[tokio::test]
async fn a_link_shows_what_it_leads_to() {
    let site = Site::new();
    let game =
        site.post("/api/games", &json!({})).await.json()["link"].as_str().unwrap().to_owned();
    for (path, words) in [
        ("/", "Connect Four"),
        ("/?pos=4455", "after 4 moves: red to move"),
        ("/?pos=4455667", "after 7 moves: red has won"),
        ("/embed?pos=4455", "after 4 moves"),
        ("/puzzles", "Puzzles"),
        ("/puzzles/1", "Puzzle 1"),
        ("/daily", "puzzle of the day"),
        ("/docs", "API"),
        (&game, "A game of Connect Four"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (200, "text/html; charset=utf-8")
        );
        let html = answer.text();
        let (_, rest) = html.split_once("<title>").unwrap();
        let (title, _) = rest.split_once("</title>").unwrap();
        assert!(title.contains(words), "{path}: {title}");
        assert!(html.contains("http://four.test/render.png?pos="), "{path}");
        assert!(!html.contains("{{"), "{path}: something was not filled in");
    }
}

#[tokio::test]
async fn what_is_typed_is_escaped() {
    let site = Site::new();
    let evil = "/?pos=44&x=%22%3E%3Cscript%3Ealert(1)%3C/script%3E%27\"";
    let answer = site.get(&evil.replace('"', "%22")).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.text().contains("<script>alert"), "{}", answer.text());
    let host = site.get_with("/", &[("x-forwarded-host", "evil.test")]).await;
    assert!(!host.text().contains("evil.test"));
}

#[tokio::test]
async fn answers_are_compressed_and_not_sent_twice() {
    let site = Site::new();
    let answer = site.get_with("/api/openapi.json", &[("accept-encoding", "gzip")]).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
    let head = site.send(crate::request("HEAD", "/", &[], "")).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
}
