//! Numbers in a rubric, with errors for people unfamiliar with types.

use serde::{Deserialize, Deserializer, de::Error};

/// A number such as 20 or 2.5.
pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    match toml::Value::deserialize(deserializer)? {
        toml::Value::Integer(number) => Ok(number as f64),
        toml::Value::Float(number) if number.is_finite() => Ok(number),
        other => Err(D::Error::custom(wrong("a number such as 20", &other))),
    }
}

/// The same for an optional number.
pub(super) fn optional_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    number(deserializer).map(Some)
}

/// A whole number, 0 or more.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    match toml::Value::deserialize(deserializer)? {
        toml::Value::Integer(number) if number >= 0 => Ok(Some(number as usize)),
        other => Err(D::Error::custom(wrong("a whole number, 0 or more", &other))),
    }
}

fn wrong(expected: &str, found: &toml::Value) -> String {
    let found = match found {
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        other => format!("a {}", other.type_str()),
    };
    format!("expected {expected}; found {found}")
}
