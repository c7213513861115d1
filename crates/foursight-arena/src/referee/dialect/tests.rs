use ::foursight::notation::moves::read;
use ::foursight::notation::{Expected, Notation};

use super::*;
use crate::referee::clock::RunningClock;

#[track_caller]
fn check(dialect: Dialect, line: &str, expected: &Heard) {
    assert_eq!(dialect.speech().hear(line), *expected, "{dialect}: {line:?}");
}

fn column(index: usize) -> Heard {
    Heard::Move(Column::new(index))
}

#[test]
fn names_go_both_ways() {
    for &dialect in Dialect::ALL {
        assert_eq!(dialect.to_string().parse(), Ok(dialect));
    }
    let error = "klingon".parse::<Dialect>().unwrap_err();
    assert!(
        error.starts_with("\"klingon\" is not a dialect; the dialects are foursight, marlin, "),
        "{error}"
    );
}

#[test]
fn moves_are_told_from_chat() {
    for dialect in [Dialect::Foursight, Dialect::Marlin] {
        check(dialect, "bestmove 4", &column(3));
        check(dialect, "> bestmove 4 score WIN (immediate)", &column(3));
        check(dialect, "Played 3 moves", &Heard::Chat);
        check(dialect, "I think 4 is good", &Heard::Chat);
        check(dialect, "bestmove", &Heard::Nonsense);
        check(dialect, "> bestmove four", &Heard::Nonsense);
        check(dialect, "error: the game is over", &Heard::Nonsense);
    }
}

#[test]
fn columns_that_do_not_exist_are_told_from_nonsense() {
    check(Dialect::Columns, " 3\r", &column(3));
    check(Dialect::Columns, "3.0", &column(3));
    check(Dialect::Columns, "3.5", &Heard::Nonsense);
    check(Dialect::Columns, "True", &Heard::Nonsense);
    check(Dialect::Columns, "", &Heard::Chat);
    check(Dialect::Columns, "-1", &Heard::NoColumn);
    check(Dialect::Columns, "10", &Heard::NoColumn);
    check(Dialect::Columns, "four", &Heard::Nonsense);
    for dialect in Dialect::ALL.iter().copied().filter(|dialect| dialect.is_called()) {
        check(dialect, "f returned 3", &column(3));
        check(dialect, "f returned -1", &Heard::NoColumn);
        check(dialect, "f returned 99999999999999999999", &Heard::NoColumn);
        check(dialect, "f returned nil, which is not an integer", &Heard::Nonsense);
        check(dialect, "f returned 3, which is not an integer", &Heard::Nonsense);
        check(dialect, "bestmove 4", &Heard::Chat);
    }
}

#[test]
fn authors_know_their_answers() {
    let answer = |dialect: Dialect, line| dialect.speech().answer(line).to_string();
    assert_eq!(answer(Dialect::Ruby, "take_turn returned 3"), "take_turn returned 3");
    assert_eq!(answer(Dialect::Kaggle, "the agent returned 3"), "the agent returned 3");
    assert_eq!(answer(Dialect::Foursight, "bestmove 4"), "\"bestmove 4\"");
    for &dialect in Dialect::ALL {
        let from_one = [Dialect::Foursight, Dialect::Marlin, Dialect::Prompts];
        let first = usize::from(from_one.contains(&dialect));
        assert_eq!(dialect.first_column(), first, "{dialect}");
        if !dialect.is_called() {
            let example = dialect.speech().example();
            check(dialect, &example[1..example.len() - 1], &column(3));
        }
    }
}

#[test]
fn place_disc_and_nothing_else() {
    for dialect in [Dialect::TheAiGames, Dialect::Riddles] {
        check(dialect, "place_disc 0", &column(0));
        check(dialect, "  place_disc  6\r", &column(6));
        check(dialect, "place_disc -1", &Heard::NoColumn);
        check(dialect, "", &Heard::Chat);
        check(dialect, "no_moves", &Heard::Nonsense);
        check(dialect, "place_disc", &Heard::Nonsense);
        check(dialect, "3", &Heard::Nonsense);
    }
}

#[test]
fn a_number_with_a_message_or_a_theft() {
    check(Dialect::CodinGame, "8 I am winning", &column(8));
    check(Dialect::CodinGame, "STEAL", &Heard::Swap);
    check(Dialect::CodinGame, "-2 thanks", &Heard::Swap);
    check(Dialect::CodinGame, "-1", &Heard::NoColumn);
    check(Dialect::CodinGame, "steal", &Heard::Nonsense);
}

#[test]
fn columns_in_json() {
    check(Dialect::GridJson, r#"{"move": 3, "priority": 1}"#, &column(3));
    check(Dialect::GridJson, r#"{"move": -1}"#, &Heard::NoColumn);
    check(Dialect::GridJson, r#"{"move": null}"#, &Heard::Nonsense);
    check(Dialect::GridJson, r#"{"move": true}"#, &Heard::Nonsense);
    check(Dialect::GridJson, r#"{"move": 3.0}"#, &column(3));
    check(Dialect::GridJson, r#"{"play": 3}"#, &Heard::Nonsense);
    check(Dialect::GridJson, "3", &Heard::Nonsense);
    check(Dialect::GridJson, "{", &Heard::Nonsense);
    check(Dialect::Bolosseum, r#"{"play":"3"}"#, &column(3));
    check(Dialect::Bolosseum, r#"{"play":3}"#, &column(3));
    check(Dialect::Bolosseum, r#"{"error":"no"}"#, &Heard::Nonsense);
}

#[test]
fn a_ruby_player_speaks_to_a_person() {
    check(Dialect::Ruby, "print   0 1 2", &Heard::Print("  0 1 2".to_owned()));
    check(Dialect::Ruby, "prompt ", &Heard::Prompt(String::new()));
    check(Dialect::Kaggle, "prompt ", &Heard::Chat);
}

#[test]
fn no_line_is_taken_for_a_move_that_is_none() {
    let lines = [
        "\0",
        "{}",
        "[]",
        "{\"move\":1e999}",
        "{\"play\":[3]}",
        "place_disc 99999999999999999999",
        "bestmove \u{1f4a5}",
        "bestmove 33",
        "3.5",
        "0x3",
        "f returned ",
        "name ",
        "print",
        "\u{fffd}",
    ];
    for (dialect, line) in Dialect::ALL.iter().flat_map(|&d| lines.map(|line| (d, line))) {
        let speech = dialect.speech();
        let heard = speech.hear(line);
        assert!(!matches!(heard, Heard::Move(_) | Heard::Swap), "{dialect}: {line:?}: {heard:?}");
        // To bolosseum, any JSON object is a sign of life.
        let greets = |hear: fn(&str) -> Readiness| hear(line) == Readiness::Ready;
        assert!(line.starts_with('{') || !speech.hear_hello().is_some_and(greets), "{line:?}");
    }
}

/// The lines that a player reads after these 1-based columns.
#[track_caller]
fn check_request(
    dialect: Dialect,
    (size, moves): (AnySize, &str),
    is_swapped: bool,
    expected: &[&str],
) {
    let game = read(moves, size).unwrap();
    let first_allowance = Duration::from_secs(10);
    let n_turns = moves.len() + usize::from(is_swapped);
    let player = [Player::First, Player::Second][n_turns % 2];
    let clock = Clock::TheAiGames;
    let briefing = Briefing { player, size, clock, first_allowance };
    let request = MoveRequest {
        briefing: &briefing,
        game: &game,
        allowance: Duration::from_secs(9),
        share: Duration::from_millis(900),
        opening: Opening {
            may_swap: moves.len() == 1 && !is_swapped,
            is_swapped,
            ..Opening::default()
        },
    };
    let mut lines = dialect.speech().hello(&briefing);
    lines.extend(dialect.speech().request(&request));
    assert_eq!(lines, expected, "{dialect}");
}

/// The lines of the conversation that the page shows for a dialect: first those to the player, then those from it.
fn conversation(dialect: Dialect) -> (Vec<&'static str>, Vec<&'static str>) {
    let page = include_str!("../../../../../docs/dialects.md");
    let (_, section) = page.split_once(&format!("\n## {dialect}\n")).unwrap();
    let (_, block) = section.split_once("```text\n").unwrap();
    let (sent, said): (Vec<&str>, Vec<&str>) =
        block.lines().take_while(|line| *line != "```").partition(|line| line.starts_with("> "));
    (sent.into_iter().map(|line| &line[2..]).collect(), said)
}

#[test]
fn the_page_shows_what_is_said() {
    for &dialect in Dialect::ALL {
        if dialect.is_called() {
            continue;
        }
        let clock = match dialect {
            Dialect::TheAiGames | Dialect::Riddles => Clock::TheAiGames,
            _ => Clock::default(),
        };
        let time = RunningClock::new(clock).allowance();
        let (speech, size) = (dialect.speech(), AnySize::default());
        let briefing = &Briefing { player: Player::First, size, clock, first_allowance: time };
        let mut expected = speech.hello(briefing);
        for moves in ["", "44"] {
            let (game, allowance, share) = (&read(moves, size).unwrap(), time, time);
            let opening = Opening::default();
            let request = MoveRequest { briefing, game, allowance, share, opening };
            expected.extend(speech.request(&request));
        }
        let (sent, said) = conversation(dialect);
        assert_eq!(sent, expected, "{dialect}");
        let moves = said.iter().filter(|line| speech.hear(line) == column(3)).count();
        assert_eq!(moves, 2, "{dialect}");
        let greets = |hear: fn(&str) -> Readiness| said.iter().any(|l| hear(l) == Readiness::Ready);
        assert!(speech.hear_hello().is_none_or(greets), "{dialect}");
    }
}

/// What the arena sends is a position to the readers of the rules.
#[test]
fn every_message_is_read_back() {
    for (moves, size) in [("443", AnySize::default()), ("1142", AnySize::new(5, 4, 4).unwrap())] {
        let game = &read(moves, size).unwrap();
        for &dialect in Dialect::ALL {
            // Their players hear only the opponent's last column.
            if [Dialect::Columns, Dialect::Prompts].contains(&dialect) {
                continue;
            }
            let time = Duration::from_secs(1);
            let player = game.side_to_move();
            let clock = Clock::default();
            let briefing = &Briefing { player, size, clock, first_allowance: time };
            let opening = Opening::default();
            let request = MoveRequest { briefing, game, allowance: time, share: time, opening };
            let mut lines = dialect.speech().hello(briefing);
            lines.retain(|line| line != "position");
            lines.extend(dialect.speech().request(&request));
            let found = Notation::read_any(&lines.join("\n"), Expected::of_size(size));
            let found = found.unwrap_or_else(|error| panic!("{dialect}: {error}: {lines:?}"));
            assert_eq!(found.position(), game.position(), "{dialect}: {lines:?}");
        }
    }
}

#[test]
fn positions_are_told() {
    let check_443 = |dialect, expected: &[&str]| {
        check_request(dialect, (AnySize::default(), "443"), false, expected);
    };
    let on_4x4 = |dialect, moves, expected: &[&str]| {
        check_request(dialect, (AnySize::new(4, 4, 4).unwrap(), moves), false, expected);
    };
    check_443(Dialect::Foursight, &["position", "position 443", "go movetime 900"]);
    check_443(Dialect::Kaggle, &["position", "position 443", "go movetime 9000"]);
    check_443(Dialect::NextMove, &["position", "position 443", "go movetime 900"]);
    check_443(Dialect::Marlin, &["position", "position 443", "go"]);
    check_443(Dialect::Columns, &["2"]);
    on_4x4(Dialect::Foursight, "1", &["size 4x4", "position 1", "go movetime 900 swap"]);
    on_4x4(Dialect::Marlin, "1", &["position", "position 1", "go"]);
    on_4x4(Dialect::Columns, "", &["go!"]);
    on_4x4(
        Dialect::TheAiGames,
        "114",
        &[
            "settings timebank 10000",
            "settings time_per_move 500",
            "settings player_names player1,player2",
            "settings your_bot player2",
            "settings your_botid 2",
            "settings field_columns 4",
            "settings field_rows 4",
            "update game round 4",
            "update game field 0,0,0,0;0,0,0,0;2,0,0,0;1,0,0,1",
            "action move 9000",
        ],
    );
    on_4x4(
        Dialect::Riddles,
        "11",
        &[
            "settings timebank 10000",
            "settings time_per_move 500",
            "settings player_names player0,player1",
            "settings your_bot player0",
            "settings your_botid 0",
            "settings field_width 4",
            "settings field_height 4",
            "update game round 3",
            "update game field .,.,.,.,.,.,.,.,1,.,.,.,0,.,.,.",
            "action move 9000",
        ],
    );
    let grid = r#"{"grid":[[0,0,2,1],[0,0,0,0],[0,0,0,0],[0,0,0,1]]}"#;
    on_4x4(Dialect::GridJson, "114", &[grid]);
    on_4x4(
        Dialect::Bolosseum,
        "114",
        &[
            r#"{"action":"init","game":"connectfour","game-id":"foursight","player-index":1,"players":2}"#,
            r#"{"action":"play-turn","board":[["X","","","X"],["O","","",""],["","","",""],["","","",""]],"game":"connectfour","game-id":"foursight","player-index":1,"you":"O"}"#,
        ],
    );
}

#[test]
fn a_stolen_disc_changes_its_owner() {
    let size = AnySize::new(4, 4, 4).unwrap();
    let board = ["....", "....", "...."];
    let check = |moves, is_swapped, [start, end]: [&[&str]; 2]| {
        check_request(
            Dialect::CodinGame,
            (size, moves),
            is_swapped,
            &[start, &board, end].concat(),
        );
    };
    check("", false, [&["0 1", "0"], &["....", "4", "0", "1", "2", "3", "-1"]]);
    check("2", false, [&["1 0", "1"], &[".0..", "5", "0", "1", "2", "3", "-2", "1"]]);
    check("2", true, [&["0 1", "2"], &[".1..", "4", "0", "1", "2", "3", "-2"]]);
    check("21", true, [&["1 0", "3"], &["01..", "4", "0", "1", "2", "3", "0"]]);
}
