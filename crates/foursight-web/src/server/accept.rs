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
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use crate::App;
use crate::http::client::{Peer, is_proxy, network};
use crate::http::concurrency::{Turn, Turns};

/// The largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// How long a client may take nothing of what is sent to it.
const UNSENT_TIME: Duration = Duration::from_secs(30);

/// The place that a connection takes among those that are served at a time; one that becomes a WebSocket
/// keeps it.
#[derive(Clone)]
pub(crate) struct Place(
    #[expect(dead_code, reason = "they count while they are there")]
    Arc<(OwnedSemaphorePermit, Option<Turn>)>,
);

/// Serves `routes` until the server stops and all connections have ended; each client has its share of
/// `connected`.
pub(super) async fn serve(listener: TcpListener, routes: Router, app: Arc<App>, connected: Turns) {
    let max =
        app.config.limits.connections.get().min(u32::MAX as usize).min(Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(max));
    let mut stopping = pin!(app.stopping());
    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place.expect("the semaphore is never closed"),
            () = &mut stopping => break,
        };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let Ok((stream, address)) = stream else {
            // No file descriptor is free, or the client has gone: the next may be luckier.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Whoever has too many is not answered; all clients of a proxy have its address.
        let is_counted = !is_proxy(address.ip(), &app.config);
        let turn = is_counted.then(|| connected.take(network(address.ip())));
        if let Some(None) = turn {
            continue;
        }
        let place = Place(Arc::new((place, turn.flatten())));
        tokio::spawn(connection(stream, Peer(address), place, routes.clone(), app.clone()));
    }
    drop(listener);
    // Every connection gives its place back.
    let _ = places.acquire_many(max as u32).await;
}

async fn connection(stream: TcpStream, peer: Peer, place: Place, routes: Router, app: Arc<App>) {
    watch_over(&stream);
    gauge!("foursight_connections").increment(1.0);
    let service = routes.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(place.clone());
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.read_time)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    // What a client does wrong ends its connection and is of no interest.
    let is_ended = tokio::select! {
        _ = connection.as_mut() => true,
        () = app.stopping() => false,
    };
    if !is_ended {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
    gauge!("foursight_connections").decrement(1.0);
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
