//! The files of the page, and the shell that all views share.

mod board;
mod shell;

use rust_embed::{EmbeddedFile, RustEmbed};

pub(crate) use board::{board_svg, board_text};
pub(crate) use shell::{Shell, escape};

/// The contents of `page/`: compiled in, or read from disk in a build with debug assertions.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// A file of the page that browsers may request, and its type; the shell is not one.
pub(crate) fn asset(path: &str) -> Option<(EmbeddedFile, &'static str)> {
    let (_, extension) = path.rsplit_once('.')?;
    let kind = match extension {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => return None,
    };
    Some((Files::get(path)?, kind))
}

fn shell_file() -> Option<EmbeddedFile> {
    Files::get("shell.html")
}
