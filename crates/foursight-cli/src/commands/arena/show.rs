//! `foursight arena show`: a stored tournament, or one game of it with its log.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use foursight::notation::moves;
use foursight::record::size_text;
use foursight::{AnySize, Game, counted};
use foursight_arena::store::{LoggedGames, read_run};
use foursight_arena::{Annulment, Channel, LoggedGame, Standings, StoredGame, Terms, skipped_in};
use foursight_render::{Diagram, TextStyle};

use super::results::{skipped_lines, summary};
use crate::args::{style, usual_style};
use crate::failure::UsageError;
use crate::output::printable;

/// Show the standings of a tournament, or one of its games with everything the players said.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// Tournament folder.
    folder: PathBuf,
    /// Number of the game to show.
    game: Option<usize>,
    /// Style of the board.
    #[arg(long, value_parser = style(), default_value = usual_style().1)]
    style: TextStyle,
}

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    let (terms, mut games) = read_run(&args.folder)?;
    games.sort_by_key(|game| game.number);
    let mut out = anstream::stdout();
    let Some(number) = args.game else {
        let standings = Standings::new(&terms.header, &games, &terms.credit(&games));
        let header = &terms.header;
        writeln!(
            out,
            "{}: {}, {}, {}\n",
            printable(&header.name),
            header.schedule,
            size_text(header.size),
            counted(games.len(), "game")
        )?;
        write!(out, "{}", summary(header, &standings))?;
        write!(out, "{}", skipped_lines(&skipped_in(&args.folder)))?;
        return Ok(());
    };
    let game = find(&games, number)?;
    let mark = if Annulment::of(&games).covers(game) { ", annulled" } else { "" };
    let logged = LoggedGames::open(&args.folder)?.read(number)?;
    let position = position(&terms, game)?;
    writeln!(out, "{}\n", title(&terms, game))?;
    writeln!(out, "{}", Diagram::of_game(&position).to_text(args.style))?;
    write!(out, "{}", log(&terms, &logged))?;
    writeln!(out)?;
    writeln!(out, "{}: {}{mark}", game.result, printable(&game.reason))?;
    Ok(())
}

/// The game with this number.
fn find(games: &[StoredGame], number: usize) -> Result<&StoredGame> {
    let game = games.iter().find(|game| game.number == number);
    game.ok_or_else(|| {
        let last = games.iter().map(|game| game.number).max().unwrap_or(0);
        UsageError(format!("there is no game {number}; the last one is {last}")).into()
    })
}

/// The game as played.
fn position(terms: &Terms, game: &StoredGame) -> Result<Game<AnySize>> {
    Ok(moves::read(&game.all_moves(), terms.header.size)?)
}

/// The players' names.
fn title(terms: &Terms, game: &StoredGame) -> String {
    let [first, second] = game.players.map(|player| printable(&terms.header.players[player]));
    let swapped = if game.swapped { ", sides swapped" } else { "" };
    format!(
        "game {}, round {}: {first} (red) - {second} (yellow){swapped}",
        game.number, game.round
    )
}

const NEVER: &str = "writing to a string does not fail";

/// The log, with the time since the game began.
fn log(terms: &Terms, logged: &LoggedGame) -> String {
    let LoggedGame { game, transcript } = logged;
    let mut text = String::new();
    for line in &transcript.log {
        let name = printable(&terms.header.players[game.players[line.player]]);
        let arrow = match line.channel {
            Channel::Sent => "<",
            Channel::Received => ">",
            Channel::Error => "!",
        };
        let seconds = line.micros as f64 / 1e6;
        writeln!(text, "{seconds:>9.3} s  {name} {arrow} {}", printable(&line.text)).expect(NEVER);
    }
    for (player, errors) in game.players.iter().zip(&transcript.errors) {
        if !errors.is_empty() {
            let lines: Vec<String> = errors.lines().map(printable).collect();
            let indented = lines.join("\n    ");
            let name = printable(&terms.header.players[*player]);
            writeln!(text, "\n{name} on standard error:\n    {indented}").expect(NEVER);
        }
    }
    text
}
