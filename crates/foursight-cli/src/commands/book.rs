//! `foursight book`: the opening books, and what they know of a position.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, Subcommand};
use foursight::{Score, Size};
use foursight_engine::OpeningBook;
use serde_json::{Value, json};

use crate::args::{BookArgs, PositionArgs};

/// Show the opening books, or look up a position in them.
#[derive(Args, Debug)]
pub(crate) struct BookCommandArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// List the books: board, plies, positions, bytes.
    Info(InfoArgs),
    /// Print the score of a position and of each of its moves, as far as the books know them.
    ///
    /// `-` means that no book knows the score.
    Probe(ProbeArgs),
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
    }
}

fn info(args: &InfoArgs) -> Result<()> {
    let books = args.books.books()?;
    if args.json {
        let to_json = |book: &OpeningBook| {
            json!({
                "board": book.size().to_string(),
                "plies": book.plies(),
                "positions": book.n_positions(),
                "bytes": book.as_bytes().len(),
            })
        };
        let list: Vec<Value> = books.all().map(to_json).collect();
        writeln!(io::stdout(), "{}", json!(list))?;
        return Ok(());
    }
    for book in books.all() {
        let (size, plies, n_bytes) = (book.size(), book.plies(), book.as_bytes().len());
        let bits = 8.0 * n_bytes as f64 / book.n_positions().max(1) as f64;
        let n_positions = book.n_positions();
        writeln!(
            io::stdout(),
            "{size}, {plies} plies: {n_positions} positions in {n_bytes} bytes, {bits:.2} bits each"
        )?;
    }
    Ok(())
}

fn probe(args: &ProbeArgs) -> Result<()> {
    let books = args.books.books()?;
    let position = *args.position.open_game()?.position();
    let score = books.score(&position).map(Score::value);
    let of_column = |column| {
        let next = position.play(column).ok()?;
        // A move that ends the game needs no book, where the position itself is known.
        if next.is_won() { score } else { books.score(&next).map(|score| -score.value()) }
    };
    let columns: Vec<Option<i32>> = position.size().columns().map(of_column).collect();
    if args.json {
        let object = json!({ "score": score, "columns": columns });
        writeln!(io::stdout(), "{object}")?;
        return Ok(());
    }
    let word = |score: &Option<i32>| score.map_or("-".to_owned(), |score| score.to_string());
    let words: Vec<String> = columns.iter().map(word).collect();
    writeln!(io::stdout(), "score    {}", word(&score))?;
    writeln!(io::stdout(), "columns  {}", words.join(" "))?;
    Ok(())
}
