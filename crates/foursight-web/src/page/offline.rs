//! The service worker, which keeps the page in browsers for times without a connection.

use serde_json::json;

use super::file::PageFile;
use super::joined::JoinedPage;
use super::script::{JoinError, join};
use super::{BOOK, ENGINE, Page, PageFiles, Place, WORKER, text_of};
use crate::http::etag;

/// The script that becomes the service worker.
const SCRIPT: &str = "offline/service_worker.js";

/// The views that are kept, by their paths. The script of one of these shows the others.
const VIEWS: [&str; 9] =
    ["", "analysis", "learn", "beat", "puzzles", "games", "enter", "rules", "embed"];

/// The pages that only a server has.
const DOCS: &str = "docs";

/// The service worker of one version of the page.
pub(crate) struct Offline {
    /// The digest of everything that is kept.
    pub(crate) version: String,
    /// The script, preceded by the list of what to keep.
    pub(crate) script: PageFile,
}

impl Offline {
    /// The service worker of a page that has an engine, and whose file names contain hashes of their contents. A page
    /// whose modules are served as they are has none: it is for developing them, and a browser's copies would be
    /// outdated.
    pub(super) fn of(page: &Page) -> Result<Option<Self>, JoinError> {
        let (PageFiles::Joined(joined), Some(_)) = (&page.files, &page.engine) else {
            return Ok(None);
        };
        Self::new(page, joined).map(Some)
    }

    fn new(page: &Page, joined: &JoinedPage) -> Result<Self, JoinError> {
        let mut views = VIEWS.map(str::to_owned).to_vec();
        match page.place {
            Place::Files => views.iter_mut().skip(1).for_each(|view| view.push('/')),
            Place::Server => views.push(DOCS.to_owned()),
        }
        let address = |path: &str| page.address(path).map(|address| address[1..].to_owned());
        let kept = joined.paths().chain([ENGINE, WORKER]);
        let mut files: Vec<_> = kept.filter_map(address).collect();
        files.sort();
        files.dedup();
        let later: Vec<_> = address(BOOK).into_iter().collect();
        let script = join(SCRIPT, text_of)?;
        let all = [&[joined.shell.clone(), script.clone()], &files[..], &later, &views].concat();
        let version = etag::hash((env!("CARGO_PKG_VERSION").to_owned() + &all.concat()).as_bytes());
        let release = json!({ "version": version, "files": files, "later": later, "views": views });
        let script = format!("self.release = {release};\n{script}");
        let script = PageFile::new(SCRIPT, script.into_bytes());
        let script = script.ok_or_else(|| JoinError::missing(SCRIPT))?.compress();
        Ok(Self { version, script })
    }
}
