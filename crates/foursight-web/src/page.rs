//! The files of the page, and the shell that all views share.

mod board;
mod code;
mod file;
mod joined;
mod script;
mod shell;

use rust_embed::RustEmbed;

pub(crate) use board::{board_svg, board_text};
pub(crate) use code::code_svg;
pub(crate) use file::PageFile;
use joined::JoinedPage;
pub use script::JoinError;
pub(crate) use shell::{Shell, escape};

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

/// The page as it is served.
pub(crate) enum Page {
    Modules,
    Joined(JoinedPage),
}

impl Page {
    /// # Errors
    ///
    /// If the page's modules cannot be joined.
    pub(crate) fn new(form: PageForm) -> Result<Self, JoinError> {
        match form {
            PageForm::Modules => Ok(Self::Modules),
            PageForm::Joined => JoinedPage::new(text_of).map(Self::Joined),
        }
    }

    /// The file that browsers know by this path; the shell is not one.
    pub(crate) fn file(&self, path: &str) -> Option<PageFile> {
        match self {
            Self::Modules => PageFile::new(path, Files::get(path)?.data.into_owned()),
            Self::Joined(page) => page.file(path).cloned(),
        }
    }

    fn shell(&self) -> Option<String> {
        match self {
            Self::Modules => text_of("shell.html"),
            Self::Joined(page) => Some(page.shell.clone()),
        }
    }
}

/// A file of `page/`.
fn text_of(path: &str) -> Option<String> {
    String::from_utf8(Files::get(path)?.data.into_owned()).ok()
}
