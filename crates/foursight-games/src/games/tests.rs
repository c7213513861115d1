//! Connections of players, and the games kept in memory.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use foursight::{Column, Game, OpeningRule, Player, Position, STANDARD, Size};
use foursight_files::secrets::{Secret, SecretHash};
use tempfile::TempDir;
use tokio::time::timeout;

use super::{Connected, Games, LiveGame, Visitor};
use crate::game::{Change, GameClock, NetworkGame, Quota};
use crate::networks::Networks;
use crate::store::Store;
use crate::wall_clock::{Moment, WallClock};

/// A time longer than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(5);

/// All games of a database in a folder, at a time that the test sets.
struct Hall {
    games: Arc<Games>,
    store: Store,
    time: Arc<AtomicI64>,
    folder: Arc<TempDir>,
}

impl Hall {
    fn new() -> Self {
        let time = Arc::new(AtomicI64::new(1_800_000_000_000));
        Self::open(Arc::new(TempDir::new().unwrap()), time)
    }

    fn open(folder: Arc<TempDir>, time: Arc<AtomicI64>) -> Self {
        let opened =
            Store::open(folder.path(), Moment::from_ms(time.load(Ordering::Relaxed))).unwrap();
        let store = opened.store.clone();
        let clock_time = time.clone();
        let clock = WallClock::from_fn(move || clock_time.load(Ordering::Relaxed));
        let games = Arc::new(Games::new(opened, Quota::of_open(100), false, clock));
        Self { games, store, time, folder }
    }

    /// The next server in the same folder, some time later; this one had no chance to stop cleanly.
    async fn crash(self, downtime_ms: i64) -> Self {
        self.store.close().await;
        self.advance_ms(downtime_ms);
        Self::open(self.folder, self.time)
    }

    fn advance_ms(&self, by: i64) {
        self.time.fetch_add(by, Ordering::Relaxed);
    }

    /// A game with both seats taken, and its name.
    async fn game(&self, clock: Option<GameClock>) -> (Arc<LiveGame>, String) {
        let game = Game::new(Position::empty(STANDARD.to_any()));
        let mut game = NetworkGame::new(game, clock, OpeningRule::None, self.games.now());
        for player in [Player::First, Player::Second] {
            game.take(player, Secret::random().hash(), None);
        }
        let id = game.id.to_string();
        self.games.open(game).await.unwrap();
        (self.games.get(&id).await.unwrap(), id)
    }

    async fn connected(&self, live: &Arc<LiveGame>) -> Connected {
        self.games.view(live).await.unwrap().connected
    }

    /// Plays the first move, which starts the clock.
    async fn begin(&self, live: &Arc<LiveGame>) {
        let play = |game: &mut NetworkGame, now| {
            Ok((game.play(Player::First, (Column::new(3), 0), None, now)?, ()))
        };
        self.games.change(live, play).await.unwrap();
    }
}

async fn first_player(live: &LiveGame) -> Option<SecretHash> {
    live.game().await.seat(Player::First).secret
}

/// Waits for the event that the first player has connected or disconnected.
async fn hear_of_player(visitor: &mut Visitor, is_connected: bool) {
    let news = async {
        loop {
            let event = visitor.next().await.expect("there is room");
            let connected = event.view().connected;
            if event.change() == Change::Presence && connected.players[0] == is_connected {
                return;
            }
        }
    };
    timeout(PATIENCE, news).await.expect("it is announced");
}

fn home() -> Networks {
    Networks::of(IpAddr::from([192, 0, 2, 1]))
}

#[tokio::test]
async fn who_leaves_is_no_longer_connected() {
    let hall = Hall::new();
    let (live, _) = hall.game(None).await;
    let player = first_player(&live).await;
    let enter = |holder| Visitor::enter(&hall.games, &live, home(), (holder, None));
    let mut spectator = enter(None).await.unwrap();
    // The others hear of each arrival and departure: one announcement does not replace the next.
    for _ in 0..3 {
        let [one, two] = [enter(player).await.unwrap(), enter(player).await.unwrap()];
        hear_of_player(&mut spectator, true).await;
        drop(one);
        assert!(hall.connected(&live).await.players[0], "in another window");
        drop(two);
        hear_of_player(&mut spectator, false).await;
    }
    assert_eq!(hall.connected(&live).await.n_spectators, 1);
    drop(spectator);
    assert_eq!(hall.connected(&live).await, Connected::default());
}

#[tokio::test]
async fn who_leaves_makes_room() {
    let hall = Hall::new();
    let (live, _) = hall.game(None).await;
    let player = first_player(&live).await;
    let mut inside = Vec::new();
    while let Ok(visitor) = Visitor::enter(&hall.games, &live, home(), (player, None)).await {
        inside.push(visitor);
        assert!(inside.len() < 1000, "there is a limit");
    }
    inside.pop();
    inside.push(
        Visitor::enter(&hall.games, &live, home(), (player, None)).await.expect("one has left"),
    );
    assert!(Visitor::enter(&hall.games, &live, home(), (player, None)).await.is_err());
}

#[tokio::test]
async fn a_clock_runs_from_the_first_move_on() {
    let hall = Hall::new();
    let (_untimed, _) = hall.game(None).await;
    let (timed, _) = hall.game(Some(GameClock::new(Duration::from_mins(1), Duration::ZERO))).await;
    assert!(!hall.games.has_running_clock());
    hall.begin(&timed).await;
    assert!(hall.games.has_running_clock());
}

#[tokio::test]
async fn games_that_nobody_follows_are_forgotten() {
    let hall = Hall::new();
    let (followed, followed_id) = hall.game(None).await;
    let visitor = Visitor::enter(&hall.games, &followed, home(), (None, None)).await.unwrap();
    let (timed, timed_id) =
        hall.game(Some(GameClock::new(Duration::from_mins(1), Duration::ZERO))).await;
    hall.begin(&timed).await;
    let (idle, idle_id) = hall.game(None).await;
    drop((followed, timed, idle));
    let kept = || {
        hall.games.forget_idle();
        let games = hall.games.live();
        [&followed_id, &timed_id, &idle_id].map(|id| games.contains_key(id.as_str()))
    };
    assert_eq!(
        kept(),
        [true, true, false],
        "one is followed, and the clock of one must be watched"
    );
    assert!(hall.games.get(&idle_id).await.is_ok(), "it is in the store");
    drop(visitor);
    // The task that announces the visitor's departure still holds the game for a moment.
    let forgotten = async {
        while kept()[0] {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, forgotten).await.expect("it is forgotten as well");
}

/// Time up to the last sign of life counts; later time is given back.
#[tokio::test]
async fn a_crash_stops_the_clock_at_the_last_sign_of_life() {
    let hall = Hall::new();
    let (live, id) = hall.game(Some(GameClock::new(Duration::from_mins(1), Duration::ZERO))).await;
    hall.begin(&live).await;
    hall.advance_ms(10_000);
    hall.games.note_alive().await.unwrap();
    hall.advance_ms(3_000);
    drop(live);
    let hall = hall.crash(1_000_000).await;
    let left = async |hall: &Hall| {
        let game = hall.games.get(&id).await.unwrap().game().await;
        game.clock.as_ref().unwrap().left(Player::Second, game.to_move(), hall.games.now())
    };
    assert_eq!(left(&hall).await, Duration::from_secs(50));
    hall.advance_ms(5_000);
    assert_eq!(left(&hall).await, Duration::from_secs(45));
    hall.games.note_alive().await.unwrap();
    let hall = hall.crash(2_000_000).await;
    assert_eq!(left(&hall).await, Duration::from_secs(45), "and once more");
}
