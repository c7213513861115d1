//! Game files and tables of comma-separated values.

use foursight::record::{GameResult, read_games};
use foursight::{Column, OpeningRule, Player, Score};
use foursight_arena::{
    Credit, Ending, GameLesson, GradedGame, GradedMove, Rating, Standing, Standings, StoredGame,
    Tally, write_games, write_games_csv, write_standings_csv,
};

use crate::report::page;
use crate::sample::{Sample, game, header, tournament};

#[test]
fn a_game_file_looks_like_this() {
    let mut game = game("44", "1525", "0-1");
    game.ending = Ending::Unreadable;
    game.reason = "\"a\\b\" is not a move".to_owned();
    let text = write_games(&header(&["alice", "bob"]), &[game.clone(), game]).unwrap();
    let block = r#"[Event "Club night"]
[Size "7x6"]
[First "alice"]
[Second "bob"]
[Opening "44"]
[Result "0-1"]
[Ending "unreadable"]
[Game "1"]
[Round "1"]
[Reason "\"a\\b\" is not a move"]

441525 0-1
"#;
    assert_eq!(text, format!("{block}\n{block}"));
    let games = read_games(&text).unwrap();
    assert_eq!(games[1].tag("Reason"), Some("\"a\\b\" is not a move"));
    assert_eq!(games[1].tag("Date"), None);
}

#[test]
fn game_files_are_read_back() {
    let mut sample = tournament(30);
    sample.games.push(StoredGame { ending: Ending::StartFailure, ..game("", "", "0-1") });
    let games = read_games(&write_games(&sample.header, &sample.games).unwrap()).unwrap();
    assert_eq!(games.len(), 31);
    for (text, game) in games.iter().zip(&sample.games) {
        let record = text.record().unwrap();
        assert_eq!(Ok(record.clone()), game.record(&sample.header));
        assert_eq!(record.played().len(), game.moves.len());
        assert_eq!(record.names[0].as_ref(), Some(&sample.header.players[game.players[0]]));
        assert_eq!(text.tag("Game"), Some(game.number.to_string().as_str()));
        assert_eq!((record.result(), text.tag("Ending")), (game.result, Some(game.ending.name())));
    }
}

/// An impossible game does not become a game file.
#[test]
fn a_game_that_contradicts_its_result_is_not_written() {
    let header = header(&["alice", "bob"]);
    let error = |game: StoredGame| write_games(&header, &[game]).unwrap_err().to_string();
    assert_eq!(error(game("", "48", "0-1")), "move 2: '8' is not a column from 1 to 7");
    let open = "the result is 1-0, but on the board the game is still open";
    assert_eq!(error(game("", "44", "1-0")), open);
    let won = "the result is 0-1, but on the board: red has won";
    assert_eq!(error(game("", "1213141", "0-1")), won);
    let crash = StoredGame { ending: Ending::Crash, ..game("", "1213141", "1-0") };
    assert_eq!(error(crash), "the result is 1-0, but on the board: red has won");
}

/// The winner and the loser of a game follow from its players and its result.
#[test]
fn a_game_knows_its_winner_and_loser() {
    let mut game = StoredGame { players: [4, 2], ..game("", "", "0-1") };
    assert_eq!((game.winner(), game.loser(), game.player(Player::First)), (Some(2), Some(4), 4));
    game.result = GameResult::Draw;
    assert_eq!((game.winner(), game.loser()), (None, None));
}

#[test]
fn games_are_lines_of_a_table() {
    let mut game = game("4", "11", "0-1");
    game.micros = vec![1_500, 20];
    game.reason = "a, \"b\"".to_owned();
    let graded_move = |score| GradedMove::new(Column::new(0), vec![Some(Score::new(score)); 2]);
    let of_game = |moves| Some(GradedGame { moves, ..GradedGame::default() });
    let mut table = Vec::new();
    let games = [(); 4].map(|()| game.clone());
    let lesson = Some(GameLesson { number: 2, text: vec!["Red lost with a1.".to_owned()] });
    let grades = [
        of_game(vec![graded_move(2), graded_move(-2)])
            .map(|grades| GradedGame { lesson, ..grades }),
        of_game(vec![None, graded_move(-2)]),
        of_game(vec![None; 2]),
    ];
    write_games_csv(&header(&["alice", "bob"]), &games, &grades, &mut table).unwrap();
    assert_eq!(
        String::from_utf8(table).unwrap(),
        "number,round,pair,first,second,opening_rule,swapped,opening,moves,result,ending,annulled,reason,plies,first_ms,second_ms,\
         first_blunders,second_blunders,first_missed,second_missed,lost_by_move,lesson_move\n\
         1,1,1,alice,bob,none,false,4,11,0-1,line,false,\"a, \"\"b\"\"\",3,0.020,1.500,0,0,0,0,,2\n\
         1,1,1,alice,bob,none,false,4,11,0-1,line,false,\"a, \"\"b\"\"\",3,0.020,1.500,0,,0,,,\n\
         1,1,1,alice,bob,none,false,4,11,0-1,line,false,\"a, \"\"b\"\"\",3,0.020,1.500,,,,,,\n\
         1,1,1,alice,bob,none,false,4,11,0-1,line,false,\"a, \"\"b\"\"\",3,0.020,1.500,,,,,,\n"
    );
}

/// Discs that a player placed for both sides, and their time, belong to that player.
#[test]
fn an_opening_belongs_to_who_chose_it() {
    let mut game = StoredGame { ending: Ending::Crash, ..game("", "4433", "1-0") };
    (game.swapped, game.micros) = (true, vec![1_000, 20_000, 300_000, 4_000_000]);
    game.opening_rule = OpeningRule::Pie;
    let mut table = Vec::new();
    write_games_csv(&header(&["thief", "bob"]), &[game.clone()], &[], &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    let line = "1,1,1,thief,bob,pie,true,,4433,1-0,crash,false,a line is complete,4,300.000,4021.000,,,,,,\n";
    assert_eq!(table.lines().nth(1).unwrap(), line.trim_end());
    let text = write_games(&header(&["thief", "bob"]), &[game.clone()]).unwrap();
    assert_eq!(read_games(&text).unwrap()[0].tag("Swapped"), Some("yes"));
    game.opening_rule = OpeningRule::Swap;
    let choosers = [0, 1, 2, 3].map(|index| game.chooser(index));
    let [red, yellow] = [Player::First, Player::Second];
    assert_eq!(choosers, [yellow; 4], "bob placed three discs and then moved as yellow");
    game.swapped = false;
    let choosers = [0, 1, 2, 3, 4].map(|index| game.chooser(index));
    assert_eq!(choosers, [red, red, red, yellow, red]);
}

#[test]
fn no_cell_is_a_formula() {
    for (name, cell) in [
        ("=1+1", "'=1+1"),
        ("+4", "'+4"),
        ("-4", "'-4"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("a=b", "a=b"),
    ] {
        let mut game = game("", "44", "0-1");
        game.reason = name.to_owned();
        let (mut games, mut standings) = (Vec::new(), Vec::new());
        write_games_csv(&header(&[name, "bob"]), &[game], &[], &mut games).unwrap();
        let table = Standings::new(&header(&[name, "bob"]), &pair(), &Credit::None);
        let is_negative = |row: &Standing| row.rating.elo < 0.0;
        assert!(table.rows.iter().any(is_negative));
        write_standings_csv(&table, &mut standings).unwrap();
        let [games, standings] = [games, standings].map(|table| String::from_utf8(table).unwrap());
        assert!(games.contains(&format!(",{cell},bob,")), "{games}");
        assert!(games.contains(&format!(",line,false,{cell},2,")), "{games}");
        assert!(standings.contains(&format!("\n{cell},2,")), "{standings}");
        assert!(standings.contains(",-"), "numbers stay numbers: {standings}");
    }
}

#[test]
fn standings_are_lines_of_a_table() {
    let row = Standing {
        player: 0,
        name: "alice".to_owned(),
        is_benched: false,
        tally: Tally { wins: 1, draws: 1, losses: 1 },
        faults: 0,
        points: 1.5,
        buchholz: 2.5,
        rating: Rating { elo: -12.5, error_95: 80.25 },
        los: Some(0.75),
    };
    let mut standings = Standings {
        rows: vec![row],
        has_buchholz: false,
        n_pairs: 1,
        n_repeated_pairs: 0,
        n_single_games: 0,
        match_result: None,
    };
    let check = |standings: &Standings, line: &str| {
        let mut table = Vec::new();
        write_standings_csv(standings, &mut table).unwrap();
        let head = "name,games,wins,draws,losses,points,buchholz,faults,benched,elo,elo_error,los";
        assert_eq!(String::from_utf8(table).unwrap(), format!("{head}\n{line}\n"));
    };
    check(&standings, "alice,3,1,1,1,1.5,,0,false,-12.5,80.25,0.75");
    (standings.has_buchholz, standings.n_pairs) = (true, 0);
    check(&standings, "alice,3,1,1,1,1.5,2.5,0,false,,,");
    (standings.rows[0].is_benched, standings.n_pairs) = (true, 1);
    check(&standings, "alice,3,1,1,1,1.5,2.5,0,true,,,");
}

/// The games of a benched player stay visible, and every file marks them as annulled.
#[test]
fn annulled_games_are_marked() {
    let header = header(&["alice", "bob", "carol"]);
    let unplayed = StoredGame { ending: Ending::Benched, ..game("", "", "0-1") };
    let other = StoredGame { players: [1, 2], number: 3, pair: 2, ..game("", "1213141", "1-0") };
    let played = StoredGame { number: 2, players: [1, 0], ..other.clone() };
    let games = [unplayed, played, other];
    let mut table = Vec::new();
    write_games_csv(&header, &games, &[], &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    let marks: Vec<&str> =
        table.lines().skip(1).map(|line| line.split(',').nth(11).unwrap()).collect();
    assert_eq!(marks, ["true", "true", "false"], "{table}");
    let text = write_games(&header, &games).unwrap();
    let tags: Vec<Option<String>> = read_games(&text)
        .unwrap()
        .iter()
        .map(|game| game.tag("Annulled").map(str::to_owned))
        .collect();
    assert_eq!(tags, [Some("yes".to_owned()), Some("yes".to_owned()), None]);
    let standings = Standings::new(&header, &games, &Credit::None);
    let (transcripts, grades) = (Vec::new(), Vec::new());
    let page = page(&Sample { header, games: games.to_vec(), transcripts, grades, standings });
    assert_eq!(page.matches("(annulled)").count(), 2);
    assert_eq!(page.matches("\"isAnnulled\":true").count(), 2);
    assert!(page.contains("<bdi>alice</bdi> <small>(benched)</small>"), "{page}");
    // The cross table leaves them out, too: bob has one game, against carol.
    assert_eq!(page.matches("<small>+1 =0 −0</small>").count(), 1, "{page}");
}

/// A pair of games: player 1 wins one and draws the other.
fn pair() -> [StoredGame; 2] {
    [game("", "1", "0-1"), StoredGame { players: [1, 0], ..game("", "2", "1/2") }]
}
