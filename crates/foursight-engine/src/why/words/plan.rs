//! The wording of plans: the idea in one sentence, and the rest as a list.

use foursight::Cell;

use super::{dashes, list};
use crate::why::names::Names;
use crate::why::part::{Item, ItemKind};
use crate::why::strategy::{Branch, Disc, Forced, Often, Outcome, Rule, Strategy, Then};

/// At most two sentences; the answers and rules that they mention are in the list.
pub(super) fn text(plan: &Strategy, names: Names) -> String {
    let Strategy { steps, then, .. } = plan;
    let (hero, other) = (names.of(plan.hero), names.of(plan.hero.other()));
    let n_forced = plan.n_forced();
    let start = match n_forced {
        0 => match &**steps {
            [] => hero.to_owned(),
            [step, ..] => format!("{hero} plays# {}", step.cell),
        },
        _ if plan.forced().all(|forced| forced.is_block) => {
            format!("{hero} makes# {other} block {}", times(n_forced))
        }
        1 => format!("{hero} leaves# {other} only one answer"),
        _ => format!("{hero} leaves# {other} only one answer {n_forced} times"),
    };
    // How the hero goes on after its first disc or after forced answers, or at once.
    let go_on = |after_disc: &str, words: &str| match (n_forced, &**steps) {
        (0, []) => format!(" {words}"),
        (0, _) => format!("{after_disc} {words}"),
        _ => format!(", then {words}"),
    };
    let rest = match then {
        Then::DoubleThreat { ends } => {
            let completes =
                if n_forced == 0 && steps.is_empty() { "can complete" } else { "completes#" };
            let words = format!("{completes} a line in {}", list(ends, "or"));
            format!("{}: {other} can block only one", go_on(" and then", &words))
        }
        Then::ThreatAbove { block, cell, line } => {
            let (line, own) = (dashes(line), names.possessive(plan.hero.other()));
            let step = format!("{own} block there fills the cell under {cell}");
            go_on(" and", &format!("threatens# {block}: {step}, where {hero} completes# {line}"))
        }
        Then::AnyReply { cells } => {
            let place = in_cells(cells);
            go_on(" and", &format!("completes# a line{place} next, wherever {other} goes%"))
        }
        Then::Fills if n_forced > 0 => " until the board is full without a line".to_owned(),
        Then::Fills => go_on(" and", "holds#: the board is full without a line"),
        Then::Answers { branches, rule, outcome } => {
            let from_here = if steps.is_empty() { "" } else { ", and from here" };
            let how = match rule {
                Some(rule) if branches.is_empty() && rule.is_on_top() => "answers# on top",
                _ => "has# an answer",
            };
            format!("{from_here} always {how}. {}", end(hero, other, outcome))
        }
    };
    format!("{start}{rest}.")
}

/// `once`, `twice`, `3 times`.
fn times(n: usize) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// ` in d3 or f4`.
fn in_cells(cells: &[Cell]) -> String {
    if cells.is_empty() { String::new() } else { format!(" in {}", list(cells, "or")) }
}

/// The outcome of the answers, in a sentence of its own.
fn end(hero: &str, other: &str, outcome: &Outcome) -> String {
    match outcome {
        Outcome::RunsOut { cells, line, at_latest } => {
            let sooner = if *at_latest { ", or lose sooner" } else { "" };
            let what = if cells.len() == 1 { dashes(line) } else { "a line".to_owned() };
            let completes = if what.is_empty() {
                String::new()
            } else {
                format!(", where {hero} completes# {what}")
            };
            let place = list(cells, "or");
            format!(
                "So {other} runs% out of safe discs and must play under {place}{completes}{sooner}"
            )
        }
        Outcome::Line { cells, line, often } => {
            let often = match (&**cells, often) {
                ([], _) | (_, Often::Always) => "",
                (_, Often::AtLatest) => ", at the latest",
                (_, Often::Mostly) => ", most often",
            };
            let place = in_cells(cells);
            let line = match (&**cells, &**line) {
                ([_], [_, ..]) => format!(" ({})", dashes(line)),
                _ => String::new(),
            };
            format!("Whatever {other} does%, in the end {hero} gets# a line{often}{place}{line}")
        }
        Outcome::Never => format!("{other} never gets% a line"),
    }
}

/// The forced answers, the answers to single discs, and the rule.
pub(super) fn items(plan: &Strategy, names: Names) -> Vec<Item> {
    let (hero, other) = (names.of(plan.hero), names.of(plan.hero.other()));
    let mut items = Vec::new();
    if let Some(Forced { cell, is_block }) = plan.blocked {
        let text = if is_block {
            format!("{other} must block {cell}.")
        } else {
            format!("{other} must play {cell}: every other answer loses at once.")
        };
        items.push(Item { kind: ItemKind::Step, text, cells: vec![cell], items: Vec::new() });
    }
    if plan.n_forced() > 0 {
        items.extend(plan.steps.iter().map(|step| self::step(hero, other, *step)));
    }
    if let Then::Answers { branches, rule, .. } = &plan.then {
        items.extend(branches.iter().map(|branch| self::branch(hero, other, branch)));
        let is_told = |rule: &&Rule| !branches.is_empty() || !rule.is_on_top();
        items.extend(rule.iter().filter(is_told).flat_map(|rule| self::rule(other, rule)));
    }
    for item in &mut items {
        item.text = names.said(plan.hero, &item.text);
    }
    items
}

fn step(hero: &str, other: &str, step: Disc) -> Item {
    let answer = step.forced.map(|forced| format!(", and {}", forced_answer(other, forced)));
    let text = format!("{hero} plays# {}{}.", step.cell, answer.unwrap_or_default());
    let cells = [step.cell].into_iter().chain(step.forced.map(|forced| forced.cell));
    Item { kind: ItemKind::Step, text, cells: cells.collect(), items: Vec::new() }
}

fn forced_answer(other: &str, Forced { cell, is_block }: Forced) -> String {
    if is_block {
        format!("{other} must block {cell}")
    } else {
        format!("every answer but {cell} loses at once")
    }
}

/// `If Red now plays c2, Yellow plays e2 (Red f2), f3 and goes by the rules.`: the forced answers in parentheses.
fn branch(hero: &str, other: &str, Branch { reply, steps, by_rule }: &Branch) -> Item {
    let with_answer = |step: &Disc| match step.forced {
        Some(forced) => format!("{} ({other} {})", step.cell, forced.cell),
        None => step.cell.to_string(),
    };
    let discs: Vec<String> = steps.iter().map(with_answer).collect();
    let end = if *by_rule { "goes# by the rules" } else { "completes# a line next" };
    let discs = discs.join(", ");
    let text = format!("If {other} now plays% {reply}, {hero} plays# {discs} and {end}.");
    let answer = |step: &Disc| [Some(step.cell), step.forced.map(|forced| forced.cell)];
    let cells = steps.iter().flat_map(answer).flatten();
    let cells = [*reply].into_iter().chain(cells).collect();
    Item { kind: ItemKind::Branch, text, cells, items: Vec::new() }
}

/// The first item that can be played and is safe applies.
fn rule(other: &str, rule: &Rule) -> Vec<Item> {
    let item = |text: String, cells: Vec<Cell>| Item {
        kind: ItemKind::Rule,
        text,
        cells,
        items: Vec::new(),
    };
    let mut items = Vec::new();
    if rule.blocks {
        items.push(item(format!("Block where {other} could complete a line."), Vec::new()));
    }
    if rule.double_threats {
        let text = "Make a double threat: threaten two cells, or a cell and the one above it.";
        items.push(item(text.to_owned(), Vec::new()));
    }
    let pair = |(one, two): &(Cell, Cell)| {
        item(format!("{one} and {two} answer each other."), vec![*one, *two])
    };
    items.extend(rule.pairs.iter().map(pair));
    items.push(item("Answer on top.".to_owned(), Vec::new()));
    let letters = rule.spare.iter().map(|column| column.letter().to_string());
    let letters: Vec<String> = letters.collect();
    if !letters.is_empty() {
        items.push(item(format!("Play in column {}.", letters.join(", else ")), Vec::new()));
    }
    items
}
