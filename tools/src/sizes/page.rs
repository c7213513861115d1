//! The page `docs/sizes.md`.

use std::fmt::Write as _;
use std::time::Duration;

use foursight::{AnySize, Score, Size, Verdict};

use super::SIDES;
use super::known::{Board, Known};
use super::published::Published;

pub(super) fn page(known: &Known, published: &Published) -> String {
    let mut page = INTRO.to_owned();
    let mut line = |line: String| writeln!(page, "{line}").expect("a string takes all");
    line(row("rows", SIDES.map(|width| format!("{width} columns"))));
    line(row("---", SIDES.map(|_| "---".to_owned())));
    for height in SIDES {
        line(row(&height.to_string(), SIDES.map(|width| cell(known, width, height))));
    }
    line(format!("\n{}", comparison(known, published)));
    line(HOW.to_owned());
    line("| board | cells | score | with best play | nodes | time | version |".to_owned());
    line("|---|---|---|---|---|---|---|".to_owned());
    for board in known.boards() {
        line(board_row(board));
    }
    page
}

const INTRO: &str = "\
# Board sizes

The exact scores of empty boards with lines of four, as far as they are solved. 0 is a draw. 1 means that the first
player wins with its last disc, 2 with the one before it; if the score is negative, the second player wins. `-2..1` are
the bounds that were proved when the time was up.

";

const HOW: &str = "
## Nodes and times

Each board is solved once, on two threads and without a book, with a table of 1 GiB (4 MiB before version
0.1.0+0b23ec9d2c). With two threads, nodes and times differ from run to run; other work on the same machine makes the
times longer. Where only bounds are known, a limit ended the search.

    cargo xtask sizes

adds more boards: those named, such as `9x6`, or all of at most `--max-cells` cells. `--limit` is the time for each. Stop
it with Ctrl-C at any time; the next run resumes with the board that it was searching. [Estimates](estimates.md) say how
long larger boards would take.
";

fn row(first: &str, cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("| {first} | {} |", cells.join(" | "))
}

fn cell(known: &Known, width: usize, height: usize) -> String {
    let size = AnySize::new(width, height, 4).expect("it is supported");
    known.board(size).map_or(String::new(), score)
}

/// The score, or the bounds.
fn score(board: &Board) -> String {
    board.score().map_or(format!("`{}..{}`", board.lower, board.upper), |score| score.to_string())
}

/// The number of scores that others have found too.
fn comparison(known: &Known, published: &Published) -> String {
    let solved = || known.boards().iter().filter(|board| board.score().is_some());
    let entries = || solved().filter_map(|board| published.entry(board.size));
    format!(
        "Every published result agrees with ours: who wins, if anybody, is published for {} of these {} boards, and with \
         which move for {}. [John Tromp](https://tromp.github.io/c4/c4.html) solved boards whose width and height \
         add up to at most 15, and 8x8; [Christophe Steininger](https://github.com/ChristopheSteininger/c4) solved larger \
         ones, and found the last move of each.",
        entries().count(),
        solved().count(),
        entries().filter(|entry| entry.has_score()).count()
    )
}

fn board_row(board: &Board) -> String {
    let Board { size, nodes, time, version, .. } = board;
    let cells = [
        size.to_string(),
        size.n_cells().to_string(),
        score(board),
        ending(board),
        with_commas(*nodes),
        seconds(*time),
        version.clone(),
    ];
    format!("| {} |", cells.join(" | "))
}

fn ending(board: &Board) -> String {
    let winner = match board.score().map(Score::verdict) {
        None => return "not solved".to_owned(),
        Some(Verdict::Draw) => return "a draw".to_owned(),
        Some(Verdict::Win) => "the first player",
        Some(Verdict::Loss) => "the second player",
    };
    let last_move = board.last_move().expect("somebody wins");
    format!("{winner} wins with move {last_move}")
}

fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.2} s")
    } else {
        format!("{} s", with_commas(seconds.round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::workspace;

    #[test]
    fn the_page_shows_the_data() {
        let text = fs::read_to_string(workspace().join("docs/sizes.md")).unwrap();
        let expected = page(&Known::read().unwrap(), &Published::read().unwrap());
        assert!(text == expected, "`cargo xtask sizes --max-cells 0` writes docs/sizes.md anew");
    }

    #[test]
    fn a_row_says_how_the_game_ends() {
        let row = |line: &str| board_row(&Board::read(line).unwrap());
        assert_eq!(
            row("7x6 1 1 63841234 3.61 2"),
            "| 7x6 | 42 | 1 | the first player wins with move 41 | 63,841,234 | 3.61 s | 2 |"
        );
        assert_eq!(
            row("6x6 -1 -1 123456 1234.6 2"),
            "| 6x6 | 36 | -1 | the second player wins with move 36 | 123,456 | 1,235 s | 2 |"
        );
        assert_eq!(row("4x4 0 0 12 0.00 2"), "| 4x4 | 16 | 0 | a draw | 12 | 0.00 s | 2 |");
        assert_eq!(row("8x8 -3 3 1 60 2"), "| 8x8 | 64 | `-3..3` | not solved | 1 | 60 s | 2 |");
    }
}
