//! Listening, accepting, and coming to an end without cutting anybody off.

mod accept;
mod admin;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::router::router;
use crate::{App, Config};

/// How long connections may finish what they do when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// How often what is not needed any more is thrown away.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);

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
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, #[source] io::Error),
    /// The threads that solve cannot be started.
    #[error("cannot start the threads of the solver: {0}")]
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
        let (stopping, stopped) = watch::channel(false);
        if let Some((listener, _)) = self.admin {
            let routes = admin::router(&self.app);
            tokio::spawn(accept::serve(listener, routes, self.app.clone(), stopped.clone()));
        }
        let sweeper = tokio::spawn(sweep(self.app.clone()));
        let routes = router(&self.app);
        let serving = tokio::spawn(accept::serve(self.listener, routes, self.app.clone(), stopped));
        stop.await;
        tracing::info!("stopping");
        let _ = stopping.send(true);
        if tokio::time::timeout(GRACE, serving).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        sweeper.abort();
    }
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(|error| StartError::Listen(address, error))?;
    let bound = listener.local_addr().map_err(|error| StartError::Listen(address, error))?;
    Ok((listener, bound))
}

async fn sweep(app: Arc<App>) {
    let mut interval = tokio::time::interval(SWEEP_INTERVAL);
    loop {
        interval.tick().await;
        app.sweep().await;
    }
}
