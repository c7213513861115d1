//! The opening book of 12 plies for the standard board, as data and nothing else.
//!
//! It holds the exact scores of 4,200,899 positions with 12 discs in 2.4 MB, from which those of every
//! position with fewer discs follow. With its feature `book-12`, `foursight-engine` includes this book in
//! `OpeningBooks::embedded`; `OpeningBook::from_bytes` reads [`BYTES`].
//!
//! ```
//! use foursight_book_12::BYTES;
//!
//! assert!(BYTES.starts_with(b"4sight\r\n"));
//! let [columns, rows, connect, plies] = BYTES[9..13] else { panic!("the file is longer") };
//! assert_eq!([columns, rows, connect, plies], [7, 6, 4, 12]);
//! ```
//!
//! [The format](https://github.com/foursight/foursight/blob/main/docs/book-format.md) is documented.

#![no_std]

/// The book file.
pub static BYTES: &[u8] = include_bytes!("../7x6-12.book");
