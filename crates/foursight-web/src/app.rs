//! Everything that lives as long as the server, tied together for the handlers, and the errors that keep it from
//! starting.

use std::io;
use std::sync::Arc;

use axum::extract::FromRef;
use foursight_games::{Games, Quota, Store, check_store};
use ipnet::IpNet;

use crate::http::client::proxy_in;
use crate::http::connection::Shutdown;
use crate::http::guard::{Blocked, Guard};
use crate::http::observe::metrics_handle;
use crate::page::{Engine, JoinError, Page};
use crate::solving::Solving;
use crate::{Config, ListenAddress, StoreError};

/// The state of the handlers: each takes the part it needs.
#[derive(Clone, FromRef)]
pub struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) games: Arc<Games>,
    pub(crate) solving: Arc<Solving>,
    pub(crate) guard: Arc<Guard>,
    pub(crate) page: Arc<Page>,
    pub(crate) shutdown: Shutdown,
    pub(crate) store: Store,
}

impl App {
    /// Opens the database and starts the threads.
    ///
    /// # Errors
    ///
    /// If the data folder cannot be used, the page cannot be joined or threads cannot be started.
    pub fn new(config: Config) -> Result<Self, StartError> {
        metrics_handle();
        let page = Arc::new(
            Page::new(config.page, Engine::of(&config))?.with_names(config.names.are_fixed),
        );
        let (limits, clock) = (&config.limits, &config.clock);
        let opened = Store::open(&config.data, clock.now())?;
        let store = opened.store.clone();
        let blocked = blocked(&opened.blocked, &config);
        let books = config.books.clone();
        let solving = Solving::new(config.n_threads, limits, books, clock.clone());
        let solving = Arc::new(solving.map_err(StartError::Threads)?);
        let games = Games::new(
            opened,
            Quota::of_open(limits.open_games),
            config.names.are_fixed,
            clock.clone(),
        );
        let config = Arc::new(config);
        let shutdown = Shutdown::new();
        let guard = Arc::new(Guard::new(&config, shutdown.clone(), Blocked::new(blocked)));
        Ok(Self { config, games: Arc::new(games), solving, guard, page, shutdown, store })
    }

    /// Checks a configuration without starting the server; returns the number of games, if there is a database already.
    ///
    /// # Errors
    ///
    /// If the page cannot be joined or the database cannot be used.
    pub fn check(config: &Config) -> Result<Option<u64>, StartError> {
        Page::new(config.page, Engine::of(config))?;
        Ok(check_store(&config.data)?)
    }

    /// Drops what is no longer needed from memory; a running server does so every minute.
    pub fn sweep(&self) {
        self.guard.forget_idle();
        self.solving.forget_idle();
        metrics_handle().run_upkeep();
        self.games.forget_idle();
    }

    /// Deletes some expired games, and returns whether there may be more; a running server deletes them in batches,
    /// between other work.
    pub async fn expire(&self) -> bool {
        self.games.expire().await
    }

    /// Stores pending changes and releases the data folder; nothing can be stored after that.
    pub async fn close(&self) {
        self.store.close().await;
    }
}

/// The stored networks to block. The settings may have changed since: a proxy's clients must not be kept out.
fn blocked(stored: &[String], config: &Config) -> Vec<IpNet> {
    let networks = stored.iter().filter_map(|network| network.parse().ok());
    let is_harmless = |network: &IpNet| {
        let proxy = proxy_in(network, config);
        if let Some(proxy) = proxy {
            tracing::warn!("{network} is not blocked: the trusted proxy {proxy} is there");
        }
        proxy.is_none()
    };
    networks.filter(is_harmless).collect()
}

/// The reason why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program is using the port, or this machine does not have the address.
    #[error("cannot listen on {0}")]
    Listen(ListenAddress, #[source] io::Error),
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The modules of the page cannot become one script.
    #[error(transparent)]
    Page(#[from] JoinError),
    /// The threads that solve cannot be started.
    #[error("cannot start the solver's threads")]
    Threads(#[source] io::Error),
}

#[cfg(test)]
mod tests {
    use foursight::{AnySize, Game, OpeningRule, Position};
    use foursight_games::NetworkGame;

    use super::*;

    #[tokio::test]
    async fn a_sweep_forgets_games_that_nobody_follows() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::new(Config::new(folder.path().to_owned())).unwrap();
        let game = Game::new(Position::empty(AnySize::default()));
        let game = NetworkGame::new(game, None, OpeningRule::None, app.games.now());
        let id = game.id.to_string();
        app.games.open(game).await.unwrap();
        let live = Arc::downgrade(&app.games.get(&id).await.unwrap());
        assert!(live.upgrade().is_some());
        app.sweep();
        assert!(live.upgrade().is_none());
        app.close().await;
    }
}
