//! `foursight serve`: the page, the solver and network games for browsers and programs.

use std::io::{self, Write};
use std::net::{IpAddr, ToSocketAddrs};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use foursight::duration;
use foursight_tui::signals::{self, Signal};
use foursight_web::{
    Config, IpNet, ListenAddress, LogFormat, PageForm, Server, ServerLimits, start_log,
};

use crate::args::{DataArgs, at_least_one, n_threads};
use crate::{books, engine_module};

/// Serve the page, the solver as JSON over HTTP, network games and puzzles.
///
/// Games are kept in a database in the data folder, which the first start creates; its opening books are used. The server prints its address once
/// it accepts requests. Ctrl-C or SIGTERM stops it without losing anything.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 picks a free one. unix:PATH makes a Unix socket for a proxy on this machine.
    #[arg(long, env = "FOURSIGHT_LISTEN", hide_env_values = true, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:4444", value_parser = address)]
    listen: ListenAddress,
    #[command(flatten)]
    data: DataArgs,
    /// Serve /health, /ready and /metrics on this address; do not expose it to the public.
    #[arg(long, env = "FOURSIGHT_ADMIN", hide_env_values = true, value_name = "ADDRESS:PORT", value_parser = address)]
    admin: Option<ListenAddress>,
    /// Trust X-Forwarded-For and X-Forwarded-Proto from proxies at these addresses or networks, as in
    /// 127.0.0.1,10.0.0.0/8.
    #[arg(long, env = "FOURSIGHT_TRUST_PROXY", hide_env_values = true, value_name = "NETWORKS", value_delimiter = ',', value_parser = network)]
    trust_proxy: Vec<IpNet>,
    /// The public address, such as https://four.example; other public names are refused.
    #[arg(long, env = "FOURSIGHT_PUBLIC_URL", hide_env_values = true, value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// The WebAssembly module with which browsers analyze and play on their own, as `cargo xtask wasm` builds it
    /// [default: the one that is compiled in; releases have one].
    #[arg(long, env = "FOURSIGHT_ENGINE", hide_env_values = true, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Number of questions to solve at a time, each on its own thread [default: one per core].
    #[arg(long, env = "FOURSIGHT_THREADS", hide_env_values = true, value_name = "N", value_parser = n_threads)]
    threads: Option<NonZeroUsize>,
    /// Requests per second that a client may make in the long run; 0 for no limit.
    #[arg(
        long,
        env = "FOURSIGHT_RATE",
        hide_env_values = true,
        value_name = "N",
        default_value_t = 100
    )]
    rate: u32,
    /// Open games that a client may have.
    #[arg(long, env = "FOURSIGHT_OPEN_GAMES", hide_env_values = true, value_name = "N", default_value_t = ServerLimits::default().open_games)]
    open_games: usize,
    /// Connections served at a time.
    #[arg(long, env = "FOURSIGHT_CONNECTIONS", hide_env_values = true, value_name = "N", default_value_t = ServerLimits::default().connections, value_parser = at_least_one)]
    connections: NonZeroUsize,
    /// Requests of one client that may wait for the solver before more are rejected.
    #[arg(long, env = "FOURSIGHT_QUEUE", hide_env_values = true, value_name = "N", default_value_t = ServerLimits::default().queue)]
    queue: usize,
    /// Longest search for one request.
    #[arg(long, env = "FOURSIGHT_SOLVE_TIME", hide_env_values = true, value_name = "DURATION", default_value = "10s", value_parser = duration::read)]
    solve_time: Duration,
    /// How the page is served [default: joined, or modules in a debug build].
    #[arg(long, value_enum, hide = true)]
    page: Option<Page>,
    /// The format of the log on standard error.
    #[arg(long, env = "FOURSIGHT_LOG", hide_env_values = true, value_enum, default_value_t = Log::Text)]
    log: Log,
    /// Log every request.
    #[arg(long, env = "FOURSIGHT_LOG_REQUESTS", hide_env_values = true)]
    log_requests: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Log {
    /// Lines for people.
    Text,
    /// A JSON object on each line.
    Json,
}

/// What browsers load: for tests and for work on the page.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Page {
    /// Every file as it is.
    Modules,
    /// A few files, compressed once.
    Joined,
}

pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    let format = match args.log {
        Log::Text => LogFormat::Text,
        Log::Json => LogFormat::Json,
    };
    start_log(format, args.log_requests);
    let mut config = args.config()?;
    config.limits.connections = raise_open_files(config.limits.connections);
    tokio::runtime::Runtime::new().context("no threads for the server")?.block_on(serve(config))
}

async fn serve(config: Config) -> Result<()> {
    let stop = stop_signal().context("cannot listen for signals")?;
    let server = Server::start(config).await?;
    let mut stdout = io::stdout();
    writeln!(stdout, "listening on {}", server.address())?;
    if let Some(admin) = server.admin_address() {
        writeln!(stdout, "health and metrics on {admin}")?;
    }
    stdout.flush()?;
    server.run_until(stop).await;
    Ok(())
}

/// Raises the limit on open files as far as the system allows, and says how many connections that leaves: each
/// takes one.
#[cfg(unix)]
fn raise_open_files(n_connections: NonZeroUsize) -> NonZeroUsize {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    /// The database, ports, what the runtime has, and a few for the admin port, which must answer even when all
    /// connections are taken.
    const OTHERS: u64 = 64;
    let Ok((_, most)) = getrlimit(Resource::RLIMIT_NOFILE) else { return n_connections };
    // If the system refuses, the limit stays as it is.
    let _ = setrlimit(Resource::RLIMIT_NOFILE, most, most);
    let room = usize::try_from(most.saturating_sub(OTHERS)).unwrap_or(usize::MAX);
    let room = NonZeroUsize::new(room).unwrap_or(NonZeroUsize::MIN);
    if room < n_connections {
        tracing::warn!(
            "{most} open files at most (ulimit -n) leave room for {room} connections, not --connections {n_connections}"
        );
    }
    room.min(n_connections)
}

#[cfg(not(unix))]
fn raise_open_files(n_connections: NonZeroUsize) -> NonZeroUsize {
    n_connections
}

/// Ready at the first Ctrl-C or SIGTERM.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let (sender, stop) = tokio::sync::oneshot::channel();
    let mut sender = Some(sender);
    signals::listen(&[Signal::Interrupt, Signal::Terminate], move |_| {
        if let Some(sender) = sender.take() {
            // Without a receiver the server has stopped by itself.
            let _ = sender.send(());
        }
    })?;
    Ok(async {
        if stop.await.is_err() {
            // No signal can come any more: the server runs until it is ended from outside.
            std::future::pending::<()>().await;
        }
    })
}

impl ServeArgs {
    fn config(&self) -> Result<Config> {
        let data = self.data.folder()?;
        let books = books::for_solver(books::all(Some(&data)));
        let mut config = Config::new(data);
        config.books = books;
        config.listen = self.listen.clone();
        config.admin.clone_from(&self.admin);
        config.trusted_proxies.clone_from(&self.trust_proxy);
        config.public_url.clone_from(&self.public_url);
        config.page = match self.page {
            Some(Page::Modules) => PageForm::Modules,
            Some(Page::Joined) => PageForm::Joined,
            None => config.page,
        };
        config.engine = engine_module::read(self.engine.as_deref())?;
        config.n_threads = self.threads.unwrap_or(config.n_threads);
        config.limits.requests_per_second = NonZeroU32::new(self.rate);
        config.limits.open_games = self.open_games;
        config.limits.connections = self.connections;
        config.limits.queue = self.queue;
        config.limits.solve_time = self.solve_time;
        Ok(config)
    }
}

/// A Unix socket, or an address with a port; a name stands for its first address.
fn address(text: &str) -> Result<ListenAddress, String> {
    if let Some(path) = text.strip_prefix("unix:").filter(|path| !path.is_empty()) {
        #[cfg(unix)]
        return Ok(ListenAddress::Socket(path.into()));
        #[cfg(not(unix))]
        return Err(format!("this system has no Unix socket {path}; use an address and a port"));
    }
    let form = "it looks like 127.0.0.1:4444, localhost:4444 or unix:/run/foursight/socket";
    let mut addresses = text.to_socket_addrs().map_err(|error| format!("{error}; {form}"))?;
    addresses.next().map(ListenAddress::Port).ok_or_else(|| form.to_owned())
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    address
        .or_else(|_| text.parse())
        .map_err(|_| "it looks like 127.0.0.1 or 10.0.0.0/8".to_owned())
}

fn public_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_site = host.is_some_and(|host| {
        let host = host.strip_suffix('/').unwrap_or(host);
        !host.is_empty() && !host.contains(|c: char| c == '/' || c.is_whitespace())
    });
    if is_site { Ok(text.to_owned()) } else { Err("it looks like https://four.example".to_owned()) }
}
