//! An engine that is driven by lines: see [`foursight::protocol`].
//!
//! A thread of its own reads the commands, so that `stop` is heard while a search goes on. All others wait
//! their turn: whoever sends `go` and `quit` at once has both answered.

mod go;

use std::io::{self, BufRead, Read, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Weak};
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

/// A perfect engine for the standard board, with the books that are compiled in, on one thread.
impl Default for Settings {
    fn default() -> Self {
        Self {
            size: AnySize::default(),
            level: Level::PERFECT,
            seed: 0,
            books: OpeningBooks::embedded(),
            n_threads: NonZeroUsize::MIN,
            table_size: TableSize::default(),
            is_interactive: false,
        }
    }
}

/// Obeys the commands of `input` until `quit` or the end, and writes the replies to `output`, each
/// line at once.
///
/// After `quit` the thread that reads `input` stays until the next line or the end of it.
///
/// # Errors
///
/// If `output` cannot be written to.
pub fn run(
    settings: Settings,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, orders) = mpsc::sync_channel(MAX_WAITING);
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

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// How many commands may wait.
const MAX_WAITING: usize = 1 << 12;

/// The searches that have not ended yet: their flags, and whether they go on until they are stopped.
#[derive(Default)]
struct Searches(Vec<(Weak<AtomicBool>, bool)>);

impl Searches {
    fn begin(&mut self, is_infinite: bool) -> Arc<AtomicBool> {
        let cancel = Arc::<AtomicBool>::default();
        self.0.retain(|(flag, _)| flag.strong_count() > 0);
        self.0.push((Arc::downgrade(&cancel), is_infinite));
        cancel
    }

    fn stop(&self) {
        self.0.iter().for_each(|(flag, _)| set(flag));
    }

    fn stop_infinite(&self) {
        self.0.iter().filter(|(_, is_infinite)| *is_infinite).for_each(|(flag, _)| set(flag));
    }
}

fn set(flag: &Weak<AtomicBool>) {
    if let Some(flag) = flag.upgrade() {
        flag.store(true, Ordering::Relaxed);
    }
}

/// Sends the commands on, and ends searches that are to end before it is their turn.
fn read_orders(mut input: impl BufRead, orders: &SyncSender<Order>) {
    let mut searches = Searches::default();
    while let Some(command) = read_command(&mut input) {
        let cancel = match &command {
            Ok(Some(Command::Go(go))) => searches.begin(go.infinite),
            Ok(Some(Command::ScoreAll)) => searches.begin(false),
            _ => Arc::default(),
        };
        match &command {
            Ok(Some(Command::Stop)) => searches.stop(),
            Ok(Some(Command::Quit)) => searches.stop_infinite(),
            _ => {}
        }
        let is_sent = match orders.try_send(Order { command, cancel }) {
            Ok(()) => true,
            Err(TrySendError::Full(order)) => {
                // Nobody would hear `stop` behind so many commands.
                searches.stop();
                orders.send(order).is_ok()
            }
            Err(TrySendError::Disconnected(_)) => false,
        };
        if !is_sent {
            return;
        }
    }
    searches.stop_infinite();
}

/// The command of the next line; `None` at the end of the input.
fn read_command(input: &mut impl BufRead) -> Option<Result<Option<Command>, CommandError>> {
    let mut line = Vec::new();
    let mut read_part = |line: &mut Vec<u8>| {
        line.clear();
        input.by_ref().take(MAX_LINE).read_until(b'\n', line).ok()?;
        Some(line.len() as u64 == MAX_LINE && !line.ends_with(b"\n"))
    };
    if !read_part(&mut line)? {
        return (!line.is_empty()).then(|| Command::read(&String::from_utf8_lossy(&line)));
    }
    while read_part(&mut line)? {}
    Some(Err(CommandError::Words(format!("a line has at most {MAX_LINE} bytes"))))
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
            Command::Size { width, height } => {
                match AnySize::new(width, height, self.settings.size.connect()) {
                    Ok(size) => self.reset(size)?,
                    Err(error) => self.say(&Reply::Error(error.to_string()))?,
                }
            }
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
        let of_board = self.settings.books.all().filter(|book| book.size() == *size);
        let plies: Vec<String> = of_board.map(|book| book.plies().to_string()).collect();
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
