//! The checks that a request must pass before the server does anything else for it, and the networks that the operator
//! blocks.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use foursight_answers::Endpoint;
use foursight_games::{Activity, Capacity, Connections, Place, Recurring};
use ipnet::IpNet;
use tokio::sync::watch;

use super::client::{Client, Origin, Peer};
use super::connection::Shutdown;
use super::error::{Error, Result};
use super::rates::{Rates, is_file};
use super::{headers, host};
use crate::Config;

/// The maximum length of a path with its query, in bytes.
const MAX_URL: usize = 2048;

/// The time that requests may still take once the server is stopping.
const LAST_TIME: Duration = Duration::from_secs(1);

/// The delay of refusals, which is the shortest time that a refused client has to wait.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// The maximum number of one client's requests in progress.
const MAX_REQUESTS: NonZeroUsize = NonZeroUsize::new(24).expect("24 is not 0");

/// The maximum number of connections with which one client may follow games: enough for a school behind one address.
const MAX_FOLLOWING: NonZeroUsize = NonZeroUsize::new(500).expect("500 is not 0");

/// The limits on one client's requests.
pub(crate) struct Guard {
    config: Arc<Config>,
    shutdown: Shutdown,
    pub(crate) blocked: Blocked,
    rates: Rates,
    /// Requests in progress, counted only if there is a limit, because every request passes here.
    in_progress: Option<Connections>,
    following: Connections,
}

impl Guard {
    /// Without a rate, there is no limit on concurrent requests either.
    pub(crate) fn new(config: &Arc<Config>, shutdown: Shutdown, blocked: Blocked) -> Self {
        let rate = config.limits.requests_per_second;
        let limit =
            |most| Connections::new(Capacity { all: usize::MAX, share: rate.and(Some(most)) });
        Self {
            config: config.clone(),
            shutdown,
            blocked,
            rates: Rates::new(rate),
            in_progress: rate.map(|_| limit(MAX_REQUESTS)),
            following: limit(MAX_FOLLOWING),
        }
    }

    /// Lets a client follow a game, unless it already follows too many.
    pub(crate) fn follow(&self, client: Client) -> Result<Place> {
        let message =
            "too many connections from your address are already following games; close some first";
        self.following
            .enter(Some(client.networks()), Activity::Busy)
            .ok_or_else(|| Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_visitors", message))
    }

    /// Forgets clients that have made no recent requests.
    pub(crate) fn forget_idle(&self) {
        self.rates.forget_idle(Instant::now());
    }

    /// Counts a message of a WebSocket among the requests for `path` that a client may make.
    pub(crate) fn take(&self, client: Client, path: &str) -> Result<()> {
        self.rates.take(client.network, path, Instant::now()).map_err(too_many_requests)
    }

    /// The answer to a client that exceeds its rate. The client must wait for it: refusing a client as often as it asks
    /// would take a whole processor.
    async fn refuse(&self, wait: Duration, client: Client, is_proxied: bool) -> Error {
        static REFUSED: Recurring = Recurring::new();
        if let Some(n_refused) = REFUSED.turn() {
            let network = anonymous(client.address);
            tracing::warn!(%network, n_refused, "a network asks for more than it may");
        }
        let error = too_many_requests(wait);
        // A waiting answer takes one of the client's places, so no more can wait than may be in progress.
        match self.place(client) {
            Ok(_place) => tokio::time::sleep(REFUSAL_TIME).await,
            Err(_) if !is_proxied => return error.closing(),
            Err(_) => {}
        }
        error
    }

    /// A place among the client's requests in progress, if these are counted.
    fn place(&self, client: Client) -> Result<Option<Place>> {
        let Some(connections) = &self.in_progress else { return Ok(None) };
        let place = connections.enter(Some(client.networks()), Activity::Busy);
        place.map(Some).ok_or_else(|| {
            let message = "too many of your requests are in progress; wait for some of the answers";
            Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
                .retry_after(Duration::from_secs(1))
        })
    }

    fn check(&self, request: &Request) -> Result<()> {
        self.check_body(request.headers())?;
        let url = request.uri();
        if url.path_and_query().map_or(0, |text| text.as_str().len()) > MAX_URL {
            let message = format!("the address is longer than {MAX_URL} bytes");
            return Err(Error::new(StatusCode::URI_TOO_LONG, "too_long", message));
        }
        if is_write(request) && Origin::of(request.headers(), &self.config) == Origin::Other {
            return Err(Error::forbidden("cross_site", "pages on other sites cannot do this"));
        }
        Ok(())
    }

    /// Refuses a body that cannot be read, before any of it is.
    fn check_body(&self, headers: &HeaderMap) -> Result<()> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if headers.contains_key(header::CONTENT_ENCODING)
            && !text(header::CONTENT_ENCODING).is_some_and(|c| c.eq_ignore_ascii_case("identity"))
        {
            let message = "the body must not be compressed; send it without a Content-Encoding";
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Error::new(status, "encoded", message).closing());
        }
        let length = text(header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
        if length.is_some_and(|length| length > self.config.max_body as u64) {
            let message = format!("the body is longer than {} bytes", self.config.max_body);
            return Err(Error::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message).closing());
        }
        Ok(())
    }
}

/// Whether a request changes anything. Some questions have a body.
fn is_write(request: &Request) -> bool {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    !is_safe && !Endpoint::ALL.iter().any(|endpoint| path == Some(endpoint.path()))
}

/// The network of an address, large enough not to identify anybody: a /24, or in IPv6 a /48.
fn anonymous(address: IpAddr) -> IpNet {
    let length = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, length).expect("no address is shorter").trunc()
}

/// The error for a client that exceeds its limits.
fn too_many_requests(wait: Duration) -> Error {
    let message = "too many requests from your address; try again later";
    let error = Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
    error.retry_after(wait)
}

/// Turns away requests that are too long, too many, or sent by a page of another site; pages of any site may read why.
pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let client = Client::of(&parts, &guard.config);
    if let Err(error) = host::check(&parts, &guard.config) {
        return headers::readable(error);
    }
    if guard.blocked.has(client.address) {
        let message = "the operator of this server has blocked your network";
        let error = Error::forbidden("blocked", message);
        return headers::readable(error.closing());
    }
    let is_proxied = Peer::of(&parts.extensions).is_proxy(&guard.config);
    let request = Request::from_parts(parts, body);
    if let Err(wait) = guard.rates.take(client.network, request.uri().path(), Instant::now()) {
        return headers::readable(guard.refuse(wait, client, is_proxied).await);
    }
    if let Err(error) = guard.check(&request) {
        return headers::readable(error);
    }
    let _place = match guard.place(client) {
        Err(error) if !is_file(request.uri().path()) => return headers::readable(error),
        place => place,
    };
    let limits = &guard.config.limits;
    let time = limits.answer_time.saturating_add(limits.solve_time);
    // If the request is given up here, dropping it cancels its search.
    let error = tokio::select! {
        response = next.run(request) => return response,
        () = tokio::time::sleep(time) => {
            let message = "the request took too long to arrive or to be answered";
            Error::new(StatusCode::REQUEST_TIMEOUT, "timeout", message)
        }
        () = guard.shutdown.begun_for(LAST_TIME) => {
            Error::busy("stopping", "the server is stopping; try again in a moment")
        }
    };
    headers::readable(error)
}

/// The networks that the operator blocks.
pub(crate) struct Blocked(watch::Sender<Vec<IpNet>>);

impl Blocked {
    pub(crate) fn new(networks: Vec<IpNet>) -> Self {
        Self(watch::Sender::new(networks))
    }

    pub(crate) fn all(&self) -> Vec<IpNet> {
        self.0.borrow().clone()
    }

    /// Blocks a network, or lets it in again.
    pub(crate) fn set(&self, network: IpNet, is_blocked: bool) {
        self.0.send_modify(|networks| {
            networks.retain(|known| *known != network);
            if is_blocked {
                networks.push(network);
            }
        });
    }

    pub(crate) fn has(&self, address: IpAddr) -> bool {
        has(&self.0.borrow(), address)
    }

    /// Ready once this address is blocked.
    pub(crate) fn reached(&self, address: IpAddr) -> impl Future<Output = ()> + Send + use<> {
        let mut networks = self.0.subscribe();
        async move {
            if networks.wait_for(|networks| has(networks, address)).await.is_err() {
                // The server has ended.
                std::future::pending::<()>().await;
            }
        }
    }
}

fn has(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logged_network_identifies_nobody() {
        for (address, network) in
            [("203.0.113.7", "203.0.113.0/24"), ("2001:db8:1:2::7", "2001:db8:1::/48")]
        {
            assert_eq!(anonymous(address.parse().unwrap()).to_string(), network);
        }
    }
}
