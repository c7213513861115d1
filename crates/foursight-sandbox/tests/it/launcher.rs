//! The launcher is out of reach: no program inside can read or run it, under its own name or by a link to it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::LazyLock;

use foursight_sandbox::{Layer, LayerReport, LayerStatus, Process, Sandbox, SandboxOptions};
use tempfile::TempDir;

use crate::{Run, blocking_files, launcher, options, run};

/// The launcher under several names, in a folder that every program may read.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::copy(&launcher()[0], path("launcher")).expect("a copy");
    fs::hard_link(path("launcher"), path("hard-link")).expect("a link");
    symlink(path("launcher"), path("symlink")).expect("a link");
    fs::write(path("other"), "other").expect("a file");
    folder
});

static PROBED: LazyLock<(Sandbox, Vec<LayerReport>)> = LazyLock::new(|| {
    let readable = vec![FOLDER.path().to_owned()];
    Sandbox::probe(vec![path("launcher")], SandboxOptions { readable, ..options() })
});

fn path(name: &str) -> String {
    FOLDER.path().join(name).display().to_string()
}

fn sandboxes() -> Vec<Sandbox> {
    let (all, reports) = &*PROBED;
    let sandboxes = blocking_files(all);
    assert!(sandboxes.iter().all(|sandbox| !sandbox.layers().is_empty()), "{reports:?}");
    sandboxes
}

/// Runs a script that prints `through` if the condition holds. The launcher without a task ends with 125.
fn attempt(condition: &str, sandbox: &Sandbox, folder: &Path) -> Run {
    let script = format!(
        "read line; runs() {{ \"$@\" '{{}}'; test $? = 125; }}; reads() {{ head -c 4 \"$1\" | grep -q ELF; }}; \
         if {condition}; then echo through; else echo held; fi"
    );
    run(&script, sandbox, Some(folder))
}

/// Checks that nothing gets through, except without a sandbox.
#[track_caller]
fn check(condition: &str) {
    let nowhere = Path::new("/usr");
    let open = attempt(condition, &Sandbox::bare(), nowhere);
    assert_eq!(open.lines, ["through"], "{condition} without a sandbox: {open:?}");
    check_held(condition, nowhere);
}

#[track_caller]
fn check_held(condition: &str, folder: &Path) {
    for sandbox in sandboxes() {
        let held = attempt(condition, &sandbox, folder);
        assert_eq!(held.lines, ["held"], "{condition} under {:?}: {held:?}", sandbox.layers());
    }
}

#[test]
fn under_its_own_name() {
    check(&format!("reads {}", path("launcher")));
    check(&format!("runs {}", path("launcher")));
    check(&format!("PATH={}:$PATH runs launcher", FOLDER.path().display()));
    check(&format!("reads {}", path("symlink")));
    check(&format!("runs {}", path("symlink")));
}

/// Files beside it remain readable.
#[test]
fn its_neighbors() {
    let script = format!("read line; cat {}; ls {}", path("other"), FOLDER.path().display());
    for sandbox in sandboxes() {
        let run = run(&script, &sandbox, None);
        let expected = ["otherhard-link", "launcher", "other", "symlink"];
        assert_eq!(run.lines, expected, "{:?}: {run:?}", sandbox.layers());
    }
}

/// Process 1 reveals nothing, and can do nothing but reap.
#[test]
fn the_first_process() {
    let nowhere = Path::new("/usr");
    check_held("runs \"$(tr '\\0' '\\n' </proc/1/cmdline | head -1)\"", nowhere);
    for process in ["1", "$PPID"] {
        check_held(&format!("reads /proc/{process}/exe"), nowhere);
        check_held(&format!("runs /proc/{process}/exe"), nowhere);
    }
    let Some(sandbox) = sandboxes().into_iter().find(|s| s.layers().contains(&Layer::Namespaces))
    else {
        return;
    };
    let script = "read line; tr '\\0' ' ' </proc/1/cmdline; echo; grep -h Cap /proc/1/status | cut -f 2 | sort -u";
    let run = run(script, &sandbox, None);
    assert_eq!(run.lines, ["reaper 2 ", "0000000000000000"], "{run:?}");
    for file in ["environ", "maps", "mem", "fd/1"] {
        check_held(&format!("head -c 1 /proc/1/{file}"), nowhere);
    }
}

#[test]
fn a_program_that_is_the_launcher() {
    for sandbox in sandboxes() {
        for name in ["launcher", "hard-link", "symlink"] {
            let error = Process::start(&[path(name), "{}".to_owned()], &sandbox, &[]);
            let error = error.expect_err("it does not start").to_string();
            assert!(error.contains("a program that starts jails"), "{error}");
        }
    }
    let bare = Process::start(&[path("launcher"), "{}".to_owned()], &Sandbox::bare(), &[]);
    assert!(bare.is_ok(), "{bare:?}");
}

/// The probe also tries what a program could do.
#[test]
fn the_probe_reports_no_gap() {
    for report in &PROBED.1 {
        if let LayerStatus::Active { gaps } = &report.status {
            assert!(gaps.iter().all(|gap| !gap.contains("this program")), "{report:?}");
        }
    }
}
