//! Reads the values of options, and rejects variables that name none, so that no mistyped setting goes unnoticed.

use std::io;
use std::net::ToSocketAddrs;
use std::time::Duration;

use clap::{Args, Command};
use foursight::duration;
use foursight_web::{HeaderValue, IpNet, ListenAddress, read_network};

use super::ServeArgs;
use crate::failure::UsageError;

/// A Unix socket, or an address with a port; a host name stands for its first address.
pub(super) fn address(text: &str) -> Result<ListenAddress, String> {
    if let Some(path) = text.strip_prefix("unix:").filter(|path| !path.is_empty()) {
        #[cfg(unix)]
        return Ok(ListenAddress::Socket(path.into()));
        #[cfg(not(unix))]
        return Err(format!(
            "this system has no Unix sockets; use an address and a port instead of {path}"
        ));
    }
    let form = "expected an address and a port such as 127.0.0.1:4444 or localhost:4444, or unix:/run/foursight/socket";
    let mut addresses = text.to_socket_addrs().map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => form.to_owned(),
        _ => format!("this host name has no known address; {form}"),
    })?;
    addresses.next().map(ListenAddress::Port).ok_or_else(|| form.to_owned())
}

/// A network, or a single address.
pub(super) fn network(text: &str) -> Result<IpNet, String> {
    read_network(text).ok_or_else(|| {
        "expected an address or a network, such as 127.0.0.1 or 10.0.0.0/8".to_owned()
    })
}

/// A contact address for reports, for people or their programs.
pub(super) fn contact(text: &str) -> Result<String, String> {
    let is_plain = text.chars().all(|c| c.is_ascii_graphic());
    let is_address = ["mailto:", "https://", "tel:"]
        .iter()
        .any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
    if is_plain && is_address {
        return Ok(text.to_owned());
    }
    Err("expected a contact such as mailto:someone@four.example or https://four.example/security"
        .to_owned())
}

/// The address of a site, without a path.
pub(super) fn public_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_site = host.is_some_and(|host| {
        let host = host.strip_suffix('/').unwrap_or(host);
        !host.is_empty() && !host.contains(|c: char| c == '/' || c.is_whitespace())
    });
    if is_site {
        Ok(text.to_owned())
    } else {
        Err("expected an address such as https://four.example".to_owned())
    }
}

/// The origin of pages, as browsers send it: the address of a site without a slash.
pub(super) fn origin(text: &str) -> Result<HeaderValue, String> {
    let site = public_url(text)?;
    HeaderValue::try_from(site.trim_end_matches('/').to_ascii_lowercase())
        .map_err(|_| "expected an address such as https://school.example".to_owned())
}

/// A time limit for a search, which must be longer than 0.
pub(super) fn solve_time(text: &str) -> Result<Duration, String> {
    let time = duration::read(text).map_err(|error| error.to_string())?;
    if time.is_zero() {
        Err("the time limit must be longer than 0; try 10s".to_owned())
    } else {
        Ok(time)
    }
}

/// The prefix of all variables.
const PREFIX: &str = "FOURSIGHT_";

/// The variables that building and testing this program use.
const OF_BUILDS: [&str; 3] = ["FOURSIGHT_EMBED_ENGINE", "FOURSIGHT_WASM", "FOURSIGHT_NPM"];

/// Rejects the first of these variables that matches no option.
pub(super) fn check_variables(names: impl Iterator<Item = String>) -> Result<(), UsageError> {
    let options = ServeArgs::augment_args(Command::new("serve"));
    let options = options.get_arguments().filter_map(|option| option.get_env()?.to_str());
    let known: Vec<&str> = options.collect();
    let is_known = |name: &str| known.contains(&name) || OF_BUILDS.contains(&name);
    let mut unknown: Vec<String> =
        names.filter(|name| name.starts_with(PREFIX) && !is_known(name)).collect();
    unknown.sort();
    match unknown.first() {
        None => Ok(()),
        Some(name) => Err(UsageError(format!(
            "there is no variable {name}; `foursight serve --help` lists them"
        ))),
    }
}
