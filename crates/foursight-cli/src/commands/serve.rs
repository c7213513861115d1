//! `foursight serve`: the page, the solver and network games, for browsers and programs.

mod backup;
#[cfg(target_os = "linux")]
mod class;
mod parse;

use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use foursight::counted;
use foursight_tui::signals::{self, Signal};
use foursight_web::{
    App, Config, HeaderValue, IpNet, ListenAddress, LogFormat, NameRules, PageForm, Ports, Server,
    ServerLimits, TrustedNetwork, start_log,
};

use crate::args::{DataArgs, at_least_one, n_threads, named, whole};
use crate::books;
use crate::commands::site::read_engine;
use crate::failure::UsageError;
use parse::{address, check_variables, contact, network, origin, public_url, solve_time};

/// Serve the page, the solver as JSON over HTTP, network games and puzzles.
///
/// Games are kept in a database in the data folder, which the first start creates; the opening books there are used
/// too. The server prints its address as soon as it accepts requests. Ctrl-C or SIGTERM stops it without losing
/// anything.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ServeArgs {
    #[command(subcommand)]
    task: Option<Task>,
    /// Address to listen on; port 0 picks a free port, and unix:PATH creates a Unix socket for a proxy on this machine.
    #[arg(long, env = "FOURSIGHT_LISTEN", hide_env_values = true, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:4444", value_parser = address)]
    listen: ListenAddress,
    #[command(flatten)]
    data: DataArgs,
    /// Serve /health, /ready, /metrics and the operator's requests, such as deleting a game, on this address; do
    /// not expose it to the public.
    #[arg(long, env = "FOURSIGHT_ADMIN", hide_env_values = true, value_name = "ADDRESS:PORT", value_parser = address)]
    admin: Option<ListenAddress>,
    /// Trust X-Forwarded-For and X-Forwarded-Proto from proxies at these addresses or networks, as in
    /// 127.0.0.1,10.0.0.0/8.
    #[arg(long, env = "FOURSIGHT_TRUST_PROXY", hide_env_values = true, value_name = "NETWORKS", value_delimiter = ',', value_parser = network)]
    trust_proxy: Vec<IpNet>,
    /// Count each address of these networks as N clients, as in 203.0.113.7=300 for a school behind one address.
    #[arg(long, env = "FOURSIGHT_TRUST_NETWORK", hide_env_values = true, value_name = "NETWORK=N", value_delimiter = ',', value_parser = TrustedNetwork::from_str)]
    trust_network: Vec<TrustedNetwork>,
    /// The public address, such as https://four.example; other public names are refused.
    #[arg(long, env = "FOURSIGHT_PUBLIC_URL", hide_env_values = true, value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// Let pages of these sites, such as https://school.example, create and play network games here. They send the
    /// secrets of their seats; their visitors' cookies count for nothing.
    #[arg(long, env = "FOURSIGHT_ALLOW_ORIGIN", hide_env_values = true, value_name = "URLS", value_delimiter = ',', value_parser = origin)]
    allow_origin: Vec<HeaderValue>,
    /// Whether players choose their names or are called by their colors.
    #[arg(long, env = "FOURSIGHT_NAMES", hide_env_values = true, value_parser = names(), default_value = "own")]
    names: &'static str,
    /// Refuse names that contain a word from this file, which lists one per line.
    #[arg(long, env = "FOURSIGHT_REFUSED_WORDS", hide_env_values = true, value_name = "FILE")]
    refused_words: Option<PathBuf>,
    /// Where to report security problems, for /.well-known/security.txt, as in mailto:someone@four.example.
    #[arg(long, env = "FOURSIGHT_CONTACT", hide_env_values = true, value_name = "URL", value_parser = contact)]
    contact: Option<String>,
    /// WebAssembly module that lets browsers analyze and play on their own; `cargo xtask wasm` builds it
    /// [default: the one compiled in, as in releases].
    #[arg(long, env = "FOURSIGHT_ENGINE", hide_env_values = true, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Number of requests to solve at once, each on its own thread [default: one per core].
    #[arg(long, env = "FOURSIGHT_THREADS", hide_env_values = true, value_name = "N", value_parser = n_threads)]
    threads: Option<NonZeroUsize>,
    /// Maximum sustained requests per second per client; 0 for no limit.
    #[arg(long, env = "FOURSIGHT_RATE", hide_env_values = true, value_name = "N", default_value_t = ServerLimits::default().requests_per_second.map_or(0, NonZeroU32::get), value_parser = whole(0..=u32::MAX))]
    rate: u32,
    /// Maximum number of open games per client.
    #[arg(long, env = "FOURSIGHT_OPEN_GAMES", hide_env_values = true, value_name = "N", default_value_t = ServerLimits::default().open_games)]
    open_games: usize,
    /// Maximum number of connections at a time.
    #[arg(long, env = "FOURSIGHT_CONNECTIONS", hide_env_values = true, value_name = "N", default_value_t = ServerLimits::default().connections, value_parser = at_least_one)]
    connections: NonZeroUsize,
    /// Time limit for the search of one request.
    #[arg(long, env = "FOURSIGHT_SOLVE_TIME", hide_env_values = true, value_name = "DURATION", default_value = "10s", value_parser = solve_time)]
    solve_time: Duration,
    /// Form in which the page is served [default: joined, or modules in a debug build].
    #[arg(long, value_parser = page(), hide = true)]
    page: Option<PageForm>,
    /// Log format on standard error.
    #[arg(long, env = "FOURSIGHT_LOG", hide_env_values = true, value_parser = log(), default_value = "text")]
    log: LogFormat,
    /// Log every request.
    #[arg(long, env = "FOURSIGHT_LOG_REQUESTS", hide_env_values = true)]
    log_requests: bool,
    /// Log every request with the address of its client, which is personal data.
    #[arg(long, env = "FOURSIGHT_LOG_ADDRESSES", hide_env_values = true)]
    log_addresses: bool,
    #[command(flatten)]
    class: ClassArgs,
    /// Check the options, the files that they name and the database, then exit.
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Subcommand)]
enum Task {
    Backup(backup::BackupArgs),
}

/// A class beside the games.
#[derive(Args, Debug)]
struct ClassArgs {
    /// Also serve a class whose database and uploads are in this folder: pupils hand in bots, which play in a ladder.
    /// Only on Linux. The first start prints the teacher's secret link.
    #[arg(long, env = "FOURSIGHT_CLASS", hide_env_values = true, value_name = "DIR")]
    class: Option<PathBuf>,
    /// Print a new link for the teacher of the class; the old one no longer works.
    #[arg(long, requires = "class")]
    new_teacher_link: bool,
}

fn log() -> impl TypedValueParser<Value = LogFormat> {
    named([
        (LogFormat::Text, "text", "Plain text for people"),
        (LogFormat::Json, "json", "A JSON object on each line"),
    ])
}

fn names() -> impl TypedValueParser<Value = &'static str> {
    named([("own", "own", "The names that players choose"), (FIXED, FIXED, "Red and Yellow")])
}

const FIXED: &str = "fixed";

/// Form of the page's files, for tests and for work on the page.
fn page() -> impl TypedValueParser<Value = PageForm> {
    named([(PageForm::Modules, "modules", ""), (PageForm::Joined, "joined", "")])
}

pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    if let Some(Task::Backup(args)) = &args.task {
        return backup::run(args);
    }
    check_variables(std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()))?;
    if args.check {
        report(&args.config()?)?;
        return args.class.class.as_deref().map_or(Ok(()), check_class);
    }
    start_log(args.log, args.log_requests || args.log_addresses);
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    map_large_blocks();
    let mut config = args.config()?;
    config.limits.connections = raise_open_files(config.limits.connections);
    // All long work has its own threads, whose number is known, so one blocking thread is enough.
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(1).build();
    let runtime = runtime.context("cannot start the server's threads")?;
    let ports = runtime.block_on(Ports::open(&config))?;
    let class = args.class.class.as_deref().map(|folder| open_class(args, folder, &mut config));
    runtime.block_on(serve(config, ports, class.transpose()?))
}

#[cfg(target_os = "linux")]
use class::{ServedClass, check as check_class, open as open_class};

/// Stands in for a class on systems without the isolation that it needs.
#[cfg(not(target_os = "linux"))]
enum ServedClass {}

#[cfg(not(target_os = "linux"))]
impl ServedClass {
    fn start(&self, _: &ListenAddress) -> Result<Option<String>> {
        match *self {}
    }

    fn stop(&self) {
        match *self {}
    }
}

#[cfg(not(target_os = "linux"))]
fn open_class(_: &ServeArgs, folder: &std::path::Path, _: &mut Config) -> Result<ServedClass> {
    check_class(folder).map(|()| unreachable!("there is no class on this system"))
}

#[cfg(not(target_os = "linux"))]
fn check_class(_: &std::path::Path) -> Result<()> {
    let message = "--class: pupils' bots run in a jail that only Linux has";
    Err(crate::failure::UsageError(message.to_owned()).into())
}

/// Makes glibc map each large block separately, so that freed blocks return to the system. In glibc's heaps, large
/// pictures among small answers kept 320 MiB in use under load, instead of 130.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a setting of the C library, before other threads start")]
fn map_large_blocks() {
    const LARGE: nix::libc::c_int = 512 << 10;
    // SAFETY: any two numbers may be passed. If the call fails, more memory stays in use.
    unsafe { nix::libc::mallopt(nix::libc::M_MMAP_THRESHOLD, LARGE) };
}

/// Reports what a server with this configuration would find.
fn report(config: &Config) -> Result<()> {
    let games = match App::check(config)? {
        Some(n_games) => counted(n_games as usize, "game"),
        None => "no database yet".to_owned(),
    };
    let folder = config.data.display();
    writeln!(io::stdout(), "the settings are valid; {folder}: {games}")?;
    Ok(())
}

async fn serve(config: Config, ports: Ports, class: Option<ServedClass>) -> Result<()> {
    let stop = stop_signal().context("cannot listen for signals")?;
    let server = Server::start(config, ports)?;
    let mut stdout = io::stdout();
    writeln!(stdout, "listening on {}", server.address())?;
    if let Some(admin) = server.admin_address() {
        writeln!(stdout, "health and metrics on {admin}")?;
    }
    if let Some(class) = &class
        && let Some(link) = class.start(server.address())?
    {
        writeln!(stdout, "the teacher's link, which is shown only once: {link}")?;
    }
    stdout.flush()?;
    server.run_until(stop).await;
    class.iter().for_each(ServedClass::stop);
    Ok(())
}

/// Raises the limit on open files as far as the system allows, and returns the number of connections it permits: each
/// takes one file.
#[cfg(unix)]
fn raise_open_files(n_connections: NonZeroUsize) -> NonZeroUsize {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    /// Files for the database, ports, the runtime, and the admin port, which must answer even when all connections are
    /// taken.
    const OTHERS: u64 = 64;
    let Ok((_, most)) = getrlimit(Resource::RLIMIT_NOFILE) else { return n_connections };
    // If the system refuses, the limit stays as it is.
    let _ = setrlimit(Resource::RLIMIT_NOFILE, most, most);
    let room = usize::try_from(most.saturating_sub(OTHERS)).unwrap_or(usize::MAX);
    let room = NonZeroUsize::new(room).unwrap_or(NonZeroUsize::MIN);
    if room < n_connections {
        tracing::warn!(
            "the limit of {most} open files (ulimit -n) leaves room for {room} connections, not for --connections {n_connections}"
        );
    }
    room.min(n_connections)
}

#[cfg(not(unix))]
fn raise_open_files(n_connections: NonZeroUsize) -> NonZeroUsize {
    n_connections
}

/// Completes at the first Ctrl-C or SIGTERM.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let (sender, stop) = tokio::sync::oneshot::channel();
    let mut sender = Some(sender);
    signals::listen(&[Signal::Interrupt, Signal::Terminate], move |_| {
        if let Some(sender) = sender.take() {
            // Without a receiver, the server has stopped by itself.
            let _ = sender.send(());
        }
    })?;
    Ok(async {
        if stop.await.is_err() {
            // No signal can arrive any more: the server runs until it is killed.
            std::future::pending::<()>().await;
        }
    })
}

impl ServeArgs {
    fn config(&self) -> Result<Config> {
        let data = self.data.folder()?;
        if data.exists() && !data.is_dir() {
            return Err(UsageError(format!("--data {}: it is not a folder", data.display())).into());
        }
        let books = books::for_solver(books::all(Some(&data)));
        let mut config = Config::new(data);
        config.books = books;
        config.listen = self.listen.clone();
        config.admin.clone_from(&self.admin);
        config.trusted_proxies.clone_from(&self.trust_proxy);
        config.trusted_networks.clone_from(&self.trust_network);
        config.public_url.clone_from(&self.public_url);
        config.allowed_origins.clone_from(&self.allow_origin);
        config.names = self.name_rules()?;
        config.contact.clone_from(&self.contact);
        config.logs_addresses = self.log_addresses;
        config.page = self.page.unwrap_or(config.page);
        config.engine = read_engine(self.engine.as_deref())?;
        config.n_threads = self.threads.unwrap_or(config.n_threads);
        config.limits.requests_per_second = NonZeroU32::new(self.rate);
        config.limits.open_games = self.open_games;
        config.limits.connections = self.connections;
        config.limits.solve_time = self.solve_time;
        Ok(config)
    }

    fn name_rules(&self) -> Result<NameRules> {
        let words = match &self.refused_words {
            Some(file) => std::fs::read_to_string(file)
                .with_context(|| format!("cannot read the refused words in {}", file.display()))?,
            None => String::new(),
        };
        Ok(NameRules::new(self.names == FIXED, &words))
    }
}
