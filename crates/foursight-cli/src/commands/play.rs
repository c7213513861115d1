//! `foursight play`: a game between people and machines, on the full screen or at prompts.

mod advice;
mod command;
mod prompts;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use fastrand::Rng;
use foursight::record::{GameText, read_games};
use foursight::{AnySize, Game, OpeningRule, Position, duration};
use foursight_render::TextStyle;
use foursight_tui as tui;
use foursight_tui::game::{Asked, LocalGame, PlayerKind, Setup, solver};

use self::prompts::{Participant, PromptGame};
use foursight_engine::n_cores;

use crate::args::{BoardArgs, BookArgs, SeedArgs, Source, opening_rule, usual_style};
use crate::failure::{Interrupted, InvalidPosition, UsageError};
use crate::prompt::Prompt;

/// Play a game full-screen in a terminal (? lists the keys) or at prompts (`help` lists the commands).
///
/// PLAYER: human, random, level:0 to level:10, or perfect.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Player for red, who moves first [default: human].
    #[arg(long, value_name = "PLAYER")]
    red: Option<PlayerKind>,
    /// Player for yellow [default: level:3].
    #[arg(long, value_name = "PLAYER")]
    yellow: Option<PlayerKind>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    board: BoardArgs,
    /// The position to start from, as in 44 (the columns played), or a file that holds it; other notations are recognized
    /// [default: the empty board].
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
    /// Opening rule: none; pie: red places one disc, then yellow may swap sides; swap: red places three discs (red,
    /// yellow, red), then yellow may swap.
    #[arg(long, value_name = "RULE", default_value_t, value_parser = opening_rule())]
    opening_rule: OpeningRule,
    /// Continue a game from this file, which says its opening rule.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "opening_rule", "size", "connect"])]
    load: Option<PathBuf>,
    /// The number of the game in the file, counted from 1.
    #[arg(long, value_name = "N", requires = "load")]
    game: Option<usize>,
    /// Time limit for each move of level 10; if it cannot calculate to the end in time, it plays by an estimate.
    #[arg(long, alias = "move-time", value_name = "DURATION", default_value = "1m", value_parser = duration::read)]
    time_limit: Duration,
    #[command(flatten)]
    books: BookArgs,
    /// Use prompts, even on a terminal.
    #[arg(long)]
    plain: bool,
    /// Draw with ASCII characters only; assumed in a C locale and on the Linux console.
    #[arg(long)]
    ascii: bool,
    /// Do not animate falling discs.
    #[arg(long)]
    no_animation: bool,
}

pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    let is_screen = !args.plain && io::stdin().is_terminal() && tui::is_possible();
    let games = args.load.as_deref().map(read_file).transpose()?;
    let (local, first) = match games {
        None if args.is_bare() => (args.new_game()?, tui::FirstView::Form),
        None => (args.new_game()?, tui::FirstView::Board),
        Some(games) if is_screen && games.len() > 1 && args.game.is_none() => {
            (args.new_game()?, tui::FirstView::Choice(games, args.asked()))
        }
        Some(games) => (args.loaded(&games)?, tui::FirstView::Board),
    };
    let setup = Setup {
        local,
        seed: args.seed.seed(),
        move_time: args.time_limit,
        books: args.books.books()?,
        path: args.load.clone(),
    };
    if !is_screen {
        return args.run_plain(setup);
    }
    match tui::run(setup, args.look(), first)? {
        tui::Exit::Quit => Ok(()),
        tui::Exit::Interrupted => Err(Interrupted.into()),
    }
}

impl PlayArgs {
    fn players(&self) -> [PlayerKind; 2] {
        let level = || "level:3".parse().expect("it is a player");
        [self.red.unwrap_or(PlayerKind::Human), self.yellow.unwrap_or_else(level)]
    }

    /// The players given on the command line.
    fn asked(&self) -> Asked {
        [self.red, self.yellow]
    }

    /// Whether no argument concerns the game.
    fn is_bare(&self) -> bool {
        self.red.is_none() && self.yellow.is_none() && self.start.is_none()
    }

    fn new_game(&self) -> Result<LocalGame> {
        let local = LocalGame::new(self.start()?, self.players());
        let local = local.with_opening_rule(self.opening_rule);
        local.map_err(|error| {
            UsageError(format!("--opening-rule: {error}; leave --start out")).into()
        })
    }

    fn start(&self) -> Result<Game<AnySize>> {
        let expected = self.board.expected()?;
        match &self.start {
            Some(start) => Source::game(slice::from_ref(start), None, expected).context("--start"),
            None => Ok(Game::new(Position::empty(expected.size()?))),
        }
    }

    /// The requested game, with the players of the arguments, if any.
    fn loaded(&self, games: &[GameText]) -> Result<LocalGame> {
        let n_games = games.len();
        let game = match self.game {
            Some(number) => number.checked_sub(1).and_then(|index| games.get(index)),
            None => games.first().filter(|_| n_games == 1),
        };
        let file = || self.load.as_ref().map_or(String::new(), |path| path.display().to_string());
        let game = game.ok_or_else(|| {
            UsageError(match n_games {
                1 => format!("{} has one game; leave --game out", file()),
                n => format!("{} has {n} games: --game takes 1 to {n}", file()),
            })
        })?;
        let local = LocalGame::read(game).map_err(|error| InvalidPosition(error.to_string()));
        let mut local = local.with_context(file)?;
        local.assign(self.asked());
        Ok(local)
    }

    fn is_ascii(&self) -> bool {
        self.ascii || tui::prefers_ascii()
    }

    fn look(&self) -> tui::Look {
        let colors = anstream::AutoStream::choice(&io::stdout());
        tui::Look {
            is_ascii: self.is_ascii(),
            is_animated: !self.no_animation,
            is_colored: colors != anstream::ColorChoice::Never,
        }
    }

    fn run_plain(&self, setup: Setup) -> Result<()> {
        let Setup { local, seed, move_time, books, .. } = setup;
        let [red, yellow] = local.players;
        let mut seeds = Rng::with_seed(seed);
        let mut game = PromptGame {
            solver: solver(local.record.game.position().size(), books, n_cores()),
            local,
            participants: [
                Participant::new(red, seeds.u64(..)),
                Participant::new(yellow, seeds.u64(..)),
            ],
            saved: None,
            move_time,
            style: if self.ascii { TextStyle::Letters } else { usual_style().0 },
            prompt: Prompt::new(),
        };
        game.run()
    }
}

/// The games of a file, at least one.
///
/// # Errors
///
/// If the file cannot be read or is not a game file.
fn read_file(path: &Path) -> Result<Vec<GameText>> {
    let name = || path.display().to_string();
    let text = foursight_files::read_text(path, tui::MAX_GAME_FILE);
    let text = text.map_err(|error| UsageError(error.to_string()));
    let text = text.with_context(name)?;
    let games = read_games(&text).map_err(|error| InvalidPosition(error.to_string()));
    let games = games.with_context(name)?;
    if games.is_empty() {
        return Err(InvalidPosition("there is no game in the file".to_owned())).with_context(name);
    }
    Ok(games)
}
