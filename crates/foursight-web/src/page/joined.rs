//! The page in few files: one script for all modules, one style sheet for all parts, each at an address
//! that names its contents.

use std::collections::HashMap;

use super::WORKER;
use super::file::PageFile;
use super::script::{JoinError, join};

/// The end of the name of what describes the page as an application.
const MANIFEST: &str = ".webmanifest";

/// The style sheet that all others become.
const STYLES: &str = "page.css";

/// A shell whose files are compressed and never change.
pub(crate) struct JoinedPage {
    pub(super) shell: String,
    files: HashMap<String, PageFile>,
}

impl JoinedPage {
    /// Joins what the shell asks for. Its lines ask for one file each.
    pub(super) fn new(read: impl Fn(&str) -> Option<Vec<u8>>) -> Result<Self, JoinError> {
        let text = |path: &str| read(path).and_then(|bytes| String::from_utf8(bytes).ok());
        let find = |path: &str| text(path).ok_or_else(|| JoinError::missing(path));
        let find_bytes = |path: &str| read(path).ok_or_else(|| JoinError::missing(path));
        let mut page = Self { shell: String::new(), files: HashMap::new() };
        let shell = find("shell.html")?;
        let mut styles = String::new();
        for path in shell.lines().filter(|line| is_style(line)).filter_map(asset) {
            styles += &find(path)?;
        }
        for line in shell.lines() {
            let Some(path) = asset(line) else {
                page.push(line);
                continue;
            };
            if is_style(line) {
                // The first one stands for all.
                if !page.files.contains_key(STYLES) {
                    let line = line.replace(path, STYLES);
                    page.push_file(&line, STYLES, styles.clone().into_bytes())?;
                }
            } else if line.contains("type=\"module\"") {
                page.push_file(line, path, join(path, text)?.into_bytes())?;
            } else if !line.contains("rel=\"modulepreload\"") {
                page.push_file(line, path, find_bytes(path)?)?;
            }
            if path.ends_with(MANIFEST) {
                // Its icons keep their names.
                for icon in find(path)?.lines().filter_map(asset) {
                    page.insert(icon, find_bytes(icon)?)?;
                }
            }
        }
        page.insert(WORKER, join(WORKER, text)?.into_bytes())?;
        Ok(page)
    }

    pub(super) fn file(&self, path: &str) -> Option<&PageFile> {
        self.files.get(path)
    }

    fn push(&mut self, line: &str) {
        self.shell.push_str(line);
        self.shell.push('\n');
    }

    /// A line that asks for a file, by a name for its contents.
    fn push_file(&mut self, line: &str, path: &str, contents: Vec<u8>) -> Result<(), JoinError> {
        let hash = self.insert(path, contents)?;
        self.push(&line.replace(path, &format!("{hash}/{path}")));
        Ok(())
    }

    /// A file, and the name of its contents.
    fn insert(&mut self, path: &str, contents: Vec<u8>) -> Result<String, JoinError> {
        let file = PageFile::new(path, contents);
        let file = file.ok_or_else(|| JoinError::missing(path))?.compress();
        let hash = file.hash.clone();
        self.files.insert(path.to_owned(), file);
        Ok(hash)
    }
}

fn is_style(line: &str) -> bool {
    line.contains("rel=\"stylesheet\"")
}

/// The file that a line of the shell asks for.
fn asset(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("\"/assets/")?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::bytes_of;

    #[test]
    fn the_page_can_be_joined() {
        let page = JoinedPage::new(bytes_of).unwrap();
        let files: Vec<_> = page.shell.lines().filter_map(asset).collect();
        assert_eq!(
            files.len() + 2,
            page.files.len(),
            "{files:?}, the worker, an icon of the manifest"
        );
        assert!(page.file("icons/icon.svg").is_some() && page.file(WORKER).is_some());
        assert!(files.len() <= 6, "one of a kind: {files:?}");
        let script = page.file("main.js").unwrap().contents(|_| false).1;
        let script = String::from_utf8(script.into()).unwrap();
        for line in script.lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export "), "{line}");
        }
        for module in ["views/play.js", "views/puzzles.js", "core/rules.js"] {
            assert_eq!(script.matches(&format!("// {module}\n")).count(), 1, "{module}");
        }
        let styles = page.file(STYLES).unwrap().contents(|_| false).1;
        assert!(String::from_utf8(styles.into()).unwrap().contains(".first-board"));
    }
}
