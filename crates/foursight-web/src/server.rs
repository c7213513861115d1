//! Listening, accepting, and stopping gracefully.

mod accept;
mod admin;
mod listener;
mod operator;

use std::future::Future;
use std::num::NonZeroUsize;
use std::time::Duration;

use tokio::time::interval;

pub use admin::router as admin_router;
use foursight_games::{Capacity, Connections, supervise_task};
use listener::Listener;

use crate::router::router;
use crate::{App, Config, ListenAddress, ServerLimits, StartError};

/// The time limit for requests to finish when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// The interval at which the server frees memory and looks for games to delete; between two batches, it does other
/// work.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
const EXPIRE_INTERVAL: Duration = Duration::from_secs(1);

/// The intervals at which the server checks clocks, and at which it notes for them that it is up.
const CLOCK_INTERVAL: Duration = Duration::from_millis(250);
const ALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// The open ports of a server. They come first, so that a second server started by mistake says that the port is taken,
/// and makes nothing.
pub struct Ports {
    listener: Listener,
    address: ListenAddress,
    admin: Option<(Listener, ListenAddress)>,
}

impl Ports {
    /// Opens the ports.
    ///
    /// # Errors
    ///
    /// If a port is taken.
    pub async fn open(config: &Config) -> Result<Self, StartError> {
        let (listener, address) = listen(&config.listen).await?;
        let admin = match &config.admin {
            Some(admin) => Some(listen(admin).await?),
            None => None,
        };
        Ok(Self { listener, address, admin })
    }
}

/// A server whose ports are open.
pub struct Server {
    app: App,
    ports: Ports,
}

impl Server {
    /// Opens the database, and starts the threads.
    ///
    /// # Errors
    ///
    /// If the data folder cannot be used.
    pub fn start(config: Config, ports: Ports) -> Result<Self, StartError> {
        let app = App::new(config)?;
        app.solving.learn_openings().map_err(StartError::Threads)?;
        Ok(Self { app, ports })
    }

    /// The address that clients connect to.
    pub fn address(&self) -> &ListenAddress {
        &self.ports.address
    }

    /// The address for health and metrics, if the server has one.
    pub fn admin_address(&self) -> Option<&ListenAddress> {
        self.ports.admin.as_ref().map(|(_, address)| address)
    }

    /// Serves until `stop` is ready; then finishes requests in progress, for ten seconds at most.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let Self { app, ports: Ports { listener, admin, .. } } = self;
        if let Some((listener, _)) = admin {
            let all = app.config.limits.connections.get();
            let anybody = Connections::new(Capacity { all, share: None });
            tokio::spawn(accept::serve(listener, admin::router(&app), app.clone(), anybody));
        }
        let kept = app.clone();
        let keeping = tokio::spawn(async move { supervise_task("keep", || keep(&kept)).await });
        let connected = Connections::new(capacity(&app.config.limits));
        let serving = tokio::spawn(accept::serve(listener, router(&app), app.clone(), connected));
        stop.await;
        tracing::info!("stopping");
        app.shutdown.begin();
        if tokio::time::timeout(GRACE, serving).await.is_err() {
            tracing::warn!("some connections did not finish in time");
        }
        keeping.abort();
        note_alive(&app).await;
        app.close().await;
    }
}

/// The maximum number of connections. If requests are limited, one client may hold a tenth of all connections, or
/// enough for a class if that is more, but never more than half.
fn capacity(limits: &ServerLimits) -> Capacity {
    const CLASS: usize = 200;
    let all = limits.connections.get();
    let share = limits
        .requests_per_second
        .and(NonZeroUsize::new((all / 10).max(CLASS).min(all / 2).max(1)));
    Capacity { all, share }
}

async fn listen(address: &ListenAddress) -> Result<(Listener, ListenAddress), StartError> {
    let opened = Listener::open(address).await;
    opened.map_err(|error| StartError::Listen(address.clone(), error))
}

/// Carries out the periodic work.
async fn keep(app: &App) {
    let [mut sweep, mut expire, mut clocks, mut alive] =
        [SWEEP_INTERVAL, SWEEP_INTERVAL, CLOCK_INTERVAL, ALIVE_INTERVAL].map(interval);
    loop {
        tokio::select! {
            _ = sweep.tick() => {
                app.sweep();
                note_alive(app).await;
            }
            _ = expire.tick() => {
                if app.expire().await {
                    expire.reset_after(EXPIRE_INTERVAL);
                }
            }
            _ = clocks.tick() => app.games.watch_clocks().await,
            _ = alive.tick() => {
                if app.games.has_running_clock() {
                    note_alive(app).await;
                }
            }
        }
    }
}

async fn note_alive(app: &App) {
    if let Err(error) = app.games.note_alive().await {
        tracing::warn!(%error, "the database could not record that the server is up");
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn a_client_has_a_share_of_the_connections() {
        for (all, rate, share) in
            [(10_000, 1, 1000), (1000, 1, 200), (100, 1, 50), (1, 1, 1), (10_000, 0, 0)]
        {
            let limits = ServerLimits {
                connections: NonZeroUsize::new(all).unwrap(),
                requests_per_second: NonZeroU32::new(rate),
                ..ServerLimits::default()
            };
            let capacity = capacity(&limits);
            assert_eq!((capacity.all, capacity.share), (all, NonZeroUsize::new(share)));
        }
    }
}
