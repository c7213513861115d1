//! An independent reader: takes the English of an explanation as docs/why.md describes it, does what it says and
//! nothing else, against every reply, and verifies on a plain board whatever else it mentions. It shares no code with
//! the finder, the checker or the words.

mod addressed;
mod board;
mod counted;
mod grammar;
mod lessons;
mod planned;
mod play;
mod replies;
mod survey;

use foursight::{AnySize, Cell, Player, Position, Size, Verdict};
use foursight_engine::why::{Item, Why};
use foursight_engine::{MoveScores, Solution};

use board::Board;
use grammar::{Plan, cells, line, name, player};
pub(crate) use lessons::{Lessons, SIZES};
use play::{Failure, Game};
pub(crate) use survey::{Survey, last_plies, sizes};
#[cfg(test)]
pub(crate) use survey::{exact, mirrored};

/// The maximum number of words in a sentence.
const MAX_WORDS: usize = 25;

type Checked<T = ()> = Result<T, String>;

/// Reads explanations of one position or mistake.
pub(crate) struct Reader<'a> {
    /// For a mistake, the position before it, and the cell where its disc landed.
    pub(crate) mistake: Option<(Position<AnySize>, Cell)>,
    /// Exact scores of the moves of a position.
    pub(crate) solve: &'a mut dyn FnMut(&Position<AnySize>) -> MoveScores,
}

impl Reader<'_> {
    /// The errors in the explanation, if there are any.
    pub(crate) fn check(&mut self, why: &Why) -> Checked {
        let mut position = why.position;
        let mut plans: Vec<(Plan, Position<AnySize>)> = Vec::new();
        for part in &why.parts {
            let items = texts(&part.items);
            is_short(part.text())?;
            items.iter().try_for_each(|item| is_short(item))?;
            if planned::is_plan(part.text()) {
                self.planned(part.text(), &mut position)
                    .map_err(|error| format!("{:?}: {error}", part.text()))?;
                continue;
            }
            if replies::is_map(part.text()) {
                self.map(part.text(), &part.items, &position)?;
                continue;
            }
            self.sentence(part.text(), &items, &mut position, &mut plans)
                .map_err(|error| format!("{:?}: {error}", part.text()))?;
        }
        addressed::check(why)?;
        let both_hold = why.parts.iter().any(|part| part.text() == "Neither side can win.");
        let heroes: Vec<Player> = plans.iter().map(|(plan, _)| plan.hero).collect();
        let is_drawn = matches!(heroes[..], [one, two] if one != two)
            && plans.iter().all(|(plan, _)| !plan.wins());
        if both_hold && !is_drawn {
            return Err("a draw needs two plans that hold".to_owned());
        }
        Ok(())
    }

    fn sentence(
        &mut self,
        text: &str,
        items: &[String],
        position: &mut Position<AnySize>,
        plans: &mut Vec<(Plan, Position<AnySize>)>,
    ) -> Checked {
        let text = text.strip_prefix("Then ").unwrap_or(text);
        let words = text.strip_suffix('.').ok_or("no full stop")?;
        if words == "Neither side can win" {
            return Ok(());
        }
        if let Some((result, example)) = words.split_once("; one example is ") {
            self.result(result, position)?;
            return self.example(example, position);
        }
        if words.contains("no short reason") || words.contains("not proved") {
            return self.result(words, position);
        }
        for (mark, is_won) in [(" kept the win", true), (" held the draw", false)] {
            for kept in [format!(" would have{mark}"), mark.to_owned()] {
                if let Some((cell, broken)) = words.split_once(&kept) {
                    return self.better(cell, is_won, broken, plans.first());
                }
            }
        }
        if let Some((cell, broken)) = words.split_once(" was harder to beat") {
            return self.harder(cell, broken, plans.first());
        }
        if let Some(moves) = words.strip_prefix("The same plan works after ") {
            return self.alike(moves, plans.first().map(|(plan, _)| plan));
        }
        if let Some((cell, broken)) =
            words.strip_prefix("After ").and_then(|words| words.split_once(", "))
        {
            let (before, last) = self.mistake.ok_or("there is no mistake")?;
            holds(cell == last.to_string(), "another move")?;
            let after = Board::new(&before).with(last, before.side_to_move());
            let plan = plans.first().map(|(plan, _)| plan).ok_or("no plan")?;
            let game = play::play_on(plan, &after);
            let then = |broken: &str| breaks(broken, plan, &game, None);
            return then(&format!(": {broken}")).or_else(|_| then(&format!(": then {broken}")));
        }
        if self.fact(words, position, plans)? {
            return Ok(());
        }
        let plan = grammar::plan(text, items).ok_or("not in the grammar")?;
        self.plan(&plan, position)?;
        plans.push((plan, *position));
        Ok(())
    }

    /// Checks sentences about lines and single cells; false if the sentence is neither.
    fn fact(
        &mut self,
        words: &str,
        position: &Position<AnySize>,
        plans: &mut Vec<(Plan, Position<AnySize>)>,
    ) -> Checked<bool> {
        let before = self.mistake.map_or(*position, |(before, _)| before);
        let played = self.mistake.map(|(_, cell)| cell);
        let parse = |cell: &str| cell.parse::<Cell>().map_err(|_| format!("{cell} is no cell"));
        if let Some((side, rest)) = words.split_once(" missed ") {
            let (cell, completed) = rest.split_once(", which completes ").ok_or("no line")?;
            return completes(&before, side, parse(cell)?, completed).map(|()| true);
        }
        if let Some((cell, rest)) = words.split_once(" was ") {
            let (side, _) = rest.split_once("'s winning cell, and now ").ok_or("whose?")?;
            let (cell, side) = (parse(cell)?, player(side).ok_or("whose?")?);
            let is_above = played == Some(Cell { row: cell.row.wrapping_sub(1), ..cell });
            let is_won = Board::new(&before).completes(cell, side);
            return holds(is_above && is_won && side == before.side_to_move(), "no such cell")
                .map(|()| true);
        }
        if let Some((step, rest)) = words.split_once(" fills the cell under ")
            && !step.ends_with(" block there")
        {
            let (_, step) = step.split_once("'s ").ok_or("whose?")?;
            let (cell, rest) = rest.split_once(", where ").ok_or("where?")?;
            let (side, completed) = rest.split_once(" completes ").ok_or("no line")?;
            let (step, cell) = (parse(step)?, parse(cell)?);
            plans.push((Plan::of_one(player(side).ok_or("who?")?, cell), *position));
            holds(played == Some(step) && step.column == cell.column, "another disc")?;
            return completes(position, side, cell, completed).map(|()| true);
        }
        if let Some((side, rest)) = words.split_once(" plays ")
            && let Some((cell, completed)) = rest.split_once(" and completes ")
            && !completed.starts_with("a line")
        {
            // The last move of a game has been played already.
            let position = if position.is_won() { &before } else { position };
            let cell = parse(cell)?;
            plans.push((Plan::of_one(player(side).ok_or("who?")?, cell), *position));
            return completes(position, side, cell, completed).map(|()| true);
        }
        if position.n_empty() == 0
            && let Some((_, rest)) = words.split_once(" plays ")
            && let Some(cell) = rest.strip_suffix(" and holds: the board is full without a line")
        {
            return holds(played == Some(parse(cell)?), "another disc").map(|()| true);
        }
        Ok(false)
    }

    fn plan(&mut self, plan: &Plan, position: &Position<AnySize>) -> Checked {
        let is_heros_turn = plan.first.is_none() && !plan.steps.is_empty();
        let mover = position.side_to_move();
        holds((plan.hero == mover) == is_heros_turn, "it is not that side's turn")?;
        let game = play::play(plan, &Board::new(position));
        if let Some(failure) = game.failures().first() {
            return Err(format!("the plan fails: {failure:?}"));
        }
        game.facts()?;
        self.result_of(plan.hero, plan.wins(), position)
    }

    /// Whether the solver says that `hero` wins or, unless `wins` is set, does not lose.
    fn result_of(&mut self, hero: Player, wins: bool, position: &Position<AnySize>) -> Checked {
        let mover = position.side_to_move();
        let best = (self.solve)(position).best().and_then(|best| best.verdict());
        let loser = match best {
            Some(Verdict::Win) => Some(mover.other()),
            Some(Verdict::Loss) => Some(mover),
            _ => None,
        };
        let is_true = if wins { loser == Some(hero.other()) } else { loser != Some(hero) };
        holds(is_true || best.is_none(), "the solver says otherwise")
    }

    /// `Yellow wins in 12 moves, but there is no short reason`.
    fn result(&mut self, words: &str, position: &Position<AnySize>) -> Checked {
        let Some(score) = (self.solve)(position).score() else { return Ok(()) };
        let result = words.strip_suffix(", but there is no short reason").unwrap_or(words);
        let mover = position.side_to_move();
        let n_cells = position.size().n_cells();
        let value = score.value();
        let expected = match value {
            0 => "Best play draws".to_owned(),
            value => {
                let winner = if value > 0 { mover } else { mover.other() };
                // A score of n means that the winner's n-th disc from the last wins, counted on a full board.
                let is_first = winner == Player::First;
                let n_own = usize::midpoint(n_cells, usize::from(is_first));
                let own = position.discs_of(winner).cells().count();
                let n = n_own + 1 - value.unsigned_abs() as usize - own;
                let plural = if n == 1 { "" } else { "s" };
                format!("{} wins in {n} move{plural}", name(winner))
            }
        };
        holds(result == expected, &expected)
    }

    /// Checks moves that keep the score.
    fn example(&mut self, words: &str, position: &mut Position<AnySize>) -> Checked {
        for cell in words.split(' ') {
            let cell: Cell = cell.parse().map_err(|_| format!("{cell} is no cell"))?;
            let scores = (self.solve)(position);
            let played = scores.get(cell.column).and_then(Solution::score);
            holds(position.landing(cell.column) == Some(cell), "another cell")?;
            holds(played.is_none() || played == scores.score(), "not best play")?;
            *position = position.play(cell.column).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Reads `Only c3`, or `c3` as one of several; the rest of the sentence is `: then a6 stops Yellow's plan`.
    fn better(
        &mut self,
        words: &str,
        is_won: bool,
        broken: &str,
        plan: Option<&(Plan, Position<AnySize>)>,
    ) -> Checked {
        let (before, last) = self.mistake.ok_or("there is no mistake")?;
        let (is_only, cell) = match words.strip_prefix("Only ") {
            Some(cell) => (true, cell),
            None => (false, words),
        };
        let cell: Cell = cell.parse().map_err(|_| format!("{cell} is no cell"))?;
        let expected = if is_won { Verdict::Win } else { Verdict::Draw };
        let scores = (self.solve)(&before);
        let keeps = scores.moves().filter(|(_, score)| score.verdict() == Some(expected));
        let keeps: Vec<Cell> = keeps.filter_map(|(column, _)| before.landing(column)).collect();
        let best = scores.best().and_then(|best| best.verdict());
        // "Only" needs the scores of all moves; a reader who does not know them all accepts "would have".
        let are_known = scores.moves().all(|(_, score)| score.verdict().is_some());
        let counts = if is_only || are_known { is_only == (keeps.len() == 1) } else { true };
        let is_true = keeps.contains(&cell) && counts && !keeps.contains(&last);
        holds(is_true && best == Some(expected), "other moves keep it")?;
        let answers = |(_, start): &&(Plan, _)| before.play(last.column).as_ref() == Ok(start);
        let Some((plan, _)) = plan.filter(answers) else {
            // The plan comes next, or only after an example.
            return holds(broken.is_empty(), "no plan");
        };
        breaks_after(broken, plan, &before, cell)
    }

    /// Reads `c3 was harder to beat`: the plan fails after it, although no result changed.
    fn harder(
        &mut self,
        cell: &str,
        broken: &str,
        plan: Option<&(Plan, Position<AnySize>)>,
    ) -> Checked {
        let (before, last) = self.mistake.ok_or("there is no mistake")?;
        let cell: Cell = cell.parse().map_err(|_| format!("{cell} is no cell"))?;
        let best = (self.solve)(&before).best().and_then(|best| best.verdict());
        holds(cell != last && best.is_none_or(|best| best == Verdict::Loss), "it held more")?;
        let (plan, _) = plan.ok_or("no plan")?;
        breaks_after(broken, plan, &before, cell)
    }

    fn alike(&mut self, moves: &str, plan: Option<&Plan>) -> Checked {
        let (before, last) = self.mistake.ok_or("there is no mistake")?;
        let others = if moves == "every other move" {
            let scores = (self.solve)(&before);
            let best = scores.best().and_then(|best| best.verdict());
            let worse = scores.moves().filter(|(_, score)| score.verdict() != best);
            let worse = worse.filter_map(|(column, _)| before.landing(column));
            worse.filter(|cell| *cell != last).collect()
        } else {
            cells(moves).ok_or("no cells")?
        };
        let Some(plan) = plan else { return Ok(()) };
        let fails = |cell: &&Cell| {
            let after = Board::new(&before).with(**cell, before.side_to_move());
            !before.playable_cells().contains(**cell)
                || !play::play(plan, &after).failures().is_empty()
        };
        match others.iter().find(fails) {
            Some(cell) => Err(format!("the plan fails after {cell}")),
            None => Ok(()),
        }
    }
}

/// Whether a disc of `side` in `cell`, which it can play now, completes the line.
fn completes(position: &Position<AnySize>, side: &str, cell: Cell, completed: &str) -> Checked {
    let board = Board::new(position);
    let (side, line) = (player(side).ok_or("who?")?, line(completed).ok_or("no line")?);
    let is_true =
        position.side_to_move() == side && board.can_take(cell) && board.is_line(&line, cell, side);
    holds(is_true, "no such line")
}

/// Whether the plan fails first in the way stated, if the better move in `cell` is played instead.
fn breaks_after(broken: &str, plan: &Plan, before: &Position<AnySize>, cell: Cell) -> Checked {
    holds(before.landing(cell.column) == Some(cell), "another cell")?;
    let after = Board::new(before).with(cell, before.side_to_move());
    let threats = after.finishes(before.side_to_move());
    breaks(broken, plan, &play::play(plan, &after), Some((cell, &threats)))
}

/// Whether the plan fails first in the way stated by `: then a6 stops Yellow's plan`: after a better move, which
/// threatens lines in some cells, or after a mistake.
fn breaks(broken: &str, plan: &Plan, game: &Game<'_>, better: Option<(Cell, &[Cell])>) -> Checked {
    let (hero, other) = (name(plan.hero), name(plan.hero.other()));
    let (taken, threats) = better.map_or((None, &[][..]), |(cell, cells)| (Some(cell), cells));
    let words = |failure: &Failure| match failure {
        Failure::Landing(cell) if Some(*cell) == taken => {
            format!(": it takes the cell that {hero} needs")
        }
        Failure::Landing(cell) => format!(": {hero} does not get to {cell}"),
        Failure::NoLine(cell) => format!(": {cell} no longer completes a line"),
        Failure::Loses(threat) if threats.contains(threat) && threats.len() > 1 => {
            let mut threats: Vec<String> = threats.iter().map(Cell::to_string).collect();
            threats.sort();
            format!(": it threatens {}, and {hero} can block only one", threats.join(" and "))
        }
        Failure::Loses(threat) if threats.contains(threat) => {
            let first = plan.steps.first().map_or(*threat, |step| step.cell);
            format!(": it threatens {threat}, so {hero} has no time for {first}")
        }
        Failure::Loses(cell) => format!(": then {other} completes a line in {cell} first"),
        Failure::NotForced(cell) => format!(": then {other} need not play {cell}"),
        Failure::Blocked(cell) => format!(": then {other} blocks {cell}"),
        Failure::NoAnswer(cell, threats) => {
            let threats: Vec<String> = threats.iter().map(Cell::to_string).collect();
            let threats = match &*threats {
                [] => String::new(),
                [before @ .., last] if !before.is_empty() => {
                    format!(", threatening {} and {last}", before.join(", "))
                }
                threats => format!(", threatening {}", threats.concat()),
            };
            format!(": then {cell} stops {hero}'s plan{threats}")
        }
        Failure::Fills => ": then the board can fill without a line".to_owned(),
        Failure::TooLarge => String::new(),
    };
    let failures: Vec<String> = game.failures().into_iter().map(words).collect();
    let own_threat = failures.iter().find(|words| words.starts_with(": it threatens"));
    let is_so = match own_threat {
        Some(_) => broken.starts_with(": it threatens") && failures.iter().any(|it| it == broken),
        None => failures.iter().any(|words| words == broken),
    };
    holds(is_so || game.is_cut(), &format!("the plan fails otherwise: {failures:?}"))
}

fn texts(items: &[Item]) -> Vec<String> {
    items.iter().map(|item| item.text().to_owned()).collect()
}

fn is_short(text: &str) -> Checked {
    let is_long = |sentence: &str| sentence.split_whitespace().count() > MAX_WORDS;
    if text.split(". ").any(is_long) { Err(format!("too many words: {text}")) } else { Ok(()) }
}

fn holds(is_true: bool, otherwise: &str) -> Checked {
    if is_true { Ok(()) } else { Err(otherwise.to_owned()) }
}
