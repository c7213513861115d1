//! The file of a book. `docs/book-format.md` describes it for other programs.

use std::borrow::Cow;
use std::fmt;

use foursight::{AnySize, Bits, Position, Score, Size};

use super::code::Code;
use super::retrieval::{self, PADDING, Retrieval};

/// The exact scores of all positions of one ply in which the game is open and the side to move does not
/// win with its next disc.
///
/// A book does not hold the positions themselves, and gives an arbitrary answer for any that it does not store, so only
/// [`OpeningBooks`](super::OpeningBooks) reads scores from it.
#[derive(Clone)]
pub struct OpeningBook {
    bytes: Cow<'static, [u8]>,
    size: AnySize,
    plies: usize,
    n_positions: usize,
    /// The score that symbol 0 stands for.
    lowest: i8,
    code: Code,
    scores: Retrieval,
}

const MAGIC: [u8; 8] = *b"4sight\r\n";
const VERSION: u8 = 1;
const CHECKSUM: usize = 8;

impl OpeningBook {
    /// The longest key of a position, in bits; boards with longer keys have no books.
    const MAX_KEY_BITS: usize = 64;

    /// The book in the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes are not a book, or are damaged.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, BookError> {
        let bytes = bytes.into();
        let Some(rest) = bytes.strip_prefix(&MAGIC) else { return Err(BookError::NoBook) };
        match rest.first() {
            Some(&VERSION) => {}
            Some(&version) => return Err(BookError::Version(version)),
            None => return Err(BookError::Damaged),
        }
        let (contents, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(BookError::Damaged)?;
        if checksum(contents) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        Self::read(bytes).ok_or(BookError::Damaged)
    }

    /// The book in the bytes of a file that is known to be whole.
    pub(super) fn embedded(bytes: &'static [u8]) -> Self {
        Self::read(bytes.into()).expect("the embedded books are books")
    }

    fn read(bytes: Cow<'static, [u8]>) -> Option<Self> {
        let mut at = MAGIC.len() + 1;
        let mut next = || {
            at += 1;
            bytes.get(at - 1).copied()
        };
        let [width, height, connect, plies] = [next()?, next()?, next()?, next()?].map(usize::from);
        let n_positions = u32::from_le_bytes([next()?, next()?, next()?, next()?]) as usize;
        let lowest = next()? as i8;
        let n_symbols = usize::from(next()?);
        let lengths = (0..n_symbols).map(|_| next()).collect::<Option<Vec<u8>>>()?;
        let size = AnySize::new(width, height, connect).ok()?;
        let code = Code::of_lengths(lengths)?;
        let (scores, end) = Retrieval::read(&bytes, at)?;
        let is_whole = end + PADDING == bytes.len() && key_bits(size) <= Self::MAX_KEY_BITS;
        // From a loss to the opponent's next disc to a win with the side's own disc after that.
        let has_scores_of_ply = plies < size.n_cells() && {
            let n_empty = (size.n_cells() - plies) as i32;
            let highest = i32::from(lowest) + n_symbols as i32 - 1;
            i32::from(lowest) >= -(n_empty / 2) && highest <= (n_empty + 1) / 2
        };
        (is_whole && has_scores_of_ply).then_some(Self {
            bytes,
            size,
            plies,
            n_positions,
            lowest,
            code,
            scores,
        })
    }

    /// The file of the book with these scores, one for each of [`stored_positions`](super::stored_positions).
    ///
    /// The bytes depend only on the positions and scores, not on their order.
    ///
    /// # Errors
    ///
    /// If the keys of the board are too long for a book, a position has another number of discs, or a
    /// position or its mirror image has two scores.
    pub fn encode<S: Size>(
        size: S,
        plies: usize,
        scores: &[(Position<S>, Score)],
    ) -> Result<Vec<u8>, BookError> {
        if key_bits(size.to_any()) > Self::MAX_KEY_BITS {
            return Err(BookError::Board(size.to_any()));
        }
        let ply_of_other = scores.iter().map(|(p, _)| p.ply()).find(|&ply| ply != plies);
        if let Some(found) = ply_of_other.or((plies >= size.n_cells()).then_some(plies)) {
            return Err(BookError::Ply { found, expected: plies });
        }
        let values = || scores.iter().map(|(_, score)| score.value() as i8);
        let lowest = values().min().unwrap_or(0);
        let symbol = |value: i8| (value - lowest) as u8;
        let mut counts = vec![0; usize::from(symbol(values().max().unwrap_or(0))) + 1];
        for value in values() {
            counts[usize::from(symbol(value))] += 1;
        }
        if scores.is_empty() {
            counts[0] = 1;
        }
        let code = Code::of_counts(&counts);
        let codewords: Vec<_> =
            (0..counts.len()).map(|symbol| code.codeword(symbol as u8)).collect();
        let mut entries: Vec<_> = scores
            .iter()
            .map(|(position, score)| {
                (key(position), codewords[usize::from(symbol(score.value() as i8))])
            })
            .collect();
        entries.sort_unstable_by_key(|&(key, _)| key);
        if entries.windows(2).any(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1) {
            return Err(BookError::TwoScores);
        }
        entries.dedup_by_key(|&mut (key, _)| key);
        let [width, height, connect] = [size.width(), size.height(), size.connect()];
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, width as u8, height as u8, connect as u8, plies as u8]);
        bytes.extend((entries.len() as u32).to_le_bytes());
        bytes.extend([lowest as u8, counts.len() as u8]);
        bytes.extend(code.lengths());
        bytes.extend(retrieval::build(&entries).expect("chance fails once in 2^100 builds"));
        bytes.extend([0; PADDING - CHECKSUM]);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        Ok(bytes)
    }

    /// The size of the board.
    pub fn size(&self) -> AnySize {
        self.size
    }

    /// The number of discs in the positions it stores.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The number of positions it stores, mirror images counted once.
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// The bytes of its file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The score of a position that it stores; an arbitrary score for any other.
    #[inline]
    pub(super) fn get<S: Size>(&self, position: &Position<S>) -> Score {
        let symbol = self.scores.get(&self.bytes, &self.code, key(position));
        // The sum is a score of this ply, as was checked when the book was read.
        Score::new((i32::from(self.lowest) + i32::from(symbol)) as i8)
    }
}

/// Without the bytes.
impl fmt::Debug for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, plies, n_positions, .. } = self;
        write!(f, "OpeningBook of {n_positions} positions of {plies} plies on {size}")
    }
}

/// The key that a position shares with its mirror image.
#[inline]
fn key<S: Size>(position: &Position<S>) -> u64 {
    position.canonical_key().widen() as u64
}

fn key_bits(size: AnySize) -> usize {
    size.width() * (size.height() + 1)
}

/// FNV-1a over little-endian words of 8 bytes, the last one padded with zeros.
fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}

/// The reason why bytes are not a book, or scores cannot become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The file does not start like a book.
    NoBook,
    /// It has a version that this program does not know.
    Version(u8),
    /// It is incomplete or changed.
    Damaged,
    /// The board is too large for a book.
    Board(AnySize),
    /// A position has another number of discs than the book.
    Ply {
        /// Discs of the position.
        found: usize,
        /// Discs of the book's positions.
        expected: usize,
    },
    /// A position or its mirror image has two scores.
    TwoScores,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBook => f.write_str("this is not an opening book"),
            Self::Version(version) => write!(
                f,
                "this opening book has format version {version}; this program reads version {VERSION}"
            ),
            Self::Damaged => f.write_str("this opening book is incomplete or damaged"),
            Self::Board(size) => write!(
                f,
                "a board of {size} is too large for an opening book; the largest are 6x9, 7x8, 8x7, 9x6 and 10x5"
            ),
            Self::Ply { found, expected } => {
                write!(
                    f,
                    "a position has {found} discs, but the book stores positions with {expected}"
                )
            }
            Self::TwoScores => f.write_str("a position has two scores"),
        }
    }
}

impl std::error::Error for BookError {}
