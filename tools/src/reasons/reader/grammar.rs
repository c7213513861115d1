//! The grammar of plans, as docs/why.md describes it.

use foursight::{Cell, Column, Player};

/// A strategy as the words describe it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) hero: Player,
    /// The other side's disc that comes first, if it is forced.
    pub(crate) first: Option<Forced>,
    pub(crate) steps: Vec<Step>,
    pub(crate) then: Then,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) cell: Cell,
    pub(crate) forced: Option<Forced>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Forced {
    pub(crate) cell: Cell,
    /// Whether it blocks a threat; `None` if the words do not say.
    pub(crate) is_block: Option<bool>,
}

#[derive(Clone, Debug)]
pub(crate) enum Then {
    /// It threatens all of the cells and completes a line in one of them.
    Threats(Vec<Cell>),
    /// A threat, the cell above it, and the line there.
    Above(Cell, Cell, Vec<Cell>),
    /// It completes a line next, in one of the cells if there are any.
    Next(Vec<Cell>),
    Fills,
    /// The only step has already completed a line.
    Done,
    Answers {
        branches: Vec<Branch>,
        rules: Vec<Rule>,
        is_list: bool,
        outcome: Outcome,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) reply: Cell,
    pub(crate) steps: Vec<Step>,
    pub(crate) by_rule: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Rule {
    Block,
    DoubleThreat,
    Pair(Cell, Cell),
    OnTop,
    Columns(Vec<Column>),
}

#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Below { cells: Vec<Cell>, line: Vec<Cell>, at_latest: bool },
    Always { cells: Vec<Cell>, line: Vec<Cell> },
    AtLatest { cells: Vec<Cell>, line: Vec<Cell> },
    Mostly { cells: Vec<Cell>, line: Vec<Cell> },
    Never,
}

impl Plan {
    /// The strategy that consists of one disc.
    pub(crate) fn of_one(hero: Player, cell: Cell) -> Self {
        Self { hero, first: None, steps: vec![Step { cell, forced: None }], then: Then::Done }
    }

    /// Whether the plan claims a win, and not only that the other side completes no line.
    pub(crate) fn wins(&self) -> bool {
        match &self.then {
            Then::Fills => false,
            Then::Answers { outcome, .. } => !matches!(outcome, Outcome::Never),
            Then::Threats(_) | Then::Above(..) | Then::Next(_) | Then::Done => true,
        }
    }
}

impl Outcome {
    /// The cells and, if there is only one and the words name it, the line in it.
    pub(crate) fn place(&self) -> (&[Cell], &[Cell]) {
        match self {
            Self::Below { cells, line, .. }
            | Self::Always { cells, line }
            | Self::AtLatest { cells, line }
            | Self::Mostly { cells, line } => (cells, line),
            Self::Never => (&[], &[]),
        }
    }
}

pub(crate) fn player(name: &str) -> Option<Player> {
    match name {
        "Red" => Some(Player::First),
        "Yellow" => Some(Player::Second),
        _ => None,
    }
}

pub(crate) fn name(player: Player) -> &'static str {
    if player == Player::First { "Red" } else { "Yellow" }
}

/// `a1`, `b2 or c3`, `a1, b2 or c3`; the last word may also be `and`.
pub(crate) fn cells(text: &str) -> Option<Vec<Cell>> {
    let words = text.replace(" or ", ", ").replace(" and ", ", ");
    words.split(", ").map(|cell| cell.parse().ok()).collect()
}

pub(crate) fn line(text: &str) -> Option<Vec<Cell>> {
    text.split('-').map(|cell| cell.parse().ok()).collect()
}

fn cell(text: &str) -> Option<Cell> {
    text.parse().ok()
}

/// A sentence that describes a plan, or two, with their list.
pub(crate) fn plan(text: &str, items: &[String]) -> Option<Plan> {
    let (hero, rest) = text.strip_suffix('.')?.split_once(' ')?;
    let hero = player(hero)?;
    let (n_forced, played, rest) = if let Some(rest) = rest.strip_prefix("plays ") {
        let end = rest.find([' ', ',']).unwrap_or(rest.len());
        (0, Some(cell(&rest[..end])?), &rest[end..])
    } else if let Some(rest) = rest.strip_prefix("makes ") {
        let rest = rest.strip_prefix(&format!("{} block ", name(hero.other())))?;
        let end = rest.find([' ', ',', '.']).unwrap_or(rest.len());
        match &rest[..end] {
            "once" => (1, None, &rest[end..]),
            "twice" => (2, None, &rest[end..]),
            n => (n.parse().ok()?, None, rest[end..].strip_prefix(" times")?),
        }
    } else if let Some(rest) = rest.strip_prefix("leaves ") {
        let rest = rest.strip_prefix(&format!("{} only one answer", name(hero.other())))?;
        let n = rest.strip_prefix(' ').and_then(|rest| rest.split_once(" times"));
        match n.and_then(|(n, rest)| Some((n.parse().ok()?, rest))) {
            Some((n, rest)) => (n, None, rest),
            None => (1, None, rest),
        }
    } else {
        (0, None, rest)
    };
    let mut words = [", and from here ", ", then ", " and then ", " and ", " "].into_iter();
    let words = words.find_map(|link| rest.strip_prefix(link)).unwrap_or(rest);
    let is_step = |item: &&String| !item.starts_with("If ");
    let n_steps = match items.iter().filter(is_step).map(|item| step_item(item, hero)) {
        steps if n_forced > 0 => steps.take_while(Option::is_some).count(),
        _ => 0,
    };
    let mut first = None;
    let mut steps: Vec<Step> = played.map(|cell| Step { cell, forced: None }).into_iter().collect();
    for item in &items[..n_steps] {
        match step_item(item, hero)? {
            (None, forced) if first.is_none() && steps.is_empty() => first = forced,
            (Some(cell), forced) => steps.push(Step { cell, forced }),
            _ => return None,
        }
    }
    let forced = || steps.iter().filter_map(|step| step.forced).chain(first);
    // Blocks are called so if all answers are.
    let are_blocks = forced().all(|forced| forced.is_block == Some(true));
    if n_forced > 0 && are_blocks != text.contains(" makes ") {
        return None;
    }
    if forced().count() != n_forced || steps.last().is_some_and(|step| step.forced.is_some()) {
        return None;
    }
    Some(Plan { hero, first, steps, then: then(words, &items[n_steps..], hero)? })
}

/// The hero's disc, unless the other side comes first, and the answer.
fn step_item(item: &str, hero: Player) -> Option<(Option<Cell>, Option<Forced>)> {
    let item = item.strip_suffix('.')?;
    let (hero, other) = (name(hero), name(hero.other()));
    if let Some(rest) = item.strip_prefix(&format!("{hero} plays ")) {
        return Some(match rest.split_once(", and ") {
            Some((played, answer)) => (Some(cell(played)?), Some(forced(answer, other)?)),
            None => (Some(cell(rest)?), None),
        });
    }
    if let Some(rest) = item.strip_prefix(&format!("{other} must play ")) {
        let only = cell(rest.strip_suffix(": every other answer loses at once")?)?;
        return Some((None, Some(Forced { cell: only, is_block: Some(false) })));
    }
    Some((None, Some(forced(item, other)?)))
}

fn forced(text: &str, other: &str) -> Option<Forced> {
    if let Some(block) = text.strip_prefix(&format!("{other} must block ")) {
        return Some(Forced { cell: cell(block)?, is_block: Some(true) });
    }
    let only = text.strip_prefix("every answer but ")?.strip_suffix(" loses at once")?;
    Some(Forced { cell: cell(only)?, is_block: Some(false) })
}

fn then(words: &str, items: &[String], hero: Player) -> Option<Then> {
    let (hero_name, other) = (name(hero), name(hero.other()));
    for how in ["completes a line in ", "can complete a line in "] {
        let Some(place) = words.strip_prefix(how) else { continue };
        let next = format!(" next, wherever {other} goes");
        if let Some(place) = place.strip_suffix(&next) {
            return Some(Then::Next(cells(place)?));
        }
        let place = place.strip_suffix(&format!(": {other} can block only one"))?;
        return Some(Then::Threats(cells(place)?));
    }
    if words == format!("completes a line next, wherever {other} goes") {
        return Some(Then::Next(Vec::new()));
    }
    if let Some(rest) = words.strip_prefix("threatens ") {
        let (block, rest) =
            rest.split_once(&format!(": {other}'s block there fills the cell under "))?;
        let (above, completed) = rest.split_once(&format!(", where {hero_name} completes "))?;
        return Some(Then::Above(cell(block)?, cell(above)?, line(completed)?));
    }
    if ["holds: the board is full without a line", "until the board is full without a line"]
        .contains(&words)
    {
        return Some(Then::Fills);
    }
    let (how, end) = words.strip_prefix("always ")?.split_once(". ")?;
    let is_list = match how {
        "has an answer" => true,
        "answers on top" => false,
        _ => return None,
    };
    let (mut branches, mut rules) = (Vec::new(), Vec::new());
    if !is_list {
        rules.push(Rule::OnTop);
    }
    for item in items {
        if item.starts_with("If ") {
            branches.push(branch(item, hero)?);
        } else {
            rules.push(rule(item, other)?);
        }
    }
    Some(Then::Answers { branches, rules, is_list, outcome: outcome(end, hero)? })
}

fn branch(item: &str, hero: Player) -> Option<Branch> {
    let (hero, other) = (name(hero), name(hero.other()));
    let (by_rule, rest) = match item.strip_suffix(" and goes by the rules.") {
        Some(rest) => (true, rest),
        None => (false, item.strip_suffix(" and completes a line next.")?),
    };
    let (reply, discs) = rest.split_once(&format!(", {hero} plays "))?;
    let reply = cell(reply.strip_prefix(&format!("If {other} now plays "))?)?;
    let answer = format!(" ({other} ");
    let step = |disc: &str| match disc.split_once(&answer) {
        // The answer in parentheses is the only one that does not lose at once.
        Some((played, answer)) => {
            let forced = Forced { cell: cell(answer.strip_suffix(')')?)?, is_block: None };
            Some(Step { cell: cell(played)?, forced: Some(forced) })
        }
        None => Some(Step { cell: cell(disc)?, forced: None }),
    };
    let steps = discs.split(", ").map(step).collect::<Option<Vec<Step>>>()?;
    Some(Branch { reply, steps, by_rule })
}

fn rule(item: &str, other: &str) -> Option<Rule> {
    let item = item.strip_suffix('.')?;
    if item == format!("Block where {other} could complete a line") {
        return Some(Rule::Block);
    }
    if item == "Make a double threat: threaten two cells, or a cell and the one above it" {
        return Some(Rule::DoubleThreat);
    }
    if item == "Answer on top" {
        return Some(Rule::OnTop);
    }
    if let Some(pair) = item.strip_suffix(" answer each other") {
        let (one, two) = pair.split_once(" and ")?;
        return Some(Rule::Pair(cell(one)?, cell(two)?));
    }
    let letters = item.strip_prefix("Play in column ")?.split(", else ");
    let columns = letters.map(|letter| Some(cell(&format!("{letter}1"))?.column));
    Some(Rule::Columns(columns.collect::<Option<_>>()?))
}

fn outcome(end: &str, hero: Player) -> Option<Outcome> {
    let (hero, other) = (name(hero), name(hero.other()));
    if end == format!("{other} never gets a line") {
        return Some(Outcome::Never);
    }
    let runs_out = format!("So {other} runs out of safe discs and must play under ");
    if let Some(rest) = end.strip_prefix(&runs_out) {
        let (at_latest, rest) = match rest.strip_suffix(", or lose sooner") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (place, line) = match rest.split_once(&format!(", where {hero} completes ")) {
            Some((place, "a line")) => (place, Vec::new()),
            Some((place, completed)) => (place, line(completed)?),
            None => (rest, Vec::new()),
        };
        return Some(Outcome::Below { cells: cells(place)?, line, at_latest });
    }
    let whatever = format!("Whatever {other} does, in the end {hero} gets a line");
    let rest = end.strip_prefix(&whatever)?;
    let (rest, line) = match rest.strip_suffix(')').and_then(|rest| rest.split_once(" (")) {
        Some((rest, completed)) => (rest, line(completed)?),
        None => (rest, Vec::new()),
    };
    if rest.is_empty() {
        return Some(Outcome::Mostly { cells: Vec::new(), line });
    }
    if let Some(place) = rest.strip_prefix(", most often in ") {
        return Some(Outcome::Mostly { cells: cells(place)?, line });
    }
    if let Some(place) = rest.strip_prefix(", at the latest in ") {
        return Some(Outcome::AtLatest { cells: cells(place)?, line });
    }
    Some(Outcome::Always { cells: cells(rest.strip_prefix(" in ")?)?, line })
}
