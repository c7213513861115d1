//! What lives as long as the server.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use tokio::sync::watch;

use crate::Config;
use crate::games::Lobby;
use crate::http::client::Client;
use crate::http::concurrency::Turns;
use crate::http::error::Result;
use crate::http::observe::figures;
use crate::http::rates::Rates;
use crate::server::StartError;
use crate::solving::knowledge::Knowledge;
use crate::solving::pool::Pool;
use crate::store::{Opened, Store};

/// How long a game with a free seat or fewer than two moves is kept untouched, and any other.
const UNJOINED_AGE: Duration = Duration::from_hours(7 * 24);
const UNTOUCHED_AGE: Duration = Duration::from_hours(180 * 24);

/// How many requests of one client are worked on at the same time, where there is a limit on requests.
const MAX_TURNS: usize = 24;

/// How many connections of one client follow games at a time, where there is a limit on requests: a school
/// behind one address has room.
const MAX_FOLLOWING: usize = 500;

/// Everything that handlers ask.
pub struct App {
    pub(crate) config: Config,
    pub(crate) knowledge: Arc<Knowledge>,
    pub(crate) pool: Pool,
    pub(crate) rates: Rates,
    pub(crate) turns: Turns,
    /// The connections that follow a game.
    pub(crate) following: Turns,
    pub(crate) lobby: Lobby,
    pub(crate) store: Store,
    /// The number of this run in the store.
    run: i64,
    /// What addresses are hashed with.
    salt: Vec<u8>,
    clock: WallClock,
    stop: watch::Sender<bool>,
}

/// The time of day, as it was at the start and as much later as has passed since: it never jumps.
struct WallClock {
    started: Instant,
    started_ms: i64,
}

impl WallClock {
    fn start() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: Instant::now(), started_ms: since_1970.as_millis() as i64 }
    }

    fn now(&self) -> i64 {
        self.started_ms + self.started.elapsed().as_millis() as i64
    }
}

impl App {
    /// The state of a server: its threads start, its database is opened.
    ///
    /// # Errors
    ///
    /// If threads cannot be started or the data folder cannot be used.
    pub fn new(config: Config) -> Result<Arc<Self>, StartError> {
        figures();
        let clock = WallClock::start();
        let Opened { store, run, salt } = Store::open(&config.data, clock.now())?;
        let knowledge = Arc::new(Knowledge::new());
        let pool = Pool::new(config.n_threads, config.limits.queue, &knowledge);
        let pool = pool.map_err(StartError::Threads)?;
        let rates = Rates::new(config.limits.requests_per_second);
        let per_client = |most| Turns::new(config.limits.requests_per_second.map(|_| most));
        let (turns, following) = (per_client(MAX_TURNS), per_client(MAX_FOLLOWING));
        let (lobby, stop) = (Lobby::default(), watch::Sender::new(false));
        Ok(Arc::new(Self {
            config,
            knowledge,
            pool,
            rates,
            turns,
            following,
            lobby,
            store,
            run,
            salt,
            clock,
            stop,
        }))
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Who a client is in the database: not its address, but what only that address gives.
    pub(crate) fn owner(&self, client: Client) -> Vec<u8> {
        let address = client.network.to_string();
        let hash = Sha256::new().chain_update(&self.salt).chain_update(address).finalize();
        hash[..16].to_vec()
    }

    /// Ready once the server is to stop.
    pub(crate) async fn stopping(&self) {
        // The sender lives as long as this.
        let _ = self.stop.subscribe().wait_for(|&stops| stops).await;
    }

    /// Lets all that waits for the end of the server go on.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Notes that the server is there, for the clocks of games.
    pub(crate) async fn note_alive(&self) -> Result<()> {
        self.store.continue_run(self.run, self.now()).await
    }

    /// Throws away what is not needed any more.
    pub(crate) async fn sweep(&self) {
        self.rates.forget_idle();
        self.forget_idle_games();
        figures().run_upkeep();
        let before = |age: Duration| self.now() - age.as_millis() as i64;
        match self.store.expire(before(UNJOINED_AGE), before(UNTOUCHED_AGE)).await {
            Ok(0) => {}
            Ok(n_games) => {
                tracing::info!(n_games, "deleted games that nobody has touched for long");
            }
            Err(error) => tracing::warn!(error = error.message(), "old games could not be deleted"),
        }
    }
}
