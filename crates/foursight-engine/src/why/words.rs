//! The sentences of reasons are in this module, in `words/plan.rs` and in `words/replies.rs`. To translate everything that
//! is said about a game, also write these files in another language: `names.rs`, `idea.rs` and `forecast.rs` (names of
//! players, ideas and results), `review/headline.rs` and `review/words.rs` (lessons and remarks).
//!
//! No sentence has more than 25 words. A sentence that can open an explanation begins with a player's name, which is
//! "you" to that player.

mod plan;
mod replies;

use foursight::{Cell, Player};

use super::names::Names;
use super::part::{Part, PartKind};
use super::sentence::{Better, Break, Kept, Sentence};
use super::told::Told;
use crate::Forecast;

/// The explanation in English.
pub(super) fn english(told: &Told, names: Names) -> Vec<Part> {
    let mut parts: Vec<Part> =
        told.sentences().iter().map(|sentence| part(sentence, names)).collect();
    // The plan is that of the better move.
    if let [Part { kind: PartKind::Better, .. }, plan, ..] = &mut *parts {
        plan.kind = PartKind::Better;
    }
    parts
}

fn part(sentence: &Sentence, names: Names) -> Part {
    let items = match sentence {
        Sentence::Plan(plan) | Sentence::AfterThat(plan) => plan::items(plan, names),
        Sentence::Replies(map) => replies::items(map, names),
        _ => Vec::new(),
    };
    let text = names.said(hero(sentence), &text(sentence, names));
    Part { kind: kind(sentence), text, items }
}

/// The side that the verbs marked with `#` are about.
fn hero(sentence: &Sentence) -> Player {
    match sentence {
        Sentence::Completes { hero, .. }
        | Sentence::StepUp { hero, .. }
        | Sentence::Planned { hero, .. }
        | Sentence::Fills { hero, .. }
        | Sentence::NoReason { mover: hero, .. }
        | Sentence::Example { mover: hero, .. }
        | Sentence::Missed { mover: hero, .. }
        | Sentence::Wasted { mover: hero, .. }
        | Sentence::Better { hero, .. }
        | Sentence::Spoils { hero, .. } => *hero,
        Sentence::Plan(plan) | Sentence::AfterThat(plan) => plan.hero,
        Sentence::Replies(map) => map.hero,
        Sentence::MainLine { .. } | Sentence::BothHold | Sentence::Alike { .. } => Player::First,
    }
}

fn kind(sentence: &Sentence) -> PartKind {
    match sentence {
        Sentence::NoReason { .. } => PartKind::Result,
        Sentence::Example { .. } => PartKind::Example,
        Sentence::Missed { .. } => PartKind::Missed,
        Sentence::Better { .. } => PartKind::Better,
        Sentence::Alike { .. } => PartKind::Alike,
        _ => PartKind::Reason,
    }
}

fn text(sentence: &Sentence, names: Names) -> String {
    match sentence {
        Sentence::Completes { hero, cell, line } => {
            let (hero, line) = (names.of(*hero), dashes(line));
            format!("{hero} plays# {cell} and completes# {line}.")
        }
        Sentence::StepUp { hero, step, cell, line } => {
            let (own, hero) = (names.possessive(hero.other()), names.of(*hero));
            let line = dashes(line);
            format!("{own} {step} fills the cell under {cell}, where {hero} completes# {line}.")
        }
        Sentence::Plan(plan) => plan::text(plan, names),
        Sentence::Replies(map) => replies::text(map, names),
        Sentence::Planned { hero, first, n_more } => planned(names.of(*hero), *first, *n_more),
        Sentence::MainLine { line } => format!("Its main line: {}.", cells(line)),
        Sentence::Fills { hero, cell } => {
            let hero = names.of(*hero);
            format!("{hero} plays# {cell} and holds#: the board is full without a line.")
        }
        Sentence::BothHold => "Neither side can win.".to_owned(),
        Sentence::NoReason { mover, forecast, is_complete } => {
            no_reason(*mover, *forecast, *is_complete, names)
        }
        Sentence::Example { mover, forecast, is_complete, line } => {
            let result = no_reason(*mover, *forecast, *is_complete, names);
            format!("{}; one example is {}.", result.trim_end_matches('.'), cells(line))
        }
        Sentence::AfterThat(plan) => format!("Then {}", plan::text(plan, names)),
        Sentence::Missed { mover, cell, line } => {
            format!("{} missed {cell}, which completes {}.", names.of(*mover), dashes(line))
        }
        Sentence::Wasted { mover, cell } => {
            let (own, other) = (names.possessive(*mover), names.of(mover.other()));
            format!("{cell} was {own} winning cell, and now {other} can take it.")
        }
        Sentence::Better { hero, better, breaks } => {
            let better = self::better(*better);
            match broken(*hero, breaks, names) {
                Some(broken) => format!("{better}: {broken}."),
                None => format!("{better}."),
            }
        }
        Sentence::Alike { moves } => match &**moves {
            [] => "The same plan works after every other move.".to_owned(),
            moves => format!("The same plan works after {}.", list(moves, "and")),
        },
        Sentence::Spoils { hero, cell, breaks } => {
            let broken = broken(*hero, breaks, names).unwrap_or_default();
            format!("After {cell}, {}.", broken.strip_prefix("then ").unwrap_or(&broken))
        }
    }
}

fn better(Better { cell, is_only, kept }: Better) -> String {
    let kept = match kept {
        Kept::Win => "kept the win",
        Kept::Draw => "held the draw",
        Kept::Time => return format!("{cell} was harder to beat"),
    };
    if is_only { format!("Only {cell} {kept}") } else { format!("{cell} would have {kept}") }
}

/// The failure of a plan, to follow a colon; `None` if it takes too many words.
fn broken(hero: Player, breaks: &Break, names: Names) -> Option<String> {
    let (own, other) = (names.possessive(hero), names.of(hero.other()));
    let hero = names.of(hero);
    Some(match breaks {
        Break::Taken => format!("it takes the cell that {hero} needs#"),
        Break::NoTime { threats, instead } => match &**threats {
            [threat] => format!("it threatens {threat}, so {hero} has# no time for {instead}"),
            threats => {
                format!("it threatens {}, and {hero} can block only one", list(threats, "and"))
            }
        },
        Break::Counter(cell) => format!("then {other} completes% a line in {cell} first"),
        Break::OutOfReach(cell) => format!("{hero} does# not get to {cell}"),
        Break::Blocked(cell) => format!("{cell} no longer completes a line"),
        Break::Unforced(cell) => format!("then {other} need not play {cell}"),
        Break::Fills => "then the board can fill without a line".to_owned(),
        Break::Stopped(cell) => format!("then {other} blocks% {cell}"),
        Break::Unanswered { reply, threats } => {
            let threats = match &**threats {
                [] => String::new(),
                cells => format!(", threatening {}", list(cells, "and")),
            };
            format!("then {reply} stops {own} plan{threats}")
        }
        Break::Unsaid => return None,
    })
}

fn no_reason(mover: Player, forecast: Forecast, is_complete: bool, names: Names) -> String {
    let (mover, other) = (names.of(mover), names.of(mover.other()));
    let wins = |wins: &str, n: Option<usize>| match n {
        Some(1) => format!("{wins} in 1 move"),
        Some(n) => format!("{wins} in {n} moves"),
        None => wins.to_owned(),
    };
    let result = match forecast {
        Forecast::Wins(n) => wins(&format!("{mover} wins#"), n),
        Forecast::Loses(n) => wins(&format!("{other} wins%"), n),
        Forecast::Draws => "Best play draws".to_owned(),
        Forecast::WinsOrDraws => {
            return format!("{mover} does# not lose; more is not proved.");
        }
        Forecast::DrawsOrLoses => {
            return format!("{mover} does# not win; more is not proved.");
        }
        Forecast::Open => return "The result is not proved.".to_owned(),
    };
    let reason =
        if is_complete { "but there is no short reason" } else { "with no reason found in time" };
    format!("{result}, {reason}.")
}

/// `Red plays d1, then has a checked plan to win against every reply, with 12 more positions to know.`
fn planned(hero: &str, first: Option<Cell>, n_more: usize) -> String {
    let plays = first.map_or_else(String::new, |cell| format!(" plays# {cell}, then"));
    let more = if first.is_some() { " more" } else { "" };
    let plural = if n_more == 1 { "" } else { "s" };
    format!(
        "{hero}{plays} has# a checked plan to win against every reply, with {n_more}{more} position{plural} to know."
    )
}

fn cells(line: &[Cell]) -> String {
    line.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
}

fn dashes(line: &[Cell]) -> String {
    line.iter().map(Cell::to_string).collect::<Vec<_>>().join("-")
}

/// `a1`, `a1 or b2`, `a1, b2 or c3`.
fn list(cells: &[Cell], last: &str) -> String {
    let commas = cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
    match commas.rsplit_once(", ") {
        Some((first, end)) => format!("{first} {last} {end}"),
        None => commas,
    }
}
