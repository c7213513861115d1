//! A file of the page as browsers get it.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};

use crate::http::etag;

/// A file with its type and a name for its contents, perhaps already compressed.
#[derive(Clone, Debug)]
pub(crate) struct PageFile {
    /// The type for browsers.
    pub(crate) kind: &'static str,
    /// The digest of the contents, for addresses and entity tags.
    pub(crate) hash: String,
    plain: Bytes,
    /// The contents by the names of their encodings, the best first.
    compressed: Vec<(&'static str, Bytes)>,
    /// The contents in the first of these encodings, once they are [as small as possible](Self::compress_best).
    smallest: Arc<OnceLock<Bytes>>,
}

impl PageFile {
    /// A file of a type that browsers may request.
    pub(super) fn new(path: &str, contents: Vec<u8>) -> Option<Self> {
        let kind = match path.rsplit_once('.')?.1 {
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => PNG,
            "ico" => "image/x-icon",
            "webmanifest" => "application/manifest+json",
            "woff2" => "font/woff2",
            "wasm" => "application/wasm",
            "book" => "application/octet-stream",
            "plan" | "course" | "txt" => "text/plain; charset=utf-8",
            _ => return None,
        };
        let hash = etag::hash(&contents);
        Some(Self::of(kind, hash, contents))
    }

    /// JSON, compressed once for all requests.
    pub(crate) fn json(contents: Vec<u8>) -> Self {
        Self::of("application/json", etag::hash(&contents), contents).compress()
    }

    fn of(kind: &'static str, hash: String, contents: Vec<u8>) -> Self {
        let (compressed, smallest) = Default::default();
        Self { kind, hash, plain: contents.into(), compressed, smallest }
    }

    /// The same file, compressed once for all requests; images are already compressed.
    pub(super) fn compress(mut self) -> Self {
        if self.kind == PNG {
            return self;
        }
        self.compressed = vec![(BROTLI, brotli(&self.plain, SOON)), ("gzip", gzip(&self.plain))];
        self
    }

    /// Makes the compressed contents as small as they can be, for this file and its clones.
    pub(super) fn compress_best(&self) {
        if !self.compressed.is_empty() {
            self.smallest.get_or_init(|| brotli(&self.plain, SMALLEST));
        }
    }

    /// The contents as they are.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// The contents in the best encoding that the client accepts, and its name if they are compressed.
    pub(crate) fn contents(&self, accepts: impl Fn(&str) -> bool) -> (Option<&'static str>, Bytes) {
        match self.compressed.iter().find(|(encoding, _)| accepts(encoding)) {
            None => (None, self.plain.clone()),
            Some((BROTLI, bytes)) => (Some(BROTLI), self.smallest.get().unwrap_or(bytes).clone()),
            Some((encoding, bytes)) => (Some(encoding), bytes.clone()),
        }
    }
}

const PNG: &str = "image/png";

const BROTLI: &str = "br";

/// The compression level used at startup: the top two levels save another tenth but take many times as long. Tests start
/// hundreds of servers, and a debug build compresses slowly.
const SOON: i32 = if cfg!(debug_assertions) { 1 } else { 9 };

const SMALLEST: i32 = 11;

fn brotli(plain: &[u8], level: i32) -> Bytes {
    let params = BrotliEncoderParams { quality: level, ..BrotliEncoderParams::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &params).expect("memory takes all");
    compressed.into()
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).expect("memory takes all");
    encoder.finish().expect("memory takes all").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_form_replaces_the_first_one() {
        let text = include_bytes!("file.rs");
        let file = PageFile::new("main.js", text.to_vec()).unwrap().compress();
        let brotli = || file.contents(|encoding| encoding == BROTLI);
        let (_, first) = brotli();
        file.clone().compress_best();
        let (encoding, smallest) = brotli();
        assert_eq!(encoding, Some(BROTLI));
        assert!(smallest.len() < first.len(), "{} of {} bytes", smallest.len(), first.len());
        let mut read = Vec::new();
        brotli::BrotliDecompress(&mut &smallest[..], &mut read).unwrap();
        assert_eq!(read, text);
    }
}
