//! The checks of the fuzz targets, on changed uploads, archives, rubrics and `class.toml` files.

#[path = "../../../../fuzz/changes.rs"]
mod changes;
#[path = "../../../../fuzz/src/class.rs"]
#[expect(unreachable_pub, reason = "a library of its own")]
mod targets;

use foursight_arena::Kind;

use self::changes::check;
use crate::archives::{gz, tar, zip};

/// Changes of single bytes, from the bytes of a changed input.
fn changes_of(bytes: &[u8]) -> Vec<(u16, u8)> {
    let change = |bytes: &[u8]| (u16::from_le_bytes([bytes[0], bytes[1]]) % 2048, bytes[2]);
    bytes.chunks_exact(3).map(change).collect()
}

#[test]
fn uploads() {
    let file: &[u8] = b"print(1)\r\n";
    let seeds = [file.to_vec(), zip(&[("bot.py", file)]), gz(&tar(&[("bot.py", file)]))];
    check(seeds, |bytes| {
        let name = ["bot.py", "bot.zip", "bot.tgz"][bytes.len() % 3];
        targets::hand_in(&[(0, name, bytes)], &[]);
        targets::hand_in(
            &[(2, "", b"bot.py"), (1, "", bytes)],
            &changes_of(bytes.get(..3).unwrap_or(&[])),
        );
    });
}

#[test]
fn archives() {
    let files: targets::Files<'_> =
        [("main.py", &b"print(1)"[..]), ("lib/board.py", b"x"), ("a/b/", b"")].into();
    check([vec![0; 64], vec![1; 3]], |bytes| {
        let kind = |byte: &u8| b"000123567LKxg"[usize::from(byte % 13)];
        let kinds: Vec<u8> = bytes.iter().map(kind).collect();
        targets::unpack_changed(&files, &kinds, &changes_of(bytes));
    });
}

#[test]
fn settings() {
    const CLASS: &str = "[tournament]\nname = \"x\"\nclock = \"1s\"\nsize = \"7x6\"\npairs = 2\nopenings = \"random:4\"\n\n\
                         [[player]]\nfile = \"ann.py\"\n\n[[player]]\nname = \"Bob\"\nplayer = \"level:3\"\n";
    let texts = [CLASS, Kind::Bot.default_rubric(), Kind::Board.default_rubric()];
    check(texts.map(Into::into), |bytes| {
        let text = String::from_utf8_lossy(bytes);
        targets::read_settings(&text.lines().map(|line| (u8::MAX, line)).collect::<Vec<_>>());
    });
}
