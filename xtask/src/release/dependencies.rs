//! The packages that are compiled into the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::program::PACKAGE;
use crate::metadata;
use crate::step::cargo;

/// A third-party package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) version: String,
    /// The expression in its manifest, such as `MIT OR Apache-2.0`.
    pub(super) license: String,
    pub(super) folder: PathBuf,
}

/// The output of `cargo metadata` for the program and all its dependencies.
pub(super) struct Dependencies(Value);

impl Dependencies {
    /// The packages that the program needs on a target.
    pub(super) fn of_program(target: &str) -> Result<Self> {
        let mut command = cargo(&["metadata", "--locked", "--format-version", "1"]);
        command.args(["--filter-platform", target]);
        metadata::ask(command).map(Self)
    }

    /// The version of the program.
    pub(super) fn version(&self) -> Result<String> {
        text(&self.program()?["version"])
    }

    fn program(&self) -> Result<&Value> {
        let packages = self.0["packages"].as_array().context("no packages")?;
        let program = packages.iter().find(|package| package["name"] == PACKAGE);
        program.with_context(|| format!("there is no package {PACKAGE}"))
    }

    /// The third-party packages in the program, in order, without those that only build scripts or tests use.
    pub(super) fn of_others(&self) -> Result<Vec<Dependency>> {
        let by_id = |list: &Value| -> Result<BTreeMap<String, Value>> {
            let list = list.as_array().context("no list")?;
            list.iter().map(|value| Ok((text(&value["id"])?, value.clone()))).collect()
        };
        let packages = by_id(&self.0["packages"])?;
        let nodes = by_id(&self.0["resolve"]["nodes"])?;
        let mut found = BTreeMap::new();
        let mut open = vec![text(&self.program()?["id"])?];
        while let Some(id) = open.pop() {
            let package = packages.get(&id).with_context(|| format!("no package {id}"))?;
            if found.insert(id.clone(), package).is_none() {
                let used = nodes[&id]["deps"].as_array().context("no list")?;
                let linked = used.iter().filter(|used| is_linked(used));
                open.extend(linked.map(|used| text(&used["pkg"])).collect::<Result<Vec<_>>>()?);
            }
        }
        let others = found.into_values().filter(|package| !package["source"].is_null());
        let mut others = others.map(Dependency::new).collect::<Result<Vec<_>>>()?;
        others.sort();
        Ok(others)
    }
}

/// Whether a package is compiled into its user rather than into a build script or tests.
fn is_linked(used: &Value) -> bool {
    let kinds = used["dep_kinds"].as_array();
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
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
    value.as_str().map(str::to_owned).with_context(|| format!("{value} is no text"))
}
