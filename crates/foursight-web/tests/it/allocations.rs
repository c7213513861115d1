//! Memory that each kind of request allocates, in blocks and bytes: a request that copies a table of the solver, or reads
//! a long body to its end, exceeds its budget, which is about twice what it takes now.

use std::alloc::{GlobalAlloc, Layout, System};
use std::convert::Infallible;
use std::env;
use std::iter::repeat_n;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes};
use futures_util::stream;
use serde_json::json;

use crate::{HttpAnswer, Site, request};

/// Counts what all threads allocate.
struct Counting;

static N_BLOCKS: AtomicUsize = AtomicUsize::new(0);
static N_BYTES: AtomicUsize = AtomicUsize::new(0);

#[expect(
    unsafe_code,
    reason = "an allocator is unsafe; this one only counts what the system's allocates"
)]
// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_BLOCKS.fetch_add(1, Ordering::Relaxed);
        N_BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps to the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The variable of a process in which only this test runs, so that nothing else is counted.
const ALONE: &str = "FOURSIGHT_COUNTED";

/// Sends a request; the answer must have this status, and take no more than so many blocks and KiB.
#[track_caller]
fn check(name: &str, status: u16, most: (usize, usize), ask: impl FnOnce() -> HttpAnswer) {
    let count = || (N_BLOCKS.load(Ordering::Relaxed), N_BYTES.load(Ordering::Relaxed));
    let before = count();
    let answer = ask();
    let after = count();
    let (n_blocks, n_bytes) = (after.0 - before.0, after.1 - before.1);
    assert_eq!(answer.status, status, "{name}: {answer:?}");
    println!("{name}: {n_blocks} blocks, {} KiB", n_bytes >> 10);
    assert!(
        n_blocks <= most.0 && n_bytes >> 10 <= most.1,
        "{name}: {n_blocks} blocks, {n_bytes} bytes"
    );
}

#[test]
fn each_kind_of_request_keeps_to_its_budget() {
    if env::var_os(ALONE).is_none() {
        let mut alone = Command::new(env::current_exe().unwrap());
        let name = "allocations::each_kind_of_request_keeps_to_its_budget";
        let status = alone.args(["--exact", name, "--nocapture"]).env(ALONE, "1").status().unwrap();
        assert!(status.success());
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let site = runtime.block_on(async { Site::new() });
    let get = |path: &str| runtime.block_on(site.get(path));
    let made = runtime.block_on(site.post("/api/games", &json!({})));
    let secret = format!("Bearer {}", made.json()["secret"].as_str().unwrap());
    let (join, moves) = (made.game_path() + "/join", made.game_path() + "/moves");
    runtime.block_on(site.post(&join, &json!({})));
    // What the first request of a kind makes, such as a solver's tables, is kept.
    for path in [
        "/api/position?pos=4",
        "/api/analyze?pos=2252576253462244111563365343671",
        "/api/why?pos=4455",
        "/render.svg?pos=4",
    ] {
        get(path);
    }
    check("position", 200, (200, 40), || get("/api/position?pos=44455"));
    check("scores", 200, (400, 70), || get("/api/analyze?pos=225257625346224411156336534367"));
    check("why", 200, (500, 70), || get("/api/why?pos=44556"));
    check("picture", 200, (1300, 250), || get("/render.svg?pos=44455"));
    check("move", 200, (350, 70), || {
        let play = json!({ "column": 4, "ply": 0 });
        runtime.block_on(site.post_with(&moves, &[("authorization", &secret)], &play))
    });
    let part = Ok::<_, Infallible>(Bytes::from_static(&[b' '; 1024]));
    let mut long = request("POST", "/api/position", &[("content-type", "application/json")], "");
    *long.body_mut() = Body::from_stream(stream::iter(repeat_n(part, 4096)));
    check("long body", 413, (200, 40), || runtime.block_on(site.send(long)));
    runtime.block_on(site.close());
}
