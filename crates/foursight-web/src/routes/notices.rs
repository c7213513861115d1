//! A site's files for machines: crawlers, security researchers and monitors.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Config;
use crate::http::error::{Error, Result};

/// Crawlers would find an endless number of answers, and network games are only for those who have their links.
pub(crate) const ROBOTS: &str = "\
User-agent: *
Disallow: /api/
Disallow: /g/
Disallow: /render.
Disallow: /solve
";

/// The number of days for which a contact is valid: RFC 9116 recommends less than a year.
const VALID_DAYS: i64 = 180;

pub(crate) async fn robots() -> &'static str {
    ROBOTS
}

/// The address for reporting security problems, if the operator has given a contact.
pub(crate) async fn security(State(config): State<Arc<Config>>) -> Result<String> {
    let missing = || Error::not_found("the operator of this server has not given a contact");
    let contact = config.contact.as_ref().ok_or_else(missing)?;
    let expires = (i64::from(config.clock.now().day()) + VALID_DAYS) * 24 * 3600;
    let expires = Timestamp::from_second(expires).unwrap_or(Timestamp::MAX);
    Ok(format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n"))
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    #[schema(example = "0.1.0")]
    version: &'static str,
}

/// Whether the server answers.
#[utoipa::path(get, path = "/api/health", tag = "server", responses((status = OK, body = Health)))]
pub(crate) async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
