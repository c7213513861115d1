//! The folder `docs`, which holds the measured figures.

use std::fs;

use anyhow::{Context, Result};

use crate::check::workspace;

/// Writes a file in this folder, whole or not at all.
pub(crate) fn save(name: &str, text: &str) -> Result<()> {
    let path = workspace().join("docs").join(name);
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, text)?;
    fs::rename(&temporary, &path).with_context(|| path.display().to_string())
}
