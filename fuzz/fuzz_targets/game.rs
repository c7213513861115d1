#![no_main]

// Whatever two players say over their WebSockets, they see one game.
libfuzzer_sys::fuzz_target!(|input: (u8, Vec<(bool, u8, &str)>)| foursight_fuzz::game::say(
    input.0, &input.1
));
