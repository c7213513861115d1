//! The files of the page, and the shell that all views share.

mod card;
mod file;
mod joined;
mod offline;
mod qr_code;
mod script;
mod shell;

use std::thread;

use foursight::plan::SHIPPED;
use foursight_engine::OpeningBook;
use rust_embed::RustEmbed;

pub(crate) use card::CardWords;
pub(crate) use file::PageFile;
use foursight_games::supervise;
use foursight_render::svg_to_png;
use joined::JoinedPage;
use offline::Offline;
pub use qr_code::code_svg;
pub use script::JoinError;
pub(crate) use shell::{Content, Shell, escape};

use crate::config::browsers_book;
use crate::{Config, PageForm};

/// The contents of `page/`: compiled in, or read from disk in a build with debug assertions.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// The path at which browsers find the engine.
const ENGINE: &str = "engine/foursight.wasm";

/// The path of the opening book that the engine does not contain.
const BOOK: &str = "engine/openings.book";

/// The paths of the first plans in [`SHIPPED`]. The page teaches the first one; it needs none with which Red only draws.
const PLANS: [&str; 4] =
    ["plans/first.plan", "plans/second-a.plan", "plans/second-b.plan", "plans/second-c.plan"];

/// The path of the order in which the first plan is learned.
const COURSE: &str = "plans/first.course";

/// The path of the lessons, step by step.
const LESSONS: &str = "plans/path.txt";

/// The script that the page starts separately.
const WORKER: &str = "engine/worker.js";

/// The files that let browsers do without a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engine<'a> {
    /// The WebAssembly module.
    pub(crate) module: &'a [u8],
    /// The file of an opening book for the module.
    pub(crate) book: Option<&'a [u8]>,
}

impl<'a> Engine<'a> {
    /// The module in a server's configuration, and its opening book.
    pub(crate) fn of(config: &'a Config) -> Option<Self> {
        let module = config.engine.as_deref()?;
        let book = browsers_book(&config.books).map(OpeningBook::as_bytes);
        Some(Self { module, book })
    }
}

/// The server of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The server, at the root of a host.
    Server,
    /// Any file host, in any folder: each view is a folder with a document.
    Files,
}

/// The page in the form in which it is served.
pub(crate) struct Page {
    place: Place,
    files: PageFiles,
    engine: Option<PageFile>,
    book: Option<PageFile>,
    offline: Option<Offline>,
    /// Whether players cannot choose their names.
    are_names_fixed: bool,
}

enum PageFiles {
    Modules,
    Joined(JoinedPage),
}

impl Page {
    /// # Errors
    ///
    /// If the page's modules cannot be joined.
    pub(crate) fn new(form: PageForm, engine: Option<Engine<'_>>) -> Result<Self, JoinError> {
        let page = Self::at(Place::Server, form, engine)?;
        // The best compression takes some seconds, which tests do not spend on each of their servers; until it is done,
        // or if no thread starts, files are a tenth larger.
        if !cfg!(debug_assertions) {
            let mut files = page.all_files();
            files.sort_by_key(|(_, file)| file.plain().len());
            let compress = move || {
                supervise("compress", || files.iter().for_each(|(_, file)| file.compress_best()));
            };
            thread::Builder::new().name("compress".to_owned()).spawn(compress).ok();
        }
        Ok(page)
    }

    /// The same page, with fixed names or with names that players choose.
    pub(crate) fn with_names(self, are_fixed: bool) -> Self {
        Self { are_names_fixed: are_fixed, ..self }
    }

    /// The page for a file host.
    ///
    /// # Errors
    ///
    /// If the page's modules cannot be joined.
    pub(crate) fn as_files(engine: Engine<'_>) -> Result<Self, JoinError> {
        Self::at(Place::Files, PageForm::Joined, Some(engine))
    }

    fn at(place: Place, form: PageForm, engine: Option<Engine<'_>>) -> Result<Self, JoinError> {
        let file = |path: &str, contents: &[u8]| PageFile::new(path, contents.to_vec());
        let book = engine.and_then(|engine| file(BOOK, engine.book?));
        let engine = engine.and_then(|engine| file(ENGINE, engine.module));
        let (files, engine) = match form {
            PageForm::Modules => (PageFiles::Modules, engine),
            PageForm::Joined => {
                (PageFiles::Joined(JoinedPage::new(bytes_of)?), engine.map(PageFile::compress))
            }
        };
        let mut page = Self { place, files, engine, book, offline: None, are_names_fixed: false };
        page.offline = Offline::of(&page)?;
        Ok(page)
    }

    /// The address of a file, which identifies its contents.
    fn address(&self, path: &str) -> Option<String> {
        // In a joined page, the worker is whole by itself. Otherwise, it imports modules from addresses without hashes,
        // so its own address has none, either.
        let is_named = matches!(self.files, PageFiles::Joined(_)) || path != WORKER;
        let file = self.file(path)?;
        let name = if is_named { file.hash + "/" } else { String::new() };
        Some(format!("/assets/{name}{path}"))
    }

    /// The paths of the module, its workers' script, the plans and, if there is one, the book; empty if there is no
    /// module.
    fn engine_addresses(&self) -> String {
        if self.engine.is_none() {
            return String::new();
        }
        let paths = [ENGINE, WORKER].into_iter().chain(PLANS).chain([BOOK]);
        paths.filter_map(|path| self.address(path)).collect::<Vec<_>>().join(" ")
    }

    /// The service worker, if the page can work without the server.
    pub(crate) fn service_worker(&self) -> Option<&PageFile> {
        self.offline.as_ref().map(|offline| &offline.script)
    }

    /// The digest of everything that browsers keep; empty if they keep nothing.
    fn version(&self) -> &str {
        self.offline.as_ref().map_or("", |offline| &offline.version)
    }

    /// All files of a joined page with their addresses.
    pub(crate) fn all_files(&self) -> Vec<(String, PageFile)> {
        let PageFiles::Joined(joined) = &self.files else { return Vec::new() };
        let paths = joined.paths().chain([ENGINE, BOOK]);
        paths.filter_map(|path| Some((self.address(path)?, self.file(path)?))).collect()
    }

    /// The file that browsers know by this path, which is not the shell's.
    pub(crate) fn file(&self, path: &str) -> Option<PageFile> {
        match (path, &self.files) {
            (ENGINE, _) => self.engine.clone(),
            (BOOK, _) => self.book.clone(),
            (_, PageFiles::Modules) => PageFile::new(path, bytes_of(path)?),
            (_, PageFiles::Joined(page)) => page.file(path).cloned(),
        }
    }

    /// The name that tells scripts who serves the page.
    fn place_name(&self) -> &'static str {
        match self.place {
            Place::Server => "server",
            Place::Files => "files",
        }
    }

    fn shell(&self) -> Option<String> {
        match &self.files {
            PageFiles::Modules => text_of("shell.html"),
            PageFiles::Joined(page) => Some(page.shell.clone()),
        }
    }
}

/// Each step of the lessons: the columns that lead to its position.
pub(crate) fn lessons() -> Vec<String> {
    let text = text_of(LESSONS).unwrap_or_default();
    let steps = text.lines().filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
        ["watch" | "play" | "1" | "2" | "3", pos, _, ..] => Some(pos.replace('-', "")),
        _ => None,
    });
    steps.collect()
}

/// A file of `page/`.
fn text_of(path: &str) -> Option<String> {
    String::from_utf8(bytes_of(path)?).ok()
}

fn bytes_of(path: &str) -> Option<Vec<u8>> {
    let of_other_crates = match path {
        "css/colors.css" => Some(foursight_render::style_sheet()),
        _ => PLANS
            .iter()
            .zip(SHIPPED)
            .find(|(own, _)| **own == path)
            .map(|(_, plan)| plan.to_owned()),
    };
    let own = || Files::get(path).map(|file| file.data.into_owned());
    of_other_crates.map(String::into_bytes).or_else(own).or_else(|| icon(path))
}

/// Another crate's modules and the page's modules that they import, joined into one script. Paths are those of the
/// workspace; `read` knows the other crate's files.
///
/// # Errors
///
/// If the modules cannot be joined.
pub fn join_scripts(
    entry: &str,
    read: impl Fn(&str) -> Option<&'static str>,
) -> Result<String, JoinError> {
    script::join(entry, |path| match path.strip_prefix("crates/foursight-web/page/") {
        Some(path) => text_of(path),
        None => read(path).map(str::to_owned),
    })
}

/// A file of the page, such as `browser/early_theme.js`.
///
/// # Panics
///
/// If there is no such file, or a build with debug assertions does not find the sources of this crate.
pub fn page_file(path: &str) -> String {
    text_of(path).expect("the page has this file")
}

/// The page's style sheets with these names, such as `colors` and `board`.
pub fn page_styles(names: &[&str]) -> String {
    names.iter().map(|name| page_file(&format!("css/{name}.css"))).collect()
}

/// The page's header as HTML, without its menus.
pub fn page_header() -> String {
    let shell = page_file("shell.html");
    let header = shell.lines().skip_while(|line| !line.starts_with("<header"));
    header.take_while(|line| !line.starts_with("<main")).collect()
}

/// `icons/NAME-192.png`: the drawing `icons/NAME.svg` with that many pixels on each side.
fn icon(path: &str) -> Option<Vec<u8>> {
    let (name, pixels) = path.strip_prefix("icons/")?.strip_suffix(".png")?.rsplit_once('-')?;
    let pixels = pixels.parse().ok().filter(|pixels| ICON_PIXELS.contains(pixels))?;
    let drawing = Files::get(&format!("icons/{name}.svg"))?;
    svg_to_png(str::from_utf8(&drawing.data).ok()?, pixels)
}

/// The sizes that systems want for the icon of an app.
const ICON_PIXELS: [u32; 3] = [180, 192, 512];
