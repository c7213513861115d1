#![no_main]

// Game files, replays, logs and rows are read or refused.
libfuzzer_sys::fuzz_target!(|input: (u8, &str)| foursight_fuzz::texts::read_file(input.0, input.1));
