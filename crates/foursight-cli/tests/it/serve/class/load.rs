//! A whole class at once: uploads, games, browsers that watch, and the order found by the ladder.

use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use futures_util::future::join_all;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep_until;

use super::{BOB, Room};
use crate::serve::is_full;
use crate::serve::load::{ask, book_positions, run, summary};

/// A bot that plays like a level, with some errors.
const LEVEL: &str = include_str!("level.c");

impl Room<'_> {
    fn n_games(&self) -> usize {
        self.get("/class/games.txt", &self.teacher).matches("[Game \"").count()
    }

    /// The names in the table and their ratings, the strongest first.
    fn ratings(&self) -> Vec<(String, Option<f64>)> {
        let page = self.get(&format!("/class/live/{}/table", self.code()), "");
        let rows = page.split("<th scope=\"row\">").skip(1);
        let cell = |text: &str| text.split('<').next().unwrap_or_default().to_owned();
        rows.map(|row| {
            let rating = row.split("<td>").nth(2).expect("a row has cells");
            (cell(row), cell(rating).split(' ').next().and_then(|elo| elo.parse().ok()))
        })
        .collect()
    }
}

/// Requests the scores of book positions, 50 a second, as a player on the page does.
fn scores(address: &str, seconds: u64) -> String {
    let positions = book_positions(50 * seconds as usize, &mut Rng::with_seed(7));
    let mut latencies = run(ask(address.to_owned(), positions, Duration::from_millis(20)));
    summary(&mut latencies)
}

/// Requests a page again and again, as an open tab does, on one kept connection; returns the time of each answer.
async fn watch(address: String, path: String, every: Duration, n_times: u32) -> Vec<Duration> {
    let mut stream = TcpStream::connect(&address).await.expect("it listens");
    let begin = tokio::time::Instant::now() + every.mul_f64(fastrand::f64());
    let mut latencies = Vec::new();
    for number in 0..n_times {
        let due = begin + every * number;
        sleep_until(due).await;
        let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("it reads");
        read(&mut stream).await;
        latencies.push(due.elapsed());
    }
    latencies
}

/// Reads a whole answer.
async fn read(stream: &mut TcpStream) {
    let mut answer = Vec::new();
    loop {
        let n_read = stream.read_buf(&mut answer).await.expect("it answers");
        assert_ne!(n_read, 0, "it stays connected");
        let text = String::from_utf8_lossy(&answer);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.expect("it has a length").parse().expect("a number");
        if body.len() >= length {
            return;
        }
    }
}

/// Thirty pupils hand in, play, and watch; a player on the same server's page notices nothing.
#[test]
fn a_lesson_goes_well() {
    let (n_pupils, n_tabs, seconds) = if is_full() { (30, 200, 60) } else { (2, 5, 1) };
    let folder = TempDir::new().expect("a folder");
    let (data, class) = (folder.path().join("data"), folder.path().join("class"));
    let start = Instant::now();
    let room = Room::start(&data, &class);
    let address = &room.server.address;
    println!("scores without a class: {}", scores(address, seconds));

    let begin = Instant::now();
    let cookies: Vec<String> = (0..n_pupils)
        .map(|number| {
            let cookie = room.join(&format!("Pupil{number}"));
            assert_eq!(room.upload(&cookie, "bot.py", BOB).status, 303);
            cookie
        })
        .collect();
    println!("{n_pupils} uploads within {:.1?}", begin.elapsed());
    for cookie in &cookies {
        room.wait("/class/me", cookie, "Version 1 has passed its check");
    }
    let checked = begin.elapsed();
    println!("all checked after {checked:.1?}");
    while room.n_games() == 0 {
        thread::sleep(Duration::from_millis(50));
    }
    println!("from the start to the first game {:.1?}, scores among them", start.elapsed());

    let (n_before, begin) = (room.n_games(), Instant::now());
    println!("scores beside the ladder: {}", scores(address, seconds));
    let rate = (room.n_games() - n_before) as f64 / begin.elapsed().as_secs_f64();
    println!("{rate:.2} games a second");

    let live = format!("/class/live/{}", room.code());
    let (n_before, begin) = (room.n_games(), Instant::now());
    let tabs = {
        let address = address.clone();
        thread::spawn(move || {
            run(async {
                let tabs = (0..n_tabs).flat_map(|_| {
                    let watch = |part: &str, every: u32| {
                        let path = format!("{live}/{part}");
                        let n_times = seconds as u32 / every;
                        watch(address.clone(), path, Duration::from_secs(every.into()), n_times)
                    };
                    // Requests the live parts, as the page's script does.
                    [tokio::spawn(watch("boards", 1)), tokio::spawn(watch("table", 3))]
                });
                let tabs: Vec<_> = tabs.collect();
                let all = join_all(tabs).await;
                all.into_iter().flat_map(|tab| tab.expect("a tab is answered")).collect::<Vec<_>>()
            })
        })
    };
    println!("scores beside {n_tabs} tabs and the ladder: {}", scores(address, seconds));
    let mut latencies = tabs.join().expect("the tabs watch");
    let rate_beside = (room.n_games() - n_before) as f64 / begin.elapsed().as_secs_f64();
    println!("the tabs: {}; {rate_beside:.2} games a second meanwhile", summary(&mut latencies));
    // Times mean something only on a machine that does nothing else.
    if is_full() {
        assert!(checked < Duration::from_mins(3), "checked after {checked:?}");
        assert!(rate >= 2.5, "{rate} games a second");
        let late = latencies[latencies.len() * 99 / 100];
        assert!(late < Duration::from_secs(1), "the tabs wait for {late:?}");
    }
}

/// The share of pairs in the right order minus the share in the wrong one. Of two bots, one is known to be stronger if
/// it plays like a higher level and makes no more errors, or makes fewer errors and plays like no lower level. Errors
/// change nothing if all moves are random.
fn kendall_tau(ratings: &[((u8, u8), f64)]) -> f64 {
    let (mut sum, mut n_pairs) = (0.0, 0.0);
    for &((level, errors), elo) in ratings {
        for &((other_level, other_errors), other_elo) in ratings {
            let differs = level > 0 && (level, errors) != (other_level, other_errors);
            if differs && level >= other_level && errors <= other_errors {
                n_pairs += 1.0;
                sum += if elo > other_elo { 1.0 } else { -1.0 };
            }
        }
    }
    sum / n_pairs
}

/// Bots of known strength are in the right order within half an hour.
#[test]
fn the_ladder_finds_the_order() {
    if !is_full() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let (data, class) = (folder.path().join("data"), folder.path().join("class"));
    let room = Room::start(&data, &class);
    let bots = (0..10).flat_map(|level| [0, 10, 30].map(|errors| (level, errors)));
    let bots: Vec<(u8, u8)> = bots.collect();
    let name = |(level, errors): (u8, u8)| format!("L{level}E{errors}");
    let begin = Instant::now();
    for &(level, errors) in &bots {
        let cookie = room.join(&name((level, errors)));
        let own = format!("#define LEVEL {level}\n#define ERRORS {errors}\n{LEVEL}");
        assert_eq!(room.upload(&cookie, "bot.c", &own).status, 303);
    }
    let (mut tau, mut n_games) = (0.0, 0);
    // Until every version has played its games.
    while begin.elapsed() < Duration::from_mins(30) && (n_games == 0 || room.n_games() > n_games) {
        n_games = room.n_games();
        thread::sleep(Duration::from_mins(1));
        let ratings = room.ratings();
        let rated: Vec<((u8, u8), f64)> = bots
            .iter()
            .filter_map(|&bot| {
                let row = ratings.iter().find(|(known, _)| *known == name(bot))?;
                Some((bot, row.1?))
            })
            .collect();
        if rated.len() == bots.len() {
            tau = kendall_tau(&rated);
        }
        println!("{:.0?}: {} games, tau {tau:.3}", begin.elapsed(), room.n_games());
    }
    println!("{:?}", room.ratings());
    assert!(tau >= 0.9, "Kendall's tau {tau}");
}

/// The tutorial's bot has its marks by the default rubric within a minute.
#[test]
fn marks_take_less_than_a_minute() {
    if !is_full() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let bot = folder.path().join("bot.py");
    std::fs::write(&bot, BOB).expect("it can be written");
    let begin = Instant::now();
    let outcome = crate::run(&["grade", bot.to_str().expect("a plain path")], "");
    println!("marks in {:.1?}\n{}", begin.elapsed(), outcome.stdout);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(begin.elapsed() < Duration::from_mins(1));
}
