//! All network games: a change is stored first, then shown to everybody.

mod live;
mod sessions;
#[cfg(test)]
mod tests;
mod visitor;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use foursight::Player;
use metrics::{counter, gauge};

use crate::game::{AddressSalt, Change, GameId, NetworkGame, OverQuota, Quota, Refusal};
use crate::store::{Opened, Store, StoreFault};
use crate::wall_clock::{Moment, WallClock};

pub use live::{Connected, GameEvent, GameView, LiveGame};
pub use visitor::{TooManyVisitors, Visitor};

/// All network games: those being played or watched are in memory, the others only in the store.
pub struct Games {
    live: Mutex<HashMap<GameId, Arc<LiveGame>>>,
    // Held while a game is read, so that there are never two copies of it.
    loading: tokio::sync::Mutex<()>,
    store: Store,
    /// The number of this run in the store.
    run: i64,
    salt: AddressSalt,
    quota: Quota,
    /// Whether players cannot choose their names.
    are_names_fixed: bool,
    clock: WallClock,
}

impl Games {
    /// The games in an open database.
    pub fn new(opened: Opened, quota: Quota, are_names_fixed: bool, clock: WallClock) -> Self {
        let Opened { store, run, salt, .. } = opened;
        let (live, loading) = (Mutex::default(), tokio::sync::Mutex::default());
        Self { live, loading, store, run, salt: AddressSalt(salt), quota, are_names_fixed, clock }
    }

    /// The time of day, without jumps.
    pub fn now(&self) -> Moment {
        self.clock.now()
    }

    /// An address in the database: a hash.
    pub fn owner(&self, address: IpAddr) -> Vec<u8> {
        self.salt.hash(address)
    }

    fn live(&self) -> MutexGuard<'_, HashMap<GameId, Arc<LiveGame>>> {
        self.live.lock().expect("nothing panics while it has the games")
    }

    fn insert(&self, game: Arc<NetworkGame>) -> Arc<LiveGame> {
        let id = game.id.clone();
        let mut games = self.live();
        let live = games.entry(id).or_insert_with(|| Arc::new(LiveGame::new(game))).clone();
        gauge!("foursight_live_games").set(games.len() as f64);
        live
    }

    /// The game with this name.
    pub async fn get(&self, id: &str) -> Result<Arc<LiveGame>, GamesError> {
        if let Some(live) = self.live().get(id) {
            return Ok(live.clone());
        }
        let _loading = self.loading.lock().await;
        if let Some(live) = self.live().get(id) {
            return Ok(live.clone());
        }
        let id = GameId::read(id).ok_or(GamesError::Unknown)?;
        let game = self.store.game(&id, self.now()).await?;
        let mut game = game.ok_or(GamesError::Unknown)?;
        self.hide_names(&mut game);
        Ok(self.insert(Arc::new(game)))
    }

    /// Forgets names that players chose before names were fixed.
    fn hide_names(&self, game: &mut NetworkGame) {
        if self.are_names_fixed {
            for player in [Player::First, Player::Second] {
                game.rename(player, None);
            }
        }
    }

    /// Deletes a game and disconnects its followers.
    pub async fn delete(&self, id: &str) -> Result<(), GamesError> {
        let live = self.get(id).await?;
        // While this lock is held, no change can be stored that would bring the game back.
        let game = live.game.lock().await;
        self.store.delete_game(&game.id).await?;
        live.delete();
        self.live().remove(id);
        Ok(())
    }

    /// Stores a new game.
    pub async fn open(&self, game: NetworkGame) -> Result<GameView, GamesError> {
        let game = Arc::new(game);
        self.create(game.clone(), None).await?;
        Ok(self.insert(game.clone()).view(&game, self.now()))
    }

    /// Stores a new game, together with the game it is a rematch of.
    async fn create(
        &self,
        game: Arc<NetworkGame>,
        before: Option<Arc<NetworkGame>>,
    ) -> Result<(), GamesError> {
        self.store.create(game, before, self.quota).await??;
        counter!("foursight_games_total").increment(1);
        Ok(())
    }

    /// The state of a game, after ending it if its time is up.
    pub async fn view(self: &Arc<Self>, live: &Arc<LiveGame>) -> Result<GameView, GamesError> {
        {
            let game = live.game.lock().await;
            let now = self.now();
            if !game.is_time_up(now) {
                return Ok(live.view(&game, now));
            }
        }
        let (view, ()) = self.change(live, |_, _| Ok((None, ()))).await?;
        Ok(view)
    }

    /// Changes a game, stores it and tells everybody; `edit` returns no change if there is nothing to do.
    ///
    /// The change is carried out even if the client that requested it disconnects meanwhile, so that disk and memory
    /// agree.
    pub async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        edit: impl FnOnce(&mut NetworkGame, Moment) -> Result<(Option<Change>, T), Refusal>
        + Send
        + 'static,
    ) -> Result<(GameView, T), GamesError> {
        let (games, live) = (self.clone(), live.clone());
        let change = async move { games.change_to_the_end(&live, edit).await };
        tokio::spawn(change).await.map_err(GamesError::Interrupted)?
    }

    async fn change_to_the_end<T>(
        &self,
        live: &LiveGame,
        edit: impl FnOnce(&mut NetworkGame, Moment) -> Result<(Option<Change>, T), Refusal>,
    ) -> Result<(GameView, T), GamesError> {
        let mut game = live.game.lock().await;
        if live.is_deleted() {
            return Err(GamesError::Unknown);
        }
        let now = self.now();
        let mut next = NetworkGame::clone(&game);
        if let Some(change) = next.check_time(now) {
            self.commit(live, &mut game, next, change, now).await?;
            next = NetworkGame::clone(&game);
        }
        let (change, found) = edit(&mut next, now).map_err(|refusal| GamesError::Refused {
            refusal,
            view: Box::new(live.view(&game, now)),
        })?;
        if let Some(change) = change {
            self.commit(live, &mut game, next, change, now).await?;
        }
        Ok((live.view(&game, self.now()), found))
    }

    async fn commit(
        &self,
        live: &LiveGame,
        game: &mut Arc<NetworkGame>,
        mut next: NetworkGame,
        change: Change,
        now: Moment,
    ) -> Result<(), GamesError> {
        next.count_change(now);
        let rematch = if change == Change::Rematch { next.new_rematch(now) } else { None };
        let next = Arc::new(next);
        match rematch {
            Some(rematch) => self.create(Arc::new(rematch), Some(next.clone())).await?,
            None => self.store.save(next.clone()).await?,
        }
        *game = next;
        live.announce(game, change, now);
        Ok(())
    }

    /// Ends games whose time is up, for the sake of spectators.
    pub async fn watch_clocks(self: &Arc<Self>) {
        let now = self.now();
        // If a game is being changed, the change itself checks the clock.
        let is_up = |live: &LiveGame| {
            live.has_clock && live.game.try_lock().is_ok_and(|game| game.is_time_up(now))
        };
        let games: Vec<_> = self.live().values().filter(|live| is_up(live)).cloned().collect();
        for live in games {
            if let Err(error) = self.view(&live).await {
                tracing::warn!(%error, "a game that was lost on time could not be ended");
            }
        }
    }

    /// Whether a clock is running in some game.
    pub fn has_running_clock(&self) -> bool {
        self.live().values().any(|live| live.is_clock_running())
    }

    /// Records that the server is up, for the games' clocks.
    pub async fn note_alive(&self) -> Result<(), StoreFault> {
        self.store.continue_run(self.run, self.now()).await
    }

    /// Whether the database is intact and accepts writes.
    pub async fn check_store(&self) -> Result<(), StoreFault> {
        self.store.check()?;
        self.note_alive().await
    }

    /// Deletes some expired games, and returns whether there may be more.
    pub async fn expire(&self) -> bool {
        let expired = self.store.expire(self.now()).await;
        expired.unwrap_or_else(|error| {
            tracing::warn!(%error, "old games could not be deleted");
            false
        })
    }

    /// Drops games that nobody follows from memory, unless a clock must be watched.
    pub fn forget_idle(&self) {
        let mut games = self.live();
        games.retain(|_, live| Arc::strong_count(live) > 1 || live.is_clock_running());
        games.shrink_to_fit();
        gauge!("foursight_live_games").set(games.len() as f64);
    }
}

/// The reason why an operation on a network game failed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum GamesError {
    #[error("there is no such game; inactive games are eventually deleted")]
    Unknown,
    #[error(transparent)]
    OverQuota(#[from] OverQuota),
    #[error(transparent)]
    TooManyVisitors(#[from] TooManyVisitors),
    /// The rules do not allow it in the game's current state.
    #[error("{refusal}")]
    Refused { refusal: Refusal, view: Box<GameView> },
    #[error(transparent)]
    Store(#[from] StoreFault),
    #[error("a change to a game was interrupted")]
    Interrupted(#[source] tokio::task::JoinError),
}
