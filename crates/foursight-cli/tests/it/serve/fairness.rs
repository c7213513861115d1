//! One address asks for as much as it can, and another one is answered as usual.

use std::io::BufRead;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use foursight::notation::moves;
use foursight::{AnySize, Column, Game, Position};
use tempfile::TempDir;

use super::client::Client;
use super::{Server, is_full};

const GREEDY: &str = "192.0.2.1";
const MODEST: &str = "192.0.2.2";

/// A game of `n_plies` at most, in which nobody misses a win or a threat one disc ahead.
fn random_moves(size: AnySize, n_plies: usize, random: &mut Rng) -> String {
    let mut game = Game::new(Position::empty(size));
    while game.moves().len() < n_plies {
        let columns: Vec<Column> = game.position().non_losing_moves().columns().collect();
        let Some(column) = random.choice(columns) else { break };
        game.play(column).expect("the move is legal");
        if game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    moves::write(game.moves())
}

/// A request that takes long: a board that nobody solves, a long game on the largest board, or a hard position.
fn dear_path(random: &mut Rng) -> String {
    let largest = AnySize::new(10, 10, 6).expect("it is a size");
    let long = |random: &mut Rng| random_moves(largest, 90, random);
    match random.u8(0..5) {
        0 => format!("/api/analyze?size=10x10&connect=6&pos={}", random_moves(largest, 8, random)),
        1 => format!("/api/review?size=10x10&connect=6&pos={}", long(random)),
        2 => format!("/render.gif?size=10x10&connect=6&theme=transparent&pos={}", long(random)),
        3 => format!("/render.png?size=9x9&scores=1&pos={}", random.u8(1..=9)),
        _ => format!("/solve?pos={}", random_moves(AnySize::default(), 13, random)),
    }
}

/// What the other one asks: moves of levels, analyses of positions of 14 plies, and puzzles.
fn modest_paths(n: usize) -> Vec<[String; 3]> {
    let mut random = Rng::with_seed(7);
    let mut paths = |number: usize| {
        let mut position = |n_plies| loop {
            let moves = random_moves(AnySize::default(), n_plies, &mut random);
            if moves.len() == n_plies {
                return moves;
            }
        };
        [
            format!("/api/move?level={}&seed=1&pos={}", 1 + number % 10, position(number % 20)),
            format!("/api/analyze?pos={}", position(14)),
            format!("/api/puzzles/{}", 1 + number),
        ]
    };
    (0..n).map(&mut paths).collect()
}

fn get(client: &mut Client, path: &str, address: &str) -> std::io::Result<u16> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {address}\r\n\r\n");
    Ok(client.send_raw(request.as_bytes())?.0)
}

/// The median time of each kind of request, one request after another.
fn ask_modestly(address: &str, paths: &[[String; 3]]) -> [Duration; 3] {
    let mut client = Client::connect(address).expect("it listens");
    let mut times = [const { Vec::new() }; 3];
    for paths in paths {
        for (path, times) in paths.iter().zip(&mut times) {
            let begin = Instant::now();
            let status = get(&mut client, path, MODEST).expect("it answers");
            assert_eq!(status, 200, "{path}");
            times.push(begin.elapsed());
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    })
}

/// A server with an admin port, whose address is the second result.
fn start(data: &TempDir, rate: &str) -> (Server, String) {
    let args = ["--trust-proxy", "127.0.0.1", "--admin", "127.0.0.1:0", "--rate", rate];
    let mut server = Server::start_with(data.path(), &args);
    let mut line = String::new();
    server.stdout.read_line(&mut line).expect("a second address is printed");
    let admin = line.trim().strip_prefix("health and metrics on http://").expect("the address");
    let admin = admin.to_owned();
    (server, admin)
}

/// Ends the others also where an assertion fails.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The same requests, first on a quiet server, then beside an address that asks on 24 connections.
fn check(rate: &str, n: usize) {
    let paths = modest_paths(n);
    let quiet = {
        let data = TempDir::new().expect("a folder");
        ask_modestly(&start(&data, rate).0.address, &paths)
    };
    let data = TempDir::new().expect("a folder");
    let (server, admin) = start(&data, rate);
    let (is_over, n_dear) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (busy, ready) = thread::scope(|scope| {
        for seed in 0..24 {
            let (address, is_over, n_dear) = (&server.address, &is_over, &n_dear);
            scope.spawn(move || {
                let mut random = Rng::with_seed(seed);
                let mut client = Client::connect(address).expect("it listens");
                while !is_over.load(Ordering::Relaxed) {
                    n_dear.fetch_add(1, Ordering::Relaxed);
                    // What it gets is its own affair.
                    if get(&mut client, &dear_path(&mut random), GREEDY).is_err() {
                        client = Client::connect(address).expect("it listens");
                    }
                }
            });
        }
        let _stop = SetOnDrop(&is_over);
        while n_dear.load(Ordering::Relaxed) < 24 {
            thread::yield_now();
        }
        let busy = ask_modestly(&server.address, &paths);
        let begin = Instant::now();
        let mut client = Client::connect(&admin).expect("it listens");
        let status = get(&mut client, "/ready", MODEST).expect("it answers");
        assert_eq!(status, 200, "/ready");
        (busy, begin.elapsed())
    });
    println!("--rate {rate}: median of level moves, analyses and puzzles: {quiet:?} alone,");
    println!("{busy:?} beside 24 connections with {n_dear:?} dear requests; /ready in {ready:?}");
    if is_full() {
        for (quiet, busy) in quiet.into_iter().zip(busy) {
            assert!(busy < 5 * quiet, "{quiet:?} became {busy:?}");
        }
    }
}

#[test]
fn nobody_starves_the_others() {
    if !is_full() {
        return check("0", 3);
    }
    check("0", 100);
    // With the usual rate, the greedy one has used up its share after seconds. So would the other one, if it asked
    // for more than 500 requests' worth at once: each of these counts as five.
    check("100", 30);
}
