//! Files that programs may read: the system's programs and libraries and the files that these need, but no personal
//! files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Programs and libraries of the system, and the settings of loaders and runtimes.
const SYSTEM: [&str; 18] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/alternatives",
    "/etc/ssl/openssl.cnf",
    "/etc/localtime",
    "/etc/mono",
    "/etc/dotnet",
];

/// The system's programs and libraries, with the interpreters on `PATH`.
pub(crate) fn system() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    paths.extend(java_settings());
    let search = std::env::var_os("PATH").unwrap_or_default();
    for folder in std::env::split_paths(&search).filter(|folder| folder.is_absolute()) {
        paths.extend(installation(&folder));
    }
    paths.retain(|path| path.exists());
    paths
}

/// Debian keeps Java's settings in `/etc/java-17-openjdk`; without them, Java does not start.
fn java_settings() -> Vec<PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_java = |name: &OsStr| name.to_string_lossy().starts_with("java");
    entries.filter(|entry| is_java(&entry.file_name())).map(|entry| entry.path()).collect()
}

/// The parts of a program folder: its libraries, but no personal files beside them.
fn installation(programs: &Path) -> Vec<PathBuf> {
    let mut paths = vec![programs.to_owned()];
    let Some(root) = programs.parent().filter(|root| *root != Path::new("/")) else {
        return paths;
    };
    match programs.file_name().and_then(OsStr::to_str) {
        // pyenv, rbenv and asdf keep small programs there that look for the real ones next to the folder.
        Some("shims") => paths.push(root.to_owned()),
        Some("bin") => {
            paths.extend(libraries(root));
            paths.extend(virtual_environment(root));
            if root.ends_with(".cargo") {
                paths.extend(compilers(&root.with_file_name(".rustup")));
            }
        }
        _ => {}
    }
    paths
}

/// The compilers that the programs in `.cargo/bin` run, without their documentation of fifty thousand files each.
/// `.cargo` itself holds passwords.
fn compilers(rustup: &Path) -> Vec<PathBuf> {
    let mut paths = vec![rustup.join("settings.toml")];
    for toolchain in fs::read_dir(rustup.join("toolchains")).into_iter().flatten().flatten() {
        paths.push(toolchain.path().join("bin"));
        paths.extend(libraries(&toolchain.path()));
    }
    paths
}

fn libraries(root: &Path) -> [PathBuf; 3] {
    ["lib", "lib64", "libexec"].map(|name| root.join(name))
}

/// The files that the interpreter of a Python virtual environment needs: the settings and the packages of the
/// environment, and the installation that it was made from. Empty if `root` is not such an environment.
pub fn virtual_environment(root: &Path) -> Vec<PathBuf> {
    let settings = root.join("pyvenv.cfg");
    let Ok(text) = fs::read_to_string(&settings) else { return Vec::new() };
    let mut paths = vec![settings];
    paths.extend(libraries(root));
    // `home = /usr/bin`, the folder of the interpreter that made it.
    let mut values = text.lines().filter_map(|line| line.split_once('='));
    if let Some((_, home)) = values.find(|(key, _)| key.trim() == "home") {
        let home = PathBuf::from(home.trim());
        paths.extend(home.parent().map(libraries).into_iter().flatten());
        paths.push(home);
    }
    paths.retain(|path| path.exists());
    paths
}

/// The files that a command line names, its program first: a program without a folder of its own needs these to start.
pub(crate) fn of_command(program: &Path, arguments: &[String]) -> Vec<PathBuf> {
    let files = arguments.iter().map(PathBuf::from);
    let named = files.filter(|path| path.is_absolute() && path.is_file());
    std::iter::once(program.to_owned()).chain(named).collect()
}

/// The file of the program `word`, found as a shell would find it.
pub fn find_program(word: &str) -> Option<PathBuf> {
    if word.contains('/') {
        return Some(PathBuf::from(word)).filter(|path| path.is_file());
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&search).map(|folder| folder.join(word)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_readable_without_their_documentation() {
        let home = tempfile::tempdir().unwrap();
        let toolchain = home.path().join(".rustup/toolchains/stable");
        for folder in ["bin", "lib", "share/doc"] {
            fs::create_dir_all(toolchain.join(folder)).unwrap();
        }
        let mut paths = installation(&home.path().join(".cargo/bin"));
        paths.retain(|path| path.exists());
        assert_eq!(paths, [toolchain.join("bin"), toolchain.join("lib")]);
    }
}
