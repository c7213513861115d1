//! The packages that are compiled into the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::program::PACKAGE;
use crate::metadata;
use crate::step::{cargo, output_of};

/// A third-party package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) version: String,
    /// The expression in its manifest, such as `MIT OR Apache-2.0`.
    pub(super) license: String,
    pub(super) folder: PathBuf,
}

<<<<<<< HEAD
/// The program and everything it needs on a target.
pub(super) struct Dependencies {
    /// What `cargo metadata` says of all packages.
    packages: Vec<Value>,
    /// The packages in the program, as `NAME vVERSION`. Those that only build scripts or tests use are not in it.
    linked: BTreeSet<String>,
}
=======
/// The output of `cargo metadata` for the program and all its dependencies.
pub(super) struct Dependencies(Value);
>>>>>>> w-words

impl Dependencies {
    /// The packages that the program needs on a target.
    pub(super) fn of_program(target: &str) -> Result<Self> {
        let metadata = cargo(&["metadata", "--locked", "--format-version", "1"]);
        let packages = metadata::ask(metadata)?["packages"].take();
        let mut tree = cargo(&["tree", "--locked", "--package", PACKAGE, "--target", target]);
        tree.args(["--edges", "normal", "--prefix", "none", "--format", "{p}"]);
        // Words behind these two say where a package lies, that it is a macro, or that it was listed before.
        let linked = output_of(&mut tree)?;
        let linked =
            linked.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
        Ok(Self { packages: serde_json::from_value(packages)?, linked: linked.collect() })
    }

    /// The version of the program.
    pub(super) fn version(&self) -> Result<String> {
        let program = self.packages.iter().find(|package| package["name"] == PACKAGE);
        text(&program.with_context(|| format!("there is no package {PACKAGE}"))?["version"])
    }

<<<<<<< HEAD
    /// The packages of others in the program, in order.
=======
    fn program(&self) -> Result<&Value> {
        let packages = self.0["packages"].as_array().context("no packages")?;
        let program = packages.iter().find(|package| package["name"] == PACKAGE);
        program.with_context(|| format!("there is no package {PACKAGE}"))
    }

    /// The third-party packages in the program, in order, without those that only build scripts or tests use.
>>>>>>> w-words
    pub(super) fn of_others(&self) -> Result<Vec<Dependency>> {
        let others = self.packages.iter().filter(|package| !package["source"].is_null());
        let mut others = others.map(Dependency::new).collect::<Result<Vec<_>>>()?;
        others.retain(|one| self.linked.contains(&format!("{} v{}", one.name, one.version)));
        others.sort();
        Ok(others)
    }
}

<<<<<<< HEAD
=======
/// Whether a package is compiled into its user rather than into a build script or tests.
fn is_linked(used: &Value) -> bool {
    let kinds = used["dep_kinds"].as_array();
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
}

>>>>>>> w-words
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
    value.as_str().map(str::to_owned).with_context(|| format!("{value} is no text"))
}
