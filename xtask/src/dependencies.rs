//! The packages that are compiled into the program, or into the Python package.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::metadata;
use crate::step::{cargo, output_of};

/// A third-party package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The expression in its manifest, such as `MIT OR Apache-2.0`.
    pub(crate) license: String,
    pub(crate) folder: PathBuf,
}

/// The program and everything it needs on a target.
pub(crate) struct Dependencies {
    package: String,
    /// The `cargo metadata` of all packages.
    packages: Vec<Value>,
    /// The packages in the program, as `NAME vVERSION`. Those that only build scripts or tests use are not in it.
    linked: BTreeSet<String>,
}

impl Dependencies {
    /// The packages that one of this workspace needs on a target.
    pub(crate) fn of(package: &str, target: &str) -> Result<Self> {
        let metadata = cargo(&["metadata", "--locked", "--format-version", "1"]);
        let packages = metadata::ask(metadata)?["packages"].take();
        let mut tree = cargo(&["tree", "--locked", "--package", package, "--target", target]);
        tree.args(["--edges", "normal", "--prefix", "none", "--format", "{p}"]);
        // The words after the name and the version say where a package lies, that it is a macro, or that it was listed
        // before.
        let linked = output_of(&mut tree)?;
        let linked =
            linked.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
        let (package, linked) = (package.to_owned(), linked.collect());
        Ok(Self { package, packages: serde_json::from_value(packages)?, linked })
    }

    /// The version of the package.
    pub(crate) fn version(&self) -> Result<String> {
        let own = self.packages.iter().find(|package| package["name"] == self.package.as_str());
        text(&own.with_context(|| format!("there is no package {}", self.package))?["version"])
    }

    /// The third-party packages in the program, in order.
    pub(crate) fn of_others(&self) -> Result<Vec<Dependency>> {
        let others = self.packages.iter().filter(|package| !package["source"].is_null());
        let mut others = others.map(Dependency::new).collect::<Result<Vec<_>>>()?;
        others.retain(|one| self.linked.contains(&format!("{} v{}", one.name, one.version)));
        others.sort();
        Ok(others)
    }
}

impl Dependency {
    fn new(package: &Value) -> Result<Self> {
        let manifest = text(&package["manifest_path"])?;
        let folder = Path::new(&manifest).parent().context("a manifest without a folder")?;
        Ok(Self {
            name: text(&package["name"])?,
            version: text(&package["version"])?,
            license: text(&package["license"]).unwrap_or_default(),
            folder: folder.to_owned(),
        })
    }
}

fn text(value: &Value) -> Result<String> {
    value.as_str().map(str::to_owned).with_context(|| format!("{value} is not a string"))
}
