//! Deletion of old data: what is deleted and when; no player has to wait for it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::Site;
use crate::database::{database, n_games};
use crate::played::Played;
use crate::test_clock::TestClock;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A folder and the clock of the servers in it.
struct Place {
    folder: Arc<TempDir>,
    clock: TestClock,
}

impl Place {
    fn new() -> Self {
        Self { folder: Arc::new(TempDir::new().unwrap()), clock: TestClock::new() }
    }

    fn start(&self) -> Site {
        Site::in_folder(&self.folder, |config| self.clock.set_in(config))
    }

    /// Advances a server's clock; the server then deletes what it may.
    async fn pass(&self, site: &Site, ms: i64) -> usize {
        self.clock.advance_ms(ms);
        while site.app.expire().await {}
        n_games(&self.folder)
    }
}

#[tokio::test]
async fn old_games_are_deleted() {
    let place = Place::new();
    let site = place.start();
    let mut paths = Vec::new();
    for (n_players, n_moves, days) in
        [(1, 0, 6), (1, 0, 8), (2, 1, 6), (2, 1, 8), (2, 2, 8), (2, 2, 179), (2, 2, 181)]
    {
        place.clock.advance_ms(-days * DAY_MS);
        let path = if n_players == 1 {
            site.post("/api/games", &json!({})).await.game_path()
        } else {
            let game = Played::new(&site, json!({})).await;
            game.play_all(&[4, 4][..n_moves]).await;
            game.path.clone()
        };
        paths.push(path);
        place.clock.advance_ms(days * DAY_MS);
    }
    let seat = "INSERT INTO session_seat SELECT id, x'01', x'02', 0 FROM game";
    database(&place.folder).execute(seat, []).unwrap();
    assert_eq!(place.pass(&site, HOUR_MS).await, 4);
    let count = "SELECT COUNT(*) FROM session_seat";
    let n_seats = database(&place.folder).query_row(count, [], |row| row.get(0));
    assert_eq!(n_seats, Ok(4), "sessions forget the seats of deleted games");
    site.close().await;
    let site = place.start();
    let mut statuses = Vec::new();
    for path in &paths {
        statuses.push(site.get(path).await.status.as_u16());
    }
    assert_eq!(statuses, [200, 404, 200, 404, 200, 200, 404], "{paths:?}");
}

#[tokio::test]
async fn a_wrong_clock_deletes_nothing() {
    let place = Place::new();
    let jumps = [0, 3650 * DAY_MS, -7300 * DAY_MS, 3650 * DAY_MS];
    for (n_made, jump) in jumps.into_iter().enumerate() {
        place.clock.advance_ms(jump);
        let site = place.start();
        assert_eq!(place.pass(&site, 0).await, n_made, "at the start, after {jump} ms");
        assert_eq!(place.pass(&site, 2 * HOUR_MS).await, n_made, "and later");
        site.post("/api/games", &json!({})).await;
        site.close().await;
    }
    let site = place.start();
    // Either jump ahead may have been a day without a server; the way back took no time.
    assert_eq!(place.pass(&site, 4 * DAY_MS).await, 4);
    assert_eq!(place.pass(&site, DAY_MS + HOUR_MS).await, 3, "the first is a week old");
}

/// `n` finished games, long overdue except for one in a thousand.
fn fill(connection: &Connection, n: usize) {
    let insert = "
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO game (id, seq, size, moves, n_start, red_secret, yellow_secret, red_name, is_over,
            swapped, owner, created_at, updated_at, keep_until)
        SELECT substr(hex(randomblob(16)), 1, 16), 9, '7x6', '44455566677', 0, randomblob(32), randomblob(32),
            'Ann', 0, 0, randomblob(16), i, i, CASE i % 1000 WHEN 0 THEN 1 << 50 ELSE i END
        FROM n";
    connection.execute(insert, [n as i64]).unwrap();
}

#[tokio::test]
async fn nothing_is_deleted_at_the_start_nor_much_at_a_time() {
    let place = Place::new();
    let site = place.start();
    fill(&database(&place.folder), 1000);
    assert!(!site.app.expire().await);
    assert_eq!(n_games(&place.folder), 1000, "the server has just started");
    place.clock.advance_ms(HOUR_MS);
    assert!(site.app.expire().await, "there are more");
    let n_left = n_games(&place.folder);
    assert!((900..1000).contains(&n_left), "{n_left}");
    assert_eq!(place.pass(&site, 0).await, 1);
}

/// The seats of a game are deleted before the game itself, a thousand at a time.
#[tokio::test]
async fn a_game_with_many_seats_is_deleted_in_steps() {
    let place = Place::new();
    let site = place.start();
    fill(&database(&place.folder), 1);
    let seats = "
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3500)
        INSERT INTO session_seat SELECT id, CAST(i AS BLOB), x'02', 0 FROM n, game";
    database(&place.folder).execute(seats, []).unwrap();
    place.clock.advance_ms(HOUR_MS);
    let count = "SELECT COUNT(*) FROM session_seat";
    for n_left in [2500, 1500, 500] {
        assert!(site.app.expire().await, "there is more");
        let n_seats = database(&place.folder).query_row(count, [], |row| row.get(0));
        assert_eq!((n_seats, n_games(&place.folder)), (Ok(n_left), 1));
    }
    assert!(!site.app.expire().await);
    let n_seats = database(&place.folder).query_row(count, [], |row| row.get(0));
    assert_eq!((n_seats, n_games(&place.folder)), (Ok(0), 0));
}

/// A million games, nearly all of them overdue, delay no move.
#[tokio::test]
async fn players_do_not_wait_for_what_is_deleted() {
    let is_slow = std::env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    let n_stored = if is_slow { 1_000_000 } else { 5_000 };
    let place = Place::new();
    place.start().close().await;
    fill(&database(&place.folder), n_stored);
    let started = Instant::now();
    let site = place.start();
    let start_time = started.elapsed();
    place.clock.advance_ms(HOUR_MS);
    let mut deleting = Vec::new();
    let mut moving = [Vec::new(), Vec::new()];
    for _ in 0..30 {
        let game = Played::new(&site, json!({})).await;
        for (ply, times) in (0..).step_by(2).zip(&mut moving) {
            // The first move has the database to itself; the second comes right after a batch.
            let is_second = ply > 0;
            let deletion = async {
                let started = Instant::now();
                if is_second {
                    assert!(site.app.expire().await);
                }
                started.elapsed()
            };
            let play = async {
                let started = Instant::now();
                assert_eq!(game.play(&game.red, 4, ply).await.status, 200);
                started.elapsed()
            };
            let (deletion, play) = tokio::join!(deletion, play);
            if is_second {
                deleting.push(deletion);
            }
            times.push(play);
            game.play(&game.yellow, 4, ply + 1).await;
        }
    }
    let [mut alone, mut behind] = moving;
    let typical = |times: &mut Vec<Duration>| {
        times.sort();
        (times[times.len() / 2], times[times.len() - 1])
    };
    let (alone, behind, deleting) =
        (typical(&mut alone), typical(&mut behind), typical(&mut deleting));
    println!(
        "{n_stored} games, start {start_time:?}; median and longest: move {alone:?}, move behind a batch {behind:?}, batch {deleting:?}"
    );
    if is_slow {
        let delay = behind.0.saturating_sub(alone.0);
        assert!(delay < Duration::from_millis(20), "{delay:?}");
    }
}
