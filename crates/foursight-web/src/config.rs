//! The settings of a server.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::HeaderValue;
use foursight::AnySize;
use foursight_engine::{OpeningBook, OpeningBooks, n_cores};
use ipnet::IpNet;

use crate::{NameRules, TrustedNetwork, WallClock};

/// Addresses, folders and limits of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to which people and programs connect; port 0 picks a free port.
    pub listen: ListenAddress,
    /// The address that serves health and metrics, if any; not for the public.
    pub admin: Option<ListenAddress>,
    /// The folder of the database, created if it is missing.
    pub data: PathBuf,
    /// The addresses of proxies, whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Networks in which many people share an address: every limit is higher for them.
    pub trusted_networks: Vec<TrustedNetwork>,
    /// The address that people type, such as `https://four.example`; other public names are refused.
    pub public_url: Option<String>,
    /// Sites whose pages may play network games here, such as `https://school.example`.
    pub allowed_origins: Vec<HeaderValue>,
    /// The rules for players' names.
    pub names: NameRules,
    /// The address for reporting security problems, as in `mailto:someone@four.example`.
    pub contact: Option<String>,
    /// Whether log lines about requests contain the addresses of clients.
    pub logs_addresses: bool,
    /// The form in which browsers get the page.
    pub page: PageForm,
    /// The WebAssembly module with which browsers answer questions themselves; without one, they ask the server.
    pub engine: Option<Vec<u8>>,
    /// The maximum number of questions solved at once, each on its own thread.
    pub n_threads: NonZeroUsize,
    /// Positions that need no search.
    pub books: OpeningBooks,
    /// The limits of one client, or of all clients.
    pub limits: ServerLimits,
    /// The time for game clocks and the puzzle of the day.
    pub clock: WallClock,
    /// Other pages, which pass the same limits and checks and get the same headers.
    pub extra: Option<axum::Router>,
    /// The reason why the other pages no longer work; once it is set, the server is not ready.
    pub extra_damage: Arc<OnceLock<String>>,
    /// The largest body that any request may have, in bytes; the server's own routes take [`Config::MAX_BODY`].
    pub max_body: usize,
}

/// The limits of one client, or of all clients.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Sustained requests per second from one address; `None` means no limit.
    pub requests_per_second: Option<NonZeroU32>,
    /// Open games of one address.
    pub open_games: usize,
    /// Connections at a time, of all clients.
    pub connections: NonZeroUsize,
    /// The solver's time limit per request.
    pub solve_time: Duration,
    /// The time limit for a request, apart from solving, from its headers to the first byte of the answer.
    pub answer_time: Duration,
    /// The time limits for a request to arrive, and for an idle connection.
    pub read_time: Duration,
}

impl Config {
    /// The largest body of a request for the server's own routes, in bytes.
    pub const MAX_BODY: usize = 8 * 1024;

    /// A server on port 4444 of this machine with the usual limits and its database in `data`.
    pub fn new(data: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 4444)).into(),
            admin: None,
            data,
            trusted_proxies: Vec::new(),
            trusted_networks: Vec::new(),
            public_url: None,
            allowed_origins: Vec::new(),
            names: NameRules::default(),
            contact: None,
            logs_addresses: false,
            page: PageForm::default(),
            engine: None,
            n_threads: n_cores(),
            books: OpeningBooks::embedded(),
            limits: ServerLimits::default(),
            clock: WallClock::system(),
            extra: None,
            extra_damage: Arc::default(),
            max_body: Self::MAX_BODY,
        }
    }
}

/// The address on which a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// A port; 0 picks a free one.
    Port(SocketAddr),
    /// A Unix socket, which the server creates and removes. Every peer on it is treated as a trusted proxy.
    #[cfg(unix)]
    Socket(PathBuf),
}

impl From<SocketAddr> for ListenAddress {
    fn from(address: SocketAddr) -> Self {
        Self::Port(address)
    }
}

/// The address as a web address or, for a socket, as its path after `unix:`.
impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port(address) => write!(f, "http://{address}"),
            #[cfg(unix)]
            Self::Socket(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// The form in which browsers get the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageForm {
    /// File by file, each in its current state.
    Modules,
    /// In a few files, joined and compressed when the server starts, which browsers keep for good.
    Joined,
}

impl Default for PageForm {
    /// A change to a file shows at once in a build with debug assertions.
    fn default() -> Self {
        if cfg!(debug_assertions) { Self::Modules } else { Self::Joined }
    }
}

/// The deepest book for the standard board that loads quickly and goes beyond the 8 plies in the module.
pub(crate) fn browsers_book(books: &OpeningBooks) -> Option<&OpeningBook> {
    let is_helpful = |book: &&OpeningBook| {
        book.size() == AnySize::default() && BROWSERS_PLIES.contains(&book.plies())
    };
    books.all().filter(is_helpful).max_by_key(|book| book.plies())
}

const BROWSERS_PLIES: RangeInclusive<usize> = 9..=12;

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            requests_per_second: NonZeroU32::new(100),
            open_games: 100,
            connections: NonZeroUsize::new(10_000).expect("it is not 0"),
            solve_time: Duration::from_secs(10),
            answer_time: Duration::from_secs(20),
            read_time: Duration::from_secs(20),
        }
    }
}
