//! The first HTML of each view, and the files of the page.

use std::io::Read;

use axum::Router;
use axum::routing::get;
use foursight_web::PageForm;
use serde_json::json;

use crate::{PATIENCE, Site};

#[tokio::test]
async fn a_link_shows_what_it_leads_to() {
    let site = Site::new();
    let made = site.post("/api/games", &json!({})).await.json();
    let game = made["link"].as_str().unwrap();
    for (path, words) in [
        ("/", "Connect Four"),
        ("/?pos=4455", "after 4 moves: red to move"),
        ("/?pos=4455667", "after 7 moves: red has won"),
        ("/analysis", "Connect Four"),
        ("/embed?pos=4455", "after 4 moves"),
        ("/enter", "Enter a position"),
        ("/rules", "How to play"),
        ("/games", "Your games"),
        ("/beat", "Beat everybody"),
        ("/learn", "Learn"),
        ("/learn/1", "Step 1 - Foursight"),
        ("/puzzles", "Puzzles"),
        ("/puzzles/1", "Puzzle 1"),
        ("/daily", "puzzle of the day"),
        ("/docs", "API"),
        (game, "A game of Connect Four"),
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
        assert!(html.contains("http://four.test/card.png?pos="), "{path}");
        let has_board = html.contains("<noscript><pre>") && html.contains("class=\"plate\"");
        assert_eq!(has_board, !["/docs", "/games", "/rules"].contains(&path), "{path}");
        assert!(!html.contains("{{"), "{path}: something was not filled in");
    }
}

#[tokio::test]
async fn a_slash_at_the_end_leads_to_the_page() {
    let site = Site::with(|config| {
        config.extra = Some(Router::new().route("/class", get("a page")));
    });
    for (path, place) in [
        ("/class/", "/class"),
        ("/analysis/?pos=44", "/analysis?pos=44"),
        ("/g/abc/", "/g/abc"),
        ("/api/health/", ""),
        ("//evil.example/", ""),
        ("/\\evil.example/", ""),
        ("//", "/"),
    ] {
        let answer = site.get(path).await;
        let status = if place.is_empty() { 404 } else { 308 };
        let found = answer.headers.get("location").map_or("", |place| place.to_str().unwrap());
        assert_eq!((answer.status.as_u16(), found), (status, place), "{path}");
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

/// The addresses of the files that the first HTML requests.
fn files(html: &str) -> Vec<String> {
    let addresses = html.split('"').filter(|text| text.starts_with("/assets/"));
    addresses.map(str::to_owned).collect()
}

#[tokio::test]
async fn the_joined_page_is_a_few_files_that_are_kept_for_good() {
    let site = Site::with(|config| config.page = PageForm::Joined);
    let files = files(site.get("/").await.text());
    assert!((3..=7).contains(&files.len()), "{files:?}");
    for address in files.iter().filter(|address| !address.contains("/icons/")) {
        let plain = site.get(address).await;
        let [brotli, gzip] = ["gzip, deflate, br", "gzip, br;q=0"]
            .map(|encodings| [("accept-encoding", encodings)])
            .map(async |headers| site.get_with(address, &headers).await);
        let (brotli, gzip) = (brotli.await, gzip.await);
        for (answer, encoding) in [(&plain, ""), (&brotli, "br"), (&gzip, "gzip")] {
            assert_eq!(
                (answer.status.as_u16(), answer.header("content-encoding")),
                (200, encoding)
            );
            assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
            assert!(answer.header("vary").contains("accept-encoding"), "{address}");
        }
        let mut read = Vec::new();
        brotli::BrotliDecompress(&mut &brotli.body[..], &mut read).unwrap();
        assert_eq!(read, plain.body, "{address}");
        read.clear();
        flate2::read::GzDecoder::new(&gzip.body[..]).read_to_end(&mut read).unwrap();
        assert_eq!(read, plain.body, "{address}");
        let mut bodies = vec![brotli.body];
        for _ in 0..3 {
            bodies.push(site.get_with(address, &[("accept-encoding", "br")]).await.body);
        }
        bodies.dedup_by_key(|body| body.as_ptr());
        // The smallest form may have become ready between the requests.
        assert!(bodies.len() <= 2, "{address} is compressed for each request");
        let tag = plain.header("etag");
        assert!(tag.starts_with("W/\""), "it was compressed on its way: {tag}");
        assert_eq!(site.get_with(address, &[("if-none-match", tag)]).await.status, 304);
    }
}

#[tokio::test]
async fn a_file_without_its_right_name_is_asked_for_each_time() {
    let site = Site::with(|config| config.page = PageForm::Joined);
    for address in ["/assets/main.js", "/assets/AAAAAAAAAAAAAAAA/main.js"] {
        let answer = site.get(address).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-cache"));
    }
    assert_eq!(site.get("/assets/core/rules.js").await.status, 404, "it is part of main.js");
    let site = Site::with(|config| config.page = PageForm::Modules);
    let rules = site.get("/assets/core/rules.js").await;
    assert_eq!((rules.status.as_u16(), rules.header("cache-control")), (200, "no-cache"));
    assert!(files(site.get("/").await.text()).len() > 20, "each file for itself");
}

/// A site that gives browsers an engine.
fn with_engine(form: PageForm, module: &[u8]) -> Site {
    Site::with(|config| {
        config.page = form;
        config.engine = Some(module.to_vec());
    })
}

/// The files that a site's service worker caches.
async fn release(site: &Site) -> serde_json::Value {
    let script = site.get("/service_worker.js").await;
    assert_eq!((script.status.as_u16(), script.header("cache-control")), (200, "no-cache"));
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    let (first, _) = script.text().split_once(";\n").unwrap();
    serde_json::from_str(first.strip_prefix("self.release = ").unwrap()).unwrap()
}

#[tokio::test]
async fn browsers_keep_what_they_need_without_the_server() {
    let site = with_engine(PageForm::Joined, b"\0asm one");
    let release = release(&site).await;
    let list = |name: &str| {
        let list = release[name].as_array().unwrap().clone();
        list.into_iter().map(|path| format!("/{}", path.as_str().unwrap())).collect::<Vec<_>>()
    };
    let (files, later, views) = (list("files"), list("later"), list("views"));
    for address in files.iter().chain(&later) {
        let answer = site.get(address).await;
        assert_eq!(answer.status, 200, "{address}");
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    }
    assert!(later[0].ends_with("/engine/openings.book"), "{later:?}");
    let html = site.get("/").await.text().to_owned();
    let shown = files_of(&html).into_iter().filter(|address| !later.contains(address));
    for address in shown {
        assert!(files.contains(&address), "{address} is not kept");
    }
    for needed in ["engine/foursight.wasm", "engine/worker.js", "icons/icon-512.png"] {
        assert!(files.iter().any(|address| address.ends_with(needed)), "{needed} is not kept");
    }
    for view in &views {
        assert_eq!(site.get(view).await.status, 200, "{view}");
    }
    let version = release["version"].as_str().unwrap();
    assert!(html.contains(&format!("data-version=\"{version}\"")), "{html}");
    let other = with_engine(PageForm::Joined, b"\0asm other");
    assert_ne!(self::release(&other).await["version"], release["version"]);
}

/// The addresses of all files in the first HTML, including the engine's.
fn files_of(html: &str) -> Vec<String> {
    let words = html.split(['"', ' ']).filter(|text| text.starts_with("/assets/"));
    words.map(str::to_owned).collect()
}

#[tokio::test]
async fn a_page_that_needs_the_server_is_not_kept() {
    let asks = Site::with(|config| config.page = PageForm::Joined);
    for site in [asks, with_engine(PageForm::Modules, b"\0asm")] {
        assert_eq!(site.get("/service_worker.js").await.status, 404);
        assert!(site.get("/").await.text().contains("data-version=\"\""));
    }
}

#[tokio::test]
async fn an_invitation_has_a_code_to_scan() {
    let site = Site::new();
    let made = site.post("/api/games", &json!({})).await.json();
    let link = made["link"].as_str().unwrap();
    let code = site.get(&format!("{link}/code.svg")).await;
    assert_eq!((code.status.as_u16(), code.header("content-type")), (200, "image/svg+xml"));
    assert!(code.text().contains("<path"), "{}", code.text());
    let missing = site.get("/g/aaaaaaaaaaaaaaaaaaaaaa/code.svg").await;
    assert_eq!(missing.status, 404);
}

#[tokio::test]
async fn a_link_has_a_card() {
    let site = Site::with(|config| config.limits.solve_time = PATIENCE);
    let made = site.post("/api/games", &json!({})).await.json();
    let game = made["link"].as_str().unwrap();
    for (path, words) in [
        ("/", None),
        ("/?pos=4455", None),
        ("/puzzles/1", Some("win")),
        ("/learn/3", None),
        (game, Some("invitation")),
    ] {
        let html = site.get(path).await.text().to_owned();
        let (_, rest) = html.split_once("og:image\" content=\"http://four.test").unwrap();
        let (address, _) = rest.split_once('"').unwrap();
        let said = address.split_once("&amp;words=").map(|(_, words)| words);
        assert_eq!(said, words, "{path}: {address}");
        let card = site.get(&address.replace("&amp;", "&")).await;
        assert_eq!((card.status.as_u16(), card.header("content-type")), (200, "image/png"));
        // The width and the height follow the signature, and the length and the name of the first chunk.
        assert_eq!(card.body[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1200 by 630");
    }
    let unknown = site.get("/card.png?pos=44&words=whatever").await;
    unknown.check_error(400, "invalid_parameter");
    assert_eq!(site.get("/card.png?pos=44444444").await.status, 400);
}
