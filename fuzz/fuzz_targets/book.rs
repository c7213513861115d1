#![no_main]

use foursight::{AnySize, Position};
use foursight_engine::{OpeningBook, OpeningBooks};

// The bytes after the magic number and before the checksum.
libfuzzer_sys::fuzz_target!(|contents: Vec<u8>| {
    let Ok(book) = OpeningBook::from_bytes(foursight_fuzz::book(&contents)) else { return };
    // Deeper books take long to search if their scores make no sense.
    if book.plies() > 4 {
        return;
    }
    let position: Position<AnySize> = Position::empty(book.size());
    let mut books = OpeningBooks::none();
    books.add(book);
    books.score(&position);
});
