//! Compiles the reaper, which is embedded in the launcher and replaces it as process 1.

use std::env;
use std::path::PathBuf;
use std::process::Command;

const SOURCE: &str = "src/reaper_program.rs";

fn main() {
    println!("cargo::rerun-if-changed={SOURCE}");
    if variable("CARGO_CFG_TARGET_OS") != "linux" {
        return;
    }
    // Without libraries of its own, the reaper starts in any root. Not every system can link it in this way.
    let is_compiled = compile(&["-C", "target-feature=+crt-static"]) || compile(&[]);
    assert!(is_compiled, "{SOURCE} does not compile for {}", variable("TARGET"));
}

fn compile(options: &[&str]) -> bool {
    let mut rustc = Command::new(variable("RUSTC"));
    rustc.args(["--edition=2024", "--crate-type=bin", "--target", &variable("TARGET")]);
    rustc.args(["-C", "opt-level=s", "-C", "panic=abort", "-C", "strip=symbols"]);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg("-C").arg(format!("linker={linker}"));
    }
    let reaper = PathBuf::from(variable("OUT_DIR")).join("reaper");
    rustc.args(options).arg(SOURCE).arg("-o").arg(reaper);
    rustc.status().is_ok_and(|status| status.success())
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("cargo sets {name}: {error}"))
}
