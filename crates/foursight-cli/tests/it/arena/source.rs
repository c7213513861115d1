//! Players in source code: compiled once and inside the jail, whatever they try there.

mod players;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use super::{folder, sight, text};
use crate::{Outcome, foursight, run};
use players::{C, CPP, FREE, GO, HEIGHTS, JAVA, RUST};

/// Whether these programs are installed; says so if not.
fn has(programs: &[&str]) -> bool {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let is_missing =
        |name: &&&str| !std::env::split_paths(&search).any(|folder| folder.join(name).is_file());
    let missing = programs.iter().find(is_missing);
    if let Some(name) = missing {
        // Written directly: the harness hides what a passing test prints.
        writeln!(io::stderr(), "NOT TESTED: {name} is missing").expect("standard error is open");
    }
    missing.is_none()
}

fn play(folder: &Path, more: &[&str]) -> Outcome {
    let folder = folder.to_str().unwrap();
    run(
        &[&["arena", "run", folder, "--no-grades", "--openings=none", "--clock=10s"], more]
            .concat(),
        "",
    )
}

fn check(path: &Path) -> Outcome {
    run(&["arena", "check", path.to_str().unwrap()], "")
}

#[track_caller]
fn check_fit(path: &Path) {
    check(path).succeeded();
}

/// The compiled programs of a tournament, with their modification times.
fn programs(folder: &Path) -> Vec<(String, std::time::SystemTime)> {
    let entries = fs::read_dir(folder.join("arena/programs")).unwrap().map(Result::unwrap);
    let mut programs: Vec<_> = entries
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                entry.metadata().unwrap().modified().unwrap(),
            )
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn players_are_compiled_once() {
    if !has(&["cc", "c++", "rustc", "make"]) {
        return;
    }
    let makefile = "bob: bob.cpp\n\tc++ -o bob bob.cpp\n";
    let folder = folder(&[
        ("ann/main.c", C),
        ("ann/heights.c", HEIGHTS),
        ("ann/heights.h", "int count(const char *moves, int *heights);\n"),
        ("bob/Makefile", makefile),
        ("bob/bob.cpp", CPP),
        ("cem.rs", RUST),
        ("dan.cpp", CPP),
    ]);
    let folder = folder.path();
    let first = play(folder, &[]);
    // If root runs the test, there is a warning about root, which is ignored here.
    let warnings =
        first.stderr.lines().filter(|line| !line.starts_with("warning: players are root"));
    assert_eq!((first.code, warnings.count()), (Some(0), 0), "{} {}", first.stdout, first.stderr);
    let games = text(&folder.join("arena/games.jsonl"));
    assert_eq!(games.matches("\"ending\":\"line\"").count(), 12, "{games}");
    let compiled = programs(folder);
    assert_eq!(compiled.len(), 4);
    let again = play(folder, &["--again=cem"]);
    assert_eq!((again.code, programs(folder)), (Some(0), compiled.clone()), "{}", again.stderr);
    fs::write(folder.join("cem.rs"), RUST.replace("('1'..='7')", "('1'..='7').rev()")).unwrap();
    play(folder, &["--again=cem"]).succeeded();
    let now = programs(folder);
    let n_kept = now.iter().filter(|program| compiled.contains(program)).count();
    assert_eq!((now.len(), n_kept), (4, 3), "{compiled:?} became {now:?}");
}

#[test]
fn java_and_go() {
    for (tools, files) in [
        (
            &["javac", "jar"][..],
            &[("ann/src/bots/Main.java", JAVA), ("ann/src/bots/Free.java", FREE)][..],
        ),
        (&["go"], &[("ann/main.go", GO), ("ann/go.mod", "module ann\n")]),
        (&["go"], &[("ann/main.go", GO)]),
    ] {
        if has(tools) {
            let folder = folder(files);
            check_fit(&folder.path().join("ann"));
        }
    }
}

/// Before GCC 10, two files could share a variable that a header defines. A first target may run the program, which
/// would wait for the referee.
#[test]
fn habits_of_other_build_systems() {
    if !has(&["cc", "c++", "make"]) {
        return;
    }
    let turn = "#include \"turn.h\"\n";
    let rules = "run: bot\n\t@./bot && false\nbot: bot.cpp\n\tc++ -o bot bot.cpp\n";
    let folder = folder(&[
        ("ann/main.c", &format!("{turn}{C}")),
        ("ann/heights.c", &format!("{turn}{HEIGHTS}")),
        ("ann/heights.h", "int count(const char *moves, int *heights);\n"),
        ("ann/turn.h", "int turn;\n"),
        ("bob/Makefile", rules),
        ("bob/bot.cpp", CPP),
    ]);
    check_fit(&folder.path().join("ann"));
    check_fit(&folder.path().join("bob"));
}

#[test]
fn build_files_and_jars() {
    if has(&["cmake", "make", "c++"]) {
        let lists = "cmake_minimum_required(VERSION 3.10)\nproject(ann CXX)\nadd_executable(bot main.cpp)\n";
        let folder = folder(&[("ann/main.cpp", CPP), ("ann/CMakeLists.txt", lists)]);
        check_fit(&folder.path().join("ann"));
    }
    if has(&["javac", "jar"]) {
        let folder = folder(&[("bots/Main.java", JAVA), ("bots/Free.java", FREE)]);
        for line in [
            "javac -d classes bots/Main.java bots/Free.java",
            "jar --create --file ann.jar --main-class bots.Main -C classes .",
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            let mut command = Command::new(words[0]);
            assert!(command.args(&words[1..]).current_dir(&folder).status().unwrap().success());
        }
        check_fit(&folder.path().join("ann.jar"));
    }
}

/// A C program buffers its output until it flushes, unless it prints to a console.
#[test]
fn games_for_a_console_need_not_flush() {
    if !has(&["cc", "stdbuf"]) {
        return;
    }
    let text = r#"
        #include <stdio.h>
        #include <string.h>
        int heights[7];
        void move(void) {
            int column = 0;
            while (heights[column] == 6) column++;
            heights[column]++;
            printf("I play %d\n", column + 1);
        }
        int main(int argc, char **argv) {
            int column;
            if (!strcmp(argv[argc - 1], "first")) move();
            while (printf("Your column (1-7)? "), scanf("%d", &column) == 1) {
                heights[column - 1]++;
                move();
            }
        }"#;
    let folder = folder(&[("ann.c", text)]);
    let checked = check(&folder.path().join("ann.c")).succeeded();
    assert!(checked.stdout.contains("dialect    prompts\n"), "{}", checked.stdout);
}

#[test]
fn errors_of_compilers_are_shown() {
    if !has(&["cc", "rustc"]) {
        return;
    }
    let broken = "int main(void) {\n    return strange;\n}\n";
    let folder = folder(&[("ann.c", broken), ("bob.rs", RUST)]);
    let ann = folder.path().join("ann.c");
    let checked = check(&ann);
    assert_eq!(checked.code, Some(1), "{}", checked.stdout);
    let shown = format!("{}:2:12: error: ", ann.display());
    for part in ["compiler   it does not compile: ", "           | "] {
        assert!(checked.stdout.contains(&format!("{part}{shown}")), "{}", checked.stdout);
    }
    let played = play(folder.path(), &[]).succeeded();
    assert!(played.stderr.contains("ann cannot play: it does not compile: "), "{}", played.stderr);
    assert!(played.stdout.contains("did not start: it does not compile: "), "{}", played.stdout);
}

/// The output of `arena check` for a player that must fail to compile for this reason.
#[track_caller]
fn check_stopped(path: &Path, reason: &str) -> String {
    let checked = check(path);
    assert_eq!(checked.code, Some(1), "{}", checked.stdout);
    assert!(checked.stdout.contains("it does not compile"), "{}", checked.stdout);
    assert!(checked.stdout.contains(reason), "{reason:?} is missing: {}", checked.stdout);
    checked.stdout
}

#[test]
fn compilers_are_jailed() {
    if !has(&["cc", "make"]) || !sight::is_kept() {
        return;
    }
    let folder = folder(&[
        ("secret.py", "my secret idea\n"),
        ("huge.c", "char huge[2000000000] = {1};\nint main(void) { return 0; }\n"),
    ]);
    let (folder, secret) = (folder.path(), folder.path().join("secret.py"));
    let write = |name: &str, text: String| {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    let path = secret.display();
    let spy = write("spy.c", format!("#include \"{path}\"\n"));
    assert!(!check_stopped(&spy, "error").contains("my secret idea"));
    let make = write("make/Makefile", format!("make:\n\tcat {path}\n\tcp /bin/true make\n"));
    assert!(!check_stopped(&make, "Makefile").contains("my secret idea"));
    // Only the content of a file inside the jail can leave it: links that lead out do not count.
    let link = format!("link:\n\tln -s {path} link\n\tln -s /etc/shadow other\n");
    check_stopped(&write("link/Makefile", link), "no single program was built");
    let out = folder.join("out");
    let writer = format!("writer:\n\techo > {}\n", out.display());
    check_stopped(&write("writer/Makefile", writer), "Makefile");
    assert!(!out.exists(), "a Makefile wrote outside of its scratch folder");
    check_stopped(&folder.join("huge.c"), "ile size limit exceeded");
    for (name, bomb) in [
        ("steady", "while :; do sleep 4753.5 & done"),
        ("doubling", "b() { b | b & sleep 4753.5; }; b"),
    ] {
        let bomb = write(&format!("{name}/Makefile"), format!("{name}:\n\t{bomb}\n"));
        check_stopped(&bomb, "the compiler was stopped: too many processes");
    }
}

#[test]
fn compilers_that_never_end_are_stopped() {
    if std::env::var("SLOW_TESTS").as_deref() != Ok("1") || !has(&["cc", "c++"]) {
        return;
    }
    let bomb = "template<int A, int B> struct T { static const int v = T<A-1,B*2>::v + T<A-1,B*2+1>::v; };\n\
                template<int B> struct T<0,B> { static const int v = 1; };\n\
                int main() { return T<28,0>::v; }\n";
    let folder = folder(&[("endless.c", "#include \"/dev/urandom\"\n"), ("bomb.cpp", bomb)]);
    check_stopped(&folder.path().join("endless.c"), "the compiler was stopped: out of memory");
    check_stopped(&folder.path().join("bomb.cpp"), "the compiler ");
}

#[test]
fn missing_compilers_are_named() {
    let folder = folder(&[("ann.go", GO), ("bob.jar", "PK")]);
    for (name, message) in [
        (
            "ann.go",
            "it needs go, which is not installed; on Debian or Ubuntu: apt install golang-go",
        ),
        (
            "bob.jar",
            "it needs java, which is not installed; on Debian or Ubuntu: apt install default-jre-headless",
        ),
    ] {
        let path = folder.path().join(name);
        let output = foursight(&["arena", "check", path.to_str().unwrap()])
            .env("PATH", folder.path())
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
    }
}
