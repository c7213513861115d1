//! The program's arguments: its options, and the list of its commands.

use anstream::ColorChoice;
use anyhow::Result;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::args::named;
#[cfg(unix)]
use crate::commands::arena;
#[cfg(not(unix))]
use crate::commands::unix_only;
use crate::commands::{
    analyze, bench, best_move, bits, book, completions, convert, engine, label, man, mcp, perft,
    plan, play, review, serve, show, site, solve, why,
};
use crate::usage;

/// Connect Four: play it, solve it, see why a move wins or loses.
///
/// Without a command, a game starts: you play red against level 3. On a terminal it fills the screen, and ? lists the
/// keys.
#[derive(Debug, Parser)]
#[command(
    name = "foursight",
    version,
    override_usage = "foursight [OPTIONS]\n       foursight [--color <WHEN>] <COMMAND>",
    after_help = "`foursight help PAGE` prints a page on: dialects, isolation, notations, protocol"
)]
pub(crate) struct Cli {
    /// When to use colors.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN", value_parser = colors(), display_order = 1000)]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) play: play::PlayArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(play::PlayArgs),
    Solve(solve::SolveArgs),
    Analyze(analyze::AnalyzeArgs),
    Why(why::WhyArgs),
    Review(review::ReviewArgs),
    Move(best_move::MoveArgs),
    Plan(plan::PlanArgs),
    Label(label::LabelArgs),
    Bench(bench::BenchArgs),
    Book(book::BookCommandArgs),
    Engine(engine::EngineArgs),
    Mcp(mcp::McpArgs),
    #[cfg(unix)]
    Arena(arena::ArenaArgs),
    #[cfg(not(unix))]
    Arena(unix_only::UnixOnlyArgs),
    Show(show::ShowArgs),
    Serve(Box<serve::ServeArgs>),
    Site(site::SiteArgs),
    Convert(convert::ConvertArgs),
    Bits(bits::BitsArgs),
    Perft(perft::PerftArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

fn colors() -> impl TypedValueParser<Value = ColorChoice> {
    named([
        (ColorChoice::Auto, "auto", "On a terminal, unless NO_COLOR is set"),
        (ColorChoice::Always, "always", ""),
        (ColorChoice::Never, "never", ""),
    ])
}

impl Cli {
    /// Reads the arguments of this process, or exits with an error. A command rejects the arguments of a game.
    pub(crate) fn read() -> Self {
        let mut command = Self::styled();
        let matches = usage::matches(&mut command);
        let is_given = |argument: &&Arg| {
            let action = argument.get_action();
            (action.takes_values() || matches!(action, ArgAction::SetTrue))
                && !argument.is_global_set()
                && matches.value_source(argument.get_id().as_str())
                    == Some(ValueSource::CommandLine)
        };
        let given = command.get_arguments().find(is_given).map(Arg::to_string);
        if let (Some(name), Some(argument)) = (matches.subcommand_name(), given) {
            let message = format!("the subcommand '{name}' cannot be used with '{argument}'");
            command.error(ErrorKind::ArgumentConflict, message).exit();
        }
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit())
    }

    /// The program's arguments, with help in one style.
    fn styled() -> clap::Command {
        usage::styled(Self::command())
    }
}

/// Runs the command that the arguments name.
pub(crate) fn run(cli: Cli) -> Result<()> {
    match cli.command {
        None => play::run(&cli.play),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Why(args)) => why::run(&args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Move(args)) => best_move::run(&args),
        Some(Command::Plan(args)) => plan::run(&args),
        Some(Command::Label(args)) => label::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Mcp(args)) => mcp::run(&args),
        #[cfg(unix)]
        Some(Command::Arena(args)) => arena::run(&args),
        #[cfg(not(unix))]
        Some(Command::Arena(_)) => unix_only::refuse(),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Site(args)) => site::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Bits(args)) => bits::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, Cli::styled()),
        Some(Command::Man(args)) => man::run(&args, Cli::styled()),
    }
}
