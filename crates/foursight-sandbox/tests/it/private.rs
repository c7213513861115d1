//! Private paths stay private wherever they are in generally readable folders, and no program in a scratch folder runs.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Instant;

use foursight_sandbox::{Layer, Process, Sandbox, SandboxOptions};
use tempfile::TempDir;

use crate::{TIME, blocking_files, launcher, options, run, sandbox};

const FILES: [&str; 4] = ["class/ann.txt", "class/bob/bob.txt", "class/venv/bin/python", "tool"];

/// A folder that every program may read, with a class in it: two players and an installation.
static HOME: LazyLock<TempDir> = LazyLock::new(|| {
    let home = tempfile::tempdir().expect("a folder");
    for name in FILES {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, format!("{name}\n")).expect("a file");
    }
    home
});

static PROBED: LazyLock<Sandbox> = LazyLock::new(|| {
    let readable = vec![HOME.path().to_owned(), HOME.path().join("class/venv/bin")];
    Sandbox::probe(launcher(), SandboxOptions { readable, ..options() }).0
});

/// Checks which files a program with `own` files and folders can read.
#[track_caller]
fn check(private: &[&str], own: &[&str], expected: &[&str]) {
    let path = |name: &&str| HOME.path().join(name);
    let own: Vec<PathBuf> = own.iter().map(path).collect();
    let files = FILES.map(|name| path(&name).display().to_string()).join(" ");
    let command = ["sh", "-c", &format!("read line; cat {files}")].map(str::to_owned);
    for sandbox in blocking_files(&PROBED) {
        let sandbox =
            sandbox.with_options(|options| options.private = private.iter().map(path).collect());
        let process = Process::start(&command, &sandbox, &own).expect("it starts");
        process.send("go");
        let deadline = Instant::now() + TIME;
        let lines: Vec<String> = std::iter::from_fn(|| process.receive(deadline).ok()).collect();
        assert_eq!(lines, expected, "{private:?} but {own:?} under {:?}", sandbox.layers());
    }
}

#[test]
fn private_paths_are_readable_only_to_their_owners() {
    let venv = "class/venv/bin/python";
    check(&[], &[], &["class/ann.txt", "class/bob/bob.txt", venv, "tool"]);
    check(&["class"], &[], &[venv, "tool"]);
    check(&["class"], &["class/ann.txt"], &["class/ann.txt", venv, "tool"]);
    check(&["class", "class/bob"], &["class/bob"], &["class/bob/bob.txt", venv, "tool"]);
    check(&["class/bob", "class/ann.txt"], &[], &[venv, "tool"]);
    check(&["class/bob", "nothing"], &[], &["class/ann.txt", venv, "tool"]);
    check(&[""], &["class/ann.txt"], &["class/ann.txt", venv]);
}

#[test]
fn nothing_runs_from_the_scratch_folder() {
    let script = "read line; cp /bin/true own; chmod +x own; ./own && echo through || echo held";
    let check = |sandbox: &Sandbox, expected: &str| {
        let run = run(script, sandbox, None);
        assert_eq!(run.lines, [expected], "{:?}: {run:?}", sandbox.layers());
    };
    check(&Sandbox::bare(), "through");
    for sandbox in
        [Layer::Landlock, Layer::Namespaces].iter().filter_map(|&layer| sandbox(&[layer]))
    {
        check(&sandbox, "held");
        check(&sandbox.with_options(|options| options.runs_scratch = true), "through");
    }
}

/// With namespaces, a library in the scratch folder cannot be loaded.
#[test]
fn no_library_is_loaded_from_the_scratch_folder() {
    let load = "import ctypes, glob, os, shutil; \
                library = next(m.split()[-1] for m in open(\"/proc/self/maps\") if \"libc.so\" in m); \
                shutil.copy(library, \"own.so\"); ctypes.CDLL(os.path.abspath(\"own.so\"))";
    let script = format!("read line; python3 -c '{load}' && echo through || echo held");
    assert_eq!(run(&script, &Sandbox::bare(), None).lines, ["through"]);
    if let Some(sandbox) = sandbox(&[Layer::Namespaces]) {
        let run = run(&script, &sandbox, None);
        assert_eq!(run.lines, ["held"], "{run:?}");
    }
}

/// Any program can find out that it is in a jail; nothing can prevent this.
#[test]
fn a_program_knows_that_it_is_in_a_jail() {
    // The test of the Python package, which asks, has the same two numbers.
    let ask = "import ctypes; c = ctypes.CDLL(None, use_errno=True); c.getsid(0x46534a4c); print(ctypes.get_errno())";
    let script = format!("read line; env -i \"$(command -v python3)\" -c '{ask}'");
    let outside = run(&script, &Sandbox::bare(), None);
    assert_eq!(outside.lines, [nix::libc::ESRCH.to_string()], "{outside:?}");
    if let Some(sandbox) = sandbox(&[Layer::Seccomp]) {
        let inside = run(&script, &sandbox, None);
        assert_eq!(inside.lines, ["129"], "{inside:?}");
    }
}
