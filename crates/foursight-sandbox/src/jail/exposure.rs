//! Looks from inside for a way to reach the launcher; if a layer holds, there is none.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::launcher_task::LauncherTask;
use crate::stamp::is_stamped;

/// The paths under which the launcher can be read or run.
pub(super) fn exposed(task: &LauncherTask) -> Vec<PathBuf> {
    let known = known(task);
    let runs = known.iter().filter(|path| runs(path, task)).cloned();
    let reads =
        known.iter().cloned().chain(processes()).filter(|path| is_stamped(path).unwrap_or(false));
    let mut exposed: Vec<PathBuf> = runs.chain(reads).collect();
    exposed.sort();
    exposed.dedup();
    exposed
}

/// The paths of the launcher, and the paths where a program may expect it.
fn known(task: &LauncherTask) -> Vec<PathBuf> {
    let launcher = task.launcher.first().map(PathBuf::from).unwrap_or_default();
    let paths = on_path(&launcher).into_iter().chain(task.hidden.iter().cloned());
    paths.chain([launcher]).collect()
}

/// Files with the launcher's name, found as a shell would find them.
fn on_path(program: &Path) -> Vec<PathBuf> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let name = program.file_name().unwrap_or_default();
    std::env::split_paths(&search).map(|folder| folder.join(name)).collect()
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

    /// Outside, nothing is hidden: this program carries the stamp and finds itself.
    #[test]
    fn what_is_not_hidden_is_found() {
        let own = std::env::current_exe().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("renamed");
        fs::copy(&own, &copy).unwrap();
        let task = LauncherTask {
            stage: Stage::Enter,
            errand: Errand::Run(Vec::new()),
            launcher: vec![own.display().to_string()],
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
