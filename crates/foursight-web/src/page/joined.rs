//! The page in a few files: one script for all modules and one style sheet for all parts, each at an address that
//! contains a hash of its contents.

use std::collections::HashMap;

use super::file::PageFile;
use super::script::{JoinError, code_lines, join, join_apart, way_to};
use super::{COURSE, LESSONS, PLANS, WORKER};

/// The end of the manifest's name; the manifest describes the page as an application.
const MANIFEST: &str = ".webmanifest";

/// The path from the manifest, `assets/HASH/icons/`, to the page's folder.
const TO_ROOT: &str = "../../../";

/// The style sheet that all others become.
const STYLES: &str = "page.css";

/// A shell whose files are compressed and never change.
pub(crate) struct JoinedPage {
    pub(super) shell: String,
    files: HashMap<String, PageFile>,
}

impl JoinedPage {
    /// Joins the files that the shell requests. Each of its lines requests at most one file.
    pub(super) fn new(read: impl Fn(&str) -> Option<Vec<u8>>) -> Result<Self, JoinError> {
        let text = |path: &str| read(path).and_then(|bytes| String::from_utf8(bytes).ok());
        let find = |path: &str| text(path).ok_or_else(|| JoinError::missing(path));
        let find_bytes = |path: &str| read(path).ok_or_else(|| JoinError::missing(path));
        let mut page = Self { shell: String::new(), files: HashMap::new() };
        let shell = find("shell.html")?;
        let mut styles = String::new();
        for path in shell.lines().filter(|line| is_style(line)).filter_map(asset) {
            for line in code_lines(&find(path)?) {
                styles += line.trim_start();
                styles.push('\n');
            }
        }
        for line in shell.lines() {
            let Some(path) = asset(line) else {
                page.push(line);
                continue;
            };
            if path.ends_with(MANIFEST) {
                let manifest = page.manifest(&find(path)?, find_bytes)?;
                page.push_file(line, path, manifest.into_bytes())?;
            } else if is_style(line) {
                // The line of the first style sheet stands for all of them.
                if !page.files.contains_key(STYLES) {
                    let line = line.replace(path, STYLES);
                    page.push_file(&line, STYLES, styles.clone().into_bytes())?;
                }
            } else if line.contains("type=\"module\"") {
                let joined = join_apart(path, text)?;
                for path in PLANS.into_iter().chain([COURSE, LESSONS]) {
                    page.insert(path, find_bytes(path)?)?;
                }
                let mut script = joined.script;
                for (apart, contents) in joined.apart {
                    script = script.replace(&way_to(&apart), &page.apart(&apart, contents)?);
                }
                page.push_file(line, path, script.into_bytes())?;
            } else if !line.contains("rel=\"modulepreload\"") {
                page.push_file(line, path, find_bytes(path)?)?;
            }
        }
        page.insert(WORKER, join(WORKER, text)?.into_bytes())?;
        Ok(page)
    }

    /// Adds a separate script, with the paths to the plan, its course and the lessons. Returns the path to it from the main
    /// script.
    fn apart(&mut self, path: &str, mut script: String) -> Result<String, JoinError> {
        for data in [PLANS[0], COURSE, LESSONS] {
            let hash = &self.files[data].hash;
            // The joined script is in `HASH/views/`, so it needs two steps up where a module needs one.
            script = script.replace(&format!("\"../{data}\""), &format!("\"../../{hash}/{data}\""));
        }
        let hash = self.insert(path, script.into_bytes())?;
        Ok(format!("../{hash}/{path}"))
    }

    /// The manifest, with addresses that work in any folder, and its icons at addresses that name their contents.
    fn manifest(
        &mut self,
        text: &str,
        find: impl Fn(&str) -> Result<Vec<u8>, JoinError>,
    ) -> Result<String, JoinError> {
        let mut manifest = String::new();
        for line in text.lines() {
            let line = match asset(line) {
                Some(icon) => {
                    let hash = self.insert(icon, find(icon)?)?;
                    line.replace(icon, &format!("{hash}/{icon}"))
                }
                None => line.to_owned(),
            };
            manifest += &line.replace("\"/", &format!("\"{TO_ROOT}"));
            manifest.push('\n');
        }
        Ok(manifest)
    }

    /// The paths of all files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    pub(super) fn file(&self, path: &str) -> Option<&PageFile> {
        self.files.get(path)
    }

    fn push(&mut self, line: &str) {
        self.shell.push_str(line);
        self.shell.push('\n');
    }

    /// Adds a line that requests a file at an address that identifies its contents.
    fn push_file(&mut self, line: &str, path: &str, contents: Vec<u8>) -> Result<(), JoinError> {
        let hash = self.insert(path, contents)?;
        self.push(&line.replace(path, &format!("{hash}/{path}")));
        Ok(())
    }

    /// Adds a file, and returns a name for its contents.
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

/// The file that a line of the shell requests.
fn asset(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("/assets/")?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::page::bytes_of;
    use crate::page::script::APART;

    fn text(file: Option<&PageFile>) -> String {
        String::from_utf8(file.unwrap().contents(|_| false).1.into()).unwrap()
    }

    #[test]
    fn the_page_can_be_joined() {
        let page = JoinedPage::new(bytes_of).unwrap();
        let files: Vec<_> = page.shell.lines().filter_map(asset).collect();
        let manifest = text(page.file("icons/foursight.webmanifest"));
        let icons: Vec<_> = manifest.lines().filter_map(asset).collect();
        let all: HashSet<_> = files.iter().chain(&icons).collect();
        let others = PLANS.into_iter().chain([COURSE, LESSONS, WORKER]).chain(APART);
        assert_eq!(all.len() + others.clone().count(), page.files.len(), "{all:?}");
        assert!(others.into_iter().all(|path| page.file(path).is_some()));
        for icon in icons {
            let (hash, path) = icon.split_once('/').unwrap();
            assert_eq!(page.file(path).unwrap().hash, hash, "{icon}");
        }
        assert!(manifest.contains("\"start_url\": \"../../../\""), "{manifest}");
        assert!(files.len() <= 7, "one of a kind: {files:?}");
        let script = text(page.file("main.js"));
        for path in APART {
            let file = page.file(path).unwrap();
            let way = format!("import(\"../{}/{path}\")", file.hash);
            assert!(script.contains(&way) && !script.contains(&way_to(path)), "{way}");
            assert!(!script.contains(&format!("// {path}\n")), "{path} is apart");
        }
        let lessons = text(page.file("views/lessons.js"));
        for path in [PLANS[0], COURSE, LESSONS] {
            let way = format!("\"../../{}/{path}\"", page.file(path).unwrap().hash);
            assert!(lessons.contains(&way), "{way}: {lessons}");
        }
        assert!(lessons.contains("// core/plan.js\n"), "{lessons}");
        assert!(!script.contains("// core/plan.js\n"), "it is apart");
        for line in script.lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export "), "{line}");
        }
        for module in ["views/play.js", "views/network_game.js", "core/rules.js"] {
            assert_eq!(script.matches(&format!("// {module}\n")).count(), 1, "{module}");
        }
        let styles = text(page.file(STYLES));
        assert!(styles.contains(".first-board") && styles.contains("--plate-top: light-dark("));
        assert!(!styles.contains("/*") && !styles.contains("*/"), "comments are left out");
    }
}
