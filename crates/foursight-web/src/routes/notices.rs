//! A site's files for machines: crawlers, security researchers and monitors.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
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
    let [year, month, day] = date(i64::from(config.clock.now().day()) + VALID_DAYS);
    let expires = format!("{year:04}-{month:02}-{day:02}T00:00:00Z");
    Ok(format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n"))
}

/// The year, month and day of a day since 1970 (Howard Hinnant's `civil_from_days`).
fn date(days: i64) -> [i64; 3] {
    // From March 1 of the year 0, in eras of 400 years.
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months + 2) / 5 + 1;
    let month = if months < 10 { months + 3 } else { months - 9 };
    [year_of_era + 400 * era + i64::from(month <= 2), month, day]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, expected) in [
            (0, [1970, 1, 1]),
            (59, [1970, 3, 1]),
            (11_016, [2000, 2, 29]),
            (20_780, [2026, 11, 23]),
            (21_184, [2028, 1, 1]),
        ] {
            assert_eq!(date(days), expected, "{days}");
        }
    }
}
