//! Years of a server's games in minutes: many clients, clocks that jump, disks and logs that fail, kills and restarts, all
//! from one seed.
//!
//! Requests go to the routers, one after another, and time passes only between them, so a seed repeats a failure. turmoil
//! simulates only the network between hosts, and madsim replaces tokio in every dependency; neither knows the database's
//! threads or its disk, where the faults were.

#[path = "../../../foursight-files/tests/disk/simulate.rs"]
mod simulate;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use fastrand::Rng;
use foursight_web::{App, LogFormat, admin_router, start_log};
use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use self::simulate::{
    FAULTS, NO_LOG, ON_PURPOSE, n_days, n_threads, set_faults, simulate, watch_panics,
};
use crate::history::{ACTIONS, History};
use crate::test_clock::TestClock;
use crate::{HttpAnswer, Site, config};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// The maximum number of games that clients play at the same time.
const N_GAMES: usize = 40;

/// A game as its players know it.
struct Game {
    path: String,
    /// The authorization of each player.
    seats: Vec<String>,
    history: History,
    /// The last answer, and the server's uptime and age then.
    state: Value,
    seen_at: i64,
    touched: i64,
    /// Whether a request since had no answer: it may have changed the game.
    is_doubtful: bool,
}

struct World {
    rng: Rng,
    clock: TestClock,
    root: PathBuf,
    site: Site,
    admin: Router,
    games: Vec<Game>,
    /// The uptime of all servers, and the same with a day for each restart: as old as data can be.
    up_ms: i64,
    age_ms: i64,
    faults: u8,
    /// The number of steps until the faults end.
    n_faulty: u32,
}

/// Whether the next batch of a thread of the database panics.
static PANICS: AtomicBool = AtomicBool::new(false);

/// Figures that nobody reads; recording the size of a batch panics on purpose.
struct Figures;

impl HistogramFn for Figures {
    fn record(&self, _: f64) {
        assert!(!PANICS.swap(false, Relaxed), "{ON_PURPOSE}");
    }
}

impl Recorder for Figures {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, _: &Key, _: &Metadata<'_>) -> Counter {
        Counter::noop()
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        let is_batch = key.name() == "foursight_store_batch";
        if is_batch { Histogram::from_arc(Arc::new(Self)) } else { Histogram::noop() }
    }
}

fn start(folder: &Arc<TempDir>, clock: &TestClock) -> Result<(Site, Router), String> {
    let mut config = config(folder.path());
    config.n_threads = std::num::NonZeroUsize::MIN;
    config.limits.open_games = 100_000;
    clock.set_in(&mut config);
    let app = App::new(config).map_err(|error| error.to_string())?;
    let routes = foursight_web::router(&app);
    Ok((Site { routes, app: app.clone(), folder: folder.clone() }, admin_router(&app)))
}

impl World {
    fn new(root: &Path, seed: u64) -> Self {
        metrics::set_global_recorder(Figures).expect("it is the first");
        start_log(LogFormat::Text, true);
        let rng = Rng::with_seed(seed);
        let clock = TestClock::new();
        let folder = Arc::new(TempDir::new_in(root).unwrap());
        let (site, admin) = start(&folder, &clock).unwrap();
        let root = root.to_owned();
        let (games, faults, n_faulty) = (Vec::new(), 0, 0);
        let (up_ms, age_ms) = (0, 0);
        Self { rng, clock, root, site, admin, games, up_ms, age_ms, faults, n_faulty }
    }

    async fn step(&mut self) {
        if self.n_faulty > 0 {
            self.n_faulty -= 1;
            if self.n_faulty == 0 {
                self.fail(0);
            }
        }
        match self.rng.u32(0..100) {
            0..4 => self.create().await,
            4..10 => self.join().await,
            10..50 => self.play().await,
            50..74 => self.act().await,
            74..82 => self.view().await,
            82..94 => {
                let ms = self.rng.i64(0..20_000);
                self.pass(ms);
            }
            94 => {
                let faults = FAULTS[self.rng.usize(..4)] | FAULTS[self.rng.usize(..4)];
                self.n_faulty = self.rng.u32(2..30);
                self.fail(faults);
            }
            95 => {
                let ms = self.rng.i64(HOUR_MS..48 * HOUR_MS);
                self.pass(ms);
            }
            96 => {
                self.site.app.sweep();
                while self.site.app.expire().await {}
            }
            97 => self.ready().await,
            98 => PANICS.store(true, Relaxed),
            99 if self.rng.bool() => self.clock.sleep_ms(self.rng.i64(-400 * DAY_MS..400 * DAY_MS)),
            _ => self.restart().await,
        }
    }

    fn fail(&mut self, faults: u8) {
        self.faults = faults;
        set_faults(faults);
    }

    fn pass(&mut self, ms: i64) {
        self.clock.advance_ms(ms);
        self.up_ms += ms;
        self.age_ms += ms;
    }

    /// The answer to a request; `None` if it is not known whether it was carried out.
    async fn ask(&self, path: &str, seat: &str, body: Option<Value>) -> Option<HttpAnswer> {
        let headers = [("authorization", seat)];
        let headers = if seat.is_empty() { &[][..] } else { &headers };
        let may_fail = self.may_fail();
        let answer = match body {
            Some(body) => self.site.post_with(path, headers, &body).await,
            None => self.site.get_with(path, headers).await,
        };
        let is_known = !answer.status.is_server_error();
        assert!(is_known || may_fail, "nothing fails now: {path}: {answer:?}");
        is_known.then_some(answer)
    }

    /// Whether requests may fail now. A log that cannot be written must not matter.
    fn may_fail(&self) -> bool {
        self.faults & !NO_LOG != 0 || PANICS.load(Relaxed)
    }

    async fn create(&mut self) {
        let clock = self.rng.bool().then(|| json!({ "initial_s": self.rng.u32(1..300) }));
        let rule = ["none", "pie", "swap"][self.rng.usize(..3)];
        let body = json!({ "name": "Ann", "size": "5x4", "clock": clock, "opening_rule": rule });
        let Some(answer) = self.ask("/api/games", "", Some(body)).await else { return };
        assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
        let (path, made) = (answer.game_path(), answer.json());
        let seat = format!("Bearer {}", made["secret"].as_str().unwrap());
        self.add(path, vec![seat], &made["game"]);
    }

    fn add(&mut self, path: String, seats: Vec<String>, state: &Value) {
        let mut history = History::default();
        history.see(1, state);
        let (state, seen_at, touched) = (state.clone(), self.up_ms, self.age_ms);
        let game = Game { path, seats, history, state, seen_at, touched, is_doubtful: false };
        if self.games.len() < N_GAMES {
            self.games.push(game);
        } else {
            let place = self.rng.usize(..N_GAMES);
            self.games[place] = game;
        }
    }

    async fn join(&mut self) {
        let Some(place) = self.any() else { return };
        let path = format!("{}/join", self.games[place].path);
        let answer = self.ask(&path, "", Some(json!({ "name": "Bob" }))).await;
        let Some(answer) = self.note(place, answer, |json| json["game"].clone()) else { return };
        let seat = format!("Bearer {}", answer["secret"].as_str().unwrap());
        self.games[place].seats.push(seat);
    }

    fn any(&mut self) -> Option<usize> {
        let n_games = self.games.len();
        (n_games > 0).then(|| self.rng.usize(..n_games))
    }

    /// Any game, and one of its players.
    fn any_seat(&mut self) -> Option<(usize, String)> {
        let place = self.any()?;
        let seats = &self.games[place].seats;
        Some((place, seats[self.rng.usize(..seats.len())].clone()))
    }

    async fn play(&mut self) {
        let Some((place, seat)) = self.any_seat() else { return };
        let game = &self.games[place];
        let ply = game.state["ply"].as_u64().unwrap() as usize;
        // Some moves are sent again, late or early.
        let ply = if self.rng.u32(..8) == 0 { self.rng.usize(..=ply + 1) } else { ply };
        let (column, path) = (self.rng.usize(1..=5), format!("{}/moves", game.path));
        let body = json!({ "column": column, "ply": ply, "seq": game.state["seq"] });
        let answer = self.ask(&path, &seat, Some(body)).await;
        if let Some(state) = self.note(place, answer, Value::clone) {
            let pos = state["pos"].as_str().unwrap();
            assert_eq!(pos[ply..=ply], column.to_string(), "the move was made: {state}");
        }
    }

    async fn act(&mut self) {
        let Some((place, seat)) = self.any_seat() else { return };
        // Few games end early.
        let first = usize::from(self.rng.u32(..4) != 0);
        let action = ACTIONS[self.rng.usize(first..ACTIONS.len())];
        let path = format!("{}/actions", self.games[place].path);
        let answer = self.ask(&path, &seat, Some(json!({ "action": action }))).await;
        let Some(state) = self.note(place, answer, Value::clone) else { return };
        if let Some(id) = state["rematch_id"].as_str() {
            let path = format!("/api/games/{id}");
            if self.games.iter().all(|game| game.path != path)
                && let Some(answer) = self.ask(&path, "", None).await
                && answer.status == StatusCode::OK
                && answer.json()["seq"] == 1
            {
                let seats = self.games[place].seats.clone();
                self.add(path, seats, &answer.json());
            }
        }
    }

    async fn view(&mut self) {
        let Some(place) = self.any() else { return };
        let path = self.games[place].path.clone();
        let answer = self.ask(&path, "", None).await;
        self.note(place, answer, Value::clone);
    }

    /// Notes the answer to a request about a game; returns the JSON if the request was carried out.
    fn note(
        &mut self,
        place: usize,
        answer: Option<HttpAnswer>,
        state: impl FnOnce(&Value) -> Value,
    ) -> Option<Value> {
        let (up_ms, age_ms) = (self.up_ms, self.age_ms);
        let game = &mut self.games[place];
        let Some(answer) = answer else {
            game.is_doubtful = true;
            return None;
        };
        if answer.status == StatusCode::NOT_FOUND {
            let has_two =
                |game: &Game| game.seats.len() == 2 && game.state["ply"].as_u64() > Some(1);
            let days = if has_two(game) && !game.is_doubtful { 180 } else { 7 };
            let age = age_ms - game.touched;
            assert!(age >= days * DAY_MS, "deleted after {age} ms: {}", game.state);
            self.games.swap_remove(place);
            return None;
        }
        let json = answer.json();
        let is_done = answer.status == StatusCode::OK;
        let state = match (is_done, json["error"]["game"].is_object() || json["game"].is_object()) {
            (true, _) => state(&json),
            (false, true) => json["game"].clone(),
            (false, false) => return None,
        };
        game.history.see(game.history.last(), &state);
        if state["ending"] == "time" && game.state["ending"].is_null() && !game.is_doubtful {
            let loser = game.state["to_move"].as_str().unwrap();
            let left = game.state["clock"][format!("{loser}_ms")].as_i64().unwrap();
            assert!(up_ms - game.seen_at >= left, "{left} ms were left: {state}");
        }
        if state["seq"] != game.state["seq"] {
            game.touched = age_ms;
        }
        (game.state, game.seen_at, game.is_doubtful) = (state, up_ms, false);
        is_done.then_some(json)
    }

    async fn ready(&self) {
        let request = Request::get("/ready").header("host", "localhost").body(Body::empty());
        let may_fail = self.may_fail();
        let status = self.admin.clone().oneshot(request.unwrap()).await.unwrap().status();
        assert!(status == StatusCode::OK || may_fail, "nothing fails now: {status}");
        if status == StatusCode::OK {
            for thread in ["store", "store reader", "solver 1"] {
                assert!(n_threads(thread) > 0, "the server is ready, but `{thread}` is dead");
            }
        }
    }

    /// Stops or kills the server, and starts another one, perhaps at another time of day.
    async fn restart(&mut self) {
        PANICS.store(false, Relaxed);
        let mut folder = self.site.folder.clone();
        if self.rng.bool() {
            // What a killed server leaves: the log's index is made again.
            set_faults(0);
            let copy = Arc::new(TempDir::new_in(&self.root).unwrap());
            for file in ["foursight.db", "foursight.db-wal"] {
                fs::copy(folder.path().join(file), copy.path().join(file)).unwrap();
            }
            folder = copy;
            set_faults(self.faults);
        }
        self.site.app.close().await;
        let jump = [0, 60_000, 9 * HOUR_MS, 400 * DAY_MS, -400 * DAY_MS][self.rng.usize(..5)];
        self.clock.advance_ms(jump);
        self.age_ms += DAY_MS;
        let started = start(&folder, &self.clock).or_else(|error| {
            assert_ne!(self.faults, 0, "nothing fails now: {error}");
            set_faults(0);
            (self.faults, self.n_faulty) = (0, 0);
            start(&folder, &self.clock)
        });
        (self.site, self.admin) = started.unwrap();
    }
}

#[test]
fn years_of_games() {
    simulate("simulation::years_of_games", |root, seed| {
        watch_panics();
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_all().build().unwrap().block_on(async {
            let mut world = World::new(root, seed);
            let mut n_steps = 0;
            while world.up_ms < n_days() * DAY_MS {
                world.step().await;
                n_steps += 1;
            }
            println!("{} days of games in {n_steps} steps", world.up_ms / DAY_MS);
        });
    });
}
