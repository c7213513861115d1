//! Durations as text: `500ms`, `10s`, `1.5m`, `2h`.
//!
//! ```
//! use core::time::Duration;
//! use foursight::duration;
//!
//! assert_eq!(duration::read("1.5s"), Ok(Duration::from_millis(1500)));
//! assert_eq!(duration::write(Duration::from_secs(90)), "90s");
//! assert_eq!(
//!     duration::read("10").unwrap_err().to_string(),
//!     "\"10\" has no unit; write 10s, 10ms or 10m"
//! );
//! ```

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::time::Duration;

/// Microseconds per unit; `ms` precedes `m` and `s`, because it starts or ends like them.
const UNITS: [(&str, u64); 4] =
    [("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000)];

/// The longest readable duration: a year.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// Reads a number with one of the units `ms`, `s`, `m` and `h`. The number may have decimals; digits below a
/// microsecond are dropped. `0` does not need a unit.
///
/// # Errors
///
/// If the text has a different form, or the duration exceeds a year.
pub fn read(text: &str) -> Result<Duration, DurationError> {
    let error = |kind| DurationError { text: text.to_owned(), kind };
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let negated = text.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    if negated.is_some_and(|rest| read(rest).is_ok()) {
        return Err(error(Kind::Negative));
    }
    let unit = UNITS.iter().find_map(|&(unit, micros)| Some((text.strip_suffix(unit)?, micros)));
    let Some((number, unit_micros)) = unit else {
        let kind = if micros(text, 1).is_some() { Kind::NoUnit } else { Kind::Other };
        return Err(error(kind));
    };
    let micros = micros(number, unit_micros).ok_or_else(|| error(Kind::Other))?;
    let duration = u64::try_from(micros).ok().map(Duration::from_micros);
    duration.filter(|duration| *duration <= LONGEST).ok_or_else(|| error(Kind::TooLong))
}

/// `number` times `unit`, with the unit and the result in microseconds; `None` if `number` is not a number. The result
/// saturates.
fn micros(number: &str, unit: u64) -> Option<u128> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_empty = whole.is_empty() && decimals.is_empty();
    if is_empty || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let digit = |byte: u8| u128::from(byte - b'0');
    let whole = whole
        .bytes()
        .fold(0_u128, |value, byte| value.saturating_mul(10).saturating_add(digit(byte)));
    let mut sum = whole.saturating_mul(u128::from(unit));
    let mut place = u128::from(unit) * 1_000_000;
    for byte in decimals.bytes().take(12) {
        place /= 10;
        sum = sum.saturating_add(digit(byte) * place / 1_000_000);
    }
    Some(sum)
}

/// Writes a duration in seconds, or in milliseconds if it is shorter than a second; [`read`] reads it.
pub fn write(duration: Duration) -> String {
    if duration.is_zero() || duration >= Duration::from_secs(1) {
        format!("{}s", duration.as_secs_f64())
    } else {
        format!("{}ms", duration.as_micros() as f64 / 1e3)
    }
}

/// The text is not a duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DurationError {
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    NoUnit,
    Negative,
    TooLong,
    Other,
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match self.kind {
            Kind::NoUnit => {
                write!(f, "{text:?} has no unit; write {text}s, {text}ms or {text}m")
            }
            Kind::Negative => write!(f, "{text:?} is negative; write 0 or a longer duration"),
            Kind::TooLong => write!(f, "{text:?} is longer than a year"),
            Kind::Other => write!(
                f,
                "{text:?} is not a duration such as 10s, 500ms or 1m; units are ms, s, m and h"
            ),
        }
    }
}

impl core::error::Error for DurationError {}
