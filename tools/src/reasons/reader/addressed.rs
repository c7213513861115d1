//! Sentences told to one of the players, who is "you" in them: they must say what the others say.

use foursight::Player;
use foursight_engine::why::{Item, Why};

use super::grammar::name;
use super::{Checked, holds};

/// The verbs that follow a name, with the form that follows "you".
const VERBS: [(&str, &str); 16] = [
    ("answers", "answer"),
    ("blocks", "block"),
    ("completes", "complete"),
    ("does", "do"),
    ("gets", "get"),
    ("goes", "go"),
    ("has", "have"),
    ("holds", "hold"),
    ("leaves", "leave"),
    ("makes", "make"),
    ("needs", "need"),
    ("plays", "play"),
    ("runs", "run"),
    ("threatens", "threaten"),
    ("wins", "win"),
    ("stops", "stop"),
];

/// Whether both players read in the explanation what others read.
pub(super) fn check(why: &Why) -> Checked {
    [Player::First, Player::Second].into_iter().try_for_each(|you| {
        let told = why.clone().told_to(Some(you));
        holds(told.parts.len() == why.parts.len(), "other parts for you")?;
        told.parts.iter().zip(&why.parts).try_for_each(|(told, part)| {
            holds(told.kind == part.kind, "another kind for you")?;
            same(told.text(), part.text(), you)?;
            items(&told.items, &part.items, you)
        })
    })
}

fn items(told: &[Item], others: &[Item], you: Player) -> Checked {
    holds(told.len() == others.len(), "another list for you")?;
    told.iter().zip(others).try_for_each(|(told, other)| {
        same(told.text(), other.text(), you)?;
        items(&told.items, &other.items, you)
    })
}

/// Whether a sentence says to `you` what the other one says about you.
pub(super) fn same(told: &str, other: &str, you: Player) -> Checked {
    let is_same = plain(told, you) == plain(other, you);
    holds(is_same && is_english(told), &format!("{told:?} is not {other:?}"))
}

/// The sentence about the player instead of to the player, with each verb in its shorter form.
fn plain(text: &str, you: Player) -> String {
    let word = |word: &str| match word {
        "you" | "You" => name(you).to_owned(),
        "your" | "Your" => format!("{}'s", name(you)),
        word => {
            let short = VERBS.iter().find(|(long, _)| *long == word);
            short.map_or(word, |(_, short)| *short).to_owned()
        }
    };
    map_words(text, word)
}

/// The text with each of its words replaced; an apostrophe is part of a word.
fn map_words(text: &str, word: impl Fn(&str) -> String) -> String {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '\'';
    let (mut words, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| is_of_word(letter) != is_of_word(first)).unwrap_or(rest.len());
        words += &if is_of_word(first) { word(&rest[..end]) } else { rest[..end].to_owned() };
        rest = &rest[end..];
    }
    words
}

/// Whether "you" begins sentences as "You" does, and its verbs do not have the form that follows a name.
fn is_english(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let agrees = words.windows(3).all(|three| {
        let is_long = |word: &str| VERBS.iter().any(|(long, _)| *long == word);
        let is_adverb = ["always", "never", "now"].contains(&three[1]);
        let verb = if is_adverb { three[2] } else { three[1] };
        !["you", "You"].contains(&three[0]) || !is_long(verb)
    });
    agrees && !text.starts_with("you") && !text.contains(". you") && !text.contains(", You")
}
