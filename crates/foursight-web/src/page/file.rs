//! A file of the page as browsers get it.

use std::io::Write;

use axum::body::Bytes;
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};

use crate::http::etag;

/// A file with its type and the name of its contents, perhaps compressed already.
#[derive(Clone, Debug)]
pub(crate) struct PageFile {
    /// The type for browsers.
    pub(crate) kind: &'static str,
    /// The digest of the contents, for addresses and entity tags.
    pub(crate) hash: String,
    plain: Bytes,
    /// The contents by the names of their encodings, the best first.
    compressed: Vec<(&'static str, Bytes)>,
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
            "plan" | "games" => "text/plain; charset=utf-8",
            _ => return None,
        };
        let hash = etag::hash(&contents);
        Some(Self { kind, hash, plain: contents.into(), compressed: Vec::new() })
    }

    /// JSON, compressed once for all requests.
    pub(crate) fn json(contents: Vec<u8>) -> Self {
        let (kind, hash) = ("application/json", etag::hash(&contents));
        Self { kind, hash, plain: contents.into(), compressed: Vec::new() }.compress()
    }

    /// The same file, compressed once for all requests; pixels are compressed as they are.
    pub(super) fn compress(mut self) -> Self {
        if self.kind == PNG {
            return self;
        }
        self.compressed = vec![("br", brotli(&self.plain)), ("gzip", gzip(&self.plain))];
        self
    }

    /// The contents as they are.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// The contents in the best encoding that the client accepts, and its name if they are compressed.
    pub(crate) fn contents(&self, accepts: impl Fn(&str) -> bool) -> (Option<&'static str>, Bytes) {
        let best = self.compressed.iter().find(|(encoding, _)| accepts(encoding)).cloned();
        best.map_or_else(|| (None, self.plain.clone()), |(encoding, bytes)| (Some(encoding), bytes))
    }
}

const PNG: &str = "image/png";

/// The last two levels save a tenth, and make the server start several times as late.
const BROTLI_LEVEL: i32 = 9;

fn brotli(plain: &[u8]) -> Bytes {
    let params = BrotliEncoderParams { quality: BROTLI_LEVEL, ..BrotliEncoderParams::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &params).expect("memory takes all");
    compressed.into()
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).expect("memory takes all");
    encoder.finish().expect("memory takes all").into()
}
