//! A few addresses ask for as much as they can, and another one is served as usual.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;
use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use foursight::AnySize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Client;
use super::dearest::{DEAREST, fill, random_moves};
use super::memory::{n_threads, resident_mib};
use super::{Server, is_full};

/// The number of connections of the greedy addresses.
const N_CONNECTIONS: usize = 24;

/// The most memory that the server may use under any load, in MiB.
const MOST_MIB: u64 = 300;

/// A server behind this test as its proxy, and the address of its admin port.
struct Site {
    server: Server,
    admin: String,
    _data: TempDir,
}

impl Site {
    fn start(rate: &str) -> Self {
        let data = TempDir::new().expect("a folder");
        let mut args = vec!["--trust-proxy", "127.0.0.1", "--admin", "127.0.0.1:0", "--rate", rate];
        if !is_full() {
            // On a machine that is also doing other work, requests take longer.
            args.extend(["--solve-time", "2m"]);
        }
        let mut server = Server::start_with(data.path(), &args);
        let mut line = String::new();
        server.stdout.read_line(&mut line).expect("a second address is printed");
        let admin = line.trim().strip_prefix("health and metrics on http://").expect("the address");
        let admin = admin.to_owned();
        Self { server, admin, _data: data }
    }

    fn connect(&self) -> Client {
        Client::connect(&self.server.address).expect("it listens")
    }

    /// The time that the server takes to say that it is ready.
    fn ready(&self) -> Duration {
        let begin = Instant::now();
        let mut client = Client::connect(&self.admin).expect("it listens");
        let (status, _) =
            client.send_raw(b"GET /ready HTTP/1.1\r\nhost: x\r\n\r\n").expect("it answers");
        assert_eq!(status, 200, "/ready");
        begin.elapsed()
    }
}

/// A request as a proxy forwards it; `headers` are whole lines.
fn request(method: &str, path: &str, address: &str, headers: &str, body: &str) -> Vec<u8> {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {address}\r\n{headers}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// The kinds of requests of a modest address: a move in a game, a level's move, the analysis of a position of 14 plies,
/// and a puzzle.
const N_KINDS: usize = 4;
type Times = [Vec<Duration>; N_KINDS];

/// A client that sends one request at a time.
struct Modest {
    client: Client,
    address: String,
    random: Rng,
}

impl Modest {
    fn new(site: &Site, address: String) -> Self {
        // Each address asks for different positions, so that the server cannot reuse an earlier answer.
        let mut hasher = DefaultHasher::new();
        address.hash(&mut hasher);
        Self { client: site.connect(), address, random: Rng::with_seed(hasher.finish()) }
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        let request = request("POST", path, &self.address, "", &body.to_string());
        let (status, answer) = self.client.send_raw(&request).expect("it answers");
        assert!((200..300).contains(&status), "{path} is answered with {status}");
        serde_json::from_slice(&answer).unwrap_or(Value::Null)
    }

    fn position(&mut self, n_plies: usize) -> String {
        loop {
            let moves = random_moves(AnySize::default(), n_plies, &mut self.random);
            if moves.len() == n_plies {
                return moves;
            }
        }
    }

    /// Creates a game that cannot end with the next moves; returns its path and its secrets.
    fn begin_game(&mut self) -> (String, [String; 2]) {
        let made = self.post("/api/games", &json!({ "size": "10x10", "connect": 6 }));
        let path = format!("/api/games/{}", made["game"]["id"].as_str().expect("a name"));
        let joined = self.post(&format!("{path}/join"), &json!({}));
        let secrets = [made, joined].map(|seat| seat["secret"].as_str().expect("one").to_owned());
        (path, secrets)
    }

    /// Sends `n` requests of each kind; returns their times.
    fn ask(&mut self, n: usize) -> Times {
        let mut times: Times = Default::default();
        let (path, secrets) = self.begin_game();
        for number in 0..n {
            let body = json!({ "column": 1 + number % 10, "ply": number }).to_string();
            let player = format!("authorization: Bearer {}\r\n", secrets[number % 2]);
            let (level, analyzed) = (self.position(number % 20), self.position(14));
            let paths = [
                format!("/api/move?level={}&seed=1&pos={level}", 1 + number % 10),
                format!("/api/analyze?pos={analyzed}"),
                format!("/api/puzzles/{}", self.random.u32(1..=1_000_000)),
            ];
            let moving = request("POST", &format!("{path}/moves"), &self.address, &player, &body);
            let asking = paths.iter().map(|path| request("GET", path, &self.address, "", ""));
            let requests: Vec<_> = [moving].into_iter().chain(asking).collect();
            for (request, times) in requests.iter().zip(&mut times) {
                let begin = Instant::now();
                let (status, body) = self.client.send_raw(request).expect("it answers");
                times.push(begin.elapsed());
                let text = String::from_utf8_lossy(request);
                assert_eq!(status, 200, "{text}: {}", String::from_utf8_lossy(&body));
            }
        }
        times
    }
}

fn medians(times: Times) -> [Duration; N_KINDS] {
    times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    })
}

/// The greedy clients, who hang up when the measurement is over, even if an assertion fails.
#[derive(Default)]
struct Greedy {
    is_over: AtomicBool,
    connections: Mutex<Vec<TcpStream>>,
}

impl Greedy {
    fn connect(&self, site: &Site) -> Client {
        let client = site.connect();
        self.connections.lock().unwrap().push(client.stream.get_ref().try_clone().unwrap());
        client
    }
}

struct HangUp<'a>(&'a Greedy);

impl Drop for HangUp<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::SeqCst);
        for connection in self.0.connections.lock().unwrap().iter() {
            // The connection may already be closed.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

/// The measurements of the modest client while the greedy ones are busy.
struct Seen {
    medians: [Duration; N_KINDS],
    /// The longest time that `/ready` took.
    ready: Duration,
    mib: Option<u64>,
    n_threads: Option<u64>,
    n_dear: usize,
}

/// Sends the modest client's requests while this many addresses of a network send random requests from `dear`.
fn beside(
    site: &Site,
    dear: &[&(&str, &str, &str)],
    (network, n_addresses): (&str, usize),
    n: usize,
) -> Seen {
    let mut modest = Modest::new(site, format!("{network}.99"));
    let (path, _) = modest.begin_game();
    let game = path.rsplit('/').next().expect("its name");
    let (greedy, n_dear) = (Greedy::default(), AtomicUsize::new(0));
    thread::scope(|scope| {
        for number in 0..N_CONNECTIONS {
            let (greedy, n_dear) = (&greedy, &n_dear);
            let address = format!("{network}.{}", number % n_addresses);
            scope.spawn(move || {
                let mut random = Rng::with_seed(number as u64);
                let mut client = greedy.connect(site);
                while !greedy.is_over.load(Ordering::SeqCst) {
                    n_dear.fetch_add(1, Ordering::Relaxed);
                    let (route, path, body) = random.choice(dear.iter()).expect("there is one");
                    let (method, _) = route.split_once(' ').expect("a method and a path");
                    let path = fill(path, game, &mut random);
                    let body = fill(body, game, &mut random);
                    // The answers to greedy clients do not matter; a stream has no end to wait for.
                    if client.send_raw(&request(method, &path, &address, "", &body)).is_err() {
                        client = greedy.connect(site);
                    }
                }
            });
        }
        let _hang_up = HangUp(&greedy);
        while n_dear.load(Ordering::Relaxed) < N_CONNECTIONS {
            thread::yield_now();
        }
        let mut ready = site.ready();
        let times = modest.ask(n);
        ready = ready.max(site.ready());
        let process = site.server.process.id();
        let (mib, n_threads) = (resident_mib(process), n_threads(process));
        let n_dear = n_dear.load(Ordering::Relaxed);
        Seen { medians: medians(times), ready, mib, n_threads, n_dear }
    })
}

/// Compares the modest client's times with those on a quiet server.
fn check(name: &str, quiet: [Duration; N_KINDS], seen: &Seen) -> Result<(), String> {
    let Seen { medians, ready, mib, n_threads, n_dear } = seen;
    let n_cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    assert!(n_threads.is_none_or(|n| n < 32 + 4 * n_cores), "{name}: {n_threads:?} threads");
    let ratios = [0, 1, 2, 3].map(|kind| medians[kind].as_secs_f64() / quiet[kind].as_secs_f64());
    println!(
        "{name}: {ratios:.1?} times as long beside {n_dear} dear requests; /ready in {ready:?}; {mib:?} MiB"
    );
    let faults = [
        (ratios.iter().any(|&ratio| ratio >= 5.0), "others wait"),
        (*ready >= Duration::from_millis(100), "/ready waits"),
        (mib.is_some_and(|mib| mib >= MOST_MIB), "memory"),
    ];
    let faults: Vec<&str> = faults.iter().filter(|(is_fault, _)| *is_fault).map(|f| f.1).collect();
    if is_full() && !faults.is_empty() {
        return Err(format!("{name}: {}", faults.join(", ")));
    }
    Ok(())
}

/// All at once, and at the usual rate: the greedy addresses use up their share within seconds. So would the modest
/// address if it asked for more than 500 requests' worth at once; most of its requests count as five.
#[test]
fn nobody_starves_the_others() {
    let (rounds, rates): (usize, &[&str]) =
        if is_full() { (30, &["0", "100"]) } else { (3, &["0"]) };
    let all: Vec<_> = DEAREST.iter().filter(|(route, ..)| takes_turns(route)).collect();
    let mut faults = Vec::new();
    for rate in rates {
        let quiet = medians(Modest::new(&Site::start(rate), "192.0.2.99".to_owned()).ask(rounds));
        println!("--rate {rate}: a move, a level's move, an analysis, a puzzle alone: {quiet:?}");
        for &n_addresses in addresses() {
            let site = Site::start(rate);
            let seen = beside(&site, &all, ("192.0.2", n_addresses), rounds);
            let name = format!("--rate {rate}, {n_addresses} addresses, all");
            faults.extend(check(&name, quiet, &seen).err());
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The numbers of greedy addresses to test.
fn addresses() -> &'static [usize] {
    if is_full() { &[1, 5] } else { &[5] }
}

/// Whether requests of this route take time. Other requests are answered as fast as they are sent; without limits on
/// them, a test would measure itself.
fn takes_turns(route: &str) -> bool {
    [
        "solve",
        "score",
        "analyze",
        "review",
        "why",
        "move",
        "png",
        "gif",
        "POST /api/position",
        "puzzles/",
    ]
    .iter()
    .any(|part| route.contains(part))
}

/// The most expensive request of each route, one route after another on one server with the usual limits.
#[test]
fn no_route_starves_the_others() {
    let rounds = if is_full() { 15 } else { 1 };
    let dear = DEAREST.iter().step_by(if is_full() { 1 } else { 20 });
    let site = Site::start("100");
    let quiet = medians(Modest::new(&site, "192.0.2.99".to_owned()).ask(rounds));
    println!("a move, a level's move, an analysis, a puzzle alone: {quiet:?}");
    let mut faults = Vec::new();
    for (number, dear) in dear.enumerate() {
        for &n_addresses in addresses() {
            // New addresses, so that nobody pays for earlier requests.
            let network = format!("10.{number}.{n_addresses}");
            let seen = beside(&site, &[dear], (&network, n_addresses), rounds);
            let name = format!("{n_addresses} addresses, {}", dear.1);
            faults.extend(check(&name, quiet, &seen).err());
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
