//! All network games that somebody looks at or plays: a change is stored first, then told to all.

mod event;
mod visitor;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::http::StatusCode;
use metrics::{counter, gauge};
use tokio::sync::broadcast;

use crate::App;
use crate::game::seat::SecretHash;
use crate::game::{Change, Connected, Refusal, Seat, State, Table};
use crate::http::error::{Error, Result};
use crate::store::{NewGame, Quota};

pub(crate) use event::{Event, EventBody};
pub(crate) use visitor::Visitor;

/// How many events a slow client may be behind before it misses some.
const MAX_BEHIND: usize = 32;

/// How many games one client may begin within a day, for each that may be open at a time.
const GAMES_A_DAY: usize = 20;

/// The games in memory; all others are in the store only.
#[derive(Default)]
pub(crate) struct Lobby {
    live: Mutex<HashMap<String, Arc<LiveTable>>>,
    // Held while a game is read, so that no two copies of one come into being.
    loading: tokio::sync::Mutex<()>,
}

/// A game that somebody looks at or plays.
pub(crate) struct LiveTable {
    // Held while a change is stored: what is read here is on the disk.
    table: tokio::sync::Mutex<Table>,
    has_clock: bool,
    /// How many connections each player has, by the secret of the seat, and those who only watch.
    visitors: Mutex<HashMap<Option<SecretHash>, usize>>,
    /// Whether somebody is about to tell who is connected.
    is_announcing: AtomicBool,
    events: broadcast::Sender<Event>,
}

impl Lobby {
    fn live(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveTable>>> {
        self.live.lock().expect("nothing panics while it has the games")
    }

    fn get(&self, id: &str) -> Option<Arc<LiveTable>> {
        self.live().get(id).cloned()
    }

    fn insert(&self, table: Table) -> Arc<LiveTable> {
        let id = table.id.clone();
        let live = Arc::new(LiveTable::new(table));
        let mut tables = self.live();
        let live = tables.entry(id).or_insert(live).clone();
        gauge!("foursight_live_games").set(tables.len() as f64);
        live
    }

    /// Forgets games that nobody has, unless a clock must be watched.
    fn forget_idle(&self) {
        let mut tables = self.live();
        tables.retain(|_, live| Arc::strong_count(live) > 1 || live.is_clock_running());
        tables.shrink_to_fit();
        gauge!("foursight_live_games").set(tables.len() as f64);
    }
}

impl LiveTable {
    fn new(table: Table) -> Self {
        Self {
            has_clock: table.clock.is_some(),
            table: tokio::sync::Mutex::new(table),
            visitors: Mutex::default(),
            is_announcing: AtomicBool::new(false),
            events: broadcast::Sender::new(MAX_BEHIND),
        }
    }

    fn visitors(&self) -> MutexGuard<'_, HashMap<Option<SecretHash>, usize>> {
        self.visitors.lock().expect("nothing panics while it counts")
    }

    /// Who is connected, on the seats that they have now.
    fn connected(&self, table: &Table) -> Connected {
        let visitors = self.visitors();
        let n_connected = |who| visitors.get(&who).copied().unwrap_or(0);
        let has_player = |seat: &Seat| seat.secret.is_some_and(|who| n_connected(Some(who)) > 0);
        Connected {
            players: table.seats.each_ref().map(has_player),
            n_spectators: n_connected(None),
        }
    }

    /// A game that is being changed counts as running.
    fn is_clock_running(&self) -> bool {
        let is_running =
            |table: &Table| table.clock.as_ref().is_some_and(|c| c.running_since.is_some());
        self.has_clock && self.table.try_lock().map_or(true, |table| is_running(&table))
    }

    fn state_of(&self, table: &Table, now: i64) -> State {
        State::new(table, self.connected(table), now)
    }

    fn tell(&self, table: &Table, change: Change, now: i64) {
        if self.events.receiver_count() > 0 {
            let event = Event::new(table.seq, change, &self.state_of(table, now));
            // Whoever was there may have gone.
            let _ = self.events.send(event);
        }
    }
}

impl App {
    /// The game of this name.
    pub(crate) async fn table(&self, id: &str) -> Result<Arc<LiveTable>> {
        let none = || {
            Error::not_found(
                "there is no such game; games that nobody touches are deleted after a while",
            )
        };
        if !crate::game::seat::is_id(id) {
            return Err(none());
        }
        if let Some(live) = self.lobby.get(id) {
            return Ok(live);
        }
        let _loading = self.lobby.loading.lock().await;
        if let Some(live) = self.lobby.get(id) {
            return Ok(live);
        }
        let table = self.store.game(id.to_owned(), self.now()).await?;
        Ok(self.lobby.insert(table.ok_or_else(none)?))
    }

    /// Stores a new game.
    pub(crate) async fn open_table(&self, table: Table) -> Result<Arc<LiveTable>> {
        self.create(table.clone(), None).await?;
        Ok(self.lobby.insert(table))
    }

    /// Stores a new game, and with it the one that it is the rematch of.
    async fn create(&self, table: Table, before: Option<Table>) -> Result<()> {
        let open = self.config.limits.open_games;
        let quota = Quota { open, a_day: open.saturating_mul(GAMES_A_DAY) };
        let message = match self.store.create(table, before, quota).await? {
            NewGame::Stored => {
                counter!("foursight_games_total").increment(1);
                return Ok(());
            }
            NewGame::TooManyOpen => {
                format!("your address has {open} open games: finish or resign some")
            }
            NewGame::TooManyToday => {
                let a_day = quota.a_day;
                format!("this address has begun {a_day} games within a day: go on tomorrow")
            }
        };
        Err(Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_games", message))
    }

    /// How a game stands.
    pub(crate) async fn state(self: &Arc<Self>, live: &Arc<LiveTable>) -> Result<State> {
        self.change(live, |_, _| Ok(None)).await
    }

    /// How a game stands, and something looked up in it at the same moment.
    pub(crate) async fn state_and<T>(
        &self,
        live: &LiveTable,
        look: impl FnOnce(&Table) -> T,
    ) -> (State, T) {
        let table = live.table.lock().await;
        (live.state_of(&table, self.now()), look(&table))
    }

    /// Looks something up in a game.
    pub(crate) async fn look<T>(&self, live: &LiveTable, look: impl FnOnce(&Table) -> T) -> T {
        look(&*live.table.lock().await)
    }

    /// Changes a game, stores it and tells everybody; `edit` returns nothing if there is nothing to do.
    ///
    /// It is done even if whoever asked for it goes away meanwhile: what is on the disk and what is in
    /// memory stay the same.
    pub(crate) async fn change(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        edit: impl FnOnce(&mut Table, i64) -> Result<Option<Change>, Refusal> + Send + 'static,
    ) -> Result<State> {
        let (app, live) = (self.clone(), live.clone());
        let change = async move { app.change_to_the_end(&live, edit).await };
        tokio::spawn(change).await.map_err(Error::internal)?
    }

    async fn change_to_the_end(
        &self,
        live: &LiveTable,
        edit: impl FnOnce(&mut Table, i64) -> Result<Option<Change>, Refusal>,
    ) -> Result<State> {
        let mut table = live.table.lock().await;
        let now = self.now();
        let mut timed = table.clone();
        if let Some(change) = timed.check_time(now) {
            self.commit(live, &mut table, timed, change, now).await?;
        }
        let mut next = table.clone();
        let change = edit(&mut next, now).map_err(|refusal| {
            Error::conflict(refusal.code(), &refusal).with_game(&live.state_of(&table, now))
        })?;
        if let Some(change) = change {
            self.commit(live, &mut table, next, change, now).await?;
        }
        Ok(live.state_of(&table, self.now()))
    }

    async fn commit(
        &self,
        live: &LiveTable,
        table: &mut Table,
        mut next: Table,
        change: Change,
        now: i64,
    ) -> Result<()> {
        next.seq += 1;
        next.updated_at = now;
        next.settle(now);
        let rematch = if change == Change::Rematch { next.new_rematch(now) } else { None };
        match rematch {
            Some(rematch) => self.create(rematch, Some(next.clone())).await?,
            None => self.store.save(next.clone()).await?,
        }
        *table = next;
        live.tell(table, change, now);
        Ok(())
    }

    /// Ends games whose time is up, for those who only watch.
    pub(crate) async fn watch_clocks(self: &Arc<Self>) {
        let now = self.now();
        // A game that is being changed is looked at in that change.
        let is_up = |live: &LiveTable| {
            live.has_clock && live.table.try_lock().is_ok_and(|table| table.is_time_up(now))
        };
        let tables: Vec<_> =
            self.lobby.live().values().filter(|live| is_up(live)).cloned().collect();
        for live in tables {
            if let Err(error) = self.state(&live).await {
                tracing::warn!(error = error.message(), "a game could not be ended by time");
            }
        }
    }

    /// Whether a clock is running in some game.
    pub(crate) fn has_running_clock(&self) -> bool {
        self.lobby.live().values().any(|live| live.is_clock_running())
    }

    /// Forgets games that nobody looks at.
    pub(crate) fn forget_idle_games(&self) {
        self.lobby.forget_idle();
    }
}
