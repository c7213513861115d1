//! The server's JSON.

use serde::Serialize;

pub(crate) fn to_json(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("answers are plain data")
}
