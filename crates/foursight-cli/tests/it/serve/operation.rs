//! Operating a server: settings as variables, backups, the files in `deploy`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::Server;

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

/// This program's variables that a text mentions.
fn variables(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
    let words = text.split(|c: char| !is_part(c));
    words.filter(|word| word.starts_with("FOURSIGHT_")).map(str::to_owned).collect()
}

#[test]
fn every_option_is_a_variable() {
    let help = crate::run(&["serve", "--help"], "").stdout;
    let options: Vec<&str> = help
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("--")?.split([' ', '=']).next())
        // Options for something done once are not settings: as a variable, this one would renew the link at each start.
        .filter(|option| !["color", "check", "new-teacher-link"].contains(option))
        .collect();
    assert!(options.len() >= 13, "{options:?}");
    let expected: BTreeSet<String> = options
        .iter()
        .map(|option| format!("FOURSIGHT_{}", option.replace('-', "_").to_uppercase()))
        .collect();
    assert_eq!(variables(&help), expected);
}

#[test]
fn a_variable_counts_as_its_option() {
    let serve = |name: &str, value: &str, option: &[&str]| {
        let mut command = crate::foursight(&[&["serve"], option].concat());
        let output = command.env(name, value).output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("it is text"))
    };
    let (code, message) = serve("FOURSIGHT_LISTEN", "nonsense", &[]);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("'nonsense' for '--listen <ADDRESS:PORT>'"), "{message}");
    let (code, message) = serve("FOURSIGHT_LISTEN", "nonsense", &["--listen", "other"]);
    assert!(message.contains("'other' for '--listen"), "the option wins: {message} ({code:?})");
}

#[test]
fn a_setting_that_cannot_be_is_refused() {
    for (name, value, expected) in [
        (
            "FOURSIGHT_CONNECTION",
            "5",
            "there is no variable FOURSIGHT_CONNECTION; `foursight serve --help` lists them",
        ),
        ("FOURSIGHT_CONNECTIONS", "0", "it must be a whole number, 1 or more"),
        ("FOURSIGHT_SOLVE_TIME", "0s", "the time limit must be longer than 0; try 10s"),
        (
            "FOURSIGHT_CONTACT",
            "someone@four.example",
            "expected a contact such as mailto:someone@four.example",
        ),
    ] {
        let mut command = crate::foursight(&["serve", "--check"]);
        let output = command.env(name, value).output().expect("the program starts");
        let message = String::from_utf8(output.stderr).expect("it is text");
        assert_eq!(output.status.code(), Some(2), "{name}={value}: {message}");
        assert!(message.contains(expected), "{name}={value}: {message}");
    }
}

#[test]
fn settings_are_checked_without_serving() {
    let folder = TempDir::new().expect("a folder");
    let [data, words] = ["data", "words"].map(|name| folder.path().join(name));
    let [folder, file] = [&data, &words].map(|path| path.to_str().expect("a plain path"));
    let check = |code: i32, expected: &str| {
        let args = ["serve", "--check", "--data", folder, "--refused-words", file];
        let outcome = crate::run(&args, "");
        assert_eq!(outcome.code, Some(code), "{}", outcome.stderr);
        let output = outcome.stdout + &outcome.stderr;
        assert!(output.contains(expected), "{expected}: {output}");
    };
    check(2, "cannot read the refused words in ");
    std::fs::write(&words, "rude\n").expect("a file");
    check(0, ": no database yet");
    assert!(!data.exists(), "nothing is made");
    let server = Server::start(&data);
    server.send("POST", "/api/games", "", &json!({}));
    check(0, ": 1 game\n");
    drop(server);
    for name in ["foursight.db-wal", "foursight.db-shm"] {
        std::fs::remove_file(data.join(name)).expect("it is there");
    }
    std::fs::write(data.join("foursight.db"), "no database at all".repeat(99)).expect("a file");
    check(2, "is damaged or not a database");
}

#[test]
fn the_log_has_addresses_only_if_that_is_asked_for() {
    for (option, is_logged) in [("--log-requests", false), ("--log-addresses", true)] {
        let folder = TempDir::new().expect("a folder");
        let log = folder.path().join("log");
        let args = ["--trust-proxy", "127.0.0.1", option];
        let mut serve = Server::command(&[], folder.path(), &args);
        serve.stderr(std::fs::File::create(&log).expect("a file"));
        let server = Server::of(serve);
        let mut client = super::Client::connect(&server.address).expect("the server listens");
        let request =
            b"GET /api/health HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.7\r\n\r\n";
        client.send_raw(request).expect("the server answers");
        drop(server);
        let text = std::fs::read_to_string(&log).expect("the log");
        assert!(text.contains("/api/health"), "{text}");
        assert_eq!(text.contains("203.0.113.7"), is_logged, "{option}: {text}");
    }
}

/// The disk is full, and so is the log's: nothing is lost of what needs neither, and the server recovers.
#[cfg(target_os = "linux")]
#[test]
fn a_broken_standard_error_stops_nothing() {
    for (option, is_pipe) in [("--log=json", false), ("--log-requests", true)] {
        let folder = TempDir::new().expect("a folder");
        let limited = ["sh", "-c", "trap '' XFSZ; ulimit -S -f 2000; exec \"$0\" \"$@\""];
        let args = ["--rate", "0", "--open-games", "100000", option];
        let mut serve = Server::command(&limited, folder.path(), &args);
        if is_pipe {
            let (_, writer) = std::io::pipe().expect("a pipe");
            serve.stderr(writer);
        } else {
            serve.stderr(std::fs::File::create("/dev/full").expect("a device"));
        }
        let server = Server::of(serve);
        let mut client = super::Client::connect(&server.address).expect("the server listens");
        let mut create =
            || client.send("POST", "/api/games", "", &json!({})).expect("the server answers").0;
        // After a game that does not fit, a smaller one may.
        let mut n_refused = 0;
        let n_tried = (0..5000).take_while(|_| {
            n_refused = if create() == 503 { n_refused + 1 } else { 0 };
            n_refused < 5
        });
        assert!(n_tried.count() < 5000, "nothing more can be stored");
        let process = server.process.id().to_string();
        let raise = Command::new("prlimit").args(["--fsize=unlimited", "--pid", &process]).status();
        assert!(raise.expect("prlimit is there").success());
        assert_eq!(create(), 201, "{option}");
    }
}

#[test]
fn what_is_deployed_sets_what_there_is() {
    let known = variables(&crate::run(&["serve", "--help"], "").stdout);
    for name in ["deploy/foursight.service", "deploy/Containerfile"] {
        let text = std::fs::read_to_string(workspace().join(name)).expect(name);
        // Variables that are set while the image is built are not options of the program.
        let is_set = |line: &&str| !line.starts_with("RUN ");
        let used = variables(&text.lines().filter(is_set).collect::<Vec<_>>().join("\n"));
        assert!(used.contains("FOURSIGHT_DATA"), "{name}: {used:?}");
        assert!(used.is_subset(&known), "{name}: {used:?} of {known:?}");
    }
    let unit = workspace().join("deploy/foursight.service");
    let Ok(output) = Command::new("systemd-analyze").arg("verify").arg(unit).output() else {
        println!("NOT TESTED: there is no systemd-analyze");
        return;
    };
    let complaints = String::from_utf8(output.stderr).expect("it is text");
    let ours = complaints.lines().filter(|line| line.contains("foursight.service"));
    // The program is not installed where the tests run.
    let ours: Vec<_> = ours.filter(|line| !line.contains("is not executable")).collect();
    assert!(ours.is_empty(), "{ours:?}");
}

#[test]
fn a_backup_is_made_while_the_server_runs() {
    let [data, restored] = [(); 2].map(|()| TempDir::new().expect("a folder"));
    let folder = data.path().to_str().expect("a plain path");
    let server = Server::start(data.path());
    let made = server.send("POST", "/api/games", "", &json!({ "name": "Ann" }));
    let path = format!("/api/games/{}", made["game"]["id"].as_str().expect("a name"));
    let copy = restored.path().join("foursight.db");
    let file = copy.to_str().expect("a plain path");
    let copied = crate::run(&["serve", "backup", file, "--data", folder], "");
    assert_eq!((copied.code, copied.stderr.as_str()), (Some(0), ""));
    let n_bytes = std::fs::metadata(&copy).expect("the file is there").len();
    assert_eq!(copied.stdout, format!("{file}: 1 game, {n_bytes} bytes\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::metadata(&copy).expect("the file is there").permissions();
        assert_eq!(permissions.mode() & 0o777, 0o600, "it holds secrets");
    }
    assert_eq!(server.send("GET", &path, "", &Value::Null)["ply"], 0, "the server goes on");

    crate::run(&["serve", "backup", file, "--data", folder], "").failed(2, "the file exists");
    let forced = crate::run(&["serve", "backup", file, "--data", folder, "--force"], "");
    assert_eq!(forced.stdout, format!("{file}: 1 game, {n_bytes} bytes\n"));
    assert_eq!(std::fs::read_dir(&restored).expect("the folder").count(), 1, "nothing is left");

    let other = Server::start(restored.path());
    let state = other.send("GET", &path, "", &Value::Null);
    assert_eq!(state["seats"]["red"]["name"], "Ann");
}

#[test]
fn what_cannot_be_backed_up_is_said() {
    let folder = TempDir::new().expect("a folder");
    let [data, file, beyond] = ["", "copy.db", "missing/copy.db"]
        .map(|name| folder.path().join(name).to_str().expect("a plain path").to_owned());
    let refused = |file: &str, options: &[&str], message: &str| {
        let outcome =
            crate::run(&[&["serve", "backup", file, "--data", &data], options].concat(), "");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""));
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    };
    refused(&file, &[], "there is no database");
    #[cfg(target_os = "linux")]
    refused(&file, &["--class", &data], "class.db: there is no class");
    drop(Server::start(folder.path()));
    refused(&beyond, &[], "No such file or directory");
    let own = folder.path().join("foursight.db");
    refused(own.to_str().expect("a plain path"), &["--force"], "it is the database itself");
    std::fs::write(&own, "no database at all, but long enough to look at it".repeat(40))
        .expect("it can be written");
    refused(&file, &[], "is damaged or not a database");
    assert!(!Path::new(&file).exists());
}

/// A proxy on the same machine needs no port.
#[cfg(unix)]
#[test]
fn it_listens_on_a_socket() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::process::Stdio;

    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("socket");
    let address = format!("unix:{}", path.display());
    // A server that was killed leaves its socket behind.
    drop(UnixListener::bind(&path).expect("a socket"));
    let mut serve = Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
    serve.args(["serve", "--listen", &address, "--rate", "1", "--data"]).arg(folder.path());
    let mut server = serve.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    let mut stdout = BufReader::new(server.stdout.take().expect("it is piped"));
    stdout.read_line(&mut line).expect("the address is printed");
    assert_eq!(line, format!("listening on {address}\n"));
    let file = std::fs::metadata(&path).expect("the socket is there");
    assert!(file.file_type().is_socket());
    assert_eq!(file.permissions().mode() & 0o777, 0o660);

    let statuses = |client: u8| {
        let ask = |_| {
            let mut stream = UnixStream::connect(&path).expect("the server listens");
            let request = format!(
                "GET /api/health HTTP/1.1\r\nhost: four.example\r\nx-forwarded-for: 192.0.2.{client}\r\n\
                 connection: close\r\n\r\n"
            );
            stream.write_all(request.as_bytes()).expect("it reads");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("it answers");
            answer[9..12].to_owned()
        };
        (0..8).map(ask).collect::<Vec<_>>()
    };
    assert!(statuses(1).contains(&"429".to_owned()), "one client has its rate");
    assert_eq!(statuses(2)[0], "200", "and another one its own: the proxy names them");

    let data = TempDir::new().expect("a folder");
    let other = data.path().to_str().expect("a plain path");
    let second = crate::run(&["serve", "--listen", &address, "--data", other], "");
    assert!(second.stderr.contains("Address already in use"), "{}", second.stderr);

    let id = server.id().to_string();
    assert!(Command::new("kill").arg(&id).status().expect("kill is there").success());
    assert!(server.wait().expect("it ends").success());
    assert!(!path.exists(), "nothing is left");
}
