//! Positions, plans, books and lines of the protocol, as text.

use foursight::notation::{Expected, Notation};
use foursight::plan::Plan;
use foursight::protocol::{Command, Reply};
use foursight::record::read_games;
use foursight::{AnySize, Column, Game, Position};
use foursight_answers::position::PositionText;
use foursight_engine::{OpeningBook, OpeningBooks};
use foursight_label::{Form, Row};

/// A width, a height and a line length, which a board may or may not be able to have.
pub type Board = (u8, u8, u8);

/// Plays the moves that `choices` makes, and reads the position back from every notation.
pub fn write_and_read((width, height, connect): Board, choices: &[u8]) {
    let [width, height, connect] = [width, height, connect].map(usize::from);
    let Ok(size) = AnySize::new(width % 12, height % 12, connect % 8) else { return };
    let mut game = Game::new(Position::empty(size));
    for &choice in choices {
        let moves: Vec<Column> = game.position().moves().collect();
        if moves.is_empty() {
            break;
        }
        let column = moves[usize::from(choice) % moves.len()];
        game.play(column).expect("the move is legal");
    }
    check_round_trips(&game);
}

fn check_round_trips(game: &Game<AnySize>) {
    let expected = Expected::of_size(game.position().size());
    for notation in Notation::ALL {
        let Ok(written) = notation.write(game) else { continue };
        for again in [notation.read(&written, expected), Notation::read_any(&written, expected)] {
            assert_eq!(again.expect(&written).position(), game.position(), "{written}");
        }
    }
}

/// Reads `text` as a library, a page and a data set do.
pub fn read_in_every_way(text: &str) {
    let Ok(game) = Notation::read_any(text, Expected::ANY) else { return };
    check_round_trips(&game);
    let position = game.position();
    if let Ok(row) = Row::of_text(text, Expected::ANY, None).position {
        assert_eq!(&row, position, "label");
    }
    let question = serde_json::json!({ "text": text }).to_string();
    let question: PositionText = serde_json::from_str(&question).expect("it is an object");
    if let Ok(game) = question.game() {
        assert_eq!(game.position(), position, "page");
    }
}

/// Reads `text` behind the beginning of some file.
pub fn read_file(kind: u8, text: &str) {
    const STARTS: [&str; 8] = [
        "",
        "[Size \"5x4\"]\n\n",
        "{\"configuration\":{\"columns\":4,\"rows\":3},\"steps\":[[{\"observation\":{\"board\":[",
        "{\"board\":[",
        "[Game]\nconnect_four()\n[State]\n",
        "Game 1: Actions: ",
        "update game field ",
        "b,x,o,",
    ];
    let text = format!("{}{text}", STARTS[usize::from(kind) % STARTS.len()]);
    for game in read_games(&text).unwrap_or_default() {
        if let Ok(record) = game.record() {
            let written = record.text().expect("it has moves").to_string();
            let again = read_games(&written).expect(&written)[0].record();
            assert_eq!(again.as_ref(), Ok(&record), "{written}");
        }
    }
    read_in_every_way(&text);
    Form::Lines.rows(text.as_bytes(), Expected::ANY, None);
}

/// Reads the lines of a plan for the second player, and answers by it.
pub fn read_plan(lines: &str) {
    let text = format!("foursight plan 1\nboard 6x5\nstart -\nside second\nclaim holds\n{lines}");
    if let Ok(plan) = text.parse::<Plan>() {
        assert_eq!(plan.to_string().parse(), Ok(plan.clone()));
        plan.answer(&[]);
        plan.rest(plan.position());
        plan.check().ok();
    }
}

/// Reads a line of the protocol as a command and as a reply.
pub fn read_line(line: &str) {
    if let Ok(Some(command)) = Command::read(line) {
        assert_eq!(command.to_string().parse(), Ok(command));
    }
    let reply = Reply::read(line);
    if !matches!(reply, Reply::Text(_) | Reply::Error(_)) {
        assert_eq!(Reply::read(&reply.to_string()), reply);
    }
}

/// Reads a book from the bytes between its magic number and its checksum.
pub fn read_book(contents: &[u8]) {
    let Ok(book) = OpeningBook::from_bytes(with_checksum(contents)) else { return };
    // Deeper books take long to search if their scores make no sense.
    if book.plies() > 4 {
        return;
    }
    let position: Position<AnySize> = Position::empty(book.size());
    let mut books = OpeningBooks::none();
    books.add(book);
    books.score(&position);
}

/// A file of an opening book with these contents, and a checksum that fits.
fn with_checksum(contents: &[u8]) -> Vec<u8> {
    let mut bytes = [b"4sight\r\n\x01", contents].concat();
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    let sum = words
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3));
    bytes.extend(sum.to_le_bytes());
    bytes
}
