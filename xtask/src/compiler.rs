//! The compiler: its target, and the paths that it would embed in programs.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::platforms;
use crate::step::output_of;

pub(crate) struct Compiler {
    /// The target to compile for.
    pub(crate) target: String,
    /// The commit of the compiler's sources.
    commit: String,
    /// The compiler's installation folder.
    folder: PathBuf,
}

impl Compiler {
    /// Queries the compiler. The target is this machine with musl if musl's standard library and C compiler are
    /// installed, otherwise this machine unchanged.
    pub(crate) fn ask() -> Result<Self> {
        let rustc = || Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        let version = output_of(rustc().arg("-vV"))?;
        let field = |name: &str| {
            let value = version.lines().find_map(|line| line.strip_prefix(name));
            value.map(str::to_owned).with_context(|| format!("rustc -vV shows no {name}"))
        };
        let host = field("host: ")?;
        let musl = host.replace("-linux-gnu", "-linux-musl");
        let has_compiler = || Command::new("musl-gcc").arg("--version").output().is_ok();
        let is_other = musl != host && platforms::is_installed(&musl)? && has_compiler();
        Ok(Self {
            target: if is_other { musl } else { host },
            commit: field("commit-hash: ")?,
            folder: output_of(rustc().args(["--print", "sysroot"]))?.trim_end().into(),
        })
    }

    /// The path of the standard library's sources if they are installed, and the path that the compiler embeds
    /// otherwise.
    pub(crate) fn sources(&self) -> (PathBuf, String) {
        (self.folder.join("lib/rustlib/src/rust"), format!("/rustc/{}", self.commit))
    }

    /// The page with the licenses of the standard library.
    pub(crate) fn licenses(&self) -> PathBuf {
        self.folder.join("share/doc/rust/COPYRIGHT-library.html")
    }
}

/// A C library that becomes part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CLibrary {
    Gnu,
    Musl,
}

impl CLibrary {
    pub(crate) fn linked_statically(target: &str) -> Option<Self> {
        let (_, system) = target.split_once("-linux-")?;
        [("gnu", Self::Gnu), ("musl", Self::Musl)]
            .into_iter()
            .find_map(|(name, library)| system.starts_with(name).then_some(library))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gnu => "The GNU C Library",
            Self::Musl => "The C library musl",
        }
    }

    pub(crate) fn license_file(self) -> &'static str {
        match self {
            Self::Gnu => "glibc.txt",
            Self::Musl => "musl.txt",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linux_programs_contain_their_c_library() {
        let library = CLibrary::linked_statically;
        assert_eq!(library("x86_64-unknown-linux-gnu"), Some(CLibrary::Gnu));
        assert_eq!(library("aarch64-unknown-linux-musl"), Some(CLibrary::Musl));
        assert_eq!(library("aarch64-apple-darwin"), None);
        assert_eq!(library("x86_64-pc-windows-msvc"), None);
    }
}
