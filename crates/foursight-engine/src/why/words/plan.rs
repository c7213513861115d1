//! The wording of plans: the idea in one sentence, and the rest as a list.

use foursight::Cell;

use super::{dashes, list, name};
use crate::why::part::{Item, ItemKind};
use crate::why::strategy::{Branch, Disc, Forced, Often, Outcome, Rule, Strategy, Then};

/// The maximum number of words in a sentence.
const MAX_WORDS: usize = 25;

/// One sentence; the answers and rules that it mentions are in the list.
pub(super) fn text(plan: &Strategy) -> String {
    let Strategy { steps, then, .. } = plan;
    let (hero, other) = (name(plan.hero), name(plan.hero.other()));
    let n_forced = plan.n_forced();
    let start = match (n_forced, &**steps) {
        (0, []) => hero.to_owned(),
        (0, [step, ..]) => format!("{hero} plays {}", step.cell),
        (1, _) => format!("{hero} forces 1 answer"),
        _ => format!("{hero} forces {n_forced} answers"),
    };
    // How the hero goes on after its first disc or after forced answers, or at once.
    let go_on = |after_disc: &str, words: &str| match (n_forced, &**steps) {
        (0, []) => format!(" {words}"),
        (0, _) => format!("{after_disc} {words}"),
        _ => format!(", then {words}"),
    };
    let rest = match then {
        Then::DoubleThreat { ends } if n_forced == 0 && steps.is_empty() => {
            format!(" can complete a line in {}", list(ends, "or"))
        }
        Then::DoubleThreat { ends } => {
            go_on(" and then", &format!("completes a line in {}", list(ends, "or")))
        }
        Then::ThreatAbove { block, cell, line } => {
            let line = dashes(line);
            let step = format!("{other}'s block there is the step up to {cell}");
            go_on(" and", &format!("threatens {block}: {step}, where {hero} completes {line}"))
        }
        Then::AnyReply { cells } => {
            let place = in_cells(cells);
            go_on(" and", &format!("completes a line{place} next, wherever {other} goes"))
        }
        Then::Fills if n_forced > 0 => " until the board is full without a line".to_owned(),
        Then::Fills => go_on(" and", "holds: the board is full without a line"),
        Then::Answers { branches, rule, outcome } => {
            let how = match rule {
                Some(rule) if branches.is_empty() && rule.is_on_top() => "answers on top",
                Some(_) => "follows the first safe rule below",
                None => "answers as listed",
            };
            go_on(", then", &format!("{how}{}", end(other, outcome)))
        }
    };
    let text = format!("{start}{rest}.");
    match then {
        Then::Answers { outcome, .. } => with_line(text, hero, outcome),
        _ => text,
    }
}

/// ` in d3 or f4`.
fn in_cells(cells: &[Cell]) -> String {
    if cells.is_empty() { String::new() } else { format!(" in {}", list(cells, "or")) }
}

/// The outcome of the answers.
fn end(other: &str, outcome: &Outcome) -> String {
    match outcome {
        Outcome::RunsOut { cells, at_latest, .. } => {
            let at_latest = if *at_latest { ", at the latest," } else { "" };
            format!(" until{at_latest} {other} must play below {}", list(cells, "or"))
        }
        Outcome::Line { cells, often, .. } => match often {
            _ if cells.is_empty() => format!(" and gets a line whatever {other} does"),
            Often::Always => format!(" and gets a line{}", in_cells(cells)),
            Often::AtLatest => format!(" and gets a line, at the latest{}", in_cells(cells)),
            Often::Mostly => format!(" and gets a line, most often{}", in_cells(cells)),
        },
        Outcome::Never => format!(", and {other} never gets a line"),
    }
}

/// The sentence with the line that the hero completes, if it is known and there is room.
fn with_line(text: String, hero: &str, outcome: &Outcome) -> String {
    let (Outcome::RunsOut { cells, line, .. } | Outcome::Line { cells, line, .. }) = outcome else {
        return text;
    };
    let is_zugzwang = matches!(outcome, Outcome::RunsOut { .. });
    let what = match (&**cells, &**line) {
        ([_], []) => return text,
        ([_], line) => dashes(line),
        _ if is_zugzwang => "a line".to_owned(),
        _ => return text,
    };
    let longer = if is_zugzwang {
        format!("{}, where {hero} completes {what}.", text.trim_end_matches('.'))
    } else {
        format!("{} ({what}).", text.trim_end_matches('.'))
    };
    // "Then" may come before it.
    if longer.split_whitespace().count() < MAX_WORDS { longer } else { text }
}

/// The forced answers, the answers to single discs, and the rule.
pub(super) fn items(plan: &Strategy) -> Vec<Item> {
    let (hero, other) = (name(plan.hero), name(plan.hero.other()));
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
    items
}

fn step(hero: &str, other: &str, step: Disc) -> Item {
    let answer = step.forced.map(|forced| format!(", and {}", forced_answer(other, forced)));
    let text = format!("{hero} plays {}{}.", step.cell, answer.unwrap_or_default());
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
    let end = if *by_rule { "goes by the rules" } else { "completes a line next" };
    let text =
        format!("If {other} now plays {reply}, {hero} plays {} and {end}.", discs.join(", "));
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
