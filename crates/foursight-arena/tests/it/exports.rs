//! Game files and tables of comma-separated values.

use foursight::game_file::read_games;
use foursight_arena::{
    GradedGame, grade, report::ReportRow, write_games, write_games_csv, write_standings_csv,
};

use crate::sample::{game, header, tournament};

#[test]
fn a_game_file_looks_like_this() {
    let mut game = game("44", "152535", "1-0");
    game.reason = "\"a\\b\" is no move".to_owned();
    let text = write_games(&header(&["alice", "bob"]), &[game.clone(), game]);
    let block = r#"[Event "Club night"]
[Size "7x6"]
[Game "1"]
[Round "1"]
[First "alice"]
[Second "bob"]
[Opening "44"]
[Result "1-0"]
[Ending "line"]
[Reason "\"a\\b\" is no move"]

44152535 1-0
"#;
    assert_eq!(text, format!("{block}\n{block}"));
    let games = read_games(&text).unwrap();
    assert_eq!(games[1].tag("Reason"), Some("\"a\\b\" is no move"));
    assert_eq!(games[1].tag("Date"), None);
}

#[test]
fn game_files_are_read_back() {
    let mut sample = tournament(30);
    sample.games.push(game("", "", "0-1"));
    let games = read_games(&write_games(&sample.header, &sample.games)).unwrap();
    assert_eq!(games.len(), 31);
    for (text, game) in games.iter().zip(&sample.games) {
        assert_eq!(text.moves, format!("{}{}", game.opening, game.moves));
        assert_eq!(text.tag("Opening"), Some(game.opening.as_str()));
        assert_eq!(text.tag("First"), Some(sample.header.players[game.players[0]].as_str()));
        assert_eq!(text.tag("Game"), Some(game.number.to_string().as_str()));
        assert_eq!((&text.result, text.tag("Ending")), (&game.result, Some(game.ending.as_str())));
    }
}

#[test]
fn games_are_lines_of_a_table() {
    let mut game = game("4", "11", "0-1");
    game.micros = vec![1_500, 20];
    game.reason = "a, \"b\"".to_owned();
    let graded: GradedGame = grade(&game, |played| {
        Some(if played.len() == 1 { vec![Some(2), Some(2)] } else { vec![Some(-2), Some(-2)] })
    });
    let mut table = Vec::new();
    let games = [game.clone(), game];
    write_games_csv(&header(&["alice", "bob"]), &games, &[Some(graded)], &mut table).unwrap();
    assert_eq!(
        String::from_utf8(table).unwrap(),
        "number,round,pair,first,second,stolen,opening,moves,result,ending,reason,plies,first_ms,second_ms,\
         first_blunders,second_blunders,lost_by_move\n\
         1,1,1,alice,bob,false,4,11,0-1,line,\"a, \"\"b\"\"\",3,0.020,1.500,0,0,\n\
         1,1,1,alice,bob,false,4,11,0-1,line,\"a, \"\"b\"\"\",3,0.020,1.500,,,\n"
    );
}

/// The first disc and its time are those of the player who chose it.
#[test]
fn a_stolen_disc_is_not_the_thiefs_move() {
    let mut game = game("", "4433", "1-0");
    (game.stolen, game.micros) = (true, vec![1_000, 20_000, 300_000, 4_000_000]);
    let mut table = Vec::new();
    write_games_csv(&header(&["thief", "bob"]), &[game.clone()], &[], &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    let line = "1,1,1,thief,bob,true,,4433,1-0,line,a line is complete,4,300.000,4021.000,,,\n";
    assert_eq!(table.lines().nth(1).unwrap(), line.trim_end());
    let text = write_games(&header(&["thief", "bob"]), &[game]);
    assert_eq!(read_games(&text).unwrap()[0].tag("Stolen"), Some("yes"));
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
        let row = ReportRow { name: name.to_owned(), elo: Some(-1.5), ..ReportRow::default() };
        write_standings_csv(&[row], &mut standings).unwrap();
        let [games, standings] = [games, standings].map(|table| String::from_utf8(table).unwrap());
        assert!(games.contains(&format!(",{cell},bob,")), "{games}");
        assert!(games.contains(&format!(",line,{cell},2,")), "{games}");
        assert!(standings.contains(&format!("\n{cell},0,")), "{standings}");
        assert!(standings.contains(",-1.5,"), "numbers stay numbers: {standings}");
    }
}

#[test]
fn standings_are_lines_of_a_table() {
    let row = ReportRow {
        name: "alice".to_owned(),
        games: 3,
        wins: 1,
        draws: 1,
        losses: 1,
        points: 1.5,
        elo: Some(-12.5),
        los: Some(0.75),
        ..ReportRow::default()
    };
    let mut table = Vec::new();
    write_standings_csv(&[row], &mut table).unwrap();
    assert_eq!(
        String::from_utf8(table).unwrap(),
        "name,games,wins,draws,losses,points,buchholz,faults,elo,elo_error,los\n\
         alice,3,1,1,1,1.5,,0,-12.5,,0.75\n"
    );
}
