//! The released commit.

use anyhow::{Context, Result, ensure};

use crate::step::git;

/// The commit to release.
pub(super) struct Source {
    pub(super) version: String,
    /// The date of the commit, in seconds since 1970, which becomes the date of every file.
    pub(super) seconds: u64,
}

impl Source {
    /// The commit of this checkout. Fails if files differ from it, unless that is allowed.
    pub(super) fn read(version: String, allow_dirty: bool) -> Result<Self> {
        let changed = git(&["status", "--porcelain"])?;
        ensure!(
            allow_dirty || changed.is_empty(),
            "these files differ from the commit; commit them, or add --allow-dirty:\n{changed}"
        );
        let tags = git(&["tag", "--points-at", "HEAD", "--list", "v*"])?;
        check_tags(tags.trim_end(), &version)?;
        // The variable by which builders of distributions set the date.
        let seconds = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(seconds) => seconds,
            Err(_) => git(&["log", "-1", "--format=%ct"])?,
        };
        let seconds =
            seconds.trim_end().parse().with_context(|| format!("no date: {seconds:?}"))?;
        Ok(Self { version, seconds })
    }
}

/// A commit with another version's tag means that the version number was not updated.
fn check_tags(tags: &str, version: &str) -> Result<()> {
    ensure!(
        tags.is_empty() || tags.lines().any(|tag| tag == format!("v{version}")),
        "the commit is tagged {tags}, but Cargo.toml says version {version}"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_states_the_version() {
        assert!(check_tags("", "0.2.0").is_ok());
        assert!(check_tags("v0.2.0", "0.2.0").is_ok());
        assert!(check_tags("v0.2.0-rc\nv0.2.0", "0.2.0").is_ok());
        let error = check_tags("v0.3.0", "0.2.0").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the commit is tagged v0.3.0, but Cargo.toml says version 0.2.0"
        );
    }
}
