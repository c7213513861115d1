//! An engine that obeys commands line by line: see [`foursight::protocol`].
//!
//! A separate thread reads the commands, so `stop` takes effect during a search. All other commands wait their turn:
//! if `go` and `quit` arrive together, both are answered.

mod go;
mod orders;

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc;
use std::thread;

use foursight::notation::{grid, moves};
use foursight::protocol::{Command, Reply};
use foursight::size::SizeError;
use foursight::{AnySize, Column, Position, Size};

use crate::{
    AnySolver, BookSolver, Level, LevelError, LevelPlayer, OpeningBooks, Solve, TableError,
    TableSize,
};
use orders::{MAX_WAITING, Order, read_orders};

/// The settings with which an engine starts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The board; the command `size` changes it.
    pub size: AnySize,
    /// Its playing strength.
    pub level: Level,
    /// Seed for its random choices.
    pub seed: u64,
    /// The opening books that it uses.
    pub books: OpeningBooks,
    /// The number of threads that search.
    pub n_threads: NonZeroUsize,
    /// The memory of its transposition table.
    pub table_size: TableSize,
    /// The number of best moves that a search with limits reports.
    pub n_lines: usize,
    /// Whether a person is typing; people see a greeting and prompts.
    pub is_interactive: bool,
}

/// A perfect engine for the standard board, with the built-in books, on one thread.
impl Default for Settings {
    fn default() -> Self {
        Self {
            size: AnySize::default(),
            level: Level::PERFECT,
            seed: 0,
            books: OpeningBooks::embedded(),
            n_threads: NonZeroUsize::MIN,
            table_size: TableSize::default(),
            n_lines: 1,
            is_interactive: false,
        }
    }
}

/// Obeys the commands in `input` until `quit` or the end, and writes each reply to `output` at once.
///
/// ```
/// use foursight_engine::session::{self, Settings};
///
/// let mut output = Vec::new();
/// session::run(Settings::default(), &b"position 112233\ngo\nquit\n"[..], &mut output)?;
/// assert!(String::from_utf8_lossy(&output).contains("bestmove 4"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// After `quit`, the thread that reads `input` keeps running until the next line or the end of input.
///
/// # Errors
///
/// If there is not enough memory for the table, or `output` cannot be written to.
pub fn run(
    settings: Settings,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, orders) = mpsc::sync_channel(MAX_WAITING);
    thread::spawn(move || read_orders(input, &sender));
    let mut session = Session::new(settings, output)
        .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    session.greet()?;
    for order in orders {
        if !session.obey(order)? {
            return Ok(());
        }
        session.prompt()?;
    }
    Ok(())
}

struct Session<W> {
    settings: Settings,
    position: Position<AnySize>,
    solver: BookSolver<AnySolver>,
    player: LevelPlayer,
    output: W,
}

impl<W: Write> Session<W> {
    fn new(settings: Settings, output: W) -> Result<Self, TableError> {
        Ok(Self {
            position: Position::empty(settings.size),
            solver: solver(&settings)?,
            player: LevelPlayer::new(settings.level, settings.seed),
            settings,
            output,
        })
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

    /// Obeys an order; returns false after `quit`.
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
            // The search that it stopped has ended by now.
            Command::Stop => {}
            Command::New => {
                self.solver.clear();
                self.empty_board()?;
            }
            Command::Size { width, height } => {
                match self.set_option("size", &format!("{width}x{height}")) {
                    Ok(()) => self.empty_board()?,
                    Err(error) => self.say(&Reply::Error(error))?,
                }
            }
            Command::Options => self.list_options()?,
            Command::SetOption { name, value } => {
                if let Err(error) = self.set_option(&name, &value) {
                    self.say(&Reply::Error(format!("setoption {name}: {error}")))?;
                }
            }
            Command::IsReady => self.say(&Reply::Ready)?,
            Command::Help => self.say_text(HELP)?,
            Command::Quit => {
                self.say_text("Goodbye!")?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn set_position(&mut self, text: &str) -> io::Result<()> {
        match moves::read(text, self.settings.size) {
            Ok(game) => {
                let position = *game.position();
                self.position = position;
                self.player.look_at(game.moves().last().copied());
                self.say(&match position.ply() {
                    0 => Reply::PositionReset,
                    ply => Reply::Played(ply),
                })
            }
            Err(error) => self.say(&Reply::Error(error.to_string())),
        }
    }

    fn empty_board(&mut self) -> io::Result<()> {
        self.position = Position::empty(self.settings.size);
        self.player.look_at(None);
        self.say(&Reply::PositionReset)
    }

    /// Changes a setting; another board is empty.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = self.settings.clone();
        let size = settings.size;
        let number = |most: usize| {
            let number = value.parse().ok().filter(|n| (1..=most).contains(n));
            number.ok_or_else(|| format!("it must be a whole number from 1 to {most}"))
        };
        let to_text = |error: SizeError| error.to_string();
        match name {
            "size" => {
                let sides: AnySize = value.parse().map_err(to_text)?;
                settings.size = sides.with_connect(size.connect()).map_err(to_text)?;
            }
            "connect" => {
                settings.size =
                    size.with_connect(number(AnySize::MAX_CONNECT)?).map_err(to_text)?;
            }
            "level" => {
                settings.level = value.parse().map_err(|error: LevelError| error.to_string())?;
            }
            "threads" => {
                settings.n_threads = NonZeroUsize::new(number(MAX_THREADS)?).expect("at least 1");
            }
            "table-mib" => settings.table_size = TableSize::from_mib(number(TableSize::MAX_MIB)?),
            "multipv" => settings.n_lines = number(Column::MAX_COUNT)?,
            _ => return Err(format!("there is no such option; the options are {OPTIONS}")),
        }
        if settings.size != size {
            self.position = Position::empty(settings.size);
        }
        self.configure(settings)
    }

    /// Continues with other settings, and forgets what the solver knows.
    fn configure(&mut self, settings: Settings) -> Result<(), String> {
        self.solver = solver(&settings).map_err(|error| error.to_string())?;
        if settings.level != self.settings.level {
            self.player = LevelPlayer::new(settings.level, settings.seed);
        }
        self.settings = settings;
        Ok(())
    }

    /// Prints the board, with the discs of the side to move as `X` and the other side's as `O`.
    fn display(&mut self) -> io::Result<()> {
        let position = self.position;
        self.say_text(&grid::write_ascii(&position.to_board(), position.side_to_move()))
    }

    fn list_options(&mut self) -> io::Result<()> {
        let Settings { size, level, n_threads, table_size, n_lines, .. } = &self.settings;
        let of_board = self.settings.books.all().filter(|book| book.size() == *size);
        let plies: Vec<String> = of_board.map(|book| book.plies().to_string()).collect();
        let text = format!(
            "option size {}x{}\noption connect {}\noption level {level}\noption threads \
             {n_threads}\noption table-mib {}\noption multipv {n_lines}\noption books {}",
            size.width(),
            size.height(),
            size.connect(),
            table_size.mib(),
            if plies.is_empty() { "none".to_owned() } else { plies.join(",") },
        );
        self.say_text(&text)
    }
}

fn solver(settings: &Settings) -> Result<BookSolver<AnySolver>, TableError> {
    let Settings { size, n_threads, table_size, .. } = *settings;
    let solver = AnySolver::try_with_threads(size, table_size, n_threads)?;
    Ok(BookSolver::new(settings.books.clone(), solver))
}

/// The settings that a driver can change.
const OPTIONS: &str = "size, connect, level, threads, table-mib and multipv";

/// More threads than any machine has cores would only use memory.
const MAX_THREADS: usize = 1_024;

const HELP: &str = "\
position [MOVES]   start from the empty board and play MOVES, such as 4455
display, d         show the board; X is to move
go                 score every move and name the best one
go LIMITS          find the best move, reporting progress; LIMITS: movetime MS,
                   nodes N, depth PLIES, infinite; place N: N discs are left to
                   place before the opponent may swap sides; swap: you may now
                   swap sides
score all          the scores of all columns, from the left
stop               end the search and answer with what is known
new                forget everything and set up the empty board
size WxH           set up an empty board of another size
options            list the settings
setoption name NAME value VALUE
                   change a setting; multipv N reports the N best moves
isready            answer readyok once all earlier commands are carried out
help               this list
quit, exit         end";
