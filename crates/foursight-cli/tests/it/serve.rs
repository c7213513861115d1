//! The server as a process: it starts, keeps all it has acknowledged through `kill -9`, and stops.

mod books;
#[cfg(target_os = "linux")]
mod class;
mod client;
#[path = "../../../foursight-web/tests/it/dearest.rs"]
mod dearest;
#[cfg(unix)]
mod descriptors;
mod fairness;
mod kill;
mod load;
mod memory;
mod operation;
mod refusals;
mod restore;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use client::Client;

/// Whether to use the full load of docs/benchmarks.md, which takes minutes and an otherwise idle machine; `cargo xtask
/// load` requests it. Otherwise a small load shows that everything works.
fn is_full() -> bool {
    std::env::var_os("LOAD_TESTS").is_some()
}

/// A server in its own process, killed at the end of the test.
struct Server {
    process: Child,
    /// Kept open, so that the server can write to it.
    stdout: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    fn start_with(data: &Path, args: &[&str]) -> Self {
        Self::of(Self::command(&[], data, args))
    }

    /// The command of a server that other programs start, each with the next one as its arguments.
    fn command(starters: &[&str], data: &Path, args: &[&str]) -> Command {
        let program = assert_cmd::cargo::cargo_bin!("foursight").as_os_str();
        let mut words = starters.iter().map(OsStr::new).chain([program]);
        let mut serve = Command::new(words.next().expect("a program"));
        serve.args(words).args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).args(args);
        serve
    }

    fn of(mut serve: Command) -> Self {
        let mut process = serve.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut stdout = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("the address is printed");
        let address =
            line.trim().strip_prefix("listening on http://").expect("the address").to_owned();
        Self { process, stdout, address }
    }

    /// The body of the answer to a request on its own connection.
    fn send(&self, method: &str, path: &str, secret: &str, body: &Value) -> Value {
        let mut client = Client::connect(&self.address).expect("the server listens");
        client.send(method, path, secret, body).expect("the server answers").1
    }

    /// The path of a game with two players, and their secrets.
    fn game(&self, settings: &Value) -> (String, [String; 2]) {
        let made = self.send("POST", "/api/games", "", settings);
        let path = format!("/api/games/{}", made["game"]["id"].as_str().expect("a name"));
        let joined = self.send("POST", &format!("{path}/join"), "", &json!({ "name": "Bob" }));
        (path, [made, joined].map(|seat| seat["secret"].as_str().expect("one").to_owned()))
    }

    fn kill(&mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it has ended");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_taken_port_is_an_error_that_says_so() {
    let data = TempDir::new().expect("a folder");
    let server = Server::start(data.path());
    let other = TempDir::new().expect("a folder");
    let other = other.path().to_str().expect("a plain path");
    let outcome = crate::run(&["serve", "--listen", &server.address, "--data", other], "");
    assert_eq!(outcome.code, Some(2));
    let expected = format!("cannot listen on http://{}: Address already in use", server.address);
    assert_eq!(outcome.stderr.matches(&expected).count(), 1, "{}", outcome.stderr);
    assert_eq!(outcome.stderr.matches("in use").count(), 1, "said once: {}", outcome.stderr);
    let folder = data.path().to_str().expect("a plain path");
    crate::run(&["serve", "--listen", "127.0.0.1:0", "--data", folder], "")
        .failed(2, "another server is using this folder");
}

#[test]
fn a_wrong_option_is_told_what_would_be_right() {
    for (option, value, expected) in [
        ("--public-url", "four.example", "expected an address such as https://four.example"),
        ("--listen", "nonsense", "PORT>': expected an address and a port such as 127.0.0.1:4444"),
        ("--listen", "127.0.0.1", "PORT>': expected an address and a port such as 127.0.0.1:4444"),
        (
            "--listen",
            "no.such.host.invalid:1",
            "this host name has no known address; expected an address",
        ),
        ("--trust-proxy", "10.0.0.0/33", "expected an address or a network, such as 127.0.0.1"),
        ("--trust-network", "203.0.113.7", "such as 203.0.113.7=300 or 10.0.0.0/8=30"),
    ] {
        crate::run(&["serve", option, value], "").failed(2, expected);
    }
}

/// Health, readiness and figures are on a separate port, and not on the players' port.
#[test]
fn those_who_run_it_are_told_how_it_goes() {
    let data = TempDir::new().expect("a folder");
    let mut server = Server::start_with(data.path(), &["--admin", "127.0.0.1:0"]);
    let mut line = String::new();
    server.stdout.read_line(&mut line).expect("a second address is printed");
    let admin = line.trim().strip_prefix("health and metrics on http://").expect("the address");
    let get = |address: &str, path: &str| {
        let mut client = Client::connect(address).expect("the server listens");
        let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n");
        let (status, body) = client.send_raw(request.as_bytes()).expect("the server answers");
        (status, String::from_utf8(body).expect("it is text"))
    };
    assert_eq!(get(admin, "/health"), (200, "ok\n".to_owned()));
    assert_eq!(get(admin, "/ready"), (200, "ready\n".to_owned()));
    server.send("POST", "/api/games", "", &json!({}));
    assert_eq!(get(&server.address, "/api/games/AAAAAAAAAAAAAAAA").0, 404);
    let (status, figures) = get(admin, "/metrics");
    assert_eq!(status, 200);
    let has = |start: &str| figures.lines().any(|line| line.starts_with(start));
    for figure in [
        "foursight_games_total 1",
        concat!("foursight_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
        "foursight_database_bytes ",
        "foursight_refusals_total{reason=\"not_found\"} 1",
    ] {
        assert!(has(figure), "{figure}: {figures}");
    }
    if cfg!(target_os = "linux") {
        assert!(has("process_resident_memory_bytes ") && has("process_open_fds "), "{figures}");
    }
    assert_eq!(get(&server.address, "/metrics").0, 404);
}
