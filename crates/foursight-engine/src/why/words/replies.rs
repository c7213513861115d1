//! The wording of maps: how many replies have a strategy in one sentence, and each reply in the list.

use foursight::reason::Claim;

use super::list;
use crate::why::names::Names;
use crate::why::part::{Item, ItemKind, Part};
use crate::why::replies::Map;
use crate::why::sentence::Sentence;

/// The maximum number of exceptions that a sentence lists.
const MAX_EXCEPTIONS: usize = 3;

/// `Yellow plays d2, then has a checked plan to win against 6 of Red's 7 replies; none was found after e3.`
pub(super) fn text(map: &Map, names: Names) -> String {
    let Map { hero, claim, first, replies, is_complete } = map;
    let (hero, other) = (names.of(*hero), names.possessive(hero.other()));
    let plays = first.map_or_else(String::new, |cell| format!(" plays# {cell}, then"));
    let end = match claim {
        Claim::Wins => "win",
        Claim::Holds => "hold",
    };
    let exceptions = map.exceptions();
    let (n_all, n_plans) = (replies.len(), replies.len() - exceptions.len());
    let against = match (&*exceptions, n_all) {
        ([], 1) => format!("{other} only reply"),
        ([], _) => format!("each of {other} {n_all} replies"),
        _ => format!("{n_plans} of {other} {n_all} replies"),
    };
    let after = match &*exceptions {
        [] => None,
        some if some.len() <= MAX_EXCEPTIONS => Some(list(some, "and")),
        _ => Some("the others".to_owned()),
    };
    let found = if *is_complete { "none was found" } else { "none in time" };
    let others = after.map_or_else(String::new, |replies| format!("; {found} after {replies}"));
    format!("{hero}{plays} has# a checked plan to {end} against {against}{others}.")
}

/// Each reply, from the left, with the strategy against it.
pub(super) fn items(map: &Map, names: Names) -> Vec<Item> {
    let item = |(reply, met): &(foursight::Cell, Option<Sentence>)| {
        let is_closed = match met {
            Some(Sentence::Replies(map)) => map.is_closed(),
            met => met.is_some(),
        };
        let (text, items) = match met.as_ref().map(|met| super::part(met, names)) {
            Some(Part { text, items, .. }) => (text, items),
            None if map.is_complete => {
                let text = format!("{} has# no short plan here.", names.of(map.hero));
                (names.said(map.hero, &text), Vec::new())
            }
            None => ("no plan was found here in time.".to_owned(), Vec::new()),
        };
        Item {
            kind: if is_closed { ItemKind::Reply } else { ItemKind::Open },
            text: format!("{reply}: {text}"),
            cells: vec![*reply],
            items,
        }
    };
    map.replies.iter().map(item).collect()
}
