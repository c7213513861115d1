//! Connections when many clients want one.

use std::num::{NonZeroU32, NonZeroUsize};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::PATIENCE;
use crate::running::{Running, eventually, get};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_client_leaves_connections_to_the_others() {
    let server = Running::with(|config| {
        config.limits.requests_per_second = NonZeroU32::new(1000);
        config.limits.connections = NonZeroUsize::new(80).unwrap();
        // Nothing else ends an idle connection during this test.
        config.limits.read_time = 2 * PATIENCE;
    })
    .await;
    let mut silent = Vec::new();
    let first = "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n";
    for _ in 0..40 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(first.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            assert!(stream.read_buf(&mut answer).await.unwrap() > 0, "it is answered");
        }
        silent.push(stream);
    }
    let (id, _) = server.game(json!({})).await;
    let end = timeout(PATIENCE, silent[0].read(&mut [0])).await.unwrap();
    assert!(matches!(end, Ok(0) | Err(_)), "what idles for longest gives way to the same client");
    let mut watching = Vec::new();
    for _ in 0..40 {
        watching.push(server.connect(&id, &[]).await.unwrap());
    }
    let health = "GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let refused = async || {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let _ = stream.write_all(health.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        answer.is_empty()
    };
    assert!(refused().await, "what it watches does not");
    let health = get(server.admin, "/health").await;
    assert!(health.starts_with("HTTP/1.1 200"), "who runs it is let in");
    let figures = get(server.admin, "/metrics").await;
    for figure in [
        "foursight_places_given_up_total ",
        "foursight_connections_refused_total ",
        "foursight_database_bytes ",
    ] {
        assert!(figures.contains(figure), "{figure}: {figures}");
    }
    watching.clear();
    eventually(async || !refused().await).await;
    server.stop().await;
}

/// The test needs several addresses of this machine, which only Linux provides.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_few_addresses_keep_nobody_out() {
    let server = Running::with(|config| {
        config.limits.requests_per_second = NonZeroU32::new(1000);
        config.limits.connections = NonZeroUsize::new(40).unwrap();
    })
    .await;
    let (id, [red, _]) = server.game(json!({})).await;
    let mut watching = Vec::new();
    while watching.len() < 40 {
        // The connections that made the game may still be ending.
        let address = [127, 0, 0, 2 + watching.len() as u8 / 20];
        watching.extend(server.connect_from(address, &id).await);
    }
    let mut red = server.player(&id, &red).await;
    assert_eq!(red.event("state").await["game"]["ply"], 0);
    assert_eq!(watching[0].end().await, 1013, "try again later");
    red.say(json!({ "type": "move", "column": 4, "ply": 0 })).await;
    watching[39].event("move").await;
    server.stop().await;
}
