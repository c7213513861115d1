//! The package for Debian and its relatives.
//!
//! `cargo-deb` would replace the few lines that write an `ar` archive, and takes minutes to compile.

use anyhow::Result;

use super::archive::{Item, ar, tar_gz};
use super::contents::Contents;
use super::source::Source;

/// Debian's name for the processor of a Linux target, if it has one.
pub(super) fn architecture(target: &str) -> Option<&'static str> {
    let (processor, system) = target.split_once('-')?;
    let names = [("x86_64", "amd64"), ("aarch64", "arm64"), ("riscv64gc", "riscv64")];
    let name = names.into_iter().find(|(name, _)| *name == processor);
    name.filter(|_| system.contains("linux")).map(|(_, architecture)| architecture)
}

pub(super) fn file_name(version: &str, architecture: &str) -> String {
    format!("foursight_{version}_{architecture}.deb")
}

/// The package, for `dpkg --install`. Its program needs no other package.
pub(super) fn package(contents: &Contents, architecture: &str, source: &Source) -> Result<Vec<u8>> {
    let files = contents.in_debian_package()?;
    let n_bytes: usize = files.iter().map(|item| item.bytes.len()).sum();
    let control = control(&source.version, architecture, n_bytes);
    let control = tar_gz(&[Item::new("control", control)], source.seconds)?;
    let data = tar_gz(&files, source.seconds)?;
    let members: [(&str, &[u8]); 3] =
        [("debian-binary", b"2.0\n"), ("control.tar.gz", &control), ("data.tar.gz", &data)];
    Ok(ar(&members, source.seconds))
}

/// The fields that the package manager shows and compares.
fn control(version: &str, architecture: &str, n_bytes: usize) -> String {
    let home = env!("CARGO_PKG_REPOSITORY");
    let size = n_bytes.div_ceil(1024);
    format!(
        "Package: foursight\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Foursight authors <{home}/issues>\n\
         Installed-Size: {size}\n\
         Section: games\n\
         Priority: optional\n\
         Homepage: {home}\n\
         Description: Connect Four with an exact solver\n \
         Play in the terminal or in a browser, solve any position exactly, see why a\n \
         move wins or loses, and run tournaments of bots in any language.\n"
    )
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    #[test]
    fn debian_has_its_own_names() {
        assert_eq!(architecture("x86_64-unknown-linux-musl"), Some("amd64"));
        assert_eq!(architecture("aarch64-unknown-linux-gnu"), Some("arm64"));
        assert_eq!(architecture("aarch64-apple-darwin"), None);
        assert_eq!(architecture("x86_64-pc-windows-msvc"), None);
        assert_eq!(file_name("1.2.3", "arm64"), "foursight_1.2.3_arm64.deb");
    }

    #[test]
    fn the_control_file_is_a_paragraph() {
        let control = control("1.2.3", "arm64", 1025);
        for field in ["Version: 1.2.3", "Architecture: arm64", "Installed-Size: 2"] {
            assert!(control.lines().any(|line| line == field), "{control}");
        }
        assert!(control.lines().all(|line| line.starts_with(' ') || line.contains(": ")));
        assert!(control.ends_with(".\n"));
    }

    #[test]
    fn dpkg_reads_a_small_package() {
        let source = Source { version: "1.2.3".to_owned(), seconds: 1_700_000_000 };
        let made = package(&Contents::sample(), "amd64", &source).unwrap();
        assert_eq!(made, package(&Contents::sample(), "amd64", &source).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("foursight.deb");
        fs::write(&file, made).unwrap();
        let dpkg = |option: &str| Command::new("dpkg-deb").arg(option).arg(&file).output();
        let [Ok(listing), Ok(fields)] = [dpkg("--contents"), dpkg("--info")] else {
            println!("NOT TESTED: there is no dpkg-deb");
            return;
        };
        assert!(fields.status.success(), "{fields:?}");
        let listing = String::from_utf8(listing.stdout).unwrap();
        let program = listing.lines().find(|line| line.ends_with("usr/bin/foursight")).unwrap();
        assert!(program.starts_with("-rwxr-xr-x root/root "), "{program}");
    }
}
