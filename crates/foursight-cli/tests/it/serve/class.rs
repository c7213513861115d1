//! A class on a server in its own process: three pupils, one of them hostile, across a `kill -9`.

mod attack;
mod kill;
mod power_cut;
mod restore;

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::Server;
use crate::foursight;

const ANN: &str = "\
def agent(observation, configuration):
    top_row = observation.board[: configuration.columns]
    return top_row.index(0)
";

const BOB: &str = "\
import random
def agent(observation, configuration):
    return random.choice([c for c in range(configuration.columns) if observation.board[c] == 0])
";

/// Tries to reach everything that is forbidden to bots, and crashes with a list of what it has reached.
const EVE: &str = "\
import os, socket
def attempt(what, act):
    try:
        act()
        return [what]
    except BaseException:
        return []
def agent(observation, configuration):
    reached = attempt('database', lambda: open('CLASS/class.db').read(1))
    reached += attempt('uploads', lambda: os.listdir('CLASS/uploads'))
    reached += attempt('class', lambda: os.listdir('CLASS'))
    reached += attempt('data', lambda: os.listdir('DATA'))
    reached += attempt('write', lambda: open('CLASS/x', 'w'))
    reached += attempt('network', lambda: socket.create_connection(('127.0.0.1', PORT), 1))
    raise RuntimeError('reached %r' % reached)
";

/// Two games against level 0 on the class's board.
const RUBRIC: &str = "[[criterion]]\ncheck = \"valid\"\ntitle = \"Valid\"\npoints = 10\n
[[criterion]]\ncheck = \"no-faults\"\ngames = 2\npoints = 10\n";

/// An answer: its status, its headers and its body.
struct Answer {
    status: u16,
    cookie: String,
    text: String,
}

/// A server with a class, and the cookie of its teacher.
struct Room<'a> {
    server: Server,
    data: &'a Path,
    class: &'a Path,
    /// The server's other options.
    options: &'static [&'static str],
    teacher: String,
}

impl<'a> Room<'a> {
    fn start(data: &'a Path, class: &'a Path) -> Self {
        // All pupils are behind this machine's address.
        Self::start_with(data, class, &["--rate", "0", "--trust-network", "127.0.0.1=100"])
    }

    fn start_with(data: &'a Path, class: &'a Path, options: &'static [&'static str]) -> Self {
        Self::of(serve(data, class, options), data, class, options)
    }

    /// A server that prints the teacher's link next.
    fn of(
        mut server: Server,
        data: &'a Path,
        class: &'a Path,
        options: &'static [&'static str],
    ) -> Self {
        let mut line = String::new();
        server.stdout.read_line(&mut line).expect("the link is printed");
        let secret = line.trim().split_once("/class/t/").expect("it is a link").1.to_owned();
        let mut room = Self { server, data, class, options, teacher: String::new() };
        room.teacher = room.ask("GET", &format!("/class/t/{secret}"), "", "", b"").cookie;
        room
    }

    /// The same with a small board, where games are short and quickly graded.
    fn small(data: &'a Path, class: &'a Path) -> Self {
        let room = Self::start(data, class);
        let settings = b"name=8b&board=5x4&connect=4&clock=2s&games=100&weeks=2";
        assert_eq!(room.press("settings", settings).status, 303);
        room
    }

    /// Presses one of the teacher's buttons.
    fn press(&self, button: &str, form: &[u8]) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        self.ask("POST", &format!("/class/teacher/{button}"), &self.teacher, kind, form)
    }

    /// Kills the server, and starts a new one.
    fn restart(&mut self) {
        self.server.kill();
        self.server = serve(self.data, self.class, self.options);
    }

    fn ask(&self, method: &str, path: &str, cookie: &str, form: &str, body: &[u8]) -> Answer {
        self.try_ask(method, path, cookie, form, body).expect("the server answers")
    }

    /// The answer; an error if the server is gone.
    fn try_ask(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        form: &str,
        body: &[u8],
    ) -> io::Result<Answer> {
        let mut stream = TcpStream::connect(&self.server.address)?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncookie: {cookie}\r\n\
             content-type: {form}\r\ncontent-length: {length}\r\n\r\n",
            self.server.address
        );
        stream.write_all(&[head.as_bytes(), body].concat())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, text) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.unwrap_or_default().split(';').next().unwrap_or_default().to_owned();
        let status = head[9..12].parse().expect("a status");
        Ok(Answer { status, cookie, text: text.to_owned() })
    }

    fn get(&self, path: &str, cookie: &str) -> String {
        self.ask("GET", path, cookie, "", b"").text
    }

    fn code(&self) -> String {
        let page = self.get("/class/teacher", &self.teacher);
        page.split("class-code\">").nth(1).expect("the page has the code")[..6].to_owned()
    }

    fn join(&self, nickname: &str) -> String {
        let form = format!("code={}&nickname={nickname}", self.code());
        let form_type = "application/x-www-form-urlencoded";
        let answer = self.ask("POST", "/class/join", "", form_type, form.as_bytes());
        assert_eq!(answer.status, 303, "{nickname}: {}", answer.text);
        answer.cookie
    }

    fn upload(&self, cookie: &str, name: &str, content: &str) -> Answer {
        let form = "multipart/form-data; boundary=x";
        self.ask("POST", "/class/upload", cookie, form, &multipart(name, content))
    }

    #[track_caller]
    fn wait(&self, path: &str, cookie: &str, expected: &str) -> String {
        let deadline = Instant::now() + Duration::from_mins(5);
        loop {
            let text = self.get(path, cookie);
            if text.contains(expected) {
                return text;
            }
            assert!(Instant::now() < deadline, "{path} never says {expected:?}: {text}");
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// All finished games by their numbers, each as a block of text.
    fn games(&self) -> HashMap<String, String> {
        let text = self.get("/class/games.txt", &self.teacher);
        let blocks: Vec<&str> =
            text.split("\n\n[Event").filter(|block| block.contains("[Game ")).collect();
        let number = |block: &str| {
            let tag = block.split("[Game \"").nth(1).expect("a game has a number");
            tag.split('"').next().unwrap_or_default().to_owned()
        };
        let games: HashMap<String, String> =
            blocks.iter().map(|block| (number(block), (*block).trim().to_owned())).collect();
        assert_eq!(games.len(), blocks.len(), "no game is there twice: {text}");
        games
    }
}

/// A form with a file.
fn multipart(name: &str, content: &str) -> Vec<u8> {
    format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n--x--\r\n"
    )
    .into_bytes()
}

/// A program that reports, while it is being compiled, whether the compiler reaches anything forbidden to bots.
fn hostile_build(class: &Path, data: &Path) -> String {
    let private = [class.join("class.db"), data.join("foursight.db")];
    let found = private.map(|file| {
        assert!(file.exists(), "{}", file.display());
        format!("__has_include(\"{}\")", file.display())
    });
    format!("#if {}\n#error reached\n#else\n#error kept out\n#endif\n", found.join(" || "))
}

/// Puts a server into a session of its own, which has its share of the processors: a class's threads give way to all
/// others of their session, and other tests would starve them. It ends with the test.
const APART: [&str; 4] = ["setsid", "setpriv", "--pdeathsig", "KILL"];

fn serve(data: &Path, class: &Path, options: &[&str]) -> Server {
    let class = class.to_str().expect("a plain path");
    Server::of(Server::command(&APART, data, &[options, &["--class", class]].concat()))
}

#[test]
fn a_class_survives_hostile_pupils_and_kills() {
    let folder = TempDir::new().expect("a folder");
    let (data, class) = (folder.path().join("data"), folder.path().join("class"));
    let mut room = Room::small(&data, &class);
    let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| room.join(name));
    assert_eq!(room.upload(&ann, "ann.py", ANN).status, 303);
    assert_eq!(room.upload(&bob, "bob.py", BOB).status, 303);
    let port = room.server.address.rsplit(':').next().expect("a port");
    let hostile = EVE
        .replace("CLASS", class.to_str().expect("a plain path"))
        .replace("DATA", data.to_str().expect("a plain path"))
        .replace("PORT", port);
    assert_eq!(room.upload(&eve, "eve.py", &hostile).status, 303);
    let refused = room.upload(&eve, "eve.zip", "no archive");
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("invalid Zip archive"), "{}", refused.text);
    let page = room.wait("/class/me", &eve, "Version 1 does not play");
    assert!(page.contains("RuntimeError: reached []"), "{page}");
    let built = hostile_build(&class, &data);
    assert_eq!(room.upload(&eve, "eve.c", &built).status, 303);
    let page = room.wait("/class/me", &eve, "Version 2 does not play");
    assert!(page.contains("kept out"), "{page}");
    room.wait("/class/me", &ann, "/class/game/");
    for number in 2..4 {
        let before = room.games();
        assert_eq!(room.upload(&ann, "ann.py", ANN).status, 303);
        room.restart();
        let after = room.games();
        for (game, text) in &before {
            assert_eq!(after.get(game), Some(text), "game {game} is as it was");
        }
        // The acknowledged upload has survived; it is checked, and plays.
        room.wait("/class/me", &ann, &format!("Version {number} has passed its check"));
    }
    let n_before = room.games().len();
    let deadline = Instant::now() + Duration::from_mins(5);
    while room.games().len() < n_before + 2 {
        assert!(Instant::now() < deadline, "the ladder goes on");
        thread::sleep(Duration::from_millis(100));
    }
    let number = room.games().keys().next().expect("there are games").clone();
    let replay = room.get(&format!("/class/game/{number}"), &ann);
    assert!(replay.contains("Content-Security-Policy"), "{replay}");
    // A page of another site cannot press the teacher's buttons.
    let form = "x\r\norigin: http://evil.example";
    let pressed = room.ask("POST", "/class/teacher/pause", &room.teacher, form, b"");
    assert_eq!(pressed.status, 403);
}

/// Whether a bot of this class is running.
fn has_bot(class: &Path) -> bool {
    crate::isolation::is_running(&class.join("uploads").display().to_string())
}

#[track_caller]
fn until(mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(10);
    while !is_so() {
        assert!(Instant::now() < deadline, "it never happens");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The bots of a final tournament end with the server, even if it is killed; the tournament continues with the next
/// one, in the same jail. `arena show` reads its result, in which pupils have numbers.
#[test]
fn a_final_tournament_keeps_hostile_pupils_out() {
    let folder = TempDir::new().expect("a folder");
    let (data, class) = (folder.path().join("data"), folder.path().join("class"));
    let mut room = Room::small(&data, &class);
    assert_eq!(room.press("pause", b"").status, 303);
    let hostile = EVE
        .replace("CLASS", class.to_str().expect("a plain path"))
        .replace("DATA", data.to_str().expect("a plain path"))
        .replace("PORT", room.server.address.rsplit(':').next().expect("a port"))
        .replace("raise RuntimeError('reached %r' % reached)", "import sys; print('reached %r' % reached, file=sys.stderr); return observation.board[: configuration.columns].index(0)");
    let [ann, _] = [("Ann", ANN), ("Eve", &*hostile)].map(|(name, bot)| {
        let cookie = room.join(name);
        assert_eq!(room.upload(&cookie, "bot.py", bot).status, 303);
        room.wait("/class/me", &cookie, "Version 1 has passed its check");
        cookie
    });
    let kind = "application/x-www-form-urlencoded";
    let form = b"schedule=round-robin&pairs=1&level=";
    assert_eq!(room.ask("POST", "/class/final", &room.teacher, kind, form).status, 303);
    // The class can watch the tournament.
    let boards = format!("/class/live/{}/boards", room.code());
    until(|| room.get(&boards, "").contains("Ann – Eve"));
    until(|| has_bot(&class));
    room.server.kill();
    until(|| !has_bot(&class));
    room.restart();
    room.wait("/class/teacher", &room.teacher, "/class/final/1/report");
    // The class sees the games with their grades, but not what other pupils' bots wrote.
    let report = "/class/final/1/report";
    let seen = room.get(report, &ann);
    assert!(seen.contains("Eve") && seen.contains("moves with ?, ?? or ???"), "{seen}");
    assert!(!seen.contains("reached []"), "{seen}");
    assert!(room.get(report, &room.teacher).contains("reached []"));
    for page in ["/class/me", &*boards.replace("boards", "table")] {
        assert!(room.get(page, &ann).contains(report), "{page}");
    }
    assert_eq!(room.ask("GET", report, "", "", b"").status, 403);
    let finals = class.join("finals").read_dir().expect("there are finals").next();
    let result = finals.expect("there is one").expect("it can be read").path().join("arena");
    let games = std::fs::read_to_string(result.join("games.jsonl")).expect("its games");
    assert!(games.contains("reached []") && !games.contains("reached ['"), "{games}");
    let shown = crate::run(&["arena", "show", result.to_str().expect("a plain path")], "");
    assert!(
        shown.stdout.contains("pupil#2") && shown.stdout.contains("round robin"),
        "{}",
        shown.stdout
    );
}

/// The templates that the page offers play on every board.
#[test]
fn templates_are_fit_to_play() {
    let templates = concat!(env!("CARGO_MANIFEST_DIR"), "/../foursight-class/src/templates");
    let mut n_tried = 0;
    for entry in std::fs::read_dir(templates).expect("there are templates") {
        let path = entry.expect("they can be read").path();
        if foursight_arena::is_installed(&path) {
            let file = path.to_str().expect("a plain path");
            let outcome = crate::run(&["arena", "check", "--size", "5x4", file], "");
            assert!(outcome.stdout.contains("fit to play"), "{file}: {}", outcome.stdout);
            n_tried += 1;
        }
    }
    assert!(n_tried >= 2, "Python and Ruby are there");
}

#[test]
fn a_check_only_looks() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (data, class) = (path("data"), path("class"));
    let outcome =
        crate::run(&["serve", "--check", "--data", &data, "--class", &class], "").succeeded();
    assert!(outcome.stdout.contains("no class yet; bots run isolated by"), "{}", outcome.stdout);
    assert!(!folder.path().join("class").exists());
}

#[test]
fn a_file_is_not_a_class() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("class.toml");
    std::fs::write(&file, "").unwrap();
    let args = ["serve", "--check", "--data"];
    let mut serve = foursight(&args);
    let output = serve.arg(folder.path()).arg("--class").arg(&file).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("class.toml: --class takes a folder, but this is a file"), "{errors}");
    assert_eq!(output.status.code(), Some(2), "{errors}");
}

/// A second server, started by mistake, makes no class: its teacher would never see the link.
#[test]
fn a_taken_port_makes_no_class() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let server = Server::start(folder.path().join("data").as_path());
    let (data, class) = (path("other"), path("class"));
    let words = ["serve", "--listen", &server.address, "--data", &data, "--class", &class];
    crate::run(&words, "").failed(2, "Address already in use");
    assert!(!folder.path().join("class").exists());
    // The first server of the class prints the link.
    drop(Room::start(Path::new(&data), Path::new(&class)));
}
