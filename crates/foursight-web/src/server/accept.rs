//! Accepting connections up to a limit, and serving each with limits on what it may cost.

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
use tokio::sync::Semaphore;
use tower::ServiceExt;

use super::trouble::Trouble;
use crate::App;
use crate::http::client::{Peer, is_proxy, network};
use crate::http::concurrency::ConcurrencyLimit;
use crate::http::connection_slot::ConnectionSlot;

/// The largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// How long a client may leave unread what is sent to it.
const UNSENT_TIME: Duration = Duration::from_secs(30);

/// Serves `routes` until the server stops and all connections have ended; each client has its share of
/// `connected`.
pub(super) async fn serve(
    listener: TcpListener,
    routes: Router,
    app: App,
    connected: ConcurrencyLimit,
) {
    let max =
        app.config.limits.connections.get().min(u32::MAX as usize).min(Semaphore::MAX_PERMITS);
    let slots = Arc::new(Semaphore::new(max));
    let mut stopping = pin!(app.shutdown.begun());
    let mut trouble = Trouble::default();
    loop {
        let permit = tokio::select! {
            permit = slots.clone().acquire_owned() => permit.expect("the semaphore is never closed"),
            () = &mut stopping => break,
        };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let (stream, address) = match stream {
            Ok(accepted) => accepted,
            Err(error) => {
                trouble.wait(&error).await;
                continue;
            }
        };
        trouble.end();
        // A client with too many connections gets no answer; all clients of a proxy have its address.
        let is_counted = !is_proxy(address.ip(), &app.config);
        let of_client = is_counted.then(|| connected.take(network(address.ip())));
        if let Some(None) = of_client {
            continue;
        }
        let slot = ConnectionSlot::new(permit, of_client.flatten());
        tokio::spawn(connection(stream, Peer(address), slot, routes.clone(), app.clone()));
    }
    drop(listener);
    // Every connection gives its slot back.
    let _ = slots.acquire_many(max as u32).await;
}

async fn connection(stream: TcpStream, peer: Peer, slot: ConnectionSlot, routes: Router, app: App) {
    watch_over(&stream);
    gauge!("foursight_connections").increment(1.0);
    let service = routes.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(slot.clone());
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.read_time)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    // A client's mistake ends its connection, and needs no log line.
    let is_ended = tokio::select! {
        _ = connection.as_mut() => true,
        () = app.shutdown.begun() => false,
    };
    if !is_ended {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
    gauge!("foursight_connections").decrement(1.0);
}

/// Lets the system notice that the other end is gone, or reads nothing.
fn watch_over(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(UNSENT_TIME).with_interval(UNSENT_TIME / 3);
    let _ = socket.set_tcp_keepalive(&keepalive);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(UNSENT_TIME));
    let _ = stream.set_nodelay(true);
}
