//! A labeled shard as it is stored: a line of JSON that describes its origin, and the table of its labels.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::label::Labels;

/// The origin of a shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    /// The plan's [`id`](crate::Plan::id).
    pub plan: String,
    /// The number of the shard, counted from 0.
    pub shard: usize,
    /// The number of its rows.
    pub rows: usize,
    /// The number of rows with an error.
    pub errors: usize,
    /// The name of the machine that labeled it.
    pub host: String,
    /// The version of this crate that labeled it.
    pub version: String,
    /// The time that labeling took.
    pub seconds: f64,
    /// The SHA-256 of the table, in hexadecimal.
    pub sha256: String,
}

impl Shard {
    /// A shard of a plan with these labels, which took this long, still without a table.
    pub fn of_labels(plan: &str, shard: usize, labels: &[Labels], took: Duration) -> Self {
        Self {
            plan: plan.to_owned(),
            shard,
            rows: labels.len(),
            errors: labels.iter().filter(|labels| labels.error().is_some()).count(),
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seconds: (took.as_secs_f64() * 1e4).round() / 1e4,
            sha256: String::new(),
        }
    }

    /// The contents of its file.
    pub fn with_table(mut self, table: &[u8]) -> Vec<u8> {
        self.sha256 = hex::encode(Sha256::digest(table));
        let mut contents = serde_json::to_vec(&self).expect("it has texts and numbers");
        contents.push(b'\n');
        contents.extend_from_slice(table);
        contents
    }

    /// The shard described at the beginning of its file, and the rest of the file.
    ///
    /// # Errors
    ///
    /// If it is not a shard's file; the text says what is wrong.
    pub fn read_head(contents: &[u8]) -> Result<(Self, &[u8]), String> {
        let end = contents.iter().position(|&byte| byte == b'\n');
        let (head, table) = contents.split_at(end.ok_or("its first line is incomplete")? + 1);
        let shard = serde_json::from_slice(head).map_err(|error| format!("line 1: {error}"))?;
        Ok((shard, table))
    }

    /// The shard and the table in a whole file, which must be an undamaged file of this shard of this plan.
    ///
    /// # Errors
    ///
    /// If it is not; the text says what is wrong.
    pub fn read<'a>(
        contents: &'a [u8],
        plan: &str,
        number: usize,
    ) -> Result<(Self, &'a [u8]), String> {
        let (shard, table) = Self::read_head(contents)?;
        if shard.plan != plan {
            return Err("it belongs to another plan".to_owned());
        }
        if shard.shard != number {
            return Err(format!("it is shard {}", shard.shard));
        }
        if shard.sha256 != hex::encode(Sha256::digest(table)) {
            return Err("its hash does not match".to_owned());
        }
        Ok((shard, table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let shard = Shard::of_labels("p", 7, &[], Duration::from_millis(1500));
        assert!(!shard.host.is_empty());
        assert_eq!((shard.seconds, shard.version.as_str()), (1.5, env!("CARGO_PKG_VERSION")));
        let contents = shard.with_table(b"row\n7\n");
        let (found, table) = Shard::read(&contents, "p", 7).unwrap();
        assert_eq!((found.shard, table), (7, &b"row\n7\n"[..]));
        let refused =
            |contents: &[u8], plan, number| Shard::read(contents, plan, number).unwrap_err();
        assert_eq!(refused(&contents, "q", 7), "it belongs to another plan");
        assert_eq!(refused(&contents, "p", 8), "it is shard 7");
        assert_eq!(refused(&contents[..contents.len() - 1], "p", 7), "its hash does not match");
        assert_eq!(refused(&contents[..9], "p", 7), "its first line is incomplete");
        assert!(refused(b"row\n7\n", "p", 7).starts_with("line 1: "));
    }
}
