//! Ruby player classes play for real.

use std::time::Duration;

use foursight::Player;
use foursight_arena::{Channel, Clock, Contestant, Dialect, Ending, GameSettings, NoConsole, play};

use crate::files::{check, check_loss, game, player, player_of, settings};

#[test]
fn ruby_classes() {
    check("lib_player.rb", Dialect::Ruby);
    check("chatty_player.rb", Dialect::Ruby);
    let stupid = player("stupid_player.rb");
    assert_eq!(stupid.name, "stupid_player");
    let record = game([&stupid, &stupid]);
    assert!(record.ending.kind.is_on_board(), "{record:#?}");
}

#[test]
fn what_ruby_players_print_goes_to_their_log() {
    let record = game([&player("chatty_player.rb"), &player("columns_bot.py")]);
    assert!(
        record.errors[0].ends_with("bestmove 7\nbestmove 7\nbestmove 7\nbestmove 7"),
        "{record:#?}"
    );
    assert_eq!(record.names, [Some("Chatty".to_owned()), None]);
    let said = record.log.iter().filter(|line| line.channel == Channel::Received);
    assert!(said.into_iter().all(|line| line.text != "bestmove 7"));
}

#[test]
fn ruby_players_lose() {
    let nil = "take_turn returned nil, which is not an integer; return a column, counted from 0";
    check_loss(&player("nil_player.rb"), nil);
    let folder = tempfile::tempdir().unwrap();
    let returns = |value: &str| {
        let class = "class APlayer; def name; 'A'; end; def take_turn(s, c); VALUE; end; end";
        player_of(folder.path(), "a_player.rb", &class.replace("VALUE", value))
    };
    let missing = "there is no such column; the board has columns 0 to 6";
    let returned = |value: &str| format!("illegal move: take_turn returned {value}: {missing}");
    check_loss(&returns("-1"), &returned("-1"));
    check_loss(&returns("10 ** 20"), &returned("100000000000000000000"));
    let missing = "there is no column 7; the board has columns 0 to 6";
    check_loss(&returns("7"), &format!("illegal move: take_turn returned 7: {missing}"));
    let full = "illegal move: take_turn returned 0: column 0 is full (columns are numbered from 0)";
    let record = check_loss(&returns("0"), full);
    let said = record.log.iter().filter(|line| line.channel == Channel::Received);
    assert!(said.into_iter().any(|line| line.text == "take_turn returned 0"), "{record:#?}");
    check_loss(
        &returns("'3'"),
        "take_turn returned \"3\", which is not an integer; return a column, counted from 0",
    );
    check_loss(&returns("0.0"), full);
    let truth = "take_turn returned true, which is not an integer; return a column, counted from 0";
    check_loss(&returns("true"), truth);
    // An object that only looks like a column is not one.
    let disguised = "Class.new { def inspect; '3'; end }.new";
    check_loss(
        &returns(disguised),
        "take_turn returned 3, which is not an integer; return a column, counted from 0",
    );
    let reason = "ended with exit code 1: a_player.rb:1:in `take_turn': oops (RuntimeError)";
    let record = check_loss(&returns("raise 'oops'"), reason);
    assert!(!record.errors[0].contains("-e:"), "{record:#?}");
    check_loss(&returns("exit 3"), "ended with exit code 3");
}

#[test]
fn ruby_players_that_do_not_load() {
    let check = |player: &Contestant, expected: &str| {
        let record = game([player, &crate::files::player("columns_bot.py")]);
        assert_eq!(record.ending.kind, Ending::StartFailure, "{record:#?}");
        assert!(record.ending.reason.contains(expected), "{record:#?}");
        assert_eq!(record.winner, Some(Player::Second));
    };
    let missing_file =
        "No such file or directory @ rb_sysopen - no_such_weights.txt (Errno::ENOENT)";
    check(&player("broken_player.rb"), missing_file);
    let folder = tempfile::tempdir().unwrap();
    let of = |text| player_of(folder.path(), "b_player.rb", text);
    let line_1 = "ended with exit code 1: b_player.rb:1:in `<top (required)>': cannot load such file -- no/such (LoadError)";
    check(&of("require 'no/such'\nclass BPlayer\nend"), line_1);
    check(&of("class BPlayer\n  def x"), "b_player.rb:2: syntax error");
    check(&of("class BPlayer; end; exit"), "the file ends the program while it is loaded");
    let wanted = "the arena calls a class whose name ends in Player, with the methods name and take_turn(state, colour)";
    let bot = "class Bot; def name; 'B'; end; def take_turn(s, c); 0; end; end";
    check(&of(bot), "the name of the class Bot does not end in Player; call it BotPlayer");
    check(
        &of("class BPlayer; def take_turn(s, c); 0; end; end"),
        &format!("the class BPlayer lacks name; {wanted}"),
    );
    check(
        &of("class Bot; def take_turn(s, c); 0; end; end"),
        &format!("the file defines the class Bot; {wanted}"),
    );
    let mut without_ruby = player("stupid_player.rb");
    let program = without_ruby.program.as_mut().expect("it is a program");
    program.command.insert(0, "/no/such/ruby".to_owned());
    check(&without_ruby, "there is no program /no/such/ruby");
}

#[test]
fn loading_costs_no_time_for_moves() {
    let folder = tempfile::tempdir().unwrap();
    let class =
        "class SlowPlayer\n  sleep 3\n  def name; 'Slow'; end\n  def take_turn(s, c); 3; end\nend";
    let slow = player_of(folder.path(), "slow_player.rb", class);
    let clock = Clock::PerMove(Duration::from_secs(2));
    let settings = GameSettings { clock, ..settings() };
    let record = play([&slow, &player("columns_bot.py")], &settings, &mut NoConsole);
    assert_eq!((record.ending.kind, record.winner), (Ending::Line, Some(Player::First)));
}
