//! No route computes for long on the thread that serves all requests: long work takes a turn of the solver.

use std::collections::BTreeSet;
use std::time::Duration;

use fastrand::Rng;
use foursight_web::{PageForm, openapi};
use http_body_util::BodyExt;
use serde_json::json;
use tower::ServiceExt;

use crate::dearest::{DEAREST, fill};
use crate::played::Played;
use crate::{Site, request};

/// All routes with their methods, as listed in the description and, for pages, in the router.
fn routes() -> BTreeSet<String> {
    let api = serde_json::to_value(openapi()).unwrap();
    let paths = api["paths"].as_object().unwrap().iter();
    let described = paths.flat_map(|(path, item)| {
        item.as_object().unwrap().keys().map(move |m| format!("{} {path}", m.to_uppercase()))
    });
    let router = include_str!("../../src/router.rs");
    let pages = router.split(".route(\"").skip(1).map(|rest| {
        let (path, handler) = rest.split_once("\", ").unwrap();
        let (method, _) = handler.split_once('(').unwrap();
        format!("{} {path}", method.to_uppercase())
    });
    described.chain(pages).collect()
}

#[test]
fn every_route_has_a_dearest_request() {
    let known: BTreeSet<String> = DEAREST.iter().map(|(route, ..)| (*route).to_owned()).collect();
    assert_eq!(known, routes(), "the lists differ");
    assert!(known.len() > 45, "{known:?}");
}

/// The processor time of this thread; time when other programs are running does not count.
#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}

/// In these tests, this thread serves all requests, because there is no other.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn no_request_keeps_the_thread_that_serves_all() {
    /// In a test build, everything but searches takes many times as long as in a release; searches take seconds.
    const MOST: Duration = Duration::from_millis(50);
    let site = Site::with(|config| {
        config.page = PageForm::Joined;
        config.limits.solve_time = Duration::from_millis(200);
        config.contact = Some("mailto:someone@four.example".to_owned());
    });
    let game = Played::new(&site, json!({})).await;
    let id = game.path.rsplit('/').next().unwrap();
    let mut random = Rng::with_seed(7);
    let mut longest = (Duration::ZERO, "");
    for (route, path, body) in DEAREST {
        let (method, _) = route.split_once(' ').unwrap();
        let (path, body) = (fill(path, id, &mut random), fill(body, id, &mut random));
        let headers = [("content-type", "application/json"), ("accept-encoding", "gzip")];
        let request = request(method, &path, &headers, &body);
        let before = processor_time();
        let response = site.routes.clone().oneshot(request).await.unwrap();
        if !route.ends_with("/events") {
            let body = response.into_body().collect().await.unwrap().to_bytes();
            let text = String::from_utf8_lossy(&body);
            assert!(!text.contains("there is nothing at"), "{path} is not {route}");
        }
        let time = processor_time().saturating_sub(before);
        println!("{time:?} {route}");
        assert!(time < MOST, "{route} takes {time:?} of the thread that serves all");
        longest = longest.max((time, route));
    }
    println!("the longest: {longest:?}");
}
