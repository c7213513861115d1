//! The folder of the finished shards and the labels.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::failure::{Interrupted, UsageError};
use crate::interrupt;
use crate::output::warn;

pub(super) struct Folder<'a> {
    pub(super) path: &'a Path,
    /// The file of the rows, for messages.
    pub(super) input: &'a Path,
    /// The settings that labels depend on.
    pub(super) settings: Value,
}

/// The second line of a shard's file, which describes its labels: they follow as CSV, without a header. The first line is
/// the hash of all that follows it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Shard {
    /// Its number, counted from 0.
    number: usize,
    pub(super) rows: usize,
    /// The number of rows with an error.
    pub(super) errors: usize,
    /// The version that labeled it.
    version: String,
    settings: Value,
    /// The hash of its rows in the input.
    input: String,
}

impl Folder<'_> {
    fn shard_file(&self, shard: usize) -> PathBuf {
        self.path.join("shards").join(format!("{shard:06}.shard"))
    }

    /// The finished shard of these rows, or `None` if it is missing or damaged.
    ///
    /// # Errors
    ///
    /// If it has the labels of other rows, or other settings.
    pub(super) fn find(&self, number: usize, rows: &[u8]) -> Result<Option<Shard>> {
        let file = self.shard_file(number);
        let name = file.display();
        let contents = match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            contents => contents.with_context(|| format!("cannot read {name}"))?,
        };
        let shard = match read(&contents, number) {
            Ok((shard, _)) => shard,
            Err(why) => {
                warn(&format!("{name} is damaged ({why}): labeling it again"));
                return Ok(None);
            }
        };
        let mut settings = self.settings.as_object().into_iter().flatten();
        let other = |(key, asked): (&String, &Value)| {
            let kept = &shard.settings[key];
            (kept != asked).then(|| format!("has {key} {kept}, not {asked}"))
        };
        let is_changed = shard.input != hash(rows);
        let changed = || format!("has labels of other rows than those in {}", self.input.display());
        if let Some(what) = settings.find_map(other).or(is_changed.then(changed)) {
            bail!(UsageError(format!("{name} {what}: choose another folder, or delete that one")));
        }
        Ok(Some(shard))
    }

    /// Writes the shard with these labels.
    pub(super) fn write(
        &self,
        number: usize,
        input: &[u8],
        rows: usize,
        errors: usize,
        table: &[u8],
    ) -> Result<Shard> {
        let shard = Shard {
            number,
            rows,
            errors,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.settings.clone(),
            input: hash(input),
        };
        let contents = [&serde_json::to_vec(&shard)?, &b"\n"[..], table].concat();
        let contents = [hash(&contents).as_bytes(), b"\n", &contents].concat();
        let file = self.shard_file(number);
        fs::create_dir_all(self.path.join("shards"))
            .and_then(|()| foursight_files::write(&file, &contents))
            .with_context(|| format!("cannot write {}", file.display()))?;
        Ok(shard)
    }

    /// Joins the shards, which must all be there, and returns the file with all labels.
    pub(super) fn join(&self, n_shards: usize, header: &[u8]) -> Result<PathBuf> {
        let labels = self.path.join("labels.csv");
        let written = foursight_files::write_with(&labels, |file| {
            file.write_all(header)?;
            for number in (0..n_shards).take_while(|_| !interrupt::is_set()) {
                let shard = self.shard_file(number);
                let contents = fs::read(&shard)?;
                let (_, table) = read(&contents, number)
                    .map_err(|why| io::Error::other(format!("{}: {why}", shard.display())))?;
                file.write_all(table)?;
            }
            if interrupt::is_set() { Err(io::Error::other("interrupted")) } else { Ok(()) }
        });
        if interrupt::is_set() {
            bail!(Interrupted);
        }
        written.with_context(|| format!("cannot write {}", labels.display()))?;
        Ok(labels)
    }
}

/// The description and the labels in an undamaged file of the shard with this number; otherwise, what is wrong.
fn read(contents: &[u8], number: usize) -> Result<(Shard, &[u8]), String> {
    let (line, contents) = split_line(contents).ok_or("its first line is incomplete")?;
    if line != hash(contents).as_bytes() {
        return Err("its hash does not match".to_owned());
    }
    let (line, table) = split_line(contents).ok_or("its second line is incomplete")?;
    let shard: Shard = serde_json::from_slice(line).map_err(|error| format!("line 2: {error}"))?;
    if shard.number != number {
        return Err(format!("it is shard {}", shard.number));
    }
    Ok((shard, table))
}

/// The first line, and what follows it.
fn split_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = text.iter().position(|&byte| byte == b'\n')?;
    Some((&text[..end], &text[end + 1..]))
}

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
