//! Accepting connections up to a limit, and serving each within limits on its cost.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use foursight_games::{Activity, Connections, Networks, supervise_task};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics::{counter, gauge};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tower::ServiceExt;

use super::listener::{Listener, Stream};
use crate::App;
use crate::http::client::{Peer, counted};
use crate::http::connection::{ConnectionSlot, Meter, Metered, Sending};

/// The largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// The time limit for the system of a client to acknowledge what the server sends.
const UNSENT_TIME: Duration = Duration::from_secs(30);

/// The time limit for a client to read so much of an answer that the system takes more. With the bytes below, which
/// the system keeps in addition to one packet of at most 64 KiB, this is the case at 1.5 KB a second.
const SLOW_TIME: Duration = Duration::from_mins(1);
#[cfg(target_os = "linux")]
const UNSENT: u32 = 32 * 1024;

/// Serves `routes` until the server stops and all connections have ended; each has a place in `connections`.
pub(super) async fn serve(listener: Listener, routes: Router, app: App, connections: Connections) {
    supervise_task("accept", || accept(&listener, &routes, &app, &connections)).await;
    drop(listener);
    connections.left().await;
}

/// Accepts connections until the server stops.
async fn accept(listener: &Listener, routes: &Router, app: &App, connections: &Connections) {
    let mut stopping = pin!(app.shutdown.begun());
    let mut trouble = Trouble::default();
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let (stream, peer) = match stream {
            Ok(accepted) => accepted,
            Err(error) => {
                trouble.wait(&error).await;
                continue;
            }
        };
        trouble.end();
        // All clients of a proxy have its address: only when a connection follows a game does the server learn whose it
        // is.
        let networks = (!peer.is_proxy(&app.config))
            .then(|| Networks::of(counted(peer.address(), &app.config)));
        let Some(place) = connections.enter(networks, Activity::Idle) else {
            // Without a place, there is no answer.
            counter!("foursight_connections_refused_total").increment(1);
            continue;
        };
        let slot = Arc::new(place);
        let (routes, app) = (routes.clone(), app.clone());
        match stream {
            Stream::Port(stream) => {
                watch_over(&stream);
                tokio::spawn(connection(stream, peer, slot, routes, app));
            }
            #[cfg(unix)]
            Stream::Socket(stream) => {
                tokio::spawn(connection(stream, peer, slot, routes, app));
            }
        }
    }
}

async fn connection(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    peer: Peer,
    slot: ConnectionSlot,
    routes: Router,
    app: App,
) {
    gauge!("foursight_connections").increment(1.0);
    let meter = Arc::new(Meter::default());
    let stream = Metered::new(stream, meter.clone(), SLOW_TIME);
    let service = service_fn(|mut request: Request<Incoming>| {
        let (slot, routes) = (slot.clone(), routes.clone());
        slot.is_now(Activity::Busy);
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(slot.clone());
        request.extensions_mut().insert(meter.clone());
        async move {
            let response = routes.oneshot(request.map(Body::new)).await?;
            Ok::<_, Infallible>(response.map(|body| Sending::new(body, slot)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.read_time)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // A client's mistake ends its connection, and needs no log line.
    let is_ended = tokio::select! {
        _ = connection.as_mut() => true,
        // No request is being answered.
        () = slot.given_up() => true,
        () = app.shutdown.begun() => false,
    };
    if !is_ended {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
    gauge!("foursight_connections").decrement(1.0);
}

/// Lets the system detect that the other end is gone, or does not read.
fn watch_over(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(UNSENT_TIME).with_interval(UNSENT_TIME / 3);
    let _ = socket.set_tcp_keepalive(&keepalive);
    #[cfg(target_os = "linux")]
    let _ = socket
        .set_tcp_user_timeout(Some(UNSENT_TIME))
        .and_then(|()| socket.set_tcp_notsent_lowat(UNSENT));
    let _ = stream.set_nodelay(true);
}

/// The delay before trying again, at first and at most.
const MIN_WAIT: Duration = Duration::from_millis(20);
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The interval between log lines about this.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Connections that could not be accepted lately, mostly because no file descriptor was free.
#[derive(Debug, Default)]
struct Trouble {
    waited: Duration,
    logged: Option<Instant>,
}

impl Trouble {
    /// Waits a little longer each time; a client that has left does not count.
    async fn wait(&mut self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
        if matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted) {
            return;
        }
        if self.logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
            self.logged = Some(Instant::now());
            tracing::error!(%error, "cannot accept connections: raise the limit on open files, or lower --connections");
        }
        self.waited = (self.waited * 2).clamp(MIN_WAIT, MAX_WAIT);
        tokio::time::sleep(self.waited).await;
    }

    /// Records that a connection was accepted again.
    fn end(&mut self) {
        self.waited = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_waits_longer_each_time_and_logs_once_in_a_while() {
        let mut trouble = Trouble::default();
        trouble.wait(&io::ErrorKind::ConnectionReset.into()).await;
        assert_eq!((trouble.waited, trouble.logged), (Duration::ZERO, None), "a client has gone");
        trouble.wait(&io::Error::other("no descriptor")).await;
        let logged = trouble.logged;
        assert_eq!((trouble.waited, logged.is_some()), (MIN_WAIT, true));
        trouble.wait(&io::Error::other("no descriptor")).await;
        assert_eq!((trouble.waited, trouble.logged), (2 * MIN_WAIT, logged));
        trouble.end();
        assert_eq!(trouble.waited, Duration::ZERO);
    }
}
