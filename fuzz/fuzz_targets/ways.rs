#![no_main]

// No text means two positions, whatever way it takes into the program.
libfuzzer_sys::fuzz_target!(|text: &str| foursight_fuzz::texts::read_in_every_way(text));
