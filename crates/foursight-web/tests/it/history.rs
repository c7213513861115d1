//! The states of a network game as clients saw them: whether they fit one history, in which each version follows from the
//! one before by a legal change.
//!
//! Every answer has the version of the game after its request, so the order of all requests is known, and a history of
//! any length is checked in one pass.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::{Value, json};

/// The actions of a player; the first ends a game, and the last only say something.
pub(crate) const ACTIONS: [&str; 15] = [
    "resign",
    "offer_takeback",
    "accept_takeback",
    "decline_takeback",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "offer_rematch",
    "offer_rematch_with_same_colors",
    "accept_rematch",
    "swap",
    "say_good_luck",
    "say_nice_move",
    "say_good_game",
    "say_thanks",
];

/// The states seen so far, by their versions.
#[derive(Default)]
pub(crate) struct History(BTreeMap<u64, Value>);

impl History {
    /// The latest version that somebody has seen.
    pub(crate) fn last(&self) -> u64 {
        self.0.last_key_value().map_or(0, |(&seq, _)| seq)
    }

    /// Notes a state in the answer to a request that began when somebody had seen the version `known`.
    #[track_caller]
    pub(crate) fn see(&mut self, known: u64, state: &Value) {
        let seq = state["seq"].as_u64().expect("it is the state of a game");
        assert!(seq >= known, "version {known} is lost: {state}");
        let state = timeless(state);
        if let Some(before) = self.0.get(&seq) {
            assert_eq!(*before, state, "two states of version {seq}");
            return;
        }
        if let Some((_, over)) = self.0.range(..seq).next_back().filter(|(_, s)| is_over(s)) {
            let end = |state: &Value| {
                [&state["outcome"], &state["ending"], &state["pos"]].map(Value::clone)
            };
            assert_eq!(end(&state), end(over), "a game ends once");
        }
        self.0.insert(seq, state);
        for seq in [seq, seq + 1] {
            if let (Some(before), Some(after)) = (self.0.get(&(seq - 1)), self.0.get(&seq)) {
                check(before, after);
            }
        }
    }
}

fn is_over(state: &Value) -> bool {
    !state["outcome"].is_null()
}

/// The parts of a state that only a change of the game changes.
fn timeless(state: &Value) -> Value {
    let mut state = state.clone();
    for (key, hidden) in [("spectators", Value::Null), ("seat", Value::Null)] {
        state[key] = hidden;
    }
    for color in ["red", "yellow"] {
        state["seats"][color]["connected"] = Value::Null;
        if state["clock"]["running"] == color {
            state["clock"][format!("{color}_ms")] = Value::Null;
        }
    }
    state
}

/// Checks that a state follows from the one before by one change.
#[track_caller]
fn check(before: &Value, after: &Value) {
    let explain = || format!("{before}\nthen\n{after}");
    let pos = |state: &Value| state["pos"].as_str().expect("moves").to_owned();
    let (old, new) = (pos(before), pos(after));
    let changed = |key: &str| before[key] != after[key];
    let is_end = is_over(after) && !is_over(before);
    let by_board = after["ending"] == "line" || after["ending"] == "draw";
    let kinds = [
        new.len() > old.len(),
        new.len() < old.len(),
        changed("swapped"),
        is_end && !by_board,
        changed("rematch_id"),
        before["seats"]["red"]["taken"] != after["seats"]["red"]["taken"]
            || before["seats"]["yellow"]["taken"] != after["seats"]["yellow"]["taken"],
    ];
    assert!(kinds.iter().filter(|&&kind| kind).count() <= 1, "one change at a time: {}", explain());
    match new.len().cmp(&old.len()) {
        Ordering::Greater => {
            assert!(new.len() == old.len() + 1 && new.starts_with(&old), "a move: {}", explain());
            assert!(
                before["offers"]["takeback"].is_null() || after["offers"]["takeback"].is_null()
            );
        }
        Ordering::Less => {
            assert!(old.starts_with(&new), "moves are taken back: {}", explain());
            assert!(!before["offers"]["takeback"].is_null() && !is_over(before), "{}", explain());
            assert!(after["offers"]["takeback"].is_null(), "{}", explain());
        }
        Ordering::Equal => assert_eq!(old, new, "{}", explain()),
    }
    assert!(!is_end || kinds[0] == by_board, "the board or a player ends a game: {}", explain());
    if changed("swapped") {
        assert_eq!((&before["can_swap"], &after["can_swap"]), (&json!(true), &json!(false)));
        assert_eq!(before["seats"]["red"]["name"], after["seats"]["yellow"]["name"]);
        assert_eq!(before["seats"]["yellow"]["name"], after["seats"]["red"]["name"]);
    }
    assert!(!changed("rematch_id") || before["rematch_id"].is_null(), "{}", explain());
}
