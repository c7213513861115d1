//! Players' files, most of which are in `tests/data/players`.
//!
//! Most of them take the first free column, and stop with an error if their input is inconsistent. Two of them fill
//! column after column, until the first player has a line at the bottom.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use foursight::{AnySize, OpeningRule, Player};
use foursight_arena::{
    Clock, Contestant, Dialect, Ending, GameSettings, NoConsole, PlayedGame, TimeLimits,
    fingerprint, play, script_interpreter,
};
use foursight_sandbox::{Sandbox, find_program};

/// The moves of two players that take the first free column, counted from 0.
pub(crate) const LEFTMOST: &str = "0000001111112222223";

/// The part of numpy that a board needs, as a module beside a player, for a Python without numpy.
pub(crate) const NUMPY: &str = "\
uint8 = 'uint8'
argmin = lambda row: row.index(min(row))
class array(list):
    def __init__(self, rows, dtype):
        super().__init__(rows)
        self.dtype, self.shape = dtype, (len(rows), len(rows[0]))
    def __getitem__(self, cell):
        return super().__getitem__(cell[0])[cell[1]] if type(cell) is tuple else super().__getitem__(cell)
";

/// Checks that the program that runs this file is installed.
#[track_caller]
fn needs_interpreter(path: &Path) {
    let missing = script_interpreter(path).filter(|program| find_program(program).is_none());
    let needs = |program| {
        format!("this test needs {program}: install it, as with `apt-get install {program}`")
    };
    assert_eq!(missing.map(needs), None);
}

pub(crate) fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/players").join(file)
}

/// The player in a file, whose dialect is detected.
#[track_caller]
pub(crate) fn player(file: &str) -> Contestant {
    needs_interpreter(&path(file));
    Contestant::of_file(&path(file), None).unwrap()
}

/// A player that is a shell script.
pub(crate) fn shell(dialect: Dialect, script: &str) -> Contestant {
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    Contestant::program("shell", command, dialect)
}

/// A sandbox without layers, for players that are trusted with everything.
pub(crate) static BARE: LazyLock<Sandbox> = LazyLock::new(Sandbox::bare);

static NEVER: AtomicBool = AtomicBool::new(false);

pub(crate) fn settings() -> GameSettings<'static> {
    GameSettings {
        size: AnySize::default(),
        opening: &[],
        clock: Clock::Kaggle,
        limits: TimeLimits { start: Duration::from_secs(30), ..TimeLimits::default() },
        opening_rule: OpeningRule::None,
        sandbox: &BARE,
        cancel: &NEVER,
    }
}

pub(crate) fn game(contestants: [&Contestant; 2]) -> PlayedGame {
    play(contestants, &settings(), &mut NoConsole)
}

pub(crate) fn columns(record: &PlayedGame) -> String {
    record.moves.iter().map(|played| played.column.index().to_string()).collect()
}

/// Checks that the file speaks the dialect, and that its player plays correctly against itself and against another.
#[track_caller]
pub(crate) fn check(file: &str, dialect: Dialect) {
    let player = player(file);
    assert_eq!(player.dialect(), Some(dialect), "{file}");
    let other = self::player("columns_bot.py");
    for contestants in [[&player, &player], [&player, &other], [&other, &player]] {
        let record = game(contestants);
        assert_eq!(record.ending.kind, Ending::Line, "{record:#?}");
        assert_eq!((columns(&record).as_str(), record.winner), (LEFTMOST, Some(Player::First)));
    }
}

/// Checks that a player loses for this reason.
#[track_caller]
pub(crate) fn check_loss(player: &Contestant, expected: &str) -> PlayedGame {
    let record = game([player, &self::player("columns_bot.py")]);
    assert_eq!(record.ending.to_string(), expected, "{record:#?}");
    assert_eq!(record.winner, Some(Player::Second));
    record
}

/// The player in a file with this text.
#[track_caller]
pub(crate) fn player_of(folder: &Path, file: &str, text: &str) -> Contestant {
    let path = folder.join(file);
    needs_interpreter(&path);
    fs::write(&path, text).unwrap();
    Contestant::of_file(&path, None).unwrap()
}

#[test]
fn files_that_nothing_runs() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("player.txt");
    fs::write(&text, "bestmove 4").unwrap();
    let error = Contestant::of_file(&text, None).unwrap_err();
    assert!(error.contains("player.txt: not executable, and neither"), "{error}");
    assert!(error.ends_with("as in 'foursight:mono bot.exe'"), "{error}");
    for nothing in ["", "\u{feff}", " \n\r\n"] {
        fs::write(folder.path().join("empty.py"), nothing).unwrap();
        let error = Contestant::of_file(&folder.path().join("empty.py"), None).unwrap_err();
        assert!(error.ends_with("empty.py: the file is empty"), "{error}");
    }
    let utf_16 = "print(3)".encode_utf16().flat_map(u16::to_le_bytes);
    fs::write(
        folder.path().join("wide.py"),
        [0xff, 0xfe].into_iter().chain(utf_16).collect::<Vec<_>>(),
    )
    .unwrap();
    let error = Contestant::of_file(&folder.path().join("wide.py"), None).unwrap_err();
    assert!(error.ends_with("wide.py: the file is text in UTF-16; save it as UTF-8"), "{error}");
    let error = Contestant::of_file(&folder.path().join("none"), None).unwrap_err();
    assert!(error.ends_with("none: No such file or directory (os error 2)"), "{error}");
}

/// A player in a file may read the folder `lib` beside it, and the files on its command line.
#[test]
fn what_a_player_may_read() {
    let folder = tempfile::tempdir().unwrap();
    let readable =
        |contestant: &Contestant| contestant.program.as_ref().expect("it is a program").readable();
    let mut player = player_of(folder.path(), "bot.py", "print(3)\n");
    assert!(readable(&player).is_empty());
    let root = folder.path().canonicalize().unwrap();
    fs::create_dir(root.join("lib")).unwrap();
    player = player_of(folder.path(), "bot.py", "print(3)\n");
    let program = player.program.as_mut().expect("it is a program");
    program.named.push(root.join("classes"));
    assert_eq!(readable(&player), [root.join("lib"), root.join("classes")]);
}

/// Every byte of a file counts, and so does its name; files need not fit into one block.
#[test]
fn fingerprints_tell_files_apart() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).unwrap();
        fingerprint(&[folder.path().join(name)]).unwrap()
    };
    let mut long = vec![0; 200_000];
    let before = of("a", &long);
    assert_eq!((before.len(), &of("a", &long)), (16, &before));
    *long.last_mut().unwrap() = 1;
    let others =
        [of("a", &long), of("b", &vec![0; 200_000]), of("a", &vec![0; 100_000]), of("a", b"")];
    assert!(!others.contains(&before), "{before}: {others:?}");
    assert_eq!(fingerprint(&[]).unwrap(), "");
    assert!(fingerprint(&[folder.path().join("none")]).is_err());
}

/// A script whose extension names its program needs no first line.
#[test]
fn scripts_without_an_interpreter() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["#!/usr/bin/env python47", "#!/usr/bin/python47", "#!/usr/bin/env python3\r"] {
        player_of(folder.path(), "bot.py", &format!("{line}\nprint(3)\n"));
        for mode in [0o644, 0o755] {
            let path = folder.path().join("bot.py");
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let program = Contestant::of_file(&path, None).unwrap().program.unwrap();
            assert_eq!(program.missing(), None, "{line:?} {:?}", program.command);
        }
    }
    // A file that the arena calls needs no first line.
    let agent = player_of(folder.path(), "agent.py", "#!/usr/bin/python47\ndef f(obs): return 0\n");
    let record = game([&agent, &shell(Dialect::Columns, "while read line; do echo 0; done")]);
    assert!(record.moves.len() > 1, "{record:#?}");
}

/// Windows editors begin files with a byte order mark.
#[test]
fn byte_order_marks() {
    let folder = tempfile::tempdir().unwrap();
    let line_bot = "#!/usr/bin/env python3\nwhile input():\n    print(0, flush=True)  # go!\n";
    let class = "class APlayer; def name; 'A'; end; def take_turn(s, c); 0; end; end\n";
    for (name, text, mode) in [
        ("agent.py", "def agent(o, c): return 0\n", 0o644),
        ("player.rb", class, 0o644),
        ("bot.py", line_bot, 0o644),
        ("started", line_bot, 0o755),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, format!("\u{feff}{text}")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let player = Contestant::of_file(&path, None).unwrap();
        let record =
            game([&player, &player_of(folder.path(), "six.py", "def agent(o, c): return 6\n")]);
        assert_eq!((record.winner, record.moves.len()), (Some(Player::First), 7), "{record:#?}");
    }
}
