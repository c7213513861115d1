//! The checks of the fuzz targets, on texts of other tests and on random changes of these.

#[path = "../../../../fuzz/changes.rs"]
mod changes;
#[path = "../../../../fuzz/src/texts.rs"]
#[expect(unreachable_pub, reason = "a library of its own")]
mod targets;

use self::changes::check;

/// The texts in a file of the rules' tests, each behind a line with `====`.
fn texts(file: &str) -> impl Iterator<Item = Vec<u8>> {
    let texts = file.split("\n==== ").skip(1);
    texts.filter_map(|text| text.split_once('\n')).map(|(_, text)| text.into())
}

/// As [`check`], for targets that read text.
fn check_text(seeds: impl IntoIterator<Item = Vec<u8>>, read: impl Fn(&str)) {
    check(seeds, |bytes| read(&String::from_utf8_lossy(bytes)));
}

const WRITTEN: [&str; 3] = [
    include_str!("../../../foursight/tests/data/written/boards.txt"),
    include_str!("../../../foursight/tests/data/written/moves.txt"),
    include_str!("../../../foursight/tests/data/written/programs.txt"),
];

#[test]
fn positions() {
    check_text(WRITTEN.into_iter().flat_map(texts), targets::read_in_every_way);
    check_text(texts(WRITTEN[2]), |text| {
        let kind = text.bytes().next().unwrap_or_default();
        targets::read_file(kind, text);
    });
    check([vec![7, 6, 4, 3, 3, 3], vec![5, 4, 3, 0, 1, 2, 3]], |bytes| {
        let Some((&[width, height, connect], moves)) = bytes.split_first_chunk() else { return };
        targets::write_and_read((width, height, connect), moves);
    });
}

#[test]
fn plans_commands_and_books() {
    let plan = include_str!("../../../foursight-engine/tests/data/6x5-second.plan");
    let lines: Vec<&str> = plan.lines().skip(6).collect();
    check_text(lines.chunks(8).map(|lines| lines.join("\n").into()), targets::read_plan);
    let lines = ["position 7x6 445", "go level 3 movetime 500", "info depth 3 score 5"];
    check_text(lines.map(|line| line.as_bytes().into()), targets::read_line);
    check([vec![7, 6, 4, 3, 0, 0, 0, 0, 1, 2, 3]], targets::read_book);
}
