//! The name that a client typed, and whether this server answers to it.
//!
//! Another site can point its own name at this machine; its pages would then count as pages of this site. Names that
//! nobody can register cannot do that.

use std::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header, request::Parts};

use super::client::Peer;
use super::error::{Error, Result};
use crate::Config;

/// Suffixes of names for machines in a home or school network, or reserved for testing.
const PRIVATE: [&str; 7] =
    [".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".test"];

/// The host name that the client requested, with its port.
pub(crate) fn host(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
    host.bytes().all(is_plain).then_some(host)
}

/// Refuses requests for another site; without a public name, requests from a trusted proxy are for this one.
pub(crate) fn check(parts: &Parts, config: &Config) -> Result<()> {
    if config.public_url.is_none() && Peer::of(&parts.extensions).is_proxy(config) {
        return the_header(parts).map(drop);
    }
    check_own(parts, config)
}

/// Refuses requests for a name that is neither private nor the server's public one.
pub(crate) fn check_own(parts: &Parts, config: &Config) -> Result<()> {
    let Some(header) = the_header(parts)? else { return Ok(()) };
    let name = host(&parts.headers).map(name_of).unwrap_or_default();
    let public = config.public_url.as_ref().and_then(|url| url.split("://").nth(1));
    let public = public.map(|host| name_of(host.trim_end_matches('/')));
    if is_private(name) || public.is_some_and(|public| public.eq_ignore_ascii_case(name)) {
        return Ok(());
    }
    let advice = public.map_or_else(
        || format!("start it with --public-url http://{name} if it should"),
        |public| format!("it is {public}"),
    );
    let message = format!("this server does not answer to {header:?}: {advice}");
    Err(Error::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", message))
}

/// The one `Host` that a request must have, unless it uses HTTP/1.0; an address in its first line must not name another
/// host.
fn the_header(parts: &Parts) -> Result<Option<&HeaderValue>> {
    let invalid = |message| Error::new(StatusCode::BAD_REQUEST, "invalid_host", message);
    let mut headers = parts.headers.get_all(header::HOST).iter();
    let header = headers.next();
    if headers.next().is_some() {
        return Err(invalid("a request must have exactly one Host header"));
    }
    if header.is_none() && parts.version >= Version::HTTP_11 {
        return Err(invalid("a request must have a Host header"));
    }
    let named = parts.uri.authority().map(Authority::as_str);
    let is_same = |named: &str| {
        header.is_some_and(|host| host.as_bytes().eq_ignore_ascii_case(named.as_bytes()))
    };
    if named.is_some_and(|named| !is_same(named)) {
        return Err(invalid("the request's address names a different host than its Host header"));
    }
    Ok(header)
}

/// Whether a host, with or without its port, is the machine itself.
pub(crate) fn is_local(host: &str) -> bool {
    let name = name_of(host);
    let is_loopback = address(name).is_some_and(|address| address.is_loopback());
    is_loopback || name == "localhost" || name.ends_with(".localhost")
}

/// Whether no site of the internet can have this name.
fn is_private(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_word = !name.is_empty() && !name.contains('.');
    address(&name).is_some() || is_word || PRIVATE.iter().any(|end| name.ends_with(end))
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    let has_port = host.rsplit(':').next().is_some_and(|port| port.parse::<u16>().is_ok());
    let is_bare_address = host.parse::<IpAddr>().is_ok();
    let name = host.rsplit_once(':').filter(|_| has_port && !is_bare_address);
    name.map_or(host, |(name, _)| name).trim_end_matches('.')
}

fn address(name: &str) -> Option<IpAddr> {
    name.trim_start_matches('[').trim_end_matches(']').parse().ok()
}
