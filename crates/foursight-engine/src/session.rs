//! An engine that is driven by lines: see [`foursight::protocol`].
//!
//! A thread of its own reads the commands, so that `stop` is heard while a search goes on. All others wait
//! their turn: whoever sends `go` and `quit` at once has both answered.

mod go;

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use foursight::notation::moves;
use foursight::protocol::{Command, CommandError, Reply};
use foursight::{AnySize, Cell, Column, Position, Size};

use crate::{AnySolver, BookSolver, Level, LevelPlayer, OpeningBooks, Solve, TableSize};

/// What an engine begins with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The board; a driver can choose another size.
    pub size: AnySize,
    /// How well it plays.
    pub level: Level,
    /// Where its random choices begin.
    pub seed: u64,
    /// The opening books that it asks.
    pub books: OpeningBooks,
    /// How many threads search.
    pub n_threads: NonZeroUsize,
    /// The room for its transposition table.
    pub table_size: TableSize,
    /// Whether a person is typing: then there are a greeting and prompts.
    pub is_interactive: bool,
}

/// Obeys the commands of `input` until `quit` or the end, and writes the replies to `output`, each line at once.
///
/// # Errors
///
/// If `output` cannot be written to.
pub fn run(
    settings: Settings,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, orders) = mpsc::channel();
    thread::spawn(move || read_orders(input, &sender));
    let mut session = Session::new(settings, output);
    session.greet()?;
    for order in orders {
        if !session.obey(order)? {
            return Ok(());
        }
        session.prompt()?;
    }
    Ok(())
}

/// A line of input, and the flag that ends the search it asks for.
struct Order {
    command: Result<Option<Command>, CommandError>,
    cancel: Arc<AtomicBool>,
}

/// Sends the commands on, and ends searches that are to end before it is their turn.
fn read_orders(mut input: impl BufRead, orders: &Sender<Order>) {
    let mut cancel = Arc::<AtomicBool>::default();
    let mut is_infinite = false;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let command = Command::read(&String::from_utf8_lossy(&line));
        line.clear();
        match &command {
            Ok(Some(Command::Go(go))) => (cancel, is_infinite) = (Arc::default(), go.infinite),
            Ok(Some(Command::ScoreAll)) => (cancel, is_infinite) = (Arc::default(), false),
            Ok(Some(Command::Stop)) => cancel.store(true, Ordering::Relaxed),
            Ok(Some(Command::Quit)) if is_infinite => cancel.store(true, Ordering::Relaxed),
            _ => {}
        }
        if orders.send(Order { command, cancel: cancel.clone() }).is_err() {
            return;
        }
    }
    if is_infinite {
        cancel.store(true, Ordering::Relaxed);
    }
}

struct Session<W> {
    settings: Settings,
    position: Position<AnySize>,
    solver: BookSolver<AnySolver>,
    player: LevelPlayer,
    output: W,
}

impl<W: Write> Session<W> {
    fn new(settings: Settings, output: W) -> Self {
        Self {
            position: Position::empty(settings.size),
            solver: solver(&settings),
            player: LevelPlayer::new(settings.level, settings.seed),
            settings,
            output,
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        if self.settings.is_interactive {
            let version = env!("CARGO_PKG_VERSION");
            self.say_text(&format!("Foursight {version}. Type 'help' for commands."))?;
        }
        self.prompt()
    }

    fn prompt(&mut self) -> io::Result<()> {
        if !self.settings.is_interactive {
            return Ok(());
        }
        write!(self.output, "> ")?;
        self.output.flush()
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        writeln!(self.output, "{reply}")?;
        self.output.flush()
    }

    fn say_text(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| self.say(&Reply::Text(line.to_owned())))
    }

    /// Obeys, and tells whether to go on.
    fn obey(&mut self, order: Order) -> io::Result<bool> {
        let command = match order.command {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(true),
            Err(error) => {
                self.say(&error.into())?;
                return Ok(true);
            }
        };
        match command {
            Command::Position(text) => self.set_position(&text)?,
            Command::Display => self.display()?,
            Command::Go(go) => self.go(go, &order.cancel)?,
            Command::ScoreAll => self.score_all(&order.cancel)?,
            // Whatever there was to stop has ended by now.
            Command::Stop => {}
            Command::New => self.reset(self.settings.size)?,
            Command::Size(size) => match size.with_connect(self.settings.size.connect()) {
                Ok(size) => self.reset(size)?,
                Err(error) => self.say(&Reply::Error(error.to_string()))?,
            },
            Command::Options => self.list_options()?,
            Command::Help => self.say_text(HELP)?,
            Command::Quit => {
                self.say_text("Goodbye!")?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn set_position(&mut self, text: &str) -> io::Result<()> {
        match moves::position(text, self.settings.size) {
            Ok(position) => {
                self.position = position;
                self.say(&match position.ply() {
                    0 => Reply::PositionReset,
                    ply => Reply::Played(ply),
                })
            }
            Err(error) => self.say(&Reply::Error(error.to_string())),
        }
    }

    /// Forgets everything and sets up an empty board.
    fn reset(&mut self, size: AnySize) -> io::Result<()> {
        if size == self.settings.size {
            self.solver.clear();
        } else {
            self.settings.size = size;
            self.solver = solver(&self.settings);
        }
        self.position = Position::empty(size);
        self.say(&Reply::PositionReset)
    }

    /// The board with the discs of the side to move as `X` and those of the other as `O`.
    fn display(&mut self) -> io::Result<()> {
        let position = self.position;
        let (size, mover, opponent) = (position.size(), position.mover(), position.opponent());
        let symbol = |cell| match cell {
            cell if mover.contains(cell) => 'X',
            cell if opponent.contains(cell) => 'O',
            _ => '.',
        };
        for row in (0..size.height()).rev() {
            let cells = (0..size.width()).map(|column| symbol(Cell::new(column, row)));
            self.say_text(&spaced(cells))?;
        }
        self.say_text(&spaced(size.columns().map(Column::symbol)))
    }

    fn list_options(&mut self) -> io::Result<()> {
        let Settings { size, level, n_threads, table_size, .. } = &self.settings;
        let plies: Vec<String> =
            self.settings.books.all().map(|book| book.plies().to_string()).collect();
        let text = format!(
            "option size {}x{}\noption connect {}\noption level {level}\noption threads \
             {n_threads}\noption table-mib {}\noption books {}",
            size.width(),
            size.height(),
            size.connect(),
            table_size.mib(),
            if plies.is_empty() { "none".to_owned() } else { plies.join(",") },
        );
        self.say_text(&text)
    }
}

fn solver(settings: &Settings) -> BookSolver<AnySolver> {
    let Settings { size, n_threads, table_size, .. } = *settings;
    BookSolver::new(settings.books.clone(), AnySolver::with_threads(size, table_size, n_threads))
}

fn spaced(symbols: impl Iterator<Item = char>) -> String {
    symbols.map(String::from).collect::<Vec<_>>().join(" ")
}

const HELP: &str = "\
position [MOVES]   set up the empty board and play MOVES, such as 4455
display, d         show the board: X is to move
go                 say the best move, and what every move is worth
go LIMITS          movetime MS, nodes N, depth PLIES, infinite: with info lines
score all          what every column is worth, from the left
stop               end the search and answer with what is known
new                forget everything and set up the empty board
size WxH           play on another board, empty
options            list the settings
help               this list
quit, exit         end";
