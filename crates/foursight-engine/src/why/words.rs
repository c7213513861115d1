//! All wording of reasons is in this module, in `words/plan.rs` and in `words/replies.rs`: to translate it, write these
//! files in another language.
//!
//! No sentence has more than 25 words. A sentence that can open an explanation begins with a player's name.

mod plan;
mod replies;

use foursight::{Cell, Player};

use super::part::{Part, PartKind};
use super::sentence::{Better, Break, Kept, Sentence};
use super::told::Told;
use crate::Forecast;

/// The explanation in English.
pub(super) fn english(told: &Told) -> Vec<Part> {
    told.sentences().iter().map(part).collect()
}

fn part(sentence: &Sentence) -> Part {
    let items = match sentence {
        Sentence::Plan(plan) | Sentence::AfterThat(plan) => plan::items(plan),
        Sentence::Replies(map) => replies::items(map),
        _ => Vec::new(),
    };
    Part { kind: kind(sentence), text: text(sentence), items }
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

fn text(sentence: &Sentence) -> String {
    match sentence {
        Sentence::Completes { hero, cell, line } => {
            format!("{} plays {cell} and completes {}.", name(*hero), dashes(line))
        }
        Sentence::StepUp { hero, step, cell, line } => format!(
            "{}'s {step} is a step up to {cell}, where {} completes {}.",
            name(hero.other()),
            name(*hero),
            dashes(line)
        ),
        Sentence::WhileEmpty { hero, step } => {
            format!("While {step} is empty, {} cannot get there.", name(*hero))
        }
        Sentence::Plan(plan) => plan::text(plan),
        Sentence::Replies(map) => replies::text(map),
        Sentence::Planned { hero, first, n_more } => planned(*hero, *first, *n_more),
        Sentence::MainLine { line } => format!("Its main line: {}.", cells(line)),
        Sentence::OnlyOne { hero } => format!("{} can block only one.", name(hero.other())),
        Sentence::Fills { hero, cell } => {
            format!("{} plays {cell} and holds: the board is full without a line.", name(*hero))
        }
        Sentence::BothHold => "Neither side can win.".to_owned(),
        Sentence::NoReason { mover, forecast, is_complete } => {
            no_reason(*mover, *forecast, *is_complete)
        }
        Sentence::Example { mover, forecast, is_complete, line } => {
            let result = no_reason(*mover, *forecast, *is_complete);
            format!("{}; one example is {}.", result.trim_end_matches('.'), cells(line))
        }
        Sentence::AfterThat(plan) => format!("Then {}", plan::text(plan)),
        Sentence::Missed { mover, cell, line } => {
            format!("{} missed {cell}, which completes {}.", name(*mover), dashes(line))
        }
        Sentence::Wasted { mover, cell } => {
            let (mover, other) = (name(*mover), name(mover.other()));
            format!("{cell} was {mover}'s winning cell, and now {other} can take it.")
        }
        Sentence::Better { hero, better, breaks } => {
            self::better(*better) + &broken(*hero, breaks) + "."
        }
        Sentence::Alike { moves } => match &**moves {
            [] => "The same plan works after every other move.".to_owned(),
            moves => format!("The same plan works after {}.", list(moves, "and")),
        },
        Sentence::Spoils { hero, cell, breaks } => {
            format!("{cell} lets that go{}.", broken(*hero, breaks))
        }
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::First => "Red",
        Player::Second => "Yellow",
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

fn broken(hero: Player, breaks: &Break) -> String {
    let (hero, other) = (name(hero), name(hero.other()));
    match breaks {
        Break::Taken => format!(": it takes the cell that {hero} needs"),
        Break::NoTime { threat, instead } => {
            format!(": it threatens {threat}, so {hero} has no time for {instead}")
        }
        Break::Counter(cell) => format!(": then {other} completes a line in {cell} first"),
        Break::OutOfReach(cell) => format!(": {hero} does not get to {cell}"),
        Break::Blocked(cell) => format!(": {cell} no longer completes a line"),
        Break::Unforced(cell) => format!(": then {other} need not play {cell}"),
        Break::Fills => ": then the board can fill without a line".to_owned(),
        Break::Stopped(cell) => format!(": then {other} blocks {cell}"),
        Break::Unanswered { reply, threats } if threats.is_empty() => {
            format!(": then {reply} breaks {hero}'s plan")
        }
        Break::Unanswered { reply, threats } => {
            let threats = list(threats, "and");
            format!(": then {reply} threatens {threats}, and {hero}'s plan has no safe answer")
        }
        Break::Unsaid => String::new(),
    }
}

fn no_reason(mover: Player, forecast: Forecast, is_complete: bool) -> String {
    let wins = |player: Player, n: Option<usize>| match n {
        Some(1) => format!("{} wins in 1 move", name(player)),
        Some(n) => format!("{} wins in {n} moves", name(player)),
        None => format!("{} wins", name(player)),
    };
    let result = match forecast {
        Forecast::Wins(n) => wins(mover, n),
        Forecast::Loses(n) => wins(mover.other(), n),
        Forecast::Draws => "Best play draws".to_owned(),
        Forecast::WinsOrDraws => {
            return format!("{} does not lose; more is not proved.", name(mover));
        }
        Forecast::DrawsOrLoses => {
            return format!("{} does not win; more is not proved.", name(mover));
        }
        Forecast::Open => return "The result is not proved.".to_owned(),
    };
    let reason =
        if is_complete { "but there is no short reason" } else { "with no reason found in time" };
    format!("{result}, {reason}.")
}

/// `Red plays d1, then has a checked plan to win against every reply, with 12 more positions to know.`
fn planned(hero: Player, first: Option<Cell>, n_more: usize) -> String {
    let plays = first.map_or_else(String::new, |cell| format!(" plays {cell}, then"));
    let more = if first.is_some() { " more" } else { "" };
    let plural = if n_more == 1 { "" } else { "s" };
    format!(
        "{}{plays} has a checked plan to win against every reply, with {n_more}{more} position{plural} to know.",
        name(hero)
    )
}

fn cells(line: &[Cell]) -> String {
    line.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
}

fn dashes(line: &[Cell]) -> String {
    line.iter().map(Cell::to_string).collect::<Vec<_>>().join("-")
}

fn list(cells: &[Cell], last: &str) -> String {
    join(&cells.iter().map(Cell::to_string).collect::<Vec<_>>(), last)
}

/// `a`, `a or b`, `a, b or c`.
fn join(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
