//! The packages of the workspace, as `cargo metadata` describes them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// The `cargo metadata` of the workspace.
pub(crate) fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("metadata is JSON")
}

/// The packages of the workspace.
pub(crate) fn packages() -> Vec<Value> {
    metadata()["packages"].as_array().expect("there are packages").clone()
}

/// A string of the metadata.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a name is a string").to_owned()
}
