//! One client's requests do not keep others waiting.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use foursight::AnySize;
use futures_util::future::{Either, join_all, select};
use serde_json::json;

use crate::dearest::random_moves;
use crate::running::{Running, exchange};
use crate::{HttpAnswer, PATIENCE, Site};

/// Paths of expensive requests: boards that nobody solves, and a long game on the largest board.
fn dear_paths() -> Vec<String> {
    let largest = AnySize::new(10, 10, 6).unwrap();
    let columns = random_moves(largest, 100, &mut fastrand::Rng::with_seed(7));
    let kinds = [
        "/solve?size=9x9&pos=",
        "/api/analyze?size=10x10&connect=6&pos=",
        "/solve?size=10x8&connect=5&pos=",
    ];
    let searches = (0..21).map(|number| format!("{}{}", kinds[number % 3], 1 + number / 3));
    let review = format!("/api/review?size=10x10&connect=6&pos={columns}");
    let picture = format!("/render.gif?size=10x10&connect=6&pos={columns}");
    searches.chain([review, picture.clone() + "&theme=transparent", picture]).collect()
}

async fn ask(site: &Site, client: &str, path: &str) -> HttpAnswer {
    site.get_with(path, &[("x-forwarded-for", client)]).await
}

#[tokio::test]
async fn others_are_answered_while_one_client_asks_for_everything() {
    let site = Site::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        config.n_threads = NonZeroUsize::MIN;
        config.limits.solve_time = Duration::from_hours(1);
    });
    let paths = dear_paths();
    let greedy = join_all(paths.iter().map(|path| ask(&site, "192.0.2.1", path)));
    let modest = async {
        for path in [
            "/api/move?pos=44&level=3",
            "/api/move?pos=4455&level=10",
            "/api/move?pos=27455222413166&level=8",
            "/api/analyze?pos=27455222413166",
            "/api/puzzles/1",
            "/api/review?pos=4455667",
            "/render.png?pos=4455",
            "/render.png?pos=4455&width=1200&height=630",
            "/render.gif?pos=4455",
        ] {
            let answer = tokio::time::timeout(PATIENCE, ask(&site, "192.0.2.2", path));
            let answer = answer.await.unwrap_or_else(|_| panic!("{path} waits"));
            assert_eq!(answer.status, 200, "{path}: {answer:?}");
        }
    };
    let Either::Right(_) = select(Box::pin(greedy), Box::pin(modest)).await else {
        panic!("nobody solves these boards in an hour");
    };
}

#[tokio::test]
async fn processor_time_is_charged_to_who_uses_it() {
    let site = Site::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        // These allow 40 ms of processor time per second, and 1.2 s at once.
        config.limits.requests_per_second = NonZeroU32::new(4);
        config.limits.solve_time = Duration::from_secs(2);
    });
    let hard = "/api/analyze?pos=1&size=9x9";
    assert_eq!(ask(&site, "192.0.2.1", hard).await.status, 200);
    let refused = ask(&site, "192.0.2.1", hard).await;
    assert_eq!(refused.status, 429, "{refused:?}");
    assert_eq!(refused.error_code(), "too_much_processor_time");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!(wait >= 5, "2 s are 50 s' worth, 30 of them in advance: {wait}");
    for easy in ["/solve?pos=44", "/api/move?pos=44&level=3"] {
        assert_eq!(ask(&site, "192.0.2.1", easy).await.status, 200, "{easy} takes no time");
    }
    let picture = ask(&site, "192.0.2.1", "/render.png?pos=44").await;
    assert_eq!(picture.error_code(), "too_much_processor_time", "pictures take time, too");
    let text = json!({ "text": "....\n....\n....\n.XO." });
    let headers = [("x-forwarded-for", "192.0.2.1")];
    let refused = site.post_with("/api/position", &headers, &text).await;
    assert_eq!(refused.error_code(), "too_much_processor_time", "and so may a text");
    assert_eq!(ask(&site, "192.0.2.2", hard).await.status, 200, "others have their own share");
}

#[tokio::test]
async fn a_server_is_ready_however_busy_its_solver_is() {
    // No question may wait: the solver has no room from the start.
    let server = Running::with(|config| config.limits.queue = 0).await;
    let request = "GET /ready HTTP/1.1\r\nhost: four.test\r\nconnection: close\r\n\r\n";
    let answer = exchange(server.admin, request).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
