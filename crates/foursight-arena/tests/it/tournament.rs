//! Whole tournaments between scripted players, interrupted and resumed.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foursight::{AnySize, Column, OpeningRule, Player};
use foursight_arena::store::{LoggedGames, read_run};
use foursight_arena::{
    Annulment, Clock, Contestant, Credit, Dialect, Ending, Finish, LoggedGame, NoConsole, Plan,
    Schedule, Standings, Store, StoredGame, Tally, TimeLimits, Tournament, TournamentEvent,
    Transcript, game_seed,
};
use tempfile::TempDir;

use crate::files::BARE;
use crate::sample::{game, header};

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

fn plan(n_players: usize) -> Plan {
    let names: Vec<String> = (0..n_players).map(|player| format!("p{player}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Plan {
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
        Store::open(folder, &plan(n_players), !schedule.needs_results(), &[]).unwrap();
    let never = AtomicBool::new(false);
    let tournament = Tournament {
        schedule,
        n_players,
        n_pairs: 1,
        size: AnySize::default(),
        clock: Clock::default(),
        limits: TimeLimits::default(),
        opening_rule: OpeningRule::None,
        seed: &|draw, side| game_seed(1, draw, side),
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
    let mut changed = plan(3);
    changed.fingerprints[2] = "another".to_owned();
    changed.programs[2] = "bash".to_owned();
    let (_, kept) = Store::open(path, &changed, true, &["p2".to_owned()]).unwrap();
    assert_eq!(kept.len(), 2);
    assert!(kept.iter().all(|game| first.games.contains(game) && !game.players.contains(&2)));
    // If anything else has changed, the folder is refused, and nothing is lost.
    let mut other = changed.clone();
    other.header.clock = "2s".to_owned();
    assert!(Store::open(path, &other, true, &["p1".to_owned()]).is_err());
    assert!(Store::open(path, &plan(2), true, &["p1".to_owned()]).is_err());
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
        drop(Store::open(folder.path(), &plan(4), can_grow, &["p0".to_owned()]).unwrap());
        let again = drawn(4);
        assert!(again.len() >= 12, "{again:?}");
        assert!(again.iter().all(|seat| first.contains(seat)), "{schedule:?}: {again:?}");
        if can_grow {
            // One more player changes nothing for the others.
            drop(Store::open(folder.path(), &plan(4), true, &["p1".to_owned()]).unwrap());
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
    let (_, kept) = Store::open(folder.path(), &plan(4), false, &["p0".to_owned()]).unwrap();
    assert!(kept.iter().all(|game| game.round == 1 && !game.players.contains(&0)), "{kept:?}");
    assert_eq!(kept.len(), 2);
}

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
    let standings = Standings::new(&plan(5).header, &finish.games, &Credit::None);
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
    let plan = Plan { form: swiss, ..plan(4) };
    let credit = plan.credit(&finish.games);
    assert_eq!(credit, Credit::Byes(vec![0.0, 2.0, 2.0, 2.0]));
    let standings = Standings::new(&plan.header, &finish.games, &credit);
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
    let plan = Plan { form: knockout, ..plan(4) };
    let Credit::Stages(stages) = plan.credit(&finish.games) else { panic!() };
    assert!(stages[0] == 0 && stages[3] >= 1, "{stages:?}");
}

#[test]
fn a_folder_is_of_one_tournament_and_one_process() {
    let folder = TempDir::new().unwrap();
    let open = |plan: &Plan| Store::open(folder.path(), plan, true, &[]);
    let first = open(&plan(3)).unwrap();
    let busy = open(&plan(3)).unwrap_err().to_string();
    assert!(busy.ends_with("another process is already running this tournament"), "{busy}");
    drop(first);
    let mut other = plan(3);
    other.header.clock = "2s".to_owned();
    let different = open(&other).unwrap_err().to_string();
    assert!(
        different
            .ends_with("the clock: \"1 s for each move\" when the tournament began, \"2s\" now"),
        "{different}"
    );
    let fewer = open(&plan(2)).unwrap_err().to_string();
    assert!(fewer.ends_with("players of this tournament are missing: p2"), "{fewer}");
    let mut changed = plan(3);
    changed.fingerprints[1] = "another".to_owned();
    let changed = open(&changed).unwrap_err().to_string();
    assert!(changed.contains("the files of p1 have changed"), "{changed}");
}

/// Stored games of another version, or of no version, are refused with the place and the reason.
#[test]
fn a_folder_that_does_not_hold_what_belongs_there_is_refused() {
    const WHY: &str = "; the file is damaged, or another version of foursight wrote it";
    let folder = TempDir::new().unwrap();
    let (games, stored) =
        (folder.path().join("games.jsonl"), folder.path().join("tournament.json"));
    drop(Store::open(folder.path(), &plan(2), true, &[]).unwrap());
    let game = |number: usize, players: [usize; 2]| {
        let errors = [String::new(), String::new()];
        let game = StoredGame { number, players, ..game("", "1213141", "1-0") };
        let transcript = Transcript { errors, ..Transcript::default() };
        serde_json::to_string(&LoggedGame { game, transcript }).unwrap()
    };
    let whole = format!("{}\n{}\n", game(1, [0, 1]), game(2, [1, 0]));
    fs::write(&games, &whole).unwrap();
    let whole_plan = fs::read_to_string(&stored).unwrap();
    let check = |file: &Path, text: &str, expected: &str| {
        let before = fs::read_to_string(file).unwrap();
        fs::write(file, text).unwrap();
        let expected = format!("{}: {expected}{WHY}", file.display());
        let opened = Store::open(folder.path(), &plan(2), true, &[]).unwrap_err();
        assert!(opened.is_damage());
        assert_eq!(opened.to_string(), expected);
        assert_eq!(read_run(folder.path()).unwrap_err().to_string(), expected);
        assert_eq!(fs::read_to_string(file).unwrap(), text, "nothing is changed");
        fs::write(file, before).unwrap();
    };
    check(&games, "{\"number\":1}\n", "line 1: missing field `round`");
    let ending = "\"ending\":\"line\"";
    let unknown = whole.replacen(ending, "\"ending\":\"boredom\"", 1);
    check(
        &games,
        &format!("\n{unknown}"),
        "line 2: \"boredom\" is not an ending, such as line, draw or crash",
    );
    let unknown = whole.replacen("\"result\":\"1-0\"", "\"result\":\"1:0\"", 1);
    check(&games, &unknown, "line 1: \"1:0\" is not a result: 1-0, 0-1, 1/2 or *");
    let other = whole.replacen("\"result\":\"1-0\"", "\"result\":\"0-1\"", 1);
    check(&games, &other, "line 1: the result is 0-1, but on the board: red has won");
    let fault = whole.replacen(ending, "\"ending\":\"crash\"", 1);
    check(&games, &fault, "line 1: the ending is crash, but on the board: red has won");
    let stranger = whole.replacen("\"players\":[0,1]", "\"players\":[0,7]", 1);
    check(&games, &stranger, "line 1: there is no player 7; players are numbered 0 to 1");
    let itself = whole.replacen("\"players\":[0,1]", "\"players\":[1,1]", 1);
    check(&games, &itself, "line 1: player 1 plays against itself");
    let pair = whole.replacen("\"pair\":1", "\"pair\":0", 1);
    check(&games, &pair, "line 1: game 1, pair 0 and round 1 do not match");
    let log = whole.replacen("\"log\":[]", "\"log\":[{\"seat\":0}]", 1);
    check(&games, &log, "line 1: missing field `player`");
    let twice = format!("{whole}{}\n", whole.lines().next().unwrap());
    check(&games, &twice, "line 3: game 1 is already on line 1");
    // A plan in which lists with an entry for each player are too short.
    let fewer = whole_plan.replacen("\"programs\": [\n    \"sh\",", "\"programs\": [", 1);
    check(&stored, &fewer, "there are 2 players, but 1 programs");
    let fewer = whole_plan.replacen("\"fingerprints\": [\n    \"\",", "\"fingerprints\": [", 1);
    check(&stored, &fewer, "there are 2 players, but 1 fingerprints");
    let size = whole_plan.replacen("\"7x6\"", "\"7\"", 1);
    check(&stored, &size, "\"7\" is not a board size such as 7x6 (columns x rows)");
    let half = &whole_plan[..whole_plan.find("\"seed\"").unwrap()];
    check(&stored, half, "EOF while parsing a value at line 10 column 2");
    assert!(Store::open(folder.path(), &plan(2), true, &[]).is_ok(), "all of it is as before");
}

/// Long logs are read from disk, one game at a time.
#[test]
fn logs_stay_on_the_disk() {
    let folder = TempDir::new().unwrap();
    let chatty = |player: usize, _| {
        let script = format!(
            "echo loud >&2; n=0; while read line; do echo $(( ({player} + n / 3) % 7 )); n=$((n+1)); done"
        );
        shell(&script)
    };
    let finish = run(folder.path(), ROUND_ROBIN, 2, 100, &chatty);
    let logged = LoggedGames::open(folder.path()).unwrap();
    for game in &finish.games {
        let LoggedGame { game: stored, transcript } = logged.read(game.number).unwrap();
        assert_eq!(&stored, game);
        assert_eq!(transcript.errors[0], "loud");
        assert!(transcript.log.len() > stored.moves.len());
    }
    let missing = logged.read(9).unwrap_err().to_string();
    assert!(missing.ends_with("games.jsonl: there is no game 9"), "{missing}");
}

/// Earlier versions knew only the pie rule: a plan said `steal`, and a game whether its first disc was `stolen`.
#[test]
fn a_folder_of_an_earlier_version_is_read_and_resumed() {
    let folder = TempDir::new().unwrap();
    let script = |player, _| filler(player);
    run(folder.path(), ROUND_ROBIN, 2, 100, &script);
    let (_, new) = read_run(folder.path()).unwrap();
    let replace = |name: &str, from: &str, to: &str| {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
    };
    replace("tournament.json", "\"opening_rule\": \"none\"", "\"steal\": true");
    let rule = "\"opening_rule\":\"none\",\"swapped\":false";
    replace("games.jsonl", rule, "\"stolen\":true");
    replace("games.jsonl", rule, "\"stolen\":false");
    let time = "{\"on_turn_micros\":7,\"off_turn_micros\":0}";
    let times = format!("\"processor_times\":[{time},{time}],\"errors\"");
    replace("games.jsonl", "\"errors\"", &times);

    let (stored, games) = read_run(folder.path()).unwrap();
    let pie = Plan { opening_rule: OpeningRule::Pie, ..plan(2) };
    assert_eq!(stored, pie);
    let swapped = StoredGame { opening_rule: OpeningRule::Pie, swapped: true, ..new[0].clone() };
    assert_eq!(games, [swapped.clone(), new[1].clone()]);
    assert_eq!([0, 1].map(|index| games[0].chooser(index)), [Player::Second; 2]);
    assert_eq!(
        LoggedGames::open(folder.path()).unwrap().read(swapped.number).unwrap().game,
        swapped
    );
    let (_, resumed) = Store::open(folder.path(), &pie, true, &[]).unwrap();
    assert_eq!(resumed, games);
    let refused = Store::open(folder.path(), &plan(2), true, &[]).unwrap_err().to_string();
    assert!(
        refused.contains("the opening rule: \"pie\" when the tournament began, \"none\" now"),
        "{refused}"
    );
    replace("tournament.json", "\"opening_rule\": \"pie\"", "\"opening_rule\": \"pi\"");
    let damaged = read_run(folder.path()).unwrap_err().to_string();
    assert!(damaged.contains("an opening rule is none, pie or swap"), "{damaged}");
}
