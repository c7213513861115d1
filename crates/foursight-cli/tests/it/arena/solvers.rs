//! A solver in the environment of the players' interpreter is reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A virtual environment with a package in it; returns its folder of programs.
fn environment(folder: &Path, package: &str) -> PathBuf {
    let made = Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(folder).output();
    assert!(made.as_ref().is_ok_and(|made| made.status.success()), "{made:?}");
    let version = fs::read_dir(folder.join("lib")).unwrap().next().unwrap().unwrap().path();
    let package = version.join("site-packages").join(package);
    fs::create_dir_all(&package).unwrap();
    fs::write(package.join("__init__.py"), "").unwrap();
    folder.join("bin")
}

fn run(args: &[&str], programs: Option<&Path>) -> Output {
    let path = std::env::var("PATH").unwrap();
    let before = programs.map_or(String::new(), |programs| format!("{}:", programs.display()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_foursight"));
    command.args(args).env("PATH", before + &path).output().unwrap()
}

#[test]
fn an_interpreter_with_a_solver_is_reported() {
    let folder = TempDir::new().unwrap();
    let real = folder.path().canonicalize().unwrap();
    let with = environment(&real.join("with"), "bitbully");
    let without = environment(&real.join("without"), "numpy_or_so");
    let bot = real.join("bot.py");
    fs::write(&bot, "def agent(observation, configuration):\n    return 0\n").unwrap();
    let check = |programs: &Path| {
        let line = format!("kaggle:{}/python3 {}", programs.display(), bot.display());
        let checked = run(&["arena", "check", "--trust", &line], None);
        String::from_utf8(checked.stderr).unwrap()
    };
    let python = with.join("python3").display().to_string();
    let reported = check(&with);
    let warning =
        format!("warning: {python} can import bitbully, which lets any player play perfectly");
    assert!(reported.contains(&warning), "{reported}");
    let silent = check(&without);
    assert!(!silent.contains("can import"), "{silent}");
    // A player that does not name an interpreter gets the one on `PATH`, which `doctor` also reports on.
    let bot = bot.display().to_string();
    let checked = run(&["arena", "check", "--trust", &bot], Some(&with));
    let reported = String::from_utf8(checked.stderr).unwrap();
    assert!(reported.contains("python3 can import bitbully"), "{reported}");
    let doctor = run(&["arena", "doctor", "--json"], Some(&without));
    let layers: Vec<Value> = serde_json::from_slice(&doctor.stdout).unwrap();
    let packages = layers.iter().find(|layer| layer["layer"] == "packages").unwrap();
    assert_eq!(packages["gaps"], Value::Array(Vec::new()), "{packages}");
}
