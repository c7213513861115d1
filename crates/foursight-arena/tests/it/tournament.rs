//! Whole tournaments between scripted players, interrupted and resumed.

mod benching;
mod folder;

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use foursight::{AnySize, Column, OpeningRule};
use foursight_arena::store::read_run;
use foursight_arena::{
    Clock, Contestant, Dialect, Finish, NoConsole, Schedule, Store, StoredGame, Terms, TimeLimits,
    Tournament, TournamentEvent,
};
use tempfile::TempDir;

use crate::files::BARE;
use crate::sample::header;

/// The first players fill columns from the left, the others from the right.
fn filler(player: usize) -> Contestant {
    let column = player % 7;
    let script =
        format!("n=0; while read line; do echo $(( ({column} + n / 3) % 7 )); n=$((n+1)); done");
    shell(&script)
}

fn shell(script: &str) -> Contestant {
    crate::files::shell(Dialect::Columns, script)
}

fn terms(n_players: usize) -> Terms {
    let names: Vec<String> = (0..n_players).map(|player| format!("p{player}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Terms {
        header: header(&names),
        form: ROUND_ROBIN,
        pairs: 1,
        openings: "none".to_owned(),
        opening_rule: OpeningRule::None,
        programs: vec!["sh".to_owned(); n_players],
        fingerprints: vec![String::new(); n_players],
    }
}

const ROUND_ROBIN: Schedule = Schedule::RoundRobin { cycles: 1 };

/// Runs a tournament of `n_players` that stops after `n_games` more games.
fn run(
    folder: &Path,
    schedule: Schedule,
    n_players: usize,
    n_games: usize,
    contestant: &(dyn Fn(usize, u64) -> Contestant + Sync),
) -> Finish {
    let contestant = |player, seed| Ok(contestant(player, seed));
    run_side_by_side(2, folder, schedule, n_players, n_games, &contestant)
}

/// The same with `concurrency` games at a time, and players that may become unable to play.
fn run_side_by_side(
    concurrency: usize,
    folder: &Path,
    schedule: Schedule,
    n_players: usize,
    n_games: usize,
    contestant: &(dyn Fn(usize, u64) -> Result<Contestant, String> + Sync),
) -> Finish {
    let (mut store, stored) =
        Store::open(folder, &terms(n_players), !schedule.needs_results(), &[]).unwrap();
    let never = AtomicBool::new(false);
    let tournament = Tournament {
        schedule,
        n_players,
        n_pairs: 1,
        size: AnySize::default(),
        clock: Clock::default(),
        limits: TimeLimits::default(),
        opening_rule: OpeningRule::None,
        seed: 1,
        console: &|_| Box::new(NoConsole),
        opening: &|_| Vec::<Column>::new(),
        contestant,
        sandbox: &BARE,
        concurrency: NonZeroUsize::new(concurrency).unwrap(),
        patience: 3,
        drain: &never,
        cancel: &never,
    };
    let mut n_left = n_games;
    let mut watch = |event: TournamentEvent<'_>, _: &[StoredGame]| {
        if matches!(event, TournamentEvent::Finished(_)) {
            // As on a busy machine: meanwhile, nobody may play all other games.
            thread::sleep(Duration::from_millis(30));
            n_left = n_left.saturating_sub(1);
        }
        if n_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    tournament.run(&mut store, stored, &mut watch)
}

/// Checks that every encounter is played once from each side, and that every number occurs once.
#[track_caller]
fn check_complete(games: &[StoredGame], n_players: usize) {
    let n_games = n_players * (n_players - 1);
    let seats: HashSet<[usize; 2]> = games.iter().map(|game| game.players).collect();
    let numbers: HashSet<usize> = games.iter().map(|game| game.number).collect();
    assert_eq!((games.len(), seats.len(), numbers.len()), (n_games, n_games, n_games));
}

#[test]
fn a_tournament_goes_on_where_it_was_left() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let started = run(path, ROUND_ROBIN, 4, 5, &|player, _| filler(player));
    assert!(!started.is_complete);
    assert!((5..=8).contains(&started.games.len()), "others were running");
    // A kill leaves half a line.
    let games = path.join("games.jsonl");
    let text = fs::read_to_string(&games).unwrap();
    fs::write(&games, format!("{text}{{\"number\":7,\"rou")).unwrap();
    let finished = run(path, ROUND_ROBIN, 4, 100, &|player, _| filler(player));
    assert!(finished.is_complete);
    check_complete(&finished.games, 4);
    let (_, stored) = read_run(path).unwrap();
    check_complete(&stored, 4);
    assert!(started.games.iter().all(|game| stored.contains(game)), "what was played stays");
    let again = run(path, ROUND_ROBIN, 4, 100, &|_, _| panic!("nothing is left to be played"));
    assert!(again.is_complete);
}

/// Another version may have chosen other openings.
#[test]
fn a_stored_opening_applies_to_the_other_games_with_its_number() {
    let folder = TempDir::new().unwrap();
    let script = |player, _| Ok(filler(player));
    let started = run_side_by_side(1, folder.path(), ROUND_ROBIN, 2, 1, &script);
    assert_eq!(started.games.len(), 1);
    let path = folder.path().join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"opening\":\"\"", "\"opening\":\"45\"", 1)).unwrap();
    let games = run_side_by_side(1, folder.path(), ROUND_ROBIN, 2, 100, &script).games;
    assert_eq!([&*games[0].opening, &*games[1].opening], ["45", "45"]);
}

#[test]
fn players_that_are_added_play_their_games() {
    let folder = TempDir::new().unwrap();
    let three = run(folder.path(), ROUND_ROBIN, 3, 100, &|player, _| filler(player));
    let five = run(folder.path(), ROUND_ROBIN, 5, 100, &|player, _| filler(player));
    check_complete(&five.games, 5);
    assert!(three.games.iter().all(|game| five.games.contains(game)));
}

#[test]
fn games_of_a_changed_player_are_played_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let first = run(path, ROUND_ROBIN, 3, 100, &|player, _| filler(player));
    let mut changed = terms(3);
    changed.fingerprints[2] = "another".to_owned();
    changed.programs[2] = "bash".to_owned();
    let (_, kept) = Store::open(path, &changed, true, &["p2".to_owned()]).unwrap();
    assert_eq!(kept.len(), 2);
    assert!(kept.iter().all(|game| first.games.contains(game) && !game.players.contains(&2)));
    // If anything else has changed, the folder is refused, and nothing is lost.
    let mut other = changed.clone();
    other.header.clock = "2s".to_owned();
    assert!(Store::open(path, &other, true, &["p1".to_owned()]).is_err());
    assert!(Store::open(path, &terms(2), true, &["p1".to_owned()]).is_err());
    assert_eq!(read_run(path).unwrap().1, kept);
}

/// Levels make the same choices in replayed games, whatever the numbers of these games.
#[test]
fn games_that_are_played_again_have_the_same_seeds() {
    for schedule in [ROUND_ROBIN, Schedule::Swiss { rounds: 3 }] {
        let folder = TempDir::new().unwrap();
        let seeds = Mutex::new(Vec::new());
        let draw = |player: usize, seed: u64| {
            seeds.lock().unwrap().push((player, seed));
            filler(player)
        };
        let drawn = |n_players: usize| {
            run(folder.path(), schedule, n_players, 1000, &draw);
            let mut drawn = std::mem::take(&mut *seeds.lock().unwrap());
            drawn.sort_unstable();
            drawn
        };
        let first = drawn(4);
        let different: HashSet<u64> = first.iter().map(|&(_, seed)| seed).collect();
        assert_eq!(different.len(), first.len(), "no seed is there twice");
        let can_grow = !schedule.needs_results();
        drop(Store::open(folder.path(), &terms(4), can_grow, &["p0".to_owned()]).unwrap());
        let again = drawn(4);
        assert!(again.len() >= 12, "{again:?}");
        assert!(again.iter().all(|seat| first.contains(seat)), "{schedule:?}: {again:?}");
        if can_grow {
            // One more player changes nothing for the others.
            drop(Store::open(folder.path(), &terms(4), true, &["p1".to_owned()]).unwrap());
            let grown = drawn(5);
            let old = grown.iter().filter(|seat| first.contains(seat));
            assert_eq!(old.count(), 12, "{grown:?}");
        }
    }
}

#[test]
fn later_rounds_depend_on_games_that_are_played_again() {
    let folder = TempDir::new().unwrap();
    let schedule = Schedule::Swiss { rounds: 3 };
    run(folder.path(), schedule, 4, 1000, &|player, _| filler(player));
    let (_, kept) = Store::open(folder.path(), &terms(4), false, &["p0".to_owned()]).unwrap();
    assert!(kept.iter().all(|game| game.round == 1 && !game.players.contains(&0)), "{kept:?}");
    assert_eq!(kept.len(), 2);
}
