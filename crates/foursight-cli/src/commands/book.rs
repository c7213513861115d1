//! `foursight book`: lists the opening books, looks up positions, and builds or imports new books.

mod build;
mod import;
mod work;

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, Subcommand};
use foursight::{AnySize, STANDARD, Score, Size};
use foursight_engine::OpeningBook;
use serde_json::{Value, json};

use crate::args::{BookArgs, PositionArgs};
use crate::books::NamedBook;
use crate::commands::analyze::UNPLAYABLE;

/// Show the opening books, look up a position in them, or build or import one.
#[derive(Args, Debug)]
pub(crate) struct BookCommandArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// List the books: board, plies, positions, bytes, and the file unless it is built in.
    Info(InfoArgs),
    /// Print the score of a position and of each of its moves, as far as the books know them.
    ///
    /// `?` means that no book knows the score; a full column has -1000. In JSON, both are null.
    Probe(ProbeArgs),
    /// Build an opening book for a board by solving every position with a given number of discs.
    ///
    /// The book goes into the books folder in the data folder, where every command finds it. A large one takes hours.
    /// Press Ctrl-C to stop and run the same command to resume; until the book is finished, scores are kept beside it
    /// in a file whose name ends in .work.
    Build(build::BuildArgs),
    /// Turn another program's opening book into one for every command.
    ///
    /// The file is used only if its scores pass a check: the solver solves a sample of their positions, and every score
    /// must agree. Positions that the file lacks are solved like those of `foursight book build`, with the same way to
    /// stop and resume.
    Import(import::ImportArgs),
}

#[derive(Args, Debug)]
struct InfoArgs {
    /// Print a JSON array.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    books: BookArgs,
}

#[derive(Args, Debug)]
struct ProbeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    books: BookArgs,
}

pub(crate) fn run(args: &BookCommandArgs) -> Result<()> {
    match &args.task {
        Task::Info(args) => info(args),
        Task::Probe(args) => probe(args),
        Task::Build(args) => build::run(args),
        Task::Import(args) => import::run(args),
    }
}

fn info(args: &InfoArgs) -> Result<()> {
    let mut books = args.books.named()?;
    books.sort_by_key(|named| named.book.plies());
    let path = |named: &NamedBook| named.path.as_ref().map(|path| path.display().to_string());
    if args.json {
        let to_json = |named: &NamedBook| {
            let book = &named.book;
            json!({
                "board": book.size().to_string(),
                "connect": book.size().connect(),
                "plies": book.plies(),
                "positions": book.n_positions(),
                "bytes": book.as_bytes().len(),
                "file": path(named),
            })
        };
        let list: Vec<Value> = books.iter().map(to_json).collect();
        writeln!(io::stdout(), "{}", json!(list))?;
        return Ok(());
    }
    for named in &books {
        let file = path(named).map_or(String::new(), |path| format!(", {path}"));
        writeln!(io::stdout(), "{}{file}", to_text(&named.book))?;
    }
    Ok(())
}

fn to_text(book: &OpeningBook) -> String {
    let (title, n_bytes) = (title(book.size(), book.plies()), book.as_bytes().len());
    let n_positions = book.n_positions();
    let bits = 8.0 * n_bytes as f64 / n_positions.max(1) as f64;
    format!("{title}: {n_positions} positions in {n_bytes} bytes, {bits:.2} bits each")
}

/// A book's board and plies.
fn title(size: AnySize, plies: usize) -> String {
    let connect = size.connect();
    let lines =
        if connect == STANDARD.connect() { String::new() } else { format!(", {connect} in a row") };
    format!("{size}{lines}, {plies} plies")
}

fn probe(args: &ProbeArgs) -> Result<()> {
    let books = args.books.books()?;
    let position = *args.position.open_game()?.position();
    let score = books.score(&position).map(Score::value);
    let of_column = |column| {
        let next = position.play(column).ok()?;
        // A move that wins needs no entry in a book: it has the score of the position, if that is known.
        if next.is_won() { score } else { books.score(&next).map(|score| -score.value()) }
    };
    let columns: Vec<Option<i32>> = position.size().columns().map(of_column).collect();
    if args.json {
        let object = json!({ "score": score, "columns": columns });
        writeln!(io::stdout(), "{object}")?;
        return Ok(());
    }
    let word = |score: Option<i32>| score.map_or("?".to_owned(), |score| score.to_string());
    let words = position.size().columns().zip(columns).map(|(column, score)| {
        word(if position.play(column).is_ok() { score } else { Some(UNPLAYABLE) })
    });
    let words: Vec<String> = words.collect();
    writeln!(io::stdout(), "score    {}", word(score))?;
    writeln!(io::stdout(), "columns  {}", words.join(" "))?;
    Ok(())
}
