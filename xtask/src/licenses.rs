//! License texts of all third-party code in the program.
//!
//! `cargo-about` writes such a file as well, but takes minutes to compile, and `PyPI`, from which the other
//! tools come, does not have it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::compiler::{CLibrary, Compiler};
use crate::dependencies::{Dependencies, Dependency};
use crate::step::workspace;

/// Prefixes of the names of license and notice files, in lower case.
const BEGINNINGS: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// The license texts that accompany the program.
pub(crate) struct Licenses {
    pub(crate) of_packages: String,
    /// The page that comes with the compiler.
    pub(crate) of_standard_library: Vec<u8>,
}

/// Collects the texts for a program that contains its C library. Fails if a package has none.
pub(crate) fn collect(dependencies: &Dependencies, compiler: &Compiler) -> Result<Licenses> {
    let mut licenses = of_library(dependencies, compiler)?;
    if let Some(library) = CLibrary::linked_statically(&compiler.target) {
        let path = workspace().join("xtask/licenses/system").join(library.license_file());
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        licenses.of_packages.push_str(&section(library.name(), &text));
    }
    Ok(licenses)
}

/// The same for a library, which uses the system's C library.
pub(crate) fn of_library(dependencies: &Dependencies, compiler: &Compiler) -> Result<Licenses> {
    let of_packages = third_party(&dependencies.of_others()?, &workspace().join("xtask/licenses"))?;
    let page = compiler.licenses();
    let of_standard_library = fs::read(&page).with_context(|| {
        format!("{}: the compiler lacks the licenses of its library", page.display())
    })?;
    Ok(Licenses { of_packages, of_standard_library })
}

/// A list of packages, then each text once, with the names of its packages.
fn third_party(dependencies: &[Dependency], texts_of_others: &Path) -> Result<String> {
    let mut document =
        "Foursight contains these packages, each under the license beside its name. \
        Their license texts follow.\n\n"
            .to_owned();
    // Keyed by the text without its line breaks, because many packages have the same text.
    let mut texts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    let mut lacking = Vec::new();
    for dependency in dependencies {
        let name = format!("{} {}", dependency.name, dependency.version);
        writeln!(document, "{name}: {}", dependency.license)?;
        let found = license_files(dependency, texts_of_others)?;
        if found.is_empty() {
            lacking.push(name.clone());
        }
        for file in found {
            let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            let words: Vec<&str> = text.split_whitespace().collect();
            let (_, names) = texts.entry(words.join(" ")).or_insert((text.clone(), Vec::new()));
            if !names.contains(&name) {
                names.push(name.clone());
            }
        }
    }
    ensure!(
        lacking.is_empty(),
        "these packages contain no license text; put it into xtask/licenses/NAME.txt: {}",
        lacking.join(", ")
    );
    let mut texts: Vec<(String, Vec<String>)> = texts.into_values().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    document.extend(texts.iter().map(|(text, names)| section(&names.join(", "), text)));
    Ok(document)
}

/// The files with license texts in a package, otherwise the file that we keep for it.
fn license_files(dependency: &Dependency, texts_of_others: &Path) -> Result<Vec<PathBuf>> {
    let folder = &dependency.folder;
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if entry.file_type()?.is_file() && BEGINNINGS.iter().any(|start| name.starts_with(start)) {
            files.push(entry.path());
        }
    }
    let kept = texts_of_others.join(format!("{}.txt", dependency.name));
    if files.is_empty() && kept.exists() {
        files.push(kept);
    }
    files.sort();
    Ok(files)
}

fn section(title: &str, text: &str) -> String {
    let line = "=".repeat(80);
    format!("\n{line}\n{title}\n{line}\n\n{}\n", text.trim_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &Path, name: &str, files: &[(&str, &str)]) -> Dependency {
        let folder = folder.join(name);
        fs::create_dir(&folder).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        let [name, version, license] = [name, "1.0.0", "MIT"].map(str::to_owned);
        Dependency { name, version, license, folder }
    }

    #[test]
    fn the_same_text_is_printed_once() {
        let folder = tempfile::tempdir().unwrap();
        let packages = [
            package(
                folder.path(),
                "one",
                &[("LICENSE-MIT", "Do\nas you like.\n"), ("lib.rs", "no")],
            ),
            package(
                folder.path(),
                "two",
                &[("license.md", "Do as\r\nyou like."), ("NOTICE", "Two.")],
            ),
        ];
        let text = third_party(&packages, folder.path()).unwrap();
        let (list, texts) = text.split_once("follow.\n\n").unwrap().1.split_once("\n\n").unwrap();
        assert_eq!(list, "one 1.0.0: MIT\ntwo 1.0.0: MIT");
        let line = "=".repeat(80);
        let expected = format!(
            "{line}\none 1.0.0, two 1.0.0\n{line}\n\nDo\nas you like.\n\n\
             {line}\ntwo 1.0.0\n{line}\n\nTwo.\n"
        );
        assert_eq!(texts, expected);
    }

    /// A missing text would go unnoticed until the next release.
    #[test]
    fn every_package_in_the_program_has_a_text() {
        let target = Compiler::ask().unwrap().target;
        for package in ["foursight-cli", "foursight-python"] {
            let packages = Dependencies::of(package, &target).unwrap().of_others().unwrap();
            third_party(&packages, &workspace().join("xtask/licenses")).unwrap();
        }
    }

    #[test]
    fn a_package_without_a_text_is_refused_unless_we_keep_it() {
        let folder = tempfile::tempdir().unwrap();
        let packages = [package(folder.path(), "bare", &[("Cargo.toml", "license = \"MIT\"")])];
        let error = third_party(&packages, folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("xtask/licenses/NAME.txt: bare 1.0.0"), "{error}");
        fs::write(folder.path().join("bare.txt"), "Copyright somebody").unwrap();
        assert!(third_party(&packages, folder.path()).unwrap().ends_with("Copyright somebody\n"));
    }
}
