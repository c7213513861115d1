//! The folder `docs`, which holds the measured figures.

use anyhow::{Context, Result};

use crate::check::workspace;

/// Writes a file in this folder, whole or not at all.
pub(crate) fn save(name: &str, text: &str) -> Result<()> {
    let path = workspace().join("docs").join(name);
    foursight_files::write(&path, text.as_bytes()).with_context(|| path.display().to_string())
}
