//! Reads arguments, with help in one style and errors in plain words, and prints the documentation pages that are compiled
//! in, such as `foursight help dialects`.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::exit;

use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, Command};

use crate::failure::report;
use crate::output::complain;

/// The same command in this program's style: negative numbers and durations are values, not options, the last of repeated
/// options wins, and help paragraphs lose the line breaks of the source.
pub(crate) fn styled(command: Command) -> Command {
    let command = command.args_override_self(true);
    let long_about = command.get_long_about().map(|text| joined(&text.to_string()));
    let command = match long_about {
        Some(text) => command.long_about(text),
        None => command,
    };
    let with_values = |arg: clap::Arg| {
        if !arg.get_action().takes_values() {
            return arg;
        }
        let is_duration = arg.get_value_names().is_some_and(|names| names == ["DURATION"]);
        if is_duration { arg.allow_hyphen_values(true) } else { arg.allow_negative_numbers(true) }
    };
    command.mut_args(with_values).mut_subcommands(styled)
}

/// Puts each paragraph on a single line; examples, which are indented, stay unchanged.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    let mut goes_on = false;
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if goes_on && is_prose { ' ' } else { '\n' });
        }
        joined.push_str(line);
        goes_on = is_prose;
    }
    joined
}

/// The arguments of this process. Prints the requested help or the error, and exits.
pub(crate) fn matches(command: &mut Command) -> ArgMatches {
    let args = with_new_names(std::env::args_os().collect());
    if let [_, help, name] = &args[..]
        && help == "help"
        && let Some(page) = name.to_str().and_then(page_text)
    {
        let written = write!(anstream::stdout(), "{page}");
        exit(written.map_or_else(|error| report(&error.into()).into(), |()| 0));
    }
    let is_help = args.get(1).is_some_and(|word| word == OsStr::new("help"));
    command.try_get_matches_from_mut(args).unwrap_or_else(|error| fail(&error, is_help))
}

/// The arguments with the commands that were moved under others; version 0.2 no longer knows their old names.
fn with_new_names(mut args: Vec<OsString>) -> Vec<OsString> {
    let at = if args.get(1).is_some_and(|word| word == "help") { 2 } else { 1 };
    let parent = match args.get(at).and_then(|word| word.to_str()) {
        Some("match" | "grade") => "arena",
        Some("backup") => "serve",
        Some("plan") if at == 1 => {
            let is_side = |word: &OsString| word.to_string_lossy().starts_with("--side");
            if args.get(2).is_some_and(|word| word != "find") && args.iter().any(is_side) {
                args.insert(2, "find".into());
            }
            return args;
        }
        _ => return args,
    };
    args.insert(at, parent.into());
    args
}

/// Prints what is wrong with the arguments, and exits.
fn fail(error: &clap::Error, is_help: bool) -> ! {
    if let Some((theirs, ours)) = words(error) {
        let text = error.render().ansi().to_string();
        anstream::eprint!("{}", text.replacen(&theirs, &ours, 1));
    } else if let Some(name) = unknown_command(error).filter(|_| is_help) {
        let pages: Vec<&str> = page_names().collect();
        complain(&format!(
            "there is no command or page '{name}'; `foursight help` lists the commands, and the pages are {}",
            pages.join(", ")
        ));
    } else {
        error.exit()
    }
    exit(error.exit_code())
}

fn unknown_command(error: &clap::Error) -> Option<&String> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => Some(name),
        _ => None,
    }
}

/// The standard library's messages about values, each with our wording.
fn words(error: &clap::Error) -> Option<(String, String)> {
    let source = std::error::Error::source(error)?;
    let theirs = source.to_string();
    let value = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) => value,
        _ => "",
    };
    let ours = if let Some(error) = source.downcast_ref::<ParseIntError>() {
        number(error, value).to_owned()
    } else {
        source.downcast_ref::<ParseFloatError>().map(|_| "it must be a number".to_owned())?
    };
    Some((theirs, ours))
}

fn number(error: &ParseIntError, value: &str) -> &'static str {
    match error.kind() {
        IntErrorKind::Zero => "it must be 1 or more",
        IntErrorKind::PosOverflow => "the number is too large",
        _ if value.starts_with('-') => "it must not be negative",
        _ => "it must be a whole number",
    }
}

const PAGES: [(&str, &str); 4] = [
    ("dialects", include_str!("../pages/dialects.md")),
    ("isolation", include_str!("../pages/isolation.md")),
    ("notations", include_str!("../pages/notations.md")),
    ("protocol", include_str!("../pages/protocol.md")),
];

pub(crate) fn page_names() -> impl Iterator<Item = &'static str> {
    PAGES.into_iter().map(|(name, _)| name)
}

/// The page with this name, as Markdown with links that have no targets: a release has no other pages.
pub(crate) fn page_text(name: &str) -> Option<String> {
    let (_, page) = PAGES.into_iter().find(|(page, _)| *page == name)?;
    let mut parts = page.split("](");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        text += "]";
        text += part.split_once(')').map_or(part, |(_, rest)| rest);
    }
    Some(text)
}
