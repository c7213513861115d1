//! Released files, and their places in the archive and on a Debian system.

use std::fs;

use anyhow::{Context, Result};

use super::archive::{Item, gzip};
use super::program::Program;
use crate::licenses::Licenses;
use crate::step::workspace;

/// For each shell, the name of its script in the archive and on a Debian system.
const SHELLS: [(&str, &str, Option<&str>); 5] = [
    ("bash", "foursight.bash", Some("bash-completion/completions/foursight")),
    ("elvish", "foursight.elv", None),
    ("fish", "foursight.fish", Some("fish/vendor_completions.d/foursight.fish")),
    ("powershell", "foursight.ps1", None),
    ("zsh", "_foursight", Some("zsh/vendor-completions/_foursight")),
];

/// Files for readers, and their paths in the workspace.
const FOR_READERS: [(&str, &str); 4] = [
    ("README.md", "crates/foursight-cli/README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

const UNIT: &str = "deploy/foursight.service";

/// Everything that is released.
pub(super) struct Contents {
    program: Vec<u8>,
    /// The completion scripts, by shell.
    completions: Vec<(&'static str, String)>,
    /// The manual pages, by file name.
    manual: Vec<(String, Vec<u8>)>,
    for_readers: Vec<(&'static str, Vec<u8>)>,
    unit: Vec<u8>,
}

impl Contents {
    pub(super) fn collect(program: &Program, licenses: &Licenses) -> Result<Self> {
        let read = |path: &str| fs::read(workspace().join(path)).with_context(|| path.to_owned());
        let completions =
            SHELLS.map(|(shell, ..)| Ok((shell, program.output(&["completions", shell])?)));
        let mut for_readers = FOR_READERS
            .into_iter()
            .map(|(name, path)| Ok((name, read(path)?)))
            .collect::<Result<Vec<_>>>()?;
        for_readers.push(("THIRD-PARTY.txt", licenses.of_packages.clone().into_bytes()));
        for_readers.push(("RUST-LIBRARY.html", licenses.of_standard_library.clone()));
        Ok(Self {
            program: program.bytes()?,
            completions: completions.into_iter().collect::<Result<_>>()?,
            manual: program.manual()?,
            for_readers,
            unit: read(UNIT)?,
        })
    }

    /// The files in the archive, in a folder.
    pub(super) fn in_archive(&self, folder: &str) -> Vec<Item> {
        let mut items = vec![self.program(Program::FILE_NAME)];
        for (shell, file, _) in SHELLS {
            items.push(Item::new(format!("completions/{file}"), self.completion(shell)));
        }
        items.extend(
            self.manual.iter().map(|(name, page)| Item::new(format!("man/{name}"), page.clone())),
        );
        items.extend(self.for_readers.iter().map(|(name, bytes)| Item::new(*name, bytes.clone())));
        if cfg!(target_os = "linux") {
            items.push(Item::new(UNIT, self.unit.clone()));
        }
        for item in &mut items {
            item.path.insert_str(0, &format!("{folder}/"));
        }
        items
    }

    /// The files of a Debian package.
    pub(super) fn in_debian_package(&self) -> Result<Vec<Item>> {
        let mut items = vec![self.program("usr/bin/foursight")];
        for (shell, _, place) in SHELLS {
            if let Some(place) = place {
                items.push(Item::new(format!("usr/share/{place}"), self.completion(shell)));
            }
        }
        for (name, page) in &self.manual {
            items.push(Item::new(format!("usr/share/man/man1/{name}.gz"), gzip(page)?));
        }
        for (name, bytes) in &self.for_readers {
            items.push(Item::new(format!("usr/share/doc/foursight/{name}"), bytes.clone()));
        }
        items.push(Item::new("usr/share/doc/foursight/copyright", COPYRIGHT));
        items.push(Item::new("usr/lib/systemd/system/foursight.service", self.unit.clone()));
        Ok(items)
    }

    fn program(&self, path: &str) -> Item {
        Item { is_program: true, ..Item::new(path, self.program.clone()) }
    }

    fn completion(&self, shell: &str) -> String {
        let found = self.completions.iter().find(|(name, _)| *name == shell);
        found.expect("every shell has its script").1.clone()
    }
}

/// Files that Debian expects in every package.
const COPYRIGHT: &str = "\
Copyright 2026 The Foursight authors

License: MIT or Apache-2.0, at your option. The texts are in LICENSE-MIT and LICENSE-APACHE in this folder; the
licenses of everything that the program contains are in THIRD-PARTY.txt and RUST-LIBRARY.html.
";

#[cfg(test)]
mod tests {
    use super::*;

    impl Contents {
        /// Nearly empty files.
        pub(in crate::release) fn sample() -> Self {
            Self {
                program: b"program".to_vec(),
                completions: SHELLS.map(|(shell, ..)| (shell, format!("for {shell}"))).to_vec(),
                manual: vec![("foursight.1".to_owned(), b".TH foursight 1".to_vec())],
                for_readers: vec![("README.md", b"read me".to_vec())],
                unit: b"[Unit]".to_vec(),
            }
        }
    }

    fn paths(items: Vec<Item>) -> Vec<String> {
        items.into_iter().map(|item| item.path).collect()
    }

    #[test]
    fn an_archive_is_one_folder() {
        let paths = paths(Contents::sample().in_archive("foursight-1.2.3"));
        assert!(paths.iter().all(|path| path.starts_with("foursight-1.2.3/")), "{paths:?}");
        for name in ["completions/_foursight", "man/foursight.1", "README.md"] {
            assert!(paths.contains(&format!("foursight-1.2.3/{name}")), "{paths:?}");
        }
    }

    #[test]
    fn a_debian_package_installs_where_programs_look() {
        let items = Contents::sample().in_debian_package().unwrap();
        let programs: Vec<&Item> = items.iter().filter(|item| item.is_program).collect();
        assert_eq!(programs.len(), 1);
        assert_eq!(programs[0].path, "usr/bin/foursight");
        let paths = paths(items);
        for path in [
            "usr/lib/systemd/system/foursight.service",
            "usr/share/bash-completion/completions/foursight",
            "usr/share/doc/foursight/copyright",
            "usr/share/man/man1/foursight.1.gz",
        ] {
            assert!(paths.contains(&path.to_owned()), "{paths:?}");
        }
    }
}
