//! The folder of a tournament: who may use it, what belongs there, and what earlier versions wrote.

use std::fs;
use std::path::Path;

use foursight::{OpeningRule, Player};
use foursight_arena::store::{LoggedGames, read_run};
use foursight_arena::{LoggedGame, Store, StoredGame, Terms, Transcript};
use tempfile::TempDir;

use super::{ROUND_ROBIN, filler, run, shell, terms};
use crate::sample::game;

#[test]
fn a_folder_is_of_one_tournament_and_one_process() {
    let folder = TempDir::new().unwrap();
    let open = |terms: &Terms| Store::open(folder.path(), terms, true, &[]);
    let first = open(&terms(3)).unwrap();
    let busy = open(&terms(3)).unwrap_err().to_string();
    assert!(busy.ends_with("another process is already running this tournament"), "{busy}");
    drop(first);
    let mut other = terms(3);
    other.header.clock = "2s".to_owned();
    let different = open(&other).unwrap_err().to_string();
    assert!(
        different
            .ends_with("the clock: \"1 s for each move\" when the tournament began, \"2s\" now"),
        "{different}"
    );
    let fewer = open(&terms(2)).unwrap_err().to_string();
    assert!(fewer.ends_with("players of this tournament are missing: p2"), "{fewer}");
    let mut changed = terms(3);
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
    drop(Store::open(folder.path(), &terms(2), true, &[]).unwrap());
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
        let opened = Store::open(folder.path(), &terms(2), true, &[]).unwrap_err();
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
    // Terms in which lists with an entry for each player are too short.
    let fewer = whole_plan.replacen("\"programs\": [\n    \"sh\",", "\"programs\": [", 1);
    check(&stored, &fewer, "there are 2 players, but 1 programs");
    let fewer = whole_plan.replacen("\"fingerprints\": [\n    \"\",", "\"fingerprints\": [", 1);
    check(&stored, &fewer, "there are 2 players, but 1 fingerprints");
    let size = whole_plan.replacen("\"7x6\"", "\"7\"", 1);
    check(&stored, &size, "\"7\" is not a board size such as 7x6 (columns x rows)");
    let half = &whole_plan[..whole_plan.find("\"seed\"").unwrap()];
    check(&stored, half, "EOF while parsing a value at line 10 column 2");
    assert!(Store::open(folder.path(), &terms(2), true, &[]).is_ok(), "all of it is as before");
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

/// Earlier versions knew only the pie rule: the terms said `steal`, and a game whether its first disc was `stolen`.
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
    let pie = Terms { opening_rule: OpeningRule::Pie, ..terms(2) };
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
    let refused = Store::open(folder.path(), &terms(2), true, &[]).unwrap_err().to_string();
    assert!(
        refused.contains("the opening rule: \"pie\" when the tournament began, \"none\" now"),
        "{refused}"
    );
    replace("tournament.json", "\"opening_rule\": \"pie\"", "\"opening_rule\": \"pi\"");
    let damaged = read_run(folder.path()).unwrap_err().to_string();
    assert!(damaged.contains("an opening rule is none, pie or swap"), "{damaged}");
}
