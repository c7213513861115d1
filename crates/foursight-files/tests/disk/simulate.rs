//! Simulations from a seed: a test runs itself again as a child, on a disk that fails on request.

#[path = "disk.rs"]
mod disk;

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, Stdio};

use self::disk::Disk;

/// Faults: nothing can grow; half of each write arrives; nothing can be synced; no line of the log can be written.
pub(crate) const FAULTS: [u8; 4] = [1, 2, 4, 8];
pub(crate) const NO_LOG: u8 = FAULTS[3];

/// Runs a simulation as a child on such a disk; fails with the line that repeats it.
pub(crate) fn simulate(test: &str, run: impl FnOnce(&Path, u64)) {
    let seed = std::env::var("SEED").ok().map(|seed| seed.parse().expect("SEED is a number"));
    if let Some(root) = std::env::var_os("DISK_ROOT") {
        run(Path::new(&root), seed.expect("the parent sets it"));
        return;
    }
    let n_seeds = if n_days() < 365 || seed.is_some() { 1 } else { 4 };
    for seed in (0..n_seeds).map(|n| seed.unwrap_or(n + 1)) {
        let disk = Disk::new();
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", test, "--nocapture"]).env("SEED", seed.to_string());
        disk.load(&mut child);
        // Messages of panics go to the output, because the log may be broken.
        let output = child.stderr(Stdio::null()).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        print!("{printed}");
        assert!(output.status.success(), "SEED={seed} cargo xtask simulate");
    }
}

/// The length of a simulation.
pub(crate) fn n_days() -> i64 {
    let days = std::env::var("DAYS").ok().map(|days| days.parse().expect("DAYS is a number"));
    let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    days.unwrap_or(if is_slow { 365 } else { 10 })
}

/// In the child: lets exactly these faults happen from now on.
pub(crate) fn set_faults(faults: u8) {
    let file = std::env::var_os("DISK_FAULTS").expect("the test runs as a child");
    File::options().write(true).open(file).unwrap().write_all_at(&[faults], 0).unwrap();
}

/// In the child: fails the test at a panic that nobody meant, with the number of its step.
pub(crate) fn watch_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        if !text.contains(ON_PURPOSE) {
            println!("{text}");
            std::process::exit(101);
        }
    }));
}

/// The message of a panic that a simulation causes.
pub(crate) const ON_PURPOSE: &str = "on purpose";

/// The threads of this process whose names begin like this.
pub(crate) fn n_threads(name: &str) -> usize {
    let threads = fs::read_dir("/proc/self/task").unwrap().flatten();
    let names = threads.filter_map(|thread| fs::read_to_string(thread.path().join("comm")).ok());
    names.filter(|known| known.trim() == name).count()
}
