//! The labeling plan, on which all machines must agree.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::outline::Outline;

/// The version of the plans and shards.
const VERSION: u64 = 3;

/// All settings that labels depend on, besides the row. Of a plan's settings, only limits may change.
const SETTINGS: [&str; 8] =
    ["rows_per_shard", "values", "format", "column", "size", "connect", "layout", "version"];
const LIMITS: [&str; 4] = ["nodes", "time_limit", "embedded_books", "books"];
const INPUT: [&str; 4] = ["rows", "sizes", "offsets", "hashes"];

/// A plan, which is stored as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The version of its format, which is this crate's version.
    pub version: u64,
    /// The data set's address, which may differ between machines.
    pub dataset: String,
    /// The files of a folder, in order; none if the data set is a single file.
    pub files: Vec<String>,
    /// The outline of the data set.
    #[serde(flatten)]
    pub outline: Outline,
    /// The number of rows in every shard but the last.
    pub rows_per_shard: usize,
    /// The names of the values.
    pub values: Vec<String>,
    /// The format of the labels.
    pub format: String,
    /// The column of the positions.
    pub column: String,
    /// The size of the board, if given.
    pub size: Option<String>,
    /// The discs in a row needed to win, if given.
    pub connect: Option<usize>,
    /// The layout of boards in an array.
    pub layout: Option<String>,
    /// The node limit for a row.
    pub nodes: Option<u64>,
    /// The time limit for a row, in seconds.
    pub time_limit: Option<f64>,
    /// Whether the built-in books are used.
    pub embedded_books: bool,
    /// The names of the other books in the folder `books`.
    pub books: Vec<String>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            version: VERSION,
            dataset: String::new(),
            files: Vec::new(),
            outline: Outline::default(),
            rows_per_shard: 0,
            values: Vec::new(),
            format: String::new(),
            column: String::new(),
            size: None,
            connect: None,
            layout: None,
            nodes: None,
            time_limit: None,
            embedded_books: true,
            books: Vec::new(),
        }
    }
}

impl Plan {
    /// The plan that this JSON stores.
    ///
    /// # Errors
    ///
    /// If it is not a plan, or a plan of another version.
    pub fn from_json(text: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if value["version"] != VERSION {
            return Err(format!(
                "it has version {}, not {VERSION}: continue with the foursight that made it, or choose another folder",
                value["version"]
            ));
        }
        serde_json::from_value(value).map_err(|error| error.to_string())
    }

    /// Its JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("it has texts and numbers")
    }

    /// The difference between this plan and the requested one; `limits` may differ if shards with errors are labeled
    /// again.
    pub fn difference(&self, asked: &Self, limits_may: bool) -> Option<String> {
        let [kept, asked] = [self, asked].map(|plan| serde_json::to_value(plan).expect("as above"));
        let limits = if limits_may { &[][..] } else { &LIMITS };
        let mut settings = SETTINGS.iter().chain(limits);
        if let Some(name) = settings.find(|name| kept[*name] != asked[*name]) {
            return Some(format!("has {name} {}, not {}", kept[*name], asked[*name]));
        }
        let is_other = INPUT.iter().any(|name| kept[*name] != asked[*name]);
        is_other.then(|| "is about another input".to_owned())
    }

    /// The plan's hash, which each of its shards contains. The limits and the data set's address are not part of it.
    pub fn id(&self) -> String {
        let value = serde_json::to_value(self).expect("it has texts and numbers");
        let names = SETTINGS.iter().chain(&INPUT);
        let content: Vec<&Value> = names.map(|name| &value[*name]).collect();
        let content = serde_json::to_vec(&content).expect("as above");
        hex::encode(&Sha256::digest(content)[..8])
    }

    /// The number of shards.
    pub fn n_shards(&self) -> usize {
        self.outline.hashes.len()
    }

    /// The number of the first row of a shard.
    pub fn first_row(&self, shard: usize) -> usize {
        shard * self.rows_per_shard
    }

    /// The number of rows of a shard.
    pub fn n_rows(&self, shard: usize) -> usize {
        self.rows_per_shard.min(self.outline.rows - self.first_row(shard))
    }

    /// The name of a book's file.
    pub fn book_name(book: &[u8]) -> String {
        hex::encode(&Sha256::digest(book)[..8]) + ".book"
    }

    /// The name of a shard's file.
    pub fn shard_name(shard: usize) -> String {
        format!("{shard:06}.shard")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let (offsets, hashes) = (vec![0, 4, 10], ["a", "b"].map(str::to_owned).to_vec());
        let outline = Outline { rows: 5, sizes: vec![10], offsets, hashes };
        let (dataset, format) = ("a.txt".to_owned(), "csv".to_owned());
        Plan { dataset, format, outline, rows_per_shard: 3, ..Plan::default() }
    }

    #[test]
    fn plans_differ_in_what_changes_labels() {
        let kept = plan();
        assert_eq!(Plan::from_json(kept.to_json().as_bytes()).unwrap(), kept);
        assert_eq!((kept.n_shards(), kept.first_row(1), kept.n_rows(1)), (2, 3, 2));
        let mut asked = Plan { dataset: "b.txt".to_owned(), ..kept.clone() };
        assert_eq!(kept.difference(&asked, false), None);
        asked.nodes = Some(7);
        assert_eq!(kept.difference(&asked, false).unwrap(), "has nodes null, not 7");
        assert_eq!(kept.difference(&asked, true), None);
        assert_eq!(kept.id(), asked.id());
        asked.outline.hashes[0] = "c".to_owned();
        assert_eq!(kept.difference(&asked, true).unwrap(), "is about another input");
        assert_ne!(kept.id(), asked.id());
        asked.format = "parquet".to_owned();
        let why = "has format \"csv\", not \"parquet\"";
        assert_eq!(kept.difference(&asked, true).unwrap(), why);
    }

    #[test]
    fn a_plan_of_another_version_is_refused() {
        let older = plan().to_json().replace("\"version\": 3", "\"version\": 2");
        assert!(Plan::from_json(older.as_bytes()).unwrap_err().contains("has version 2, not 3"));
    }
}
