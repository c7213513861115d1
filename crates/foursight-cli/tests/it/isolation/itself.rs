//! No player gains access to the running program, the perfect player.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use foursight_sandbox::Layer;
use serde_json::Value;
use tempfile::TempDir;

use super::sandbox;

const PROGRAM: &str = env!("CARGO_BIN_EXE_foursight");

/// A folder with only the program file, as people download it.
fn download() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("foursight");
    fs::hard_link(PROGRAM, &program).or_else(|_| fs::copy(PROGRAM, &program).map(drop)).unwrap();
    (folder, program)
}

/// A match of one game, with the program's own folder on `PATH`.
fn play(program: &Path, players: [&str; 2]) -> Output {
    let folder = program.parent().unwrap().display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let options = ["arena", "match", "--json", "--games=1", "--clock=20s", "--start-time=20s"];
    Command::new(program).args(options).args(players).env("PATH", path).output().unwrap()
}

fn game(output: &Output) -> Value {
    let line = output.stdout.split(|&byte| byte == b'\n').next().unwrap();
    serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// A player beside the program.
fn script(folder: &Path, script: &str) -> String {
    let player = folder.join("player.sh");
    fs::write(&player, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&player, fs::Permissions::from_mode(0o755)).unwrap();
    player.display().to_string()
}

#[test]
fn as_the_player() {
    if sandbox(&[Layer::Landlock, Layer::Namespaces]).is_none() {
        return;
    }
    let (folder, program) = download();
    let renamed = folder.path().join("renamed");
    fs::rename(&program, &renamed).unwrap();
    let output = play(Path::new(PROGRAM), [&format!("{} engine", renamed.display()), "random"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("is foursight itself") && error.contains("level:N"), "{error}");
}

/// Levels play beside isolated players, with only this program's file. Level 6 overlooks no threat.
#[test]
fn levels_play() {
    let (folder, program) = download();
    let player = script(folder.path(), "while read line; do echo 0; done");
    let output = play(&program, ["level:6", &format!("columns:{player}")]);
    let game = game(&output);
    assert!(output.status.success(), "{output:?}");
    assert!(["line", "illegal move"].contains(&game["ending"].as_str().unwrap()), "{game}");
    assert_eq!(game["result"], "1-0", "{game}");
}
