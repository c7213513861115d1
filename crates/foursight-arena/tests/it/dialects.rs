//! Players of every dialect play for real.
//!
//! Most of them take the first column that is free, and stop with an error if what they are told does not
//! fit together. Two of them fill column after column, until the first player has a line at the bottom.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, Column, Game, Player};
use foursight_arena::{
    Channel, Clock, Console, Contestant, ContestantKind, Dialect, Exit, GameRecord, GameSettings,
    Limits, NoConsole, Termination, play,
};

/// What two players do that take the first column that is free, counted from 0.
const LEFTMOST: &str = "0000001111112222223";

/// Some of the players need programs that may not be there.
#[track_caller]
fn needs(program: &str) {
    let found = Command::new(program).arg("--version").output().is_ok();
    assert!(found, "this test needs {program}: install it, as with `apt-get install {program}`");
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/players").join(file)
}

/// The player of a file, whose dialect is found out.
fn player(file: &str) -> Contestant {
    Contestant::of_file(&path(file), None).unwrap()
}

fn settings(cancel: &AtomicBool) -> GameSettings<'_> {
    GameSettings {
        size: AnySize::default(),
        opening: &[],
        clock: Clock::Kaggle,
        limits: Limits { start: Duration::from_secs(30), ..Limits::default() },
        steal: false,
        cancel,
    }
}

fn game(contestants: [&Contestant; 2]) -> GameRecord {
    play(contestants, &settings(&AtomicBool::new(false)), &mut NoConsole)
}

fn columns(record: &GameRecord) -> String {
    record.moves.iter().map(|played| played.column.index().to_string()).collect()
}

/// The file speaks the dialect, and its player plays as it should against itself and against another.
#[track_caller]
fn check(file: &str, dialect: Dialect) {
    let player = player(file);
    assert_eq!(player.dialect(), Some(dialect), "{file}");
    let other = Contestant::of_file(&path("columns_bot.py"), None).unwrap();
    for contestants in [[&player, &player], [&player, &other], [&other, &player]] {
        let record = game(contestants);
        assert_eq!(record.termination, Termination::Line, "{record:#?}");
        assert_eq!((columns(&record).as_str(), record.winner), (LEFTMOST, Some(Player::First)));
    }
}

/// The player of a file loses for this reason.
#[track_caller]
fn check_loss(player: &Contestant, expected: &Termination) -> GameRecord {
    let record = game([player, &self::player("columns_bot.py")]);
    assert_eq!(record.termination, *expected, "{record:#?}");
    assert_eq!(record.winner, Some(Player::Second));
    record
}

/// The player of such a file.
fn player_of(folder: &Path, file: &str, text: &str) -> Contestant {
    let path = folder.join(file);
    fs::write(&path, text).unwrap();
    Contestant::of_file(&path, None).unwrap()
}

#[test]
fn lines() {
    needs("python3");
    check("columns_bot.py", Dialect::Columns);
    check("theaigames_bot.py", Dialect::TheAiGames);
    check("riddles_bot.py", Dialect::Riddles);
    check("grid_bot.py", Dialect::GridJson);
    check("bolosseum_bot.py", Dialect::Bolosseum);
}

#[test]
fn marlin() {
    needs("python3");
    let player = Contestant::of_file(&path("marlin_bot.py"), Some(Dialect::Marlin)).unwrap();
    let record = game([&player, &player]);
    assert_eq!(columns(&record), LEFTMOST, "{record:#?}");
}

#[test]
fn ruby_classes() {
    needs("ruby");
    needs("python3");
    check("lib_player.rb", Dialect::Ruby);
    check("chatty_player.rb", Dialect::Ruby);
    let stupid = player("stupid_player.rb");
    assert_eq!(stupid.name, "stupid_player");
    let record = game([&stupid, &stupid]);
    assert!(
        matches!(record.termination, Termination::Line | Termination::BoardFull),
        "{record:#?}"
    );
}

#[test]
fn what_ruby_players_print_goes_to_their_log() {
    needs("ruby");
    needs("python3");
    let record = game([&player("chatty_player.rb"), &player("columns_bot.py")]);
    assert!(
        record.errors[0].ends_with("bestmove 7\nbestmove 7\nbestmove 7\nbestmove 7"),
        "{record:#?}"
    );
    let said = record.log.iter().filter(|line| line.channel == Channel::Received);
    assert!(said.into_iter().all(|line| line.text != "bestmove 7"));
}

#[test]
fn ruby_players_lose() {
    needs("ruby");
    needs("python3");
    let line = "returned nil".to_owned();
    check_loss(&player("nil_player.rb"), &Termination::Unreadable { line });
    let folder = tempfile::tempdir().unwrap();
    let returns = |value: &str| {
        let class = "class APlayer; def name; 'A'; end; def take_turn(s, c); VALUE; end; end";
        player_of(folder.path(), "a_player.rb", &class.replace("VALUE", value))
    };
    let reason = "there is no such column".to_owned();
    let line = "returned -1".to_owned();
    check_loss(&returns("-1"), &Termination::IllegalMove { line, reason: reason.clone() });
    let line = "returned 7".to_owned();
    check_loss(&returns("7"), &Termination::IllegalMove { line, reason });
    let line = "bestmove 1".to_owned();
    let reason = "column 1 is full".to_owned();
    check_loss(&returns("0"), &Termination::IllegalMove { line, reason });
    let line = "returned \"3\"".to_owned();
    check_loss(&returns("'3'"), &Termination::Unreadable { line });
    let record = check_loss(&returns("raise 'oops'"), &Termination::Crash(Exit::Code(1)));
    assert!(record.errors[0].contains("oops (RuntimeError)"), "{record:#?}");
    check_loss(&returns("exit 3"), &Termination::Crash(Exit::Code(3)));
}

#[test]
fn ruby_players_that_do_not_load() {
    needs("ruby");
    needs("python3");
    let check = |player: &Contestant, expected: &str| {
        let record = game([player, &self::player("columns_bot.py")]);
        let Termination::StartFailure(reason) = &record.termination else { panic!("{record:#?}") };
        assert!(reason.starts_with(expected), "{reason}");
        assert_eq!(record.winner, Some(Player::Second));
    };
    let missing_file =
        "No such file or directory @ rb_sysopen - no_such_weights.txt (Errno::ENOENT)";
    check(&player("broken_player.rb"), missing_file);
    let folder = tempfile::tempdir().unwrap();
    let of = |text| player_of(folder.path(), "b_player.rb", text);
    check(
        &of("require 'no/such'\nclass BPlayer\nend"),
        "cannot load such file -- no/such (LoadError)",
    );
    check(
        &of("class BPlayer\n  def x"),
        &format!("{}/b_player.rb:2: syntax error", folder.path().display()),
    );
    check(&of("class BPlayer; end"), "no class whose name ends in Player has the methods");
    check(&of("class BPlayer; end; exit"), "exit (SystemExit)");
    let mut without_ruby = player("stupid_player.rb");
    let ContestantKind::Program(program) = &mut without_ruby.kind else { panic!() };
    program.command.insert(0, "/no/such/ruby".to_owned());
    check(&without_ruby, "/no/such/ruby: No such file or directory");
}

/// A person who types these lines, or plays these columns, and reads what is shown.
#[derive(Default)]
struct Script {
    typed: Vec<&'static str>,
    columns: Vec<usize>,
    shown: Vec<String>,
}

impl Console for Script {
    fn choose(&mut self, game: &Game<AnySize>) -> Option<Column> {
        self.shown.push(format!("{} moves", game.moves().len()));
        (!self.columns.is_empty()).then(|| Column::new(self.columns.remove(0)))
    }

    fn print(&mut self, line: &str) {
        self.shown.push(line.to_owned());
    }

    fn read_line(&mut self, prompt: &str) -> Option<String> {
        self.shown.push(format!("[{prompt}]"));
        // A person is in no hurry: this is longer than the clock of `asks_person` allows.
        std::thread::sleep(Duration::from_millis(700));
        (!self.typed.is_empty()).then(|| self.typed.remove(0).to_owned())
    }
}

/// The player of a Ruby file that asks a person for its moves plays the first disc.
fn asks_person(file: &str, person: &mut Script) -> GameRecord {
    needs("ruby");
    needs("python3");
    let mut player = player(file);
    let ContestantKind::Program(program) = &mut player.kind else { panic!() };
    program.console = true;
    let cancel = AtomicBool::new(false);
    let clock = Clock::PerMove(Duration::from_millis(400));
    let limits = Limits { margin: Duration::from_millis(200), ..settings(&cancel).limits };
    let settings = GameSettings { clock, limits, ..settings(&cancel) };
    play([&player, &self::player("columns_bot.py")], &settings, person)
}

#[test]
fn a_ruby_player_asks_a_person() {
    let mut person = Script { typed: vec!["3", "3", "3", "3"], ..Script::default() };
    let record = asks_person("human_player.rb", &mut person);
    assert_eq!((record.termination, record.winner), (Termination::Line, Some(Player::First)));
    let empty = "n n n n n n n";
    let first = [empty, empty, empty, empty, empty, empty, "[red, which column? ]"];
    let second = [empty, empty, empty, empty, empty, "b n n r n n n", "[red, which column? ]"];
    assert_eq!(person.shown[..14], [first, second].concat());
    assert_eq!(record.errors, ["", ""]);
}

#[test]
fn a_ruby_player_asks_by_itself_until_the_person_leaves() {
    let mut person = Script { typed: vec!["3", "9"], ..Script::default() };
    let record = asks_person("prompting_player.rb", &mut person);
    let question = ["Your turn.", "Which column?", "[From 0 to 6: ]"];
    assert_eq!(person.shown, [question, question].concat());
    let (line, reason) = ("returned 9".to_owned(), "there is no such column".to_owned());
    assert_eq!(record.termination, Termination::IllegalMove { line, reason });
    let mut person = Script { typed: vec!["3"], ..Script::default() };
    let record = asks_person("human_player.rb", &mut person);
    assert_eq!(record.termination, Termination::Unreadable { line: "returned nil".to_owned() });
}

#[test]
fn a_person_plays() {
    needs("python3");
    let mut person = Script { columns: vec![3, 3, 3, 3], ..Script::default() };
    let contestants = [&player("columns_bot.py"), &Contestant::person("Ada")];
    let cancel = AtomicBool::new(false);
    let record = play(contestants, &settings(&cancel), &mut person);
    assert_eq!(columns(&record), "03030303", "{record:#?}");
    assert_eq!((record.termination, record.winner), (Termination::Line, Some(Player::Second)));
    assert_eq!(person.shown, ["1 moves", "3 moves", "5 moves", "7 moves"]);
    let mut nobody = Script::default();
    let record = play(contestants, &settings(&cancel), &mut nobody);
    assert_eq!((record.termination, record.winner), (Termination::Interrupted, None));
}

#[test]
fn kaggle_agents() {
    needs("python3");
    check("kaggle_agent.py", Dialect::Kaggle);
    check("kaggle_callable.py", Dialect::Kaggle);
    let record = game([&player("kaggle_agent.py"), &player("columns_bot.py")]);
    assert!(record.errors[0].ends_with("bestmove 7\nbestmove 7"), "{record:#?}");
}

#[test]
fn kaggle_agents_on_another_board() {
    needs("python3");
    let agent = player("kaggle_callable.py");
    let size = AnySize::new(7, 8, 5).unwrap();
    let cancel = AtomicBool::new(false);
    let opening = [Column::new(0), Column::new(0)];
    let settings = GameSettings { size, opening: &opening, ..settings(&cancel) };
    let record = play([&agent, &agent], &settings, &mut NoConsole);
    assert!(columns(&record).starts_with("000000111111112"), "{record:#?}");
    assert_eq!(record.opening, opening);
}

#[test]
fn kaggle_agents_lose() {
    needs("python3");
    let folder = tempfile::tempdir().unwrap();
    let of = |body: &str| {
        player_of(folder.path(), "agent.py", &format!("def agent(obs, config):\n    {body}\n"))
    };
    let line = "returned None".to_owned();
    check_loss(&of("pass"), &Termination::Unreadable { line });
    let (line, reason) = ("returned -1".to_owned(), "there is no such column".to_owned());
    check_loss(&of("return -1"), &Termination::IllegalMove { line, reason });
    let record = check_loss(&of("raise KeyError(obs.step)"), &Termination::Crash(Exit::Code(1)));
    assert!(record.errors[0].ends_with("KeyError: 0"), "{record:#?}");
    let reason = "No module named 'no_such_module' (ModuleNotFoundError)".to_owned();
    let missing = player_of(folder.path(), "b.py", "import no_such_module\ndef f(obs): pass");
    check_loss(&missing, &Termination::StartFailure(reason));
    let class = "class Agent:\n    def __init__(self, obs, config): pass\n";
    let record = game([&player_of(folder.path(), "c.py", class), &player("columns_bot.py")]);
    let Termination::Unreadable { line } = record.termination else { panic!("{record:#?}") };
    assert!(line.starts_with("returned <Agent object at"), "{line}");
}

/// Two players of `CodinGame` fill column after column; whoever moves second may steal.
#[track_caller]
fn check_codingame(steal: bool, expected: &str, winner: Player) {
    needs("python3");
    let bot = player("codingame_bot.py");
    assert_eq!(bot.dialect(), Some(Dialect::CodinGame));
    let size = AnySize::new(9, 7, 4).unwrap();
    let cancel = AtomicBool::new(false);
    let settings = GameSettings { size, steal, ..settings(&cancel) };
    let record = play([&bot, &bot], &settings, &mut NoConsole);
    assert_eq!((columns(&record).as_str(), record.stolen), (expected, steal), "{record:#?}");
    assert_eq!((record.winner, record.termination), (Some(winner), Termination::Line));
}

#[test]
fn the_first_disc_is_stolen() {
    // The side of the first disc gets a rising diagonal. It is the thief's.
    let columns = "0000000111111122222223333";
    check_codingame(false, columns, Player::First);
    check_codingame(true, columns, Player::Second);
}

#[test]
fn nothing_is_stolen_where_it_must_not_be() {
    needs("python3");
    let folder = tempfile::tempdir().unwrap();
    let thief = player_of(
        folder.path(),
        "thief.py",
        "while True:\n    input(), print('STEAL', flush=True)\n",
    );
    let ContestantKind::Program(program) = thief.kind else { panic!() };
    let thief = Contestant::program("thief", program.command, Dialect::CodinGame);
    let cancel = AtomicBool::new(false);
    let check = |contestants, steal, opening: &[Column]| {
        let settings = GameSettings { steal, opening, ..settings(&cancel) };
        let record = play(contestants, &settings, &mut NoConsole);
        let (line, reason) = ("STEAL".to_owned(), "there is nothing to steal".to_owned());
        assert_eq!(record.termination, Termination::IllegalMove { line, reason }, "{record:#?}");
        assert!(!record.stolen);
    };
    let victim = player("columns_bot.py");
    check([&victim, &thief], false, &[]);
    // Its dialect has no word for what happened.
    check([&victim, &thief], true, &[]);
    check([&thief, &victim], true, &[]);
    check([&thief, &victim], true, &[Column::new(0)].repeat(2));
}

#[test]
fn files_that_nothing_runs() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("player.txt");
    fs::write(&text, "bestmove 4").unwrap();
    let error = Contestant::of_file(&text, None).unwrap_err().to_string();
    assert!(error.ends_with("player.txt: it is not executable, and neither its first line nor its extension says what runs it"));
    let error = Contestant::of_file(&folder.path().join("none"), None).unwrap_err().to_string();
    assert!(error.ends_with("none: No such file or directory (os error 2)"), "{error}");
}
