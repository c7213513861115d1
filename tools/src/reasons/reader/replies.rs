//! Maps of replies: each strategy is read in the position after the disc that it answers.

use foursight::{AnySize, Cell, Position};
use foursight_engine::why::{Item, ItemKind};

use super::grammar::{self, name, player};
use super::{Checked, Reader, holds, is_short, texts};

/// Whether a sentence describes a map.
pub(super) fn is_map(text: &str) -> bool {
    text.contains(" has a checked plan to ")
}

impl Reader<'_> {
    /// Checks that the map lists every reply and is right about each; returns whether all of them have a strategy.
    pub(super) fn map(
        &mut self,
        text: &str,
        items: &[Item],
        position: &Position<AnySize>,
    ) -> Checked<bool> {
        let words = text.strip_suffix('.').ok_or("no full stop")?;
        let (start, rest) = words.split_once(" has a checked plan to ").ok_or("no map")?;
        let (end, against) = rest.split_once(" against ").ok_or("against what?")?;
        let wins = match end {
            "win" => true,
            "hold" => false,
            _ => return Err(format!("to {end}?")),
        };
        let (side, played) = match start.split_once(" plays ") {
            Some((side, played)) => (side, Some(played.strip_suffix(", then").ok_or("then?")?)),
            None => (start, None),
        };
        let hero = player(side).ok_or("who?")?;
        holds((position.side_to_move() == hero) == played.is_some(), "not that side's turn")?;
        self.result_of(hero, wins, position)?;
        let position = played.map_or(Ok(*position), |cell| after(position, cell))?;
        let (mut exceptions, mut cells, mut is_closed) = (Vec::new(), Vec::new(), true);
        for item in items {
            is_short(item.text())?;
            let (reply, answer) = item.text().split_once(": ").ok_or("no reply")?;
            cells.push(reply.parse::<Cell>().map_err(|_| format!("{reply} is no cell"))?);
            let after = after(&position, reply)?;
            let is_open = if answer == format!("{side} has no short plan here.") {
                exceptions.push(reply);
                true
            } else if is_map(answer) {
                exceptions.push(reply);
                holds(answer.starts_with(side) && answer.contains(end), "another claim")?;
                !self.map(answer, &item.items, &after)?
            } else {
                self.answer(answer, &item.items, &after, (side, wins))?;
                false
            };
            is_closed &= !is_open;
            let expected = if is_open { ItemKind::Open } else { ItemKind::Reply };
            holds(item.kind == expected, "the wrong sign")?;
        }
        holds(position.playable_cells().cells().eq(cells), "not all replies")?;
        let other = name(hero.other());
        let (n_plans, n_all) = (items.len() - exceptions.len(), items.len());
        let expected = match &exceptions[..] {
            [] if n_all == 1 => format!("{other}'s only reply"),
            [] => format!("each of {other}'s {n_all} replies"),
            many => {
                let found = "none was found after";
                let start = format!("{n_plans} of {other}'s {n_all} replies; {found} ");
                let told = against.strip_prefix(&start).ok_or("how many?")?;
                let names = || many.iter().map(|name| name.parse::<Cell>());
                let is_told =
                    grammar::cells(told).is_some_and(|told| names().eq(told.into_iter().map(Ok)));
                holds(is_told || told == "the others", "other exceptions")?;
                against.to_owned()
            }
        };
        holds(against == expected, &expected)?;
        Ok(is_closed)
    }

    /// Whether the side achieves what the map promises with the strategy against one reply.
    fn answer(
        &mut self,
        text: &str,
        items: &[Item],
        position: &Position<AnySize>,
        (side, wins): (&str, bool),
    ) -> Checked {
        let error = |error: String| format!("{text:?}: {error}");
        holds(text.starts_with(&format!("{side} ")), "another side")?;
        let words = text.strip_suffix('.').ok_or("no full stop")?;
        if self.fact(words, position, &mut Vec::new()).map_err(error)? {
            return Ok(());
        }
        let items = texts(items);
        items.iter().try_for_each(|item| is_short(item))?;
        let plan = grammar::plan(text, &items).ok_or_else(|| error("not in the grammar".into()))?;
        // A plan that wins holds too.
        holds(plan.wins() || !wins, "another claim")?;
        self.plan(&plan, position).map_err(error)
    }
}

fn after(position: &Position<AnySize>, cell: &str) -> Checked<Position<AnySize>> {
    let cell: Cell = cell.parse().map_err(|_| format!("{cell} is no cell"))?;
    holds(position.landing(cell.column) == Some(cell), "no disc lands there")?;
    position.play(cell.column).map_err(|error| error.to_string())
}
