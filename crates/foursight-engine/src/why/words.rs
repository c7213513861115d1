//! All wording of reasons, in one place: to translate them, write this file in another language.
//!
//! Cells come first and terms second, and a sentence that can open an explanation begins with a player's name.

use foursight::{Cell, Player};

use super::sentence::{Better, Break, Outcome, Rule, Sentence};
use crate::Forecast;

/// The sentence in English.
pub(super) fn english(sentence: &Sentence) -> String {
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
        Sentence::DoubleThreat { hero, cell, ends } => {
            let ends = list(ends, "or");
            match cell {
                Some(cell) => {
                    format!("{} plays {cell} and then completes a line in {ends}.", name(*hero))
                }
                None => format!("{} can complete a line in {ends}.", name(*hero)),
            }
        }
        Sentence::OnlyOne { hero } => format!("{} can block only one.", name(hero.other())),
        Sentence::Threatens { hero, cell, threat } => match cell {
            Some(cell) => format!("{} plays {cell} and threatens {threat}.", name(*hero)),
            None => format!("{} threatens {threat}.", name(*hero)),
        },
        Sentence::BlockIsStep { hero, block, cell, line } => format!(
            "{}'s block in {block} is the step up to {cell}, where {} completes {}.",
            name(hero.other()),
            name(*hero),
            dashes(line)
        ),
        Sentence::AnyReply { hero, cell } => {
            let (hero, other) = (name(*hero), name(hero.other()));
            let plays = cell.map_or_else(String::new, |cell| format!(" plays {cell} and"));
            format!("{hero}{plays} completes a line next, wherever {other} goes.")
        }
        Sentence::Fills { hero, cell } => {
            let plays = cell.map_or_else(String::new, |cell| format!(" plays {cell} and"));
            format!("{}{plays} holds: the board is full without a line.", name(*hero))
        }
        Sentence::Forced { hero, blocked, steps } => forced(*hero, *blocked, steps),
        Sentence::NowFour { cells } => {
            format!("Now {} completes a line.", list(cells, "or"))
        }
        Sentence::Follows { hero, cell, rule, outcome } => {
            let plays = cell.map_or_else(String::new, |cell| format!(" plays {cell}, then"));
            let before = before_top(rule).join(", ");
            let before =
                if before.is_empty() { before } else { format!(" {before} and otherwise") };
            let (hero_name, rule) = (name(*hero), on_top(rule));
            format!("{hero_name}{plays}{before} answers {rule}{}.", end(*hero, outcome))
        }
        Sentence::Branches { hero, cell, named, rule, outcome } => {
            let plays = cell.map_or_else(String::new, |cell| format!(" plays {cell}, then"));
            let named: Vec<String> =
                named.iter().map(|(reply, answer)| format!("{reply} with {answer}")).collect();
            let rest = rule.as_ref().map_or_else(String::new, |rule| {
                let mut clauses = vec![String::new()];
                clauses.extend(before_top(rule).into_iter().map(str::to_owned));
                clauses.push(format!("everything else {}", on_top(rule)));
                clauses.join(", ")
            });
            let answers = join(&named, "and") + &rest;
            format!("{}{plays} answers {answers}{}.", name(*hero), end(*hero, outcome))
        }
        Sentence::BothHold => "Neither side can win.".to_owned(),
        Sentence::NoReason { mover, forecast } => no_reason(*mover, *forecast),
        Sentence::Example { line } => {
            let cells: Vec<String> = line.iter().map(Cell::to_string).collect();
            format!("For example, best play goes {}.", cells.join(" "))
        }
        Sentence::AfterThat(sentence) => format!("After that, {}", english(sentence)),
        Sentence::Missed { mover, cell, line } => {
            format!("{} missed {cell}, which completes {}.", name(*mover), dashes(line))
        }
        Sentence::Wasted { mover, cell } => {
            let (mover, other) = (name(*mover), name(mover.other()));
            format!("{cell} was {mover}'s winning cell, and now {other} can take it.")
        }
        Sentence::Better { hero, better, breaks } => {
            self::better(*better) + &broken(*hero, *breaks) + "."
        }
        Sentence::Alike { moves } => match &**moves {
            [] => "The same plan works after every other move.".to_owned(),
            moves => format!("The same plan works after {}.", list(moves, "and")),
        },
        Sentence::Kept { better, how } => format!("{}: {}", self::better(*better), english(how)),
        Sentence::Spoils { hero, cell, breaks } => {
            format!("{cell} lets that go{}.", broken(*hero, *breaks))
        }
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::First => "Red",
        Player::Second => "Yellow",
    }
}

fn forced(hero: Player, blocked: Option<Cell>, steps: &[(Cell, Option<Cell>)]) -> String {
    let (hero, other) = (name(hero), name(hero.other()));
    let threats = steps.iter().filter_map(|(cell, block)| Some((cell, (*block)?)));
    let threats: Vec<(&Cell, Cell)> = threats.collect();
    let last = steps.iter().find(|(_, block)| block.is_none());
    let last = last.map_or_else(String::new, |(cell, _)| format!("; then {hero} plays {cell}"));
    let begin = blocked.map_or_else(String::new, |cell| format!("{other} must block {cell}; "));
    match &*threats {
        [] => format!("{begin}{}.", last.trim_start_matches("; ")),
        [(cell, block)] => {
            format!("{begin}{hero} plays {cell} and {other} must block {block}{last}.")
        }
        many => {
            let many = many.iter().map(|(cell, block)| format!("{cell} ({block})"));
            let many = many.collect::<Vec<_>>().join(", ");
            format!(
                "{begin}{hero} threatens with every disc and {other} can only block: {many}{last}."
            )
        }
    }
}

fn better(Better { cell, is_only, was_win }: Better) -> String {
    let kept = if was_win { "kept the win" } else { "held the draw" };
    if is_only { format!("Only {cell} {kept}") } else { format!("{cell} would have {kept}") }
}

/// What comes before the answer on top in a rule.
fn before_top(rule: &Rule) -> Vec<&'static str> {
    let blocks = rule.blocks.then_some("blocks where it must");
    let threats = rule.double_threats.then_some("makes a double threat where it can");
    blocks.into_iter().chain(threats).collect()
}

/// Where a rule answers if it does none of that.
fn on_top(rule: &Rule) -> String {
    let safe = if rule.detours { " where that is safe" } else { "" };
    format!("on top{safe}{}", in_parentheses(rule))
}

fn in_parentheses(rule: &Rule) -> String {
    let pairs = rule.pairs.iter().map(|(one, two)| format!("{one} and {two}"));
    let pairs: Vec<String> = pairs.collect();
    let mut parts = Vec::new();
    if !pairs.is_empty() {
        parts.push(format!("{} answer each other", pairs.join(", ")));
    }
    let letters: Vec<String> =
        rule.spare.iter().map(|column| column.letter().to_string()).collect();
    match &*letters {
        [] => {}
        [column] => parts.push(format!("otherwise column {column}")),
        columns => {
            parts.push(format!("otherwise the first safe one of columns {}", columns.join(", ")));
        }
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

fn end(hero: Player, outcome: &Outcome) -> String {
    let other = name(hero.other());
    match outcome {
        Outcome::RunsOut { cells, line } => {
            let until = format!(" until {other} must play below");
            let hero = name(hero);
            match &**cells {
                [cell] => format!("{until} {cell}, where {hero} completes {}", dashes(line)),
                [one, two] => format!("{until} {one} or {two}, where {hero} completes a line"),
                _ => format!("{until} one of {hero}'s winning cells"),
            }
        }
        Outcome::AlwaysFour { n_positions } => {
            format!(" and gets a line whatever {other} does ({} checked)", positions(*n_positions))
        }
        Outcome::NeverFour { n_positions } => {
            format!(", and {other} never gets a line ({} checked)", positions(*n_positions))
        }
    }
}

fn broken(hero: Player, breaks: Break) -> String {
    let (hero, other) = (name(hero), name(hero.other()));
    match breaks {
        Break::Taken => format!(": it takes the cell that {hero} needs"),
        Break::OutOfReach(cell) => format!(": {hero} does not get to {cell}"),
        Break::Blocked(cell) => format!(": {cell} no longer completes a line"),
        Break::Counter(cell) => format!(": the same plan lets {other} complete a line in {cell}"),
        Break::Unanswered(cell) => format!(": {hero} has no answer to {cell}"),
        Break::Fills => ": the same plan only fills the board".to_owned(),
        Break::Unsaid => String::new(),
    }
}

fn no_reason(mover: Player, forecast: Forecast) -> String {
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
    format!("{result}, but there is no short reason.")
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

/// `1 position`, `5,508 positions`.
fn positions(n: usize) -> String {
    match n {
        1 => "1 position".to_owned(),
        n if n < 1_000 => format!("{n} positions"),
        n => format!("{},{:03} positions", n / 1_000, n % 1_000),
    }
}
