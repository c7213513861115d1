//! The files of the page, and the shell that all views share.

mod board;
mod card;
mod code;
mod file;
mod joined;
mod script;
mod shell;

use rust_embed::RustEmbed;

pub(crate) use card::CardWords;
pub(crate) use code::code_svg;
pub(crate) use file::PageFile;
use joined::JoinedPage;
pub use script::JoinError;
pub(crate) use shell::{Content, Shell, escape};

/// The contents of `page/`: compiled in, or read from disk in a build with debug assertions.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// How browsers get the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageForm {
    /// File by file, each as it is now.
    Modules,
    /// In a few files, joined and compressed when the server starts, which browsers keep for good.
    Joined,
}

impl Default for PageForm {
    /// A change to a file shows at once in a build with debug assertions.
    fn default() -> Self {
        if cfg!(debug_assertions) { Self::Modules } else { Self::Joined }
    }
}

/// Where browsers find the engine.
const ENGINE: &str = "engine/foursight.wasm";

/// The script that the page starts beside itself.
const WORKER: &str = "engine/worker.js";

/// The page as it is served.
pub(crate) struct Page {
    files: PageFiles,
    engine: Option<PageFile>,
}

enum PageFiles {
    Modules,
    Joined(JoinedPage),
}

impl Page {
    /// # Errors
    ///
    /// If the page's modules cannot be joined.
    pub(crate) fn new(form: PageForm, engine: Option<&[u8]>) -> Result<Self, JoinError> {
        let engine = engine.and_then(|module| PageFile::new(ENGINE, module.to_vec()));
        Ok(match form {
            PageForm::Modules => Self { files: PageFiles::Modules, engine },
            PageForm::Joined => Self {
                files: PageFiles::Joined(JoinedPage::new(bytes_of)?),
                engine: engine.map(PageFile::compress),
            },
        })
    }

    /// Where browsers find the engine and the script of its workers, by names for their contents; empty if there is
    /// none.
    fn engine_addresses(&self) -> String {
        let address = |path: &str| {
            let hash = self.file(path).map_or_else(String::new, |file| file.hash + "/");
            format!("/assets/{hash}{path}")
        };
        if self.engine.is_none() {
            return String::new();
        }
        // Only a script that is joined is whole without others, which have no names for their contents.
        let worker = match self.files {
            PageFiles::Modules => format!("/assets/{WORKER}"),
            PageFiles::Joined(_) => address(WORKER),
        };
        format!("{} {worker}", address(ENGINE))
    }

    /// The file that browsers know by this path; the shell is not one.
    pub(crate) fn file(&self, path: &str) -> Option<PageFile> {
        if path == ENGINE {
            return self.engine.clone();
        }
        match &self.files {
            PageFiles::Modules => PageFile::new(path, bytes_of(path)?),
            PageFiles::Joined(page) => page.file(path).cloned(),
        }
    }

    fn shell(&self) -> Option<String> {
        match &self.files {
            PageFiles::Modules => text_of("shell.html"),
            PageFiles::Joined(page) => Some(page.shell.clone()),
        }
    }
}

/// A file of `page/`.
fn text_of(path: &str) -> Option<String> {
    String::from_utf8(bytes_of(path)?).ok()
}

fn bytes_of(path: &str) -> Option<Vec<u8>> {
    Some(Files::get(path)?.data.into_owned())
}
