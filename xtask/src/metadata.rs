//! Facts about this workspace, from `cargo metadata`.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, Result, anyhow};
use serde_json::Value;

use crate::step::{cargo, output_of};

/// Read only once, because it does not change.
static METADATA: LazyLock<Result<Value>> =
    LazyLock::new(|| ask(cargo(&["metadata", "--no-deps", "--format-version", "1"])));

/// The output of `cargo metadata`.
pub(crate) fn ask(mut command: Command) -> Result<Value> {
    Ok(serde_json::from_str(&output_of(&mut command)?)?)
}

fn metadata() -> Result<&'static Value> {
    METADATA.as_ref().map_err(|error| anyhow!("{error:#}"))
}

/// The packages of this workspace.
pub(crate) fn packages() -> Result<&'static [Value]> {
    Ok(metadata()?["packages"].as_array().context("no packages")?)
}

/// Cargo's target folder: `target`, unless `CARGO_TARGET_DIR` or a configuration says otherwise.
pub(crate) fn target() -> Result<&'static Path> {
    target_in(metadata()?)
}

fn target_in(metadata: &Value) -> Result<&Path> {
    metadata["target_directory"].as_str().map(Path::new).context("no target directory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::workspace;

    #[track_caller]
    fn check(variable: Option<&str>, options: &[&str], expected: &Path) {
        let mut command = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
        command.env_remove("CARGO_TARGET_DIR").args(options);
        command.envs(variable.map(|folder| ("CARGO_TARGET_DIR", folder)));
        assert_eq!(target_in(&ask(command).unwrap()).unwrap(), expected);
    }

    #[test]
    fn cargo_says_where_it_builds() {
        let elsewhere = std::env::temp_dir().join("elsewhere");
        let name = elsewhere.to_str().unwrap();
        check(Some(name), &[], &elsewhere);
        check(None, &["--config", &format!("build.target-dir = '{name}'")], &elsewhere);
    }

    #[test]
    fn no_task_and_no_test_of_the_page_takes_it_for_granted() {
        for folder in ["xtask/src", "xtask/src/peers", "e2e"] {
            for entry in std::fs::read_dir(workspace().join(folder)).unwrap() {
                let path = entry.unwrap().path();
                let is_code = matches!(path.extension(), Some(end) if end == "rs" || end == "js");
                if is_code && !path.ends_with(file!()) {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let is_named = text.contains("\"target/") || text.contains("\"target\"");
                    assert!(!is_named, "{} must ask cargo where it builds", path.display());
                }
            }
        }
    }
}
