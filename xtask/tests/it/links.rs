//! Links in the Markdown pages of the workspace: each leads to a file, and to a heading, that exists.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::metadata::root;

/// The address of files outside `docs` in links from the book, which contains only `docs`.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

struct Page {
    /// The target of each link and picture, with its line.
    links: Vec<(usize, String)>,
    /// The anchors of the headings.
    anchors: Vec<String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self { links: Vec::new(), anchors: Vec::new() };
        let mut heading: Option<String> = None;
        for (event, place) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let line = text[..place.start].matches('\n').count() + 1;
                    page.links.push((line, dest_url.into_string()));
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(words) | Event::Code(words) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&words);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().expect("a heading ends where it began"));
                    page.add_anchor(anchor);
                }
                _ => {}
            }
        }
        page
    }

    /// Adds an anchor; a repeated heading receives a number.
    fn add_anchor(&mut self, anchor: String) {
        let n_before = self.anchors.iter().filter(|known| **known == anchor).count();
        self.anchors.push(if n_before == 0 { anchor } else { format!("{anchor}-{n_before}") });
    }
}

/// The anchor of a heading: lower case, dashes for spaces, without punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// All Markdown pages in a folder and its subfolders, by path. A symbolic link to a page does not count as another
/// page.
fn pages(folder: &Path) -> BTreeMap<PathBuf, Page> {
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("names are UTF-8");
        if path.is_dir() && !name.starts_with('.') && !["node_modules", "target"].contains(&name) {
            pages.extend(self::pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") && !path.is_symlink()
        {
            let text = fs::read_to_string(&path).expect("pages are UTF-8");
            pages.insert(path, Page::read(&text));
        }
    }
    pages
}

/// A path without `..`, which need not exist.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// The fault of a link on the page at `path`, if any.
fn fault(pages: &BTreeMap<PathBuf, Page>, path: &Path, link: &str) -> Option<&'static str> {
    let docs = root().join("docs");
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match file.strip_prefix(REPOSITORY) {
        Some(file) => root().join(file),
        None if file.contains(':') => return None,
        None if file.is_empty() => path.to_owned(),
        None => plain(&path.parent().expect("pages lie in a folder").join(file)),
    };
    if !target.exists() {
        return Some("there is no such file");
    }
    if path.starts_with(&docs) && !target.starts_with(&docs) && !file.starts_with(REPOSITORY) {
        return Some("the book holds only `docs`: link to the file in the repository");
    }
    let has_heading = |page: &Page| page.anchors.iter().any(|anchor| anchor == heading);
    let is_found = heading.is_empty() || pages.get(&target).is_some_and(has_heading);
    (!is_found).then_some("there is no such heading")
}

#[test]
fn links_lead_somewhere() {
    let pages = pages(root());
    assert!(pages.len() > 20 && pages.contains_key(&root().join("README.md")));
    let mut broken = Vec::new();
    for (path, page) in &pages {
        for (line, link) in &page.links {
            if let Some(fault) = fault(&pages, path, link) {
                broken.push(format!("{}:{line}: {link}: {fault}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The table of contents lists every page of the book, once.
#[test]
fn every_page_is_in_the_table_of_contents() {
    let docs = root().join("docs");
    let mut pages = pages(&docs);
    let contents =
        pages.remove(&docs.join("SUMMARY.md")).expect("the book has a table of contents");
    let mut listed: HashMap<PathBuf, usize> = HashMap::new();
    for (_, link) in contents.links {
        *listed.entry(docs.join(link)).or_default() += 1;
    }
    for page in pages.keys() {
        assert_eq!(listed.get(page), Some(&1), "SUMMARY.md lists {}", page.display());
    }
}
