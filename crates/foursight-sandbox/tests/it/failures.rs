//! A launcher's failure is distinguished from a program that fails, or pretends that the launcher failed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::ExitStatus;

use foursight_sandbox::{Layer, Process, Sandbox, SandboxOptions};

use crate::{PROBED, TIME, check_next, launcher, options, sandbox};

/// Whatever a program does to the first process in its namespaces, the launcher has not failed.
#[test]
fn a_first_process_that_cannot_report() {
    let Some(sandbox) = sandbox(&[Layer::Namespaces]) else { return };
    for limit in ["RLIMIT_FSIZE", "RLIMIT_AS", "RLIMIT_NOFILE", "RLIMIT_CPU"] {
        let attack = format!("import resource as r; r.prlimit(1, r.{limit}, (0, 0))");
        let (status, failure) = end(&["python3", "-c", &attack], &sandbox);
        assert_eq!(failure, None, "{limit} {status:?}");
        assert!(status.is_some(), "{limit}");
    }
    check_next(&sandbox);
}

/// The exit status of a program, and the reason why its launcher failed.
fn end(command: &[&str], sandbox: &Sandbox) -> (Option<ExitStatus>, Option<String>) {
    let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
    let mut process = Process::start(&command, sandbox, &[]).expect("it starts");
    (process.wait(TIME), process.launcher_failure())
}

#[test]
fn what_the_launcher_lacks() {
    if sandbox(&[Layer::Namespaces]).is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let flag = folder.path().join("flag");
    let limit = format!("if [ -e {} ]; then ulimit -n 4; fi; exec \"$@\"", flag.display());
    let options = SandboxOptions { wrap: Some(format!("sh -c '{limit}' sh {{cmd}}")), ..options() };
    let (sandbox, reports) = Sandbox::probe(launcher(), options);
    assert!(sandbox.layers().contains(&Layer::Namespaces), "{reports:?}");
    check_next(&sandbox);
    fs::write(&flag, "").expect("a file");
    let (status, failure) = end(&["true"], &sandbox);
    let failure = failure.unwrap_or_else(|| panic!("it is a failure: {status:?}"));
    assert!(failure.contains("Too many open files") || failure.contains("EMFILE"), "{failure}");
    fs::remove_file(&flag).expect("it is there");
    check_next(&sandbox);
}

#[test]
fn what_a_program_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("script");
    fs::write(&script, "#!/no/such/interpreter\n").expect("a file");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is there");
    let script = script.display().to_string();
    let pretended = "echo 'foursight: limits: EAGAIN' >&2; exit 125";
    for layers in [PROBED.0.layers(), &[Layer::Session], &[Layer::Landlock], &[Layer::Namespaces]] {
        let Some(sandbox) = sandbox(layers) else { continue };
        for command in
            [&["sh", "-c", pretended][..], &[script.as_str()], &["sh", "-c", "kill -9 $$"]]
        {
            let (status, failure) = end(command, &sandbox);
            assert!(status.is_some_and(|status| !status.success()), "{command:?} {layers:?}");
            assert_eq!(failure, None, "{command:?} {layers:?}");
        }
    }
}
