//! The sender of a request: the client's address, possibly behind a trusted proxy, and the address it typed.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, header, request::Parts};
use foursight_games::Networks;
use ipnet::IpNet;

use super::host::{host, is_local};
use crate::trusted_network::{n_clients, nth_client};
use crate::{Config, ListenAddress};

/// The other end of the connection, as the listener saw it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Peer {
    Network(SocketAddr),
    /// A program on this machine that may connect to the server's Unix socket: a proxy.
    #[cfg_attr(not(unix), allow(dead_code, reason = "other systems have no Unix sockets"))]
    SameMachine,
}

impl Peer {
    /// The other end of a request's connection; this machine if the request came from no listener.
    pub(crate) fn of(extensions: &Extensions) -> Self {
        let nobody = Self::Network((Ipv4Addr::LOCALHOST, 0).into());
        extensions.get::<Self>().copied().unwrap_or(nobody)
    }

    /// The address; for a program on this machine, the machine's own.
    pub(crate) fn address(self) -> IpAddr {
        match self {
            Self::Network(address) => address.ip().to_canonical(),
            Self::SameMachine => Ipv4Addr::LOCALHOST.into(),
        }
    }

    /// Whether the peer may state who the client is.
    pub(crate) fn is_proxy(self, config: &Config) -> bool {
        matches!(self, Self::SameMachine) || is_proxy(self.address(), config)
    }
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The client of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    /// The client's address.
    pub(crate) address: IpAddr,
    /// The key for counting its limits: the address; for IPv6 its /64, as one client has all of it; in a trusted
    /// network, one of the clients that the address counts as.
    pub(crate) network: IpAddr,
    /// Whether the client's own connection is encrypted.
    pub(crate) is_secure: bool,
}

impl Client {
    /// The client that a trusted proxy states, or the other end of the connection.
    pub(crate) fn of(parts: &Parts, config: &Config) -> Self {
        let address = address(parts, config);
        let is_public_secure = config.public_url.as_ref().is_some_and(|u| u.starts_with("https:"));
        Self {
            address,
            network: counted(address, config),
            is_secure: is_encrypted(parts, config) || is_public_secure,
        }
    }

    /// The networks whose connections are counted together with the client's.
    pub(crate) fn networks(self) -> Networks {
        Networks::of(self.network)
    }

    /// Some of the clients that the address counts as, each with its own limits: at a school, a pupil who has reached
    /// one client's limit may continue as the next.
    pub(crate) fn alternatives(self, config: &Config) -> impl Iterator<Item = IpAddr> + use<> {
        const MAX_TRIES: u32 = 20;
        let client = Networks::of(self.address).client();
        let n_clients = n_clients(self.address, &config.trusted_networks);
        let first = fastrand::u32(0..n_clients);
        let number = move |nth| (first + nth) % n_clients;
        (0..n_clients.min(MAX_TRIES)).map(move |nth| nth_of(client, number(nth), n_clients))
    }
}

/// The key for counting the limits of an address: in a trusted network, one of its clients at random.
pub(crate) fn counted(address: IpAddr, config: &Config) -> IpAddr {
    let n_clients = n_clients(address, &config.trusted_networks);
    nth_of(Networks::of(address).client(), fastrand::u32(0..n_clients), n_clients)
}

/// The key for counting the limits of a request's sender, and the number of clients that it counts as, for routes that
/// count something themselves.
pub fn sender(request: &Parts, config: &Config) -> (IpAddr, u32) {
    let address = address(request, config);
    (Networks::of(address).client(), n_clients(address, &config.trusted_networks))
}

/// One of the clients that an address counts as; if it counts as one, the address itself.
fn nth_of(client: IpAddr, number: u32, n_clients: u32) -> IpAddr {
    if n_clients == 1 { client } else { nth_client(client, number) }
}

impl<S> FromRequestParts<S> for Client
where
    Arc<Config>: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts, &Arc::<Config>::from_ref(state)))
    }
}

/// The client's address: as the trusted proxy states, or the other end of the connection.
pub(crate) fn address(parts: &Parts, config: &Config) -> IpAddr {
    let peer = Peer::of(&parts.extensions);
    let (is_proxy, peer) = (peer.is_proxy(config), peer.address());
    if is_proxy { forwarded_for(&parts.headers, peer, config) } else { peer }
}

/// Whether a trusted proxy says that the request came to it encrypted.
pub(crate) fn is_encrypted(parts: &Parts, config: &Config) -> bool {
    let is_proxy = Peer::of(&parts.extensions).is_proxy(config);
    is_proxy && parts.headers.get(FORWARDED_PROTO).is_some_and(|scheme| scheme == "https")
}

/// A trusted proxy in this network, or around it: whoever blocks the network keeps out all of the proxy's clients.
pub(crate) fn proxy_in(network: &IpNet, config: &Config) -> Option<IpNet> {
    let is_near = |proxy: &IpNet| proxy.contains(network) || network.contains(proxy);
    // A Unix socket's peers count as this machine.
    let socket = (!matches!(config.listen, ListenAddress::Port(_)))
        .then(|| IpNet::from(IpAddr::from(Ipv4Addr::LOCALHOST)));
    config.trusted_proxies.iter().copied().chain(socket).find(is_near)
}

/// Whether an address belongs to a trusted proxy.
fn is_proxy(address: IpAddr, config: &Config) -> bool {
    config.trusted_proxies.iter().any(|network| network.contains(&address))
}

/// Each proxy appends the address that it saw, so the last address that is not a proxy's is the client's; anybody can
/// forge the addresses before it.
fn forwarded_for(headers: &HeaderMap, peer: IpAddr, config: &Config) -> IpAddr {
    let mut nearest = peer;
    let lines = headers.get_all(FORWARDED_FOR).iter().rev();
    for text in lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(',')) {
        let Ok(address) = text.trim().parse::<IpAddr>() else { break };
        nearest = address.to_canonical();
        if !is_proxy(nearest, config) {
            break;
        }
    }
    nearest
}

/// The address of the site as the client sees it, without a slash at the end.
pub(crate) fn site(parts: &Parts, client: Client, config: &Config) -> String {
    if let Some(url) = &config.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let scheme = if client.is_secure { "https" } else { "http" };
    format!("{scheme}://{}", host(&parts.headers).unwrap_or("localhost"))
}

/// Whether browsers trust the connection: it is encrypted, or does not leave the machine.
pub(crate) fn is_trustworthy(parts: &Parts, config: &Config) -> bool {
    Client::of(parts, config).is_secure || host(&parts.headers).is_some_and(is_local)
}

/// Whether a request comes from a page of this site, as far as its headers say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A page of this site, or a typed address.
    Same,
    /// A page of a site that the operator has allowed, with the secret of a seat, but without cookies.
    Allowed,
    /// A page of another site.
    Other,
    /// Not a page, or a very old browser.
    Unknown,
}

impl Origin {
    pub(crate) fn of(headers: &HeaderMap, config: &Config) -> Self {
        let is_allowed = |origin| config.allowed_origins.contains(origin);
        if headers.get(header::ORIGIN).is_some_and(is_allowed) {
            return Self::Allowed;
        }
        let fetch_site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let origin = headers.get(header::ORIGIN).map(|value| value.to_str().unwrap_or("null"));
        match (fetch_site, origin) {
            (Some(b"same-origin" | b"none"), None) => Self::Same,
            (Some(b"same-origin" | b"none") | None, Some(origin))
                if is_own(origin, headers, config) =>
            {
                Self::Same
            }
            (None, None) => Self::Unknown,
            _ => Self::Other,
        }
    }

    /// Whether a page in a browser, of any site, sent the request.
    pub(crate) fn is_page(headers: &HeaderMap) -> bool {
        headers.contains_key("sec-fetch-site") || headers.contains_key(header::ORIGIN)
    }
}

fn is_own(origin: &str, headers: &HeaderMap, config: &Config) -> bool {
    if config.public_url.as_ref().is_some_and(|url| url.trim_end_matches('/') == origin) {
        return true;
    }
    let name = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    name.is_some() && name == host(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headers: &[(&'static str, &'static str)], expected: Origin) {
        let headers: HeaderMap = headers
            .iter()
            .map(|&(n, v)| (HeaderName::from_static(n), v.parse().unwrap()))
            .collect();
        let config = Config {
            public_url: Some("https://four.example/".into()),
            allowed_origins: vec![HeaderValue::from_static("https://school.example")],
            ..Config::new("".into())
        };
        assert_eq!(Origin::of(&headers, &config), expected, "{headers:?}");
    }

    #[test]
    fn pages_of_other_sites_are_told_apart() {
        let host = ("host", "localhost:4444");
        check(&[host], Origin::Unknown);
        check(&[host, ("origin", "http://localhost:4444")], Origin::Same);
        check(&[host, ("origin", "https://four.example")], Origin::Same);
        check(&[host, ("origin", "http://localhost:4445")], Origin::Other);
        check(&[host, ("origin", "http://evil.example")], Origin::Other);
        check(&[host, ("origin", "null")], Origin::Other);
        check(&[host, ("sec-fetch-site", "same-origin")], Origin::Same);
        check(&[host, ("sec-fetch-site", "none")], Origin::Same);
        check(&[host, ("sec-fetch-site", "same-site")], Origin::Other);
        check(&[host, ("sec-fetch-site", "cross-site")], Origin::Other);
        let cross = ("sec-fetch-site", "cross-site");
        check(&[host, cross, ("origin", "https://school.example")], Origin::Allowed);
        check(&[host, cross, ("origin", "http://school.example")], Origin::Other);
        check(&[host, cross, ("origin", "http://localhost:4444")], Origin::Other);
    }

    #[track_caller]
    fn check_client(proxies: &[&str], forwarded: &[&'static str], expected: &str) {
        let peer = Peer::Network("10.1.2.3:5555".parse().unwrap());
        check_client_of(peer, proxies, forwarded, expected);
    }

    #[track_caller]
    fn check_client_of(peer: Peer, proxies: &[&str], forwarded: &[&'static str], expected: &str) {
        let trusted_proxies = proxies.iter().map(|network| network.parse().unwrap()).collect();
        let config = Config { trusted_proxies, ..Config::new("".into()) };
        let mut request = axum::http::Request::builder();
        for line in forwarded {
            request = request.header(FORWARDED_FOR, *line);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        parts.extensions.insert(peer);
        let client = Client::of(&parts, &config);
        assert_eq!(client.network, expected.parse::<IpAddr>().unwrap(), "{forwarded:?}");
    }

    #[test]
    fn proxies_name_the_client() {
        let network: &[&str] = &["10.1.0.0/16", "fd00::/8"];
        check_client(&[], &["192.0.2.1"], "10.1.2.3");
        check_client(&["10.2.0.0/16"], &["192.0.2.1"], "10.1.2.3");
        check_client(network, &[], "10.1.2.3");
        check_client(network, &["192.0.2.1"], "192.0.2.1");
        check_client(network, &["203.0.113.9, 192.0.2.1"], "192.0.2.1");
        check_client(network, &["203.0.113.9", "192.0.2.1"], "192.0.2.1");
        check_client(network, &["192.0.2.1, 10.1.9.9"], "192.0.2.1");
        check_client(network, &["192.0.2.1", "10.1.9.9, fd00::1"], "192.0.2.1");
        check_client(network, &["10.1.9.9"], "10.1.9.9");
        check_client(network, &["192.0.2.1, nonsense"], "10.1.2.3");
        check_client(network, &["::ffff:192.0.2.1"], "192.0.2.1");
        check_client_of(Peer::SameMachine, &[], &["203.0.113.9, 192.0.2.1"], "192.0.2.1");
        check_client_of(Peer::SameMachine, &[], &[], "127.0.0.1");
    }
}
