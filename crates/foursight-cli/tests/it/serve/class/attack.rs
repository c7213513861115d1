//! A full class whose pupils attack its server: others are served, the ladder plays on, and no thread or
//! acknowledged upload is lost.

use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use rusqlite::Connection;
use tempfile::TempDir;

use super::{ANN, Answer, Room, multipart, until};
use crate::serve::is_full;
use crate::serve::memory::{peak_mib, thread_names};

/// The most memory that the server may use under attack, in MiB.
const MOST_MIB: u64 = 300;

/// The test states each client's address, as a proxy does.
pub(super) const BEHIND_PROXY: [&str; 2] = ["--trust-proxy", "127.0.0.1"];

/// A bot that wastes its own time.
const SLEEPER: &str = "import time\ndef agent(observation, configuration):\n    time.sleep(600)\n";

/// A program that takes the compiler as long as it is allowed to.
const ENDLESS: &str = "#include \"bot.c\"\n#include \"bot.c\"\n";

/// Each pupil has an address, and so has the teacher: number 0.
fn from(address: usize, kind: &str) -> String {
    format!("{kind}\r\nx-forwarded-for: 10.1.{}.{}", address / 250, address % 250)
}

impl Room<'_> {
    /// Joins as the pupil with this address.
    pub(super) fn join_from(&self, address: usize, code: &str) -> io::Result<Answer> {
        let form = format!("code={code}&nickname=Pupil{address}");
        let kind = from(address, "application/x-www-form-urlencoded");
        self.try_ask("POST", "/class/join", "", &kind, form.as_bytes())
    }

    fn get_from(&self, address: usize, path: &str, cookie: &str) -> io::Result<Answer> {
        self.try_ask("GET", path, cookie, &from(address, "x"), b"")
    }

    pub(super) fn upload_from(
        &self,
        address: usize,
        cookie: &str,
        form: &[u8],
    ) -> io::Result<Answer> {
        let kind = from(address, "multipart/form-data; boundary=x");
        self.try_ask("POST", "/class/upload", cookie, &kind, form)
    }

    pub(super) fn database(&self) -> Connection {
        Connection::open(self.class.join("class.db")).expect("a database")
    }

    fn count(&self, what: &str) -> i64 {
        let query = format!("SELECT COUNT(*) FROM {what}");
        self.database().query_row(&query, [], |row| row.get(0)).expect("a number")
    }
}

/// Copies a row, with some columns set to expressions.
fn copy(table: &str, set: &[(&str, &str)], source: &str) -> String {
    format!(
        "INSERT INTO {table} ({columns}) SELECT {values} FROM {source}",
        columns = set.iter().map(|(column, _)| *column).collect::<Vec<_>>().join(", "),
        values = set.iter().map(|(_, value)| *value).collect::<Vec<_>>().join(", "),
    )
}

/// Gives every pupil the first pupil's version, and fills the ladder with `n_games` copies of the first game for each of
/// them.
fn fill(room: &Room<'_>, n_games: usize) {
    let database = room.database();
    let first = "SELECT folder FROM version ORDER BY id LIMIT 1";
    let first: String = database.query_row(first, [], |row| row.get(0)).expect("a version");
    let pupils = "SELECT id FROM pupil WHERE current IS NULL";
    let mut pupils = database.prepare(pupils).expect("a query");
    let pupils = pupils.query_map([], |row| row.get(0)).expect("pupils");
    let pupils: Vec<i64> = pupils.map(|id| id.expect("a number")).collect();
    let values = |table: &str, set: &[(&str, &str)]| {
        let columns = format!("SELECT name FROM pragma_table_info('{table}') WHERE name != 'id'");
        let mut columns = database.prepare(&columns).expect("a query");
        let names = columns.query_map([], |row| row.get(0)).expect("columns");
        let names: Vec<String> = names.map(|name| name.expect("a name")).collect();
        let source = format!("(SELECT * FROM {table} ORDER BY id LIMIT 1)");
        let values = names.iter().map(|name| {
            let set = set.iter().find(|(column, _)| column == name);
            (&**name, set.map_or(&**name, |(_, value)| *value))
        });
        copy(table, &values.collect::<Vec<_>>(), &source)
    };
    database.execute_batch("BEGIN").expect("it begins");
    for pupil in pupils {
        let folder = format!("{pupil:016x}");
        let uploads = room.class.join("uploads");
        fs::create_dir(uploads.join(&folder)).expect("a folder");
        fs::copy(uploads.join(&first).join("bot.py"), uploads.join(&folder).join("bot.py"))
            .expect("a copy");
        let set = [("pupil", &*pupil.to_string()), ("folder", &format!("'{folder}'"))];
        database.execute(&values("version", &set), []).expect("a version");
        let current = "UPDATE pupil SET current = last_insert_rowid() WHERE id = ?";
        database.execute(current, [pupil]).expect("it plays");
    }
    let mut versions = database.prepare("SELECT id FROM version").expect("a query");
    let versions = versions.query_map([], |row| row.get(0)).expect("versions");
    let versions: Vec<i64> = versions.map(|id| id.expect("a number")).collect();
    for number in 0..versions.len() * n_games / 2 {
        let [red, yellow] = [number, number + 1 + number / versions.len()];
        let [red, yellow] = [red, yellow].map(|at| versions[at % versions.len()].to_string());
        let pair = [("first", &*red), ("second", &*yellow)];
        database.execute(&values("pair", &pair), []).expect("a pair");
        for half in ["0", "1"] {
            let game = [
                ("pair", "(SELECT MAX(id) FROM pair)"),
                ("half", half),
                ("red", &*red),
                ("yellow", &*yellow),
            ];
            database.execute(&values("game", &game), []).expect("a game");
        }
    }
    database.execute_batch("COMMIT").expect("it commits");
}

/// A class of this many pupils, each with this many games; returns the pupils' cookies.
fn full_class(room: &mut Room<'_>, n_pupils: usize, n_games: usize) -> Vec<String> {
    let settings = b"name=8b&board=10x10&connect=4&clock=1s&games=1000&weeks=2";
    assert_eq!(room.press("settings", settings).status, 303);
    let code = room.code();
    let cookies: Vec<String> = (1..=n_pupils)
        .map(|pupil| {
            let answer = room.join_from(pupil, &code).expect("the server answers");
            assert_eq!(answer.status, 303, "pupil {pupil}: {}", answer.text);
            answer.cookie
        })
        .collect();
    assert_eq!(room.upload(&cookies[0], "bot.py", ANN).status, 303);
    until(|| room.count("game") > 0);
    fill(room, n_games);
    // So that it reads everything anew.
    room.restart();
    cookies
}

/// Those who attack and watch have computers of their own: here, they take only the time that the server and the bots
/// leave.
fn as_on_another_computer() {
    let _ = rustix::process::nice(19);
}

/// One of an attacker's actions; the server may refuse it or hang up.
fn attack(room: &Room<'_>, cookie: &str, address: usize, random: &mut Rng) -> io::Result<()> {
    let rest = || thread::sleep(Duration::from_secs(2));
    match address % 10 {
        0 => drop(room.get_from(address, "/class/report", cookie)?),
        1 | 2 => {
            let game = format!("/class/game/{}", random.i64(1..=room.count("game")));
            room.get_from(address, &game, cookie)?;
        }
        3 => {
            room.upload_from(address, cookie, &multipart("bot.py", SLEEPER))?;
            rest();
        }
        4 => {
            room.upload_from(address, cookie, &multipart("bot.c", ENDLESS))?;
            rest();
        }
        5 => drop(room.get_from(address, "/class/me/lists", cookie)?),
        6 => drop(room.join_from(address, "AAAAAA")?),
        7 => drop(room.upload_from(address, cookie, &many_parts())?),
        8 => read_slowly(room, cookie, address)?,
        _ => drop(room.get_from(address, "/class/me", cookie)?),
    }
    Ok(())
}

/// A form with a long name for each of thousands of empty files.
fn many_parts() -> Vec<u8> {
    let name = "n".repeat(200 << 10);
    let named = format!("--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n{name}\r\n");
    let empty = "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n";
    (named + &empty.repeat(4000) + "--x--\r\n").into_bytes()
}

/// Asks for a long page and reads little of it.
fn read_slowly(room: &Room<'_>, cookie: &str, address: usize) -> io::Result<()> {
    let mut stream = TcpStream::connect(&room.server.address)?;
    let kind = from(address, "x");
    let request = format!(
        "GET /class/report HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\ncontent-type: {kind}\r\n\r\n"
    );
    stream.write_all(request.as_bytes())?;
    for _ in 0..5 {
        stream.read_exact(&mut [0; 50])?;
        thread::sleep(Duration::from_secs(1));
    }
    Ok(())
}

/// The median times of a bystander's pages, each asked for `n` times in a time.
fn bystander(
    room: &Room<'_>,
    cookie: &str,
    address: usize,
    n: usize,
    time: Duration,
) -> Vec<Duration> {
    let live = format!("/class/live/{}", room.code());
    let pages = ["/class/me".to_owned(), format!("{live}/table"), format!("{live}/boards")];
    let mut times = vec![Vec::with_capacity(n); pages.len()];
    for _ in 0..n {
        for (page, times) in pages.iter().zip(&mut times) {
            let begin = Instant::now();
            let answer = room.get_from(address, page, cookie).expect("the server answers");
            assert_eq!(answer.status, 200, "{page}: {}", answer.text);
            times.push(begin.elapsed());
        }
        thread::sleep(time / n as u32);
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_unstable();
            times[n / 2]
        })
        .collect()
}

/// Games a second while `work` runs, at least this long.
fn ladder_speed<T>(room: &Room<'_>, at_least: Duration, work: impl FnOnce() -> T) -> (f64, T) {
    let (begin, n_before) = (Instant::now(), room.count("game"));
    let done = work();
    thread::sleep(at_least.saturating_sub(begin.elapsed()));
    ((room.count("game") - n_before) as f64 / begin.elapsed().as_secs_f64(), done)
}

#[test]
fn attackers_stop_nobody() {
    let (n_pupils, n_games, n_attackers, n_tabs, n, time) =
        if is_full() { (100, 100, 20, 200, 200, 60) } else { (4, 4, 10, 4, 2, 1) };
    let time = Duration::from_secs(time);
    let folder = TempDir::new().expect("a folder");
    let (data, class) = (folder.path().join("data"), folder.path().join("class"));
    let mut room = Room::start_with(&data, &class, &BEHIND_PROXY);
    let cookies = full_class(&mut room, n_pupils, n_games);
    if is_full() {
        // The kernel may share the processors evenly among sessions: the clients take nothing of the server's share.
        let _ = rustix::process::setsid();
    }
    let (room, own) = (&room, n_pupils);
    let (quiet_speed, quiet) =
        ladder_speed(room, time, || bystander(room, &cookies[own - 1], own, n, time));
    let process = room.server.process.id();
    let (before, is_over, n_requests) =
        (thread_names(process), AtomicBool::new(false), AtomicUsize::new(0));
    let table = format!("/class/live/{}/table", room.code());
    let until_over = |every: Duration, act: &mut dyn FnMut()| {
        as_on_another_computer();
        while !is_over.load(Ordering::Relaxed) {
            act();
            n_requests.fetch_add(1, Ordering::Relaxed);
            thread::sleep(every);
        }
    };
    let (speed, busy) = thread::scope(|scope| {
        let until_over = &until_over;
        for address in 1..=n_attackers {
            let cookie = &cookies[(address - 1) % n_pupils];
            scope.spawn(move || {
                let mut random = Rng::with_seed(address as u64);
                until_over(Duration::ZERO, &mut || {
                    let _ = attack(room, cookie, address, &mut random);
                });
            });
        }
        for tab in 0..n_tabs {
            let table = &table;
            scope.spawn(move || {
                until_over(Duration::from_secs(3), &mut || {
                    let _ = room.get_from(100 + tab, table, "");
                });
            });
        }
        scope.spawn(|| {
            let all = room.get_from(0, "/class/everything.zip", &room.teacher);
            assert_eq!(all.expect("the server answers").status, 200);
        });
        let seen = ladder_speed(room, time, || bystander(room, &cookies[own - 1], own, n, time));
        is_over.store(true, Ordering::Relaxed);
        seen
    });
    let times = |(busy, quiet): (&Duration, &Duration)| busy.as_secs_f64() / quiet.as_secs_f64();
    let ratios: Vec<f64> = busy.iter().zip(&quiet).map(times).collect();
    let mib = peak_mib(process).expect("it runs");
    println!(
        "{n_requests:?} requests: a bystander's page, the table and the boards take {quiet:.1?} alone, {busy:.1?} \
         beside {n_attackers} attackers and {n_tabs} tabs ({ratios:.1?} times as long); the ladder plays {speed:.2} \
         games a second instead of {quiet_speed:.2}; {mib} MiB at most"
    );
    let gone: Vec<_> = before.difference(&thread_names(process)).cloned().collect();
    assert!(gone.is_empty(), "threads have ended: {gone:?}");
    assert!(mib < MOST_MIB, "{mib} MiB");
    if is_full() {
        assert!(ratios.iter().all(|&ratio| ratio < 5.0), "others wait: {ratios:?}");
        assert!(speed > quiet_speed / 2.0, "the ladder is slow");
    }
}
