//! Players that read and write lines play for real.

use std::fs;

use foursight::{AnySize, Column, OpeningRule, Player};
use foursight_arena::{Contestant, Dialect, Ending, GameSettings, NoConsole, play};

use crate::files::{
    LEFTMOST, NUMPY, check, columns, game, path, player, player_of, settings, shell,
};

#[test]
fn lines() {
    check("columns_bot.py", Dialect::Columns);
    check("theaigames_bot.py", Dialect::TheAiGames);
    check("riddles_bot.py", Dialect::Riddles);
    check("grid_bot.py", Dialect::GridJson);
    check("prompts_bot.py", Dialect::Prompts);
}

/// The program runs once for each move, so the game is short.
#[test]
fn a_run_for_each_message() {
    let player = player("bolosseum_bot.py");
    assert_eq!(player.dialect(), Some(Dialect::Bolosseum));
    let settings = GameSettings { size: AnySize::new(4, 4, 3).unwrap(), ..settings() };
    let record = play([&player, &player], &settings, &mut NoConsole);
    assert_eq!(columns(&record), "000011112", "{record:#?}");
    assert_eq!(record.names, ["leftmost", "leftmost"].map(|name| Some(name.to_owned())));
}

/// The player moves while its opponent is still loading.
#[test]
fn a_first_move_is_heard_however_early() {
    let folder = tempfile::tempdir().unwrap();
    let said = folder.path().join("said").display().to_string();
    let early = format!(
        "# column 1-7\necho I play 4; touch {said}; while read column; do echo I play 4; done\n"
    );
    let early = player_of(folder.path(), "early.sh", &early);
    let late = format!(
        "import os\nwhile not os.path.exists({said:?}): pass\ndef agent(obs, config): return 0\n"
    );
    let record = game([&early, &player_of(folder.path(), "late.py", &late)]);
    assert_eq!(
        (columns(&record).as_str(), record.winner),
        ("3030303", Some(Player::First)),
        "{record:#?}"
    );
}

#[test]
fn marlin() {
    let player = Contestant::of_file(&path("marlin_bot.py"), Some(Dialect::Marlin)).unwrap();
    let record = game([&player, &player]);
    assert_eq!(columns(&record), LEFTMOST, "{record:#?}");
}

/// Two `CodinGame` players fill column after column; whoever moves second may steal.
#[track_caller]
fn check_codingame(opening_rule: OpeningRule, expected: &str, winner: Player) {
    let bot = player("codingame_bot.py");
    assert_eq!(bot.dialect(), Some(Dialect::CodinGame));
    let size = AnySize::new(9, 7, 4).unwrap();
    let settings = GameSettings { size, opening_rule, ..settings() };
    let record = play([&bot, &bot], &settings, &mut NoConsole);
    let is_swapped = opening_rule == OpeningRule::Pie;
    assert_eq!((columns(&record).as_str(), record.swapped), (expected, is_swapped), "{record:#?}");
    assert_eq!((record.winner, record.ending.kind), (Some(winner), Ending::Line));
}

#[test]
fn the_first_disc_is_stolen() {
    // The side of the second disc gets a diagonal. After a theft it is the first contestant's.
    let columns = "0000000111111122222223";
    check_codingame(OpeningRule::None, columns, Player::Second);
    check_codingame(OpeningRule::Pie, columns, Player::First);
}

#[test]
fn nothing_is_stolen_where_it_must_not_be() {
    let thief = shell(Dialect::CodinGame, "while read line; do echo STEAL; done");
    let check = |contestants, opening_rule, opening: &[Column]| {
        let settings = GameSettings { opening_rule, opening, ..settings() };
        let record = play(contestants, &settings, &mut NoConsole);
        let reason = "illegal move \"STEAL\": sides cannot be swapped now";
        assert_eq!(record.ending.to_string(), reason, "{record:#?}");
        assert!(!record.swapped);
    };
    let victim = player("columns_bot.py");
    check([&victim, &thief], OpeningRule::None, &[]);
    // The victim's dialect has no word for a theft.
    check([&victim, &thief], OpeningRule::Pie, &[]);
    check([&thief, &victim], OpeningRule::Pie, &[]);
    check([&thief, &victim], OpeningRule::Pie, &[Column::new(0)].repeat(2));
}

/// The player who opens places discs for both sides, and the other player swaps.
#[test]
fn three_discs_are_placed_before_sides_are_swapped() {
    let says = |second_move: &str| {
        let script = format!(
            "read line; echo Position reset to empty board
             while read line; do case $line in
             go*place*) echo bestmove 1;;
             go*swap*) echo bestmove swap;;
             go*) echo bestmove {second_move};;
             esac; done"
        );
        shell(Dialect::Foursight, &script)
    };
    let settings = GameSettings { opening_rule: OpeningRule::Swap, ..settings() };
    let (red, yellow) = (says("2"), says("3"));
    let record = play([&red, &yellow], &settings, &mut NoConsole);
    // After three discs in the first column, the contestant that placed them goes on as yellow.
    assert_eq!(columns(&record), "0001212121", "{record:#?}");
    assert!(record.swapped);
    assert_eq!((record.winner, record.ending.kind), (Some(Player::First), Ending::Line));
    // A dialect in which nobody can place a disc of the other side plays without the rule.
    let plain = play([&player("columns_bot.py"), &yellow], &settings, &mut NoConsole);
    assert_eq!((plain.opening_rule, plain.swapped), (OpeningRule::None, false));
}

/// The players whose code the page shows can play, and print their side.
#[test]
fn the_players_of_the_page_play() {
    let page = include_str!("../../../../docs/dialects.md");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("numpy.py"), NUMPY).unwrap();
    for (dialect, printed) in [
        ("ruby", "blue"),
        ("kaggle", "mark 2 step 17"),
        ("board", "player 2"),
        ("alpha-beta", "player 2"),
        ("c4-agent", "symbol O"),
        ("next-move", "Player O makes move 9"),
    ] {
        let (_, section) = page.split_once(&format!("\n## {dialect}\n")).unwrap();
        let (_, block) = section.split_once("```").unwrap();
        let (language, code) = block.split_once('\n').unwrap();
        let code = code.split_once("```").unwrap().0;
        let file = if language == "ruby" { "player.rb" } else { "agent.py" };
        let player = player_of(folder.path(), file, code);
        assert_eq!(player.dialect().map(Dialect::name), Some(dialect));
        let record = game([&player, &player]);
        assert_eq!(columns(&record), LEFTMOST, "{record:#?}");
        assert!(record.errors[1].contains(printed), "{record:#?}");
    }
}
