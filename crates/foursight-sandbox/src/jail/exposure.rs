//! Looks from inside for a way to reach the launcher; if a layer holds, there is none.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::launcher_task::LauncherTask;
use crate::sandbox::identity;

/// The paths under which the launcher can be read or run.
pub(super) fn exposed(task: &LauncherTask) -> Vec<PathBuf> {
    let own = task.launcher.first().map(PathBuf::from).into_iter();
    let known: Vec<PathBuf> = own.chain(task.hidden.iter().cloned()).collect();
    let runs = known.iter().filter(|path| runs(path, task)).cloned();
    let reads = known.iter().cloned().chain(processes()).filter(|path| reads(path, task));
    let mut exposed: Vec<PathBuf> = runs.chain(reads).collect();
    exposed.sort();
    exposed.dedup();
    exposed
}

/// The programs of all processes but this one, and the files that their command lines begin with.
fn processes() -> Vec<PathBuf> {
    let own = std::process::id();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let folders = numbers
        .filter(|&number| number != own)
        .map(|number| Path::new("/proc").join(number.to_string()));
    folders.flat_map(|folder| [folder.join("exe"), first_word(&folder.join("cmdline"))]).collect()
}

fn first_word(line: &Path) -> PathBuf {
    let line = fs::read(line).unwrap_or_default();
    let word = line.split(|&byte| byte == 0).next().unwrap_or_default();
    PathBuf::from(OsString::from_vec(word.to_owned()))
}

/// Whether a file is the launcher, and can be read.
fn reads(path: &Path, task: &LauncherTask) -> bool {
    task.launcher_file.is_some() && identity(path) == task.launcher_file && File::open(path).is_ok()
}

/// Whether a file can be run; as a launcher, it receives an empty task and fails at once.
fn runs(path: &Path, task: &LauncherTask) -> bool {
    let mut command = Command::new(path);
    command.args(task.launcher.iter().skip(1)).arg("{}");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(_) => true,
        Err(error) => !matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::NotFound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launcher_task::{Errand, Stage};
    use crate::options::SandboxOptions;

    /// Outside, nothing is hidden.
    #[test]
    fn what_is_not_hidden_is_found() {
        let own = std::env::current_exe().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("renamed");
        fs::hard_link(&own, &copy).or_else(|_| fs::copy(&own, &copy).map(drop)).unwrap();
        let task = LauncherTask {
            stage: Stage::Enter,
            errand: Errand::Run(Vec::new()),
            launcher: vec![own.display().to_string()],
            launcher_file: identity(&own),
            layers: Vec::new(),
            options: SandboxOptions::default(),
            readable: Vec::new(),
            hidden: vec![copy.clone()],
            scratch: PathBuf::new(),
            exit_report: PathBuf::new(),
            cgroup: None,
            niceness: 0,
            supervisor: None,
        };
        let found = exposed(&task);
        assert!(found.contains(&own) && found.contains(&copy), "{found:?}");
        fs::remove_file(&copy).unwrap();
        assert!(!exposed(&task).contains(&copy));
    }
}
