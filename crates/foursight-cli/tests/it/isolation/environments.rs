//! What the program says in environments that take a layer away, or all of them. The sandbox's own tests try many more.

use std::process::{Command, Output};

use foursight_sandbox::Layer;

use super::{not_tested, sandbox};

/// A match in an environment, given as shell commands that run `"$@"`; `None` if this machine cannot provide it.
fn play(environment: &str) -> Option<Output> {
    let shell = |words: &[&str]| {
        Command::new("sh").args(["-c", environment, "sh"]).args(words).output().unwrap()
    };
    if !shell(&["true"]).status.success() {
        not_tested(&format!("this machine cannot provide {environment}"));
        return None;
    }
    let program = [env!("CARGO_BIN_EXE_foursight"), "arena", "match", "--json", "--games=1"];
    let player = "columns:sh -c 'nice >&2; while read line; do echo 0; done'";
    Some(shell(&[&program[..], &["--clock=60s", player, "random"]].concat()))
}

/// The layers that the program says are missing.
#[track_caller]
fn missing(output: &Output) -> Vec<String> {
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"moves\""), "{output:?}");
    let errors = String::from_utf8_lossy(&output.stderr);
    let layers = errors.split("players run without the layer ").skip(1);
    layers.map(|rest| rest.split(": ").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_missing_layer_is_named_and_the_others_hold() {
    if sandbox(&[Layer::Session, Layer::Limits, Layer::Landlock, Layer::Namespaces]).is_none() {
        return;
    }
    let here = play(r#""$@""#).expect("this environment is there");
    assert!(!missing(&here).contains(&"namespaces".to_owned()), "{here:?}");
    let without = r#"unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; "$@"' sh "$@""#;
    if let Some(output) = play(without) {
        assert_eq!(missing(&output), [missing(&here), vec!["namespaces".to_owned()]].concat());
    }
}

/// Without its own `/proc`, without room for files, and where two layers do not work together.
#[test]
fn where_the_jail_cannot_start_nobody_plays() {
    for (environment, reason) in [
        (r#"unshare -Urpf "$@""#, "/proc"),
        (r#"ulimit -f 0; trap '' XFSZ; "$@""#, "session"),
        (
            r#""$@" --wrap "sh -c 'case \"\$*\" in *[l]andlock?,?seccomp*) exit 3;; esac; exec \"\$@\"' sh {cmd}""#,
            "together",
        ),
    ] {
        let Some(output) = play(environment) else { continue };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert!(errors.contains("error: ") && errors.contains(reason), "{errors}");
    }
}
