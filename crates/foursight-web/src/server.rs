//! Listening, accepting, and coming to an end without cutting anybody off.

mod accept;
mod admin;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::interval;

use crate::http::concurrency::Turns;
use crate::router::router;
use crate::store::StoreError;
use crate::{App, Config, Limits};

pub(crate) use accept::Place;

/// How long connections may finish what they do when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// How often what is not needed any more is thrown away.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);

/// How often clocks are looked at, and how often it is noted for them that the server is there.
const CLOCK_INTERVAL: Duration = Duration::from_millis(250);
const ALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// A server whose port is open.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
    admin: Option<(TcpListener, SocketAddr)>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program has the port, or the address is not one of this machine.
    #[error("cannot listen on {0}")]
    Listen(SocketAddr, #[source] io::Error),
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The threads that solve cannot be started.
    #[error("cannot start the threads of the solver")]
    Threads(#[source] io::Error),
}

impl Server {
    /// Opens the ports and everything that answers need.
    ///
    /// # Errors
    ///
    /// If a port is taken or the data folder cannot be used.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        // The ports first: who starts a second server by mistake shall read just that.
        let (listener, address) = listen(config.listen).await?;
        let admin = match config.admin {
            Some(admin) => Some(listen(admin).await?),
            None => None,
        };
        let app = App::new(config)?;
        let knowledge = app.knowledge.clone();
        // Requests do not wait for it.
        let openings = std::thread::Builder::new().name("openings".to_owned());
        openings.spawn(move || knowledge.learn_openings()).map_err(StartError::Threads)?;
        Ok(Self { app, listener, address, admin })
    }

    /// The address that clients connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of health and metrics, if they are served.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().map(|&(_, address)| address)
    }

    /// Serves until `stop` is ready; then finishes what has begun, for ten seconds at most.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let Self { app, listener, admin, .. } = self;
        if let Some((listener, _)) = admin {
            let anybody = Turns::new(None);
            tokio::spawn(accept::serve(listener, admin::router(&app), app.clone(), anybody));
        }
        let keeping = tokio::spawn(keep(app.clone()));
        let connected = Turns::new(most_connected(&app.config.limits));
        let serving = tokio::spawn(accept::serve(listener, router(&app), app.clone(), connected));
        stop.await;
        tracing::info!("stopping");
        app.stop();
        if tokio::time::timeout(GRACE, serving).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        keeping.abort();
        note_alive(&app).await;
        app.store.close().await;
    }
}

/// How many connections one client has at a time, where there is a limit on requests: a tenth of all, but
/// enough for a class, and never more than half.
fn most_connected(limits: &Limits) -> Option<usize> {
    const CLASS: usize = 200;
    let all = limits.connections.get();
    limits.requests_per_second.map(|_| (all / 10).max(CLASS).min(all / 2).max(1))
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(|error| StartError::Listen(address, error))?;
    let bound = listener.local_addr().map_err(|error| StartError::Listen(address, error))?;
    Ok((listener, bound))
}

/// What is to be done from time to time.
async fn keep(app: Arc<App>) {
    let [mut sweep, mut clocks, mut alive] =
        [SWEEP_INTERVAL, CLOCK_INTERVAL, ALIVE_INTERVAL].map(interval);
    loop {
        tokio::select! {
            _ = sweep.tick() => app.sweep().await,
            _ = clocks.tick() => app.watch_clocks().await,
            _ = alive.tick() => {
                if app.has_running_clock() {
                    note_alive(&app).await;
                }
            }
        }
    }
}

/// The next time comes soon, and the log has the error.
async fn note_alive(app: &App) {
    let _ = app.note_alive().await;
}
