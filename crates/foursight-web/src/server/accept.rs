//! Accepting connections, so many at a time, and serving each with limits on what it may cost.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics::gauge;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::App;
use crate::http::client::Peer;

/// The largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// How long a client may take nothing of what is sent to it.
const UNSENT_TIME: Duration = Duration::from_secs(30);

/// Serves `routes` until `stopped` is true and all connections have ended.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    app: Arc<App>,
    mut stopped: watch::Receiver<bool>,
) {
    let max = app.config.limits.connections.min(Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(max));
    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place.expect("the semaphore is never closed"),
            _ = stopped.changed() => break,
        };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => break,
        };
        let Ok((stream, address)) = stream else {
            // No file descriptor is free, or the client has gone: the next may be luckier.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let connection =
            connection(stream, Peer(address), routes.clone(), app.clone(), stopped.clone());
        tokio::spawn(async move {
            gauge!("foursight_connections").increment(1.0);
            connection.await;
            gauge!("foursight_connections").decrement(1.0);
            drop(place);
        });
    }
    drop(listener);
    // Every connection gives its place back.
    let _ = places.acquire_many(max as u32).await;
}

async fn connection(
    stream: TcpStream,
    peer: Peer,
    routes: Router,
    app: Arc<App>,
    mut stopped: watch::Receiver<bool>,
) {
    watch_over(&stream);
    let service = routes.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.read_time)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // What a client does wrong ends its connection and is of no interest.
        _ = connection.as_mut() => return,
        _ = stopped.wait_for(|&is_stopped| is_stopped) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Lets the system find out that the other end is gone, or takes nothing.
fn watch_over(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(UNSENT_TIME).with_interval(UNSENT_TIME / 3);
    let _ = socket.set_tcp_keepalive(&keepalive);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(UNSENT_TIME));
    let _ = stream.set_nodelay(true);
}
