//! A server that may open only a few files, and clients that take all connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::Server;

#[test]
fn the_admin_port_answers_when_all_connections_are_taken() {
    let data = TempDir::new().expect("a folder");
    // As many files as a server needs for itself, and a few more for connections.
    let limited =
        "ulimit -n 80; exec \"$0\" serve --listen 127.0.0.1:0 --admin 127.0.0.1:0 --data \"$1\"";
    let mut process = Command::new("sh")
        .args(["-c", limited])
        .arg(assert_cmd::cargo::cargo_bin!("foursight"))
        .arg(data.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdout = BufReader::new(process.stdout.take().expect("it is piped"));
    let mut address = || {
        let mut line = String::new();
        stdout.read_line(&mut line).expect("the address is printed");
        line.trim().rsplit_once("http://").expect("an address").1.to_owned()
    };
    let (address, admin) = (address(), address());
    let server = Server { process, stdout, address };
    let idle: Vec<TcpStream> =
        (0..100).map(|_| TcpStream::connect(&server.address).expect("a place to wait")).collect();
    let mut client = TcpStream::connect(&admin).expect("it listens");
    client.set_read_timeout(Some(Duration::from_mins(5))).expect("it is not zero");
    let request = "GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    client.write_all(request.as_bytes()).expect("it is read");
    let mut answer = String::new();
    client.read_to_string(&mut answer).expect("it answers in time");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(idle);
}
