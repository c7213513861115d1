//! The page as files, which any file host can serve from any folder.

use std::sync::Arc;

use foursight_engine::{OpeningBook, OpeningBooks};

use crate::config::browsers_book;
use crate::http::headers::POLICY;
use crate::page::{Engine, JoinError, Page};
use crate::routes::pages::{Visit, plain_view};

/// The views that have a document.
const VIEWS: [&str; 10] =
    ["", "analysis", "learn", "beat", "puzzles", "daily", "games", "enter", "rules", "embed"];

/// The link preview in the first HTML: it needs full addresses, which are not known here.
const PREVIEW: [&str; 3] = ["\"og:url\"", "\"og:image\"", "\"twitter:card\""];

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// The path of the file in the site's folder, with slashes.
    pub path: String,
    /// Its contents.
    pub contents: Vec<u8>,
}

impl SiteFile {
    fn new(path: &str, contents: &[u8]) -> Self {
        Self { path: path.to_owned(), contents: contents.to_owned() }
    }
}

/// The whole page, except network games, as files, with this WebAssembly module and the book that suits it best.
/// Documents come last, after all files that they load.
///
/// # Errors
///
/// If the page's modules cannot be joined.
pub fn site(module: &[u8], books: &OpeningBooks) -> Result<Vec<SiteFile>, JoinError> {
    let book = browsers_book(books).map(OpeningBook::as_bytes);
    let page = Arc::new(Page::as_files(Engine { module, book })?);
    let assets = page.all_files().into_iter();
    let mut files: Vec<_> =
        assets.map(|(address, file)| SiteFile::new(&address[1..], file.plain())).collect();
    // Without this file, some hosts leave out folders whose names begin with an underscore.
    files.push(SiteFile::new(".nojekyll", b""));
    let script = page.service_worker();
    files.extend(script.map(|script| SiteFile::new("service_worker.js", script.plain())));
    let visit = Visit::anywhere(&page);
    let lost = visit.lost_file().html().ok_or_else(|| JoinError::missing("shell.html"))?;
    // Hosts serve this file at any address; seen from a puzzle or an exercise, the site is one folder up.
    files.push(SiteFile::new("404.html", document(&lost, "puzzles").as_bytes()));
    for view in VIEWS {
        let html = plain_view(&visit, view).and_then(|shell| shell.html());
        let html = html.ok_or_else(|| JoinError::missing("shell.html"))?;
        let folder = if view.is_empty() { String::new() } else { format!("{view}/") };
        let document = document(&html, view);
        files.push(SiteFile::new(&format!("{folder}index.html"), document.as_bytes()));
    }
    Ok(files)
}

/// The HTML of a view as a file in its folder: with addresses relative to it, and the policy that a server would send.
fn document(html: &str, view: &str) -> String {
    let root = if view.is_empty() { "./" } else { "../" };
    // Only a header can say who may frame a page.
    let rules = POLICY.split("; ").filter(|rule| !rule.starts_with("frame-ancestors"));
    let policy = rules.collect::<Vec<_>>().join("; ");
    let mut document = String::new();
    for line in html.lines() {
        if PREVIEW.iter().any(|property| line.contains(property)) {
            continue;
        }
        document += &relative(line, root);
        document.push('\n');
        if line.starts_with("<meta charset") {
            document += "<meta http-equiv=\"Content-Security-Policy\" content=\"";
            document += &policy;
            document += "\">\n";
        }
    }
    document
}

/// A line with links to files and folders, relative to a folder from which `root` leads to the site's folder.
fn relative(line: &str, root: &str) -> String {
    let mut parts = line.split("=\"/");
    let mut relative = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_link = relative.ends_with(" href") || relative.ends_with(" src");
        let (path, rest) = part.split_once('"').unwrap_or((part, ""));
        let is_folder = !path.is_empty() && !path.starts_with("assets/");
        let root = if is_link { root } else { "/" };
        let slash = if is_link && is_folder { "/" } else { "" };
        relative += &["=\"", root, path, slash, "\"", rest].concat();
    }
    relative
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_site_has_all_that_its_documents_ask_for() {
        let files = site(b"\0asm", &OpeningBooks::embedded()).unwrap();
        let paths: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths.last(), Some(&"embed/index.html"), "documents come last");
        for needed in
            ["index.html", "404.html", "learn/index.html", "service_worker.js", ".nojekyll"]
        {
            assert!(paths.contains(&needed), "{needed} is missing: {paths:?}");
        }
        for file in files
            .iter()
            .filter(|file| Path::new(&file.path).extension().is_some_and(|end| end == "html"))
        {
            let html = str::from_utf8(&file.contents).unwrap();
            assert!(html.contains("content=\"default-src 'none';"), "{html}");
            for absent in ["frame-", "og:image", "{{", "href=\"/", "src=\"/", "/learn\""] {
                assert!(!html.contains(absent), "{} has {absent}", file.path);
            }
            let names = html.split(['"', ' ', '\n']).filter_map(|text| text.split_once("assets/"));
            let names: Vec<_> = names.map(|(_, path)| format!("assets/{path}")).collect();
            assert!(names.len() >= 8, "{}: {names:?}", file.path);
            for path in names {
                assert!(paths.contains(&path.as_str()), "{path} is missing");
            }
        }
    }
}
