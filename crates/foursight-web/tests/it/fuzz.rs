//! The check of the fuzz target for games, on random messages.

#[path = "../../../../fuzz/changes.rs"]
mod changes;
#[path = "../../../../fuzz/src/game.rs"]
#[expect(unreachable_pub, reason = "a library of its own")]
mod targets;

#[test]
fn messages_of_a_game() {
    let seeds =
        ["{\"type\":\"move\",\"column\":4,\"ply\":0}", "{\"type\":\"swap\"}"].map(Into::into);
    changes::check(seeds, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let messages =
            bytes.iter().take(8).map(|byte| (byte % 2 == 0, byte.wrapping_mul(7), &*text));
        targets::say(bytes.len() as u8, &messages.collect::<Vec<_>>());
    });
}
