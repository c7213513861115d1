//! Where positions come from: an argument, a file, or standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result};
use foursight::notation::uci::is_header;
use foursight::notation::{Expected, Notation, is_wrapped, lines, moves};
use foursight::record::{is_game_file, read_games};
use foursight::{AnySize, Column, Game};

use crate::failure::{InvalidPosition, UsageError};
use crate::format::{self, Format};

/// Standard input, as an argument.
const STDIN: &str = "-";

/// The longest text that a command reads as a whole.
const MAX_BYTES: u64 = 64 << 20;

/// A place that holds positions.
pub(crate) enum Source<'a> {
    /// One position, as an argument.
    Word(&'a str),
    File(&'a str),
    Stdin,
}

impl<'a> Source<'a> {
    /// The sources of a command's positions: standard input if there are no words.
    ///
    /// # Errors
    ///
    /// If there are no words and standard input is a terminal, or if a word is neither a position nor a file.
    pub(crate) fn of_words(
        words: &'a [String],
        format: Option<Format>,
        expected: Expected,
    ) -> Result<Vec<Self>, UsageError> {
        match words {
            [] if io::stdin().is_terminal() => Err(UsageError(format!(
                "no position: write {}, a file, or {STDIN} for standard input",
                format::A_POSITION
            ))),
            [] => Ok(vec![Self::Stdin]),
            words => words.iter().map(|word| Self::of_word(word, format, expected)).collect(),
        }
    }

    fn of_word(
        word: &'a str,
        format: Option<Format>,
        expected: Expected,
    ) -> Result<Self, UsageError> {
        let path = Path::new(word);
        if word == STDIN {
            Ok(Self::Stdin)
        } else if Format::read_given(format, word, expected).is_ok() {
            Ok(Self::Word(word))
        } else if path.is_dir() {
            Err(UsageError(format!("{word} is a folder; name a file in it")))
        } else if path.exists() {
            Ok(Self::File(word))
        } else if is_file_name(word) {
            Err(UsageError(format!("there is no file {word}; write {}", format::A_POSITION)))
        } else {
            Ok(Self::Word(word))
        }
    }

    pub(crate) fn is_word(&self) -> bool {
        matches!(self, Self::Word(_))
    }

    /// The game that leads to the one position of `words`, by default of standard input.
    ///
    /// # Errors
    ///
    /// If there is no position, or more than one.
    pub(crate) fn game(
        words: &[String],
        format: Option<Format>,
        expected: Expected,
    ) -> Result<Game<AnySize>> {
        let sources = Source::of_words(words, format, expected)?;
        let source = &sources[0];
        let positions = source.positions(format, expected)?;
        let [text] = &positions[..] else {
            let (name, n) = (source.name(), positions.len());
            let message = format!("{name} has {n} positions, and only one is taken");
            return Err(InvalidPosition(message).into());
        };
        Format::read_given(format, text, expected).map_err(|error| match source {
            Source::File(name) => InvalidPosition(format!("{name}: {error}")).into(),
            _ => error.into(),
        })
    }

    /// The positions as a stream of lines.
    pub(crate) fn lines(&self) -> Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Word(word) => Box::new(io::Cursor::new(format!("{word}\n"))),
            Self::File(name) => Box::new(File::open(name).with_context(|| (*name).to_owned())?),
            Self::Stdin => Box::new(io::stdin()),
        })
    }

    /// The number of bytes, if it is known.
    pub(crate) fn n_bytes(&self) -> Option<u64> {
        let metadata = match self {
            Self::Word(_) => return None,
            Self::File(name) => Path::new(name).metadata().ok()?,
            #[cfg(unix)]
            Self::Stdin => {
                use std::os::fd::AsFd;
                File::from(io::stdin().as_fd().try_clone_to_owned().ok()?).metadata().ok()?
            }
            #[cfg(not(unix))]
            Self::Stdin => return None,
        };
        metadata.is_file().then_some(metadata.len())
    }

    /// The positions, which may take several lines each.
    pub(crate) fn positions(
        &self,
        format: Option<Format>,
        expected: Expected,
    ) -> Result<Vec<String>> {
        if let Self::Word(word) = self {
            return Ok(vec![(*word).to_owned()]);
        }
        let mut bytes = Vec::new();
        self.lines()?.take(MAX_BYTES + 1).read_to_end(&mut bytes).with_context(|| self.name())?;
        if bytes.len() as u64 > MAX_BYTES {
            let message = format!("{} has more than {} MiB", self.name(), MAX_BYTES >> 20);
            return Err(InvalidPosition(message).into());
        }
        split(&String::from_utf8_lossy(&bytes), format, expected)
            .map_err(|error| InvalidPosition(format!("{}: {error}", self.name())).into())
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Word(name) | Self::File(name) => (*name).to_owned(),
            Self::Stdin => "standard input".to_owned(),
        }
    }
}

/// Whether a text that is not a position was probably meant as a file name: `games.txt`, `../games.txt`.
fn is_file_name(text: &str) -> bool {
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    let is_name = |word: &str| {
        let of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        word.bytes().all(of_name) && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let stem = Path::new(text).file_stem().and_then(|stem| stem.to_str());
    extension.is_some_and(|word| (2..=4).contains(&word.len()) && is_name(word))
        && stem.is_some_and(is_name)
}

/// The positions of a text: its games if it is a game file, paragraphs if the first one is a board, otherwise lines.
///
/// # Errors
///
/// If there is none, or if the lines of the first paragraph are moves and also the rows of a board.
fn split(text: &str, from: Option<Format>, expected: Expected) -> Result<Vec<String>, String> {
    let text = text.trim_start_matches('\u{feff}');
    if from.is_none() && is_game_file(text) {
        let games = read_games(text).map_err(|error| error.to_string())?;
        return Ok(games.iter().map(ToString::to_string).collect());
    }
    if from.is_none() && is_wrapped(text) {
        return Ok(vec![text.to_owned()]);
    }
    let mut paragraphs = vec![String::new()];
    for line in lines(text) {
        let last = paragraphs.last_mut().expect("there is one at least");
        if !line.trim().is_empty() {
            last.push_str(line);
            last.push('\n');
        } else if !last.is_empty() {
            paragraphs.push(String::new());
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    let Some(first) = paragraphs.first() else {
        return Err(format::NO_POSITION.to_owned());
    };
    if is_by_line(first, from, expected)? {
        let lines = lines(text.trim_matches(['\n', '\r']));
        return Ok(lines.filter(|line| !is_header(line)).map(str::to_owned).collect());
    }
    Ok(paragraphs)
}

/// Whether each line of a paragraph is a position.
fn is_by_line(paragraph: &str, from: Option<Format>, expected: Expected) -> Result<bool, String> {
    let mut lines = paragraph.lines().skip_while(|line| is_header(line));
    let (first, second) = (lines.next().unwrap_or(""), lines.next());
    if let Some(format) = from {
        return Ok(format.is_one_line() && brackets_match(first));
    }
    // Above rows in parentheses, the first line is a header, which looks like a list of columns.
    let has_rows = second.is_some_and(|second| second.starts_with('('));
    let by_line = looks_like_position(first, expected) && !has_rows;
    let is_board = second.is_some() && is_board(paragraph, expected);
    let is_move_string = |line: &str| Notation::Moves.read(line, expected).is_ok();
    if by_line && is_board && paragraph.lines().all(is_move_string) {
        return Err("these lines are the moves of a game each, or the rows of one board: \
                    write --from moves or --from grid"
            .to_owned());
    }
    Ok(by_line && !is_board)
}

/// Whether several lines together are one board.
fn is_board(paragraph: &str, expected: Expected) -> bool {
    let notation = Notation::detect(paragraph, expected);
    let is_list = matches!(notation, Notation::Moves | Notation::ZeroBased);
    !is_list && notation.read(paragraph, expected).is_ok()
}

/// Whether a line can be a complete position rather than a row of a grid.
fn looks_like_position(line: &str, expected: Expected) -> bool {
    let is_move = |c: char| Column::from_symbol(c).is_some();
    let is_list = line.contains([',', '[', '{']) && !line.contains('(');
    let notation = Notation::detect(line, expected);
    brackets_match(line)
        && Format::Notation(notation).is_one_line()
        && (is_list
            || is_wrapped(line)
            || notation == Notation::Uci
            || line.trim() == moves::STARTPOS
            || line.trim().chars().all(is_move)
            || line.split_whitespace().any(|w| w == "0"))
}

/// Whether a line closes all brackets that it opens.
fn brackets_match(line: &str) -> bool {
    line.matches(['{', '[']).count() == line.matches(['}', ']']).count()
}
