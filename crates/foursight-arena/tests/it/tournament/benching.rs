//! Players that fail or can play no more, and games that this machine cannot play.

use std::sync::atomic::{AtomicUsize, Ordering};

use foursight_arena::store::read_run;
use foursight_arena::{
    Annulment, Contestant, Credit, Dialect, Ending, Finish, Schedule, Standings, StoredGame, Tally,
    Terms,
};
use tempfile::TempDir;

use super::{ROUND_ROBIN, check_complete, filler, run, run_side_by_side, shell, terms};

#[test]
fn who_fails_again_and_again_is_benched() {
    let folder = TempDir::new().unwrap();
    let contestant = |player: usize, _| if player == 0 { shell("exit 1") } else { filler(player) };
    let finish = run(folder.path(), ROUND_ROBIN, 5, 100, &contestant);
    check_complete(&finish.games, 5);
    let of_first: Vec<&StoredGame> =
        finish.games.iter().filter(|game| game.players.contains(&0)).collect();
    let n_crashes = of_first.iter().filter(|game| game.ending == Ending::Crash).count();
    let n_benched = of_first.iter().filter(|game| game.ending == Ending::Benched).count();
    assert!(
        finish.games.iter().all(|game| game.ending != Ending::Benched || game.micros.is_empty())
    );
    // With two games at a time, one more may have begun.
    assert!((3..=4).contains(&n_crashes), "{n_crashes}");
    assert_eq!(n_crashes + n_benched, 8);
    let has_lost = |game: &&StoredGame| game.loser() == Some(0);
    assert!(of_first.iter().all(has_lost));
    // Players who beat the benched player are no better off than those who did not meet it.
    let standings = Standings::new(&terms(5).header, &finish.games, &Credit::None);
    assert!(standings.rows[..4].iter().all(|row| row.tally.n_games() == 6), "{standings:#?}");
    let last = &standings.rows[4];
    assert_eq!((last.player, last.is_benched, last.faults), (0, true, n_crashes));
    assert_eq!((last.tally, last.points), (Tally::default(), 0.0));
}

/// A player that can no longer play is out at once, and stays out when the tournament resumes.
#[test]
fn who_can_play_no_more_is_benched() {
    let folder = TempDir::new().unwrap();
    let n_asked = AtomicUsize::new(0);
    let contestant = |player: usize, _| match player {
        0 if n_asked.fetch_add(1, Ordering::Relaxed) >= 1 => Err("its file is gone".to_owned()),
        _ => Ok(filler(player)),
    };
    // Games are played one after another, so that the player's first game is over when its second one begins.
    let started = run_side_by_side(1, folder.path(), ROUND_ROBIN, 4, 100, &contestant);
    let benched = |finish: &Finish| -> Vec<StoredGame> {
        let games = finish.games.iter().filter(|game| game.ending == Ending::Benched);
        games.cloned().collect()
    };
    assert_eq!(benched(&started).len(), 5, "{:#?}", started.games);
    for game in benched(&started) {
        let seat = if game.players[0] == 0 { "first" } else { "second" };
        assert_eq!(game.reason, format!("the {seat} player is benched: its file is gone"));
    }
    let finished = run(folder.path(), ROUND_ROBIN, 5, 100, &|player, _| filler(player));
    check_complete(&finished.games, 5);
    assert_eq!(benched(&finished).len(), 7, "its file is back, but it stays benched");
    let annulment = Annulment::of(&finished.games);
    assert_eq!(annulment.counting(&finished.games).count(), 12);
    assert!(annulment.is_benched(0) && !annulment.is_benched(1));
}

/// A player of the referee's own that fails: the machine is at fault.
fn failing() -> Contestant {
    let command = ["sh", "-c", "exit 1"].map(str::to_owned).to_vec();
    Contestant::trusted("failing", command, Dialect::Columns)
}

/// The other games go on, and the end says which games are missing. The same tournament plays them later.
#[test]
fn void_games_stop_nobody() {
    for concurrency in [1, 2] {
        let folder = TempDir::new().unwrap();
        let contestant =
            |player: usize, _| Ok(if player == 0 { failing() } else { filler(player) });
        let finish = run_side_by_side(concurrency, folder.path(), ROUND_ROBIN, 4, 100, &contestant);
        assert!(!finish.is_complete);
        assert_eq!(finish.games.len(), 6, "{:?}", finish.games);
        assert!(finish.games.iter().all(|game| !game.players.contains(&0)));
        let failure = finish.failure.unwrap();
        let reason = "game 1 (failing - shell): its own player ended with exit code 1";
        assert!(failure.starts_with("not played: "), "{failure}");
        assert!(failure.contains(reason) && failure.ends_with("; 1 more games"), "{failure}");
        let finish = run(folder.path(), ROUND_ROBIN, 4, 100, &|player, _| filler(player));
        assert!(finish.is_complete && finish.failure.is_none());
        check_complete(&finish.games, 4);
    }
}

/// Void games are replayed after all others, which have used up what was lacking.
#[test]
fn void_games_come_last() {
    let folder = TempDir::new().unwrap();
    let n_asked = AtomicUsize::new(0);
    let contestant = |player: usize, _| {
        let is_lacking = player == 0 && n_asked.fetch_add(1, Ordering::Relaxed) < 7;
        Ok(if is_lacking { failing() } else { filler(player) })
    };
    let finish = run_side_by_side(1, folder.path(), ROUND_ROBIN, 3, 100, &contestant);
    assert_eq!((finish.is_complete, finish.failure), (true, None));
    check_complete(&finish.games, 3);
    let (_, stored) = read_run(folder.path()).unwrap();
    let first = |game: &StoredGame| game.players.contains(&0);
    assert!(stored[..2].iter().all(|game| !first(game)), "{stored:?}");
    assert!(stored[2..].iter().all(first), "{stored:?}");
}

/// In a Swiss tournament, some players met the benched one and others did not: a meeting with it counts as a bye.
#[test]
fn a_meeting_with_a_benched_player_is_a_bye() {
    let folder = TempDir::new().unwrap();
    let swiss = Schedule::Swiss { rounds: 3 };
    let contestant = |player: usize, _| if player == 0 { shell("exit 1") } else { filler(player) };
    let finish = run(folder.path(), swiss, 4, 100, &contestant);
    assert!(finish.is_complete);
    let terms = Terms { form: swiss, ..terms(4) };
    let credit = terms.credit(&finish.games);
    assert_eq!(credit, Credit::Byes(vec![0.0, 2.0, 2.0, 2.0]));
    let standings = Standings::new(&terms.header, &finish.games, &credit);
    let counted: Vec<usize> = standings.rows.iter().map(|row| row.tally.n_games()).collect();
    assert_eq!(counted, [4, 4, 4, 0]);
}

/// In a knockout, the opponent advances.
#[test]
fn the_opponent_of_a_benched_player_advances() {
    let folder = TempDir::new().unwrap();
    let contestant = |player: usize, _| match player {
        0 => Err("its file is gone".to_owned()),
        _ => Ok(filler(player)),
    };
    let knockout = Schedule::Knockout { replays: 1 };
    let finish = run_side_by_side(2, folder.path(), knockout, 4, 100, &contestant);
    assert!(finish.is_complete);
    let terms = Terms { form: knockout, ..terms(4) };
    let Credit::Stages(stages) = terms.credit(&finish.games) else { panic!() };
    assert!(stages[0] == 0 && stages[3] >= 1, "{stages:?}");
}
